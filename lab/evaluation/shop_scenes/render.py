"""Renders the subjects of the list in shop light. Goes on where it stopped; a file appears whole or not at all.

A subject is three files and a line of `subjects.jsonl`:
- NAME.png: RGBA, 16 bits a channel, straight sRGB-encoded colour and exact alpha;
- NAME.shadow.png: what share of the floor's light is left, grey, half the size, of twice the field;
- NAME.mirror.png: what a polished floor mirrors of it, RGBA, of twice the picture's field.
"""

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from foregrounds.picture import straight, write_png
from foregrounds.render import quiet, tidy

from .bodies import draw_part
from .layers import mirror_layer, shadow_layer, write_layer
from .packages import FURNITURE, SHAPES, catalogue
from .subjects import BODIES, Subject, subjects

FOR_GLASS = 3
"""Times the light paths that glass needs: each one passes or is mirrored, so its alpha is rough everywhere."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="render", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--packages", type=Path, required=True, help="folder that `fetch` filled")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures; goes on where it stopped")
    parser.add_argument(
        "--subjects", nargs="+", metavar="NAME", help="only these; names are in the journal, or as in models.tsv with -"
    )
    parser.add_argument("--size", type=int, default=768, help="side in pixels (default 768)")
    parser.add_argument("--samples", type=int, default=32, help="light paths for each pixel (default 32)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--count", type=int, help="stop after so many pictures")
    parser.add_argument("--pause-file", type=Path, help="while this file exists, wait before the next picture")
    options = parser.parse_args(argv)
    chosen = subjects()
    unknown = set(options.subjects or ()) - {each.name for each in chosen}
    if unknown:
        sys.exit(f"There is no subject {', '.join(sorted(unknown))}")
    if options.subjects:
        chosen = [each for each in chosen if each.name in options.subjects]
    render(chosen, options)


def render(chosen: list[Subject], options: argparse.Namespace) -> None:
    """Renders what is missing and writes the journal."""
    options.out.mkdir(parents=True, exist_ok=True)
    journal = options.out / "subjects.jsonl"
    tidy(journal)
    work = [each for each in chosen if not (options.out / f"{each.name}.png").exists()][: options.count]
    spent, failed = 0.0, []
    for number, subject in enumerate(work, 1):
        while options.pause_file and options.pause_file.exists():
            time.sleep(5)
        begun = time.monotonic()
        try:
            record = draw(subject, options)
        except (RuntimeError, ValueError, OSError) as fault:
            # One model that cannot be drawn must not cost a night's work on the others.
            failed.append(subject.name)
            print(f"{number}/{len(work)} {subject.name} failed: {fault}", flush=True)
            continue
        record["seconds"] = round(time.monotonic() - begun, 1)
        spent += record["seconds"]
        with journal.open("a") as lines:
            lines.write(json.dumps(record) + "\n")
        left = spent / number * (len(work) - number) / 3600
        print(f"{number}/{len(work)} {subject.name}, {record['seconds']:.0f} s, {left:.1f} h left", flush=True)
    print(f"{len(work) - len(failed)} subjects rendered into {options.out}", flush=True)
    if failed:
        sys.exit(f"{len(failed)} could not be drawn: {', '.join(failed)}")


def draw(subject: Subject, options: argparse.Namespace) -> dict:
    """Renders one subject and writes its files, the picture last. Returns its line of the journal."""
    from . import stage

    rng = random.Random(subject.seed)
    with tempfile.TemporaryDirectory() as folder, quiet():
        stage.open_scene(options.size, options.threads, subject.seed)
        points, view, more = (place_body if subject.category == BODIES else place_model)(subject, options.packages, rng)
        more |= stage.lay_floor(rng) | stage.light(view["azimuth"], rng)
        stage.aim(points, view, more.get("cut", ""))
        if "palm" in more:
            more["palm"] = [stage.in_picture(point) for point in more["palm"]]
        samples = options.samples * (FOR_GLASS if more.get("glass") else 1)
        picture = straight(stage.take(Path(folder), samples)["Combined"])
        stage.widen()
        shadow = shadow_layer(stage.take_shadow(Path(folder), options.samples // 2))
        stage.mirror()
        mirrored = mirror_layer(stage.take(Path(folder), options.samples // 4)["Combined"])
    write_layer(options.out / f"{subject.name}.shadow.png", shadow)
    write_layer(options.out / f"{subject.name}.mirror.png", mirrored)
    write_png(options.out / f"{subject.name}.png", picture)
    share = picture[..., 3]
    return {
        "file": f"{subject.name}.png",
        "subject": subject.name,
        "model": subject.model,
        "category": subject.category,
        "family": subject.family,
        "side": subject.side,
        "finish": subject.finish,
        "seed": subject.seed,
        "samples": samples,
        "lightness": round(float((picture[..., :3].mean(-1) * share).sum() / max(1, share.sum())), 3),
        "coverage": round(float(share.mean()), 4),
        **view,
        **more,
    }


def place_model(subject: Subject, packages: Path, rng: random.Random) -> tuple[np.ndarray, dict, dict]:
    """Puts a model on the stage. Returns its points [N,3], a view of it, and what else the journal says."""
    from . import stage

    collection, name = subject.model.split("/")
    file = packages / FURNITURE / collection / subject.file
    if hashlib.sha256(file.read_bytes()).hexdigest() != subject.sha256:
        sys.exit(f"{file} is not the model of the list")
    entry = catalogue(packages / FURNITURE, collection)[name]
    points, glass = stage.place_model(file, entry, subject.finish, rng)
    view = stage.draw_view(np.ptp(points, axis=0), rng)
    return points, view, {"centimetres": [float(entry[side]) for side in ("width", "depth", "height")], "glass": glass}


def place_body(subject: Subject, packages: Path, rng: random.Random) -> tuple[np.ndarray, dict, dict]:
    """Puts a part of a body on the stage; returns the same."""
    from . import stage
    from .dressed import place_body as placed

    kind = subject.model.split("/")[1]
    part = draw_part(packages / SHAPES, kind, rng)
    points, palm = placed(part, rng)
    sizes = [round(100 * float(side), 1) for side in np.ptp(part.framed, axis=0)]
    return (
        points,
        stage.draw_view_of_body(kind, rng),
        {"centimetres": sizes, "cut": part.cut} | ({} if palm is None else {"palm": palm}),
    )


if __name__ == "__main__":
    main(sys.argv[1:])
