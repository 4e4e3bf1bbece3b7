"""Renders foregrounds with exactly known alpha and colour for the matting benchmark and for training.

A picture is `SUBJECT-ANGLE.png`, RGBA with 16 bits a channel: straight foreground colour, sRGB-encoded, and alpha.
Each has a line in `subjects.jsonl`. Pictures that are there already are left alone, so a stopped run goes on.
"""

import argparse
import importlib
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from .picture import straight, write_png
from .subjects import CATEGORIES, SPLITS, SUBJECTS, Subject, alternating
from .variants import variants


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="render", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures; goes on where it stopped")
    parser.add_argument(
        "--panoramas", type=Path, required=True, help="folder of equirectangular EXR files for the light"
    )
    parser.add_argument("--subjects", nargs="+", metavar="NAME", help="only these")
    parser.add_argument("--category", nargs="+", choices=CATEGORIES, help="only these")
    parser.add_argument("--split", choices=SPLITS, help="only this side")
    parser.add_argument(
        "--variants",
        type=int,
        default=0,
        help="instead of the table's: so many of its tuning half in other looks (default 0)",
    )
    parser.add_argument("--size", type=int, default=1280, help="longest side in pixels (default 1280)")
    parser.add_argument(
        "--same-size", action="store_true", help="for fur and hair too, which are else drawn at 0.8 of it"
    )
    parser.add_argument("--samples", type=int, default=24, help="light paths for each pixel (default 24)")
    parser.add_argument(
        "--angles", type=int, default=1, help="pictures of each subject; 0 is its own view, the rest vary (default 1)"
    )
    parser.add_argument("--first-angle", type=int, default=0, help="number of the first angle (default 0)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--list", action="store_true", help="print the chosen subjects and stop")
    options = parser.parse_args(argv)
    chosen = choose(options)
    if options.list:
        for subject in chosen:
            print(f"{subject.category:8} {subject.split:9} {subject.name}")
        return
    render(chosen, options)


def choose(options: argparse.Namespace) -> list[Subject]:
    """Subjects that the command line asks for. Exits with one line where a name is unknown or nothing is left."""
    subjects = variants(options.variants) or SUBJECTS
    unknown = set(options.subjects or ()) - {subject.name for subject in subjects}
    if unknown:
        sys.exit(f"There is no subject {', '.join(sorted(unknown))}; --list shows all")
    chosen = [
        subject
        for subject in subjects
        if (not options.subjects or subject.name in options.subjects)
        and (not options.category or subject.category in options.category)
        and (not options.split or subject.split == options.split)
    ]
    if not chosen:
        sys.exit("No subject is left with these choices")
    return alternating(chosen)


def render(chosen: list[Subject], options: argparse.Namespace) -> None:
    """Renders what is missing, angle by angle, and writes the journal."""
    panoramas = sorted(options.panoramas.glob("*.exr"))
    if not panoramas:
        sys.exit(f"There is no .exr file in {options.panoramas}")
    options.out.mkdir(parents=True, exist_ok=True)
    journal = options.out / "subjects.jsonl"
    tidy(journal)
    work = [
        (subject, angle)
        for angle in range(options.first_angle, options.first_angle + options.angles)
        for subject in chosen
        if not (options.out / f"{subject.name}-{angle}.png").exists()
    ]
    started = time.monotonic()
    for number, (subject, angle) in enumerate(work, 1):
        begun = time.monotonic()
        record, pixels = draw(subject, angle, panoramas, options)
        record["seconds"] = round(time.monotonic() - begun, 1)
        write_png(options.out / record["file"], straight(pixels))
        with journal.open("a") as lines:
            lines.write(json.dumps(record) + "\n")
        left = (time.monotonic() - started) / number * (len(work) - number) / 60
        done = f"{record['file']} {record['width']}x{record['height']}, {record['seconds']:.0f} s"
        print(f"{number}/{len(work)} {done}, {left:.0f} min left", flush=True)
    print(f"{len(work)} pictures rendered into {options.out}", flush=True)


def tidy(journal: Path) -> None:
    """Keeps one line for each picture that is there, the last one."""
    if not journal.exists():
        return
    records = {record["file"]: record for record in map(json.loads, journal.read_text().splitlines())}
    kept = [record for record in records.values() if (journal.parent / record["file"]).exists()]
    journal.write_text("".join(json.dumps(record) + "\n" for record in kept))


def draw(subject: Subject, angle: int, panoramas: list[Path], options: argparse.Namespace) -> tuple[dict, np.ndarray]:
    """One picture: its line of the journal and its premultiplied linear RGBA [H,W,4]."""
    from . import stage

    seed = subject.seed * 1000 + angle
    rng = random.Random(seed)
    size = options.size if options.same_size else round(options.size * subject.detail)
    # Every subject starts elsewhere in the list and every angle moves on: neighbours get different light.
    place = SUBJECTS.index(subject) if subject in SUBJECTS else subject.seed
    panorama = panoramas[(place * 7 + angle * 5) % len(panoramas)]
    with tempfile.TemporaryDirectory() as folder, quiet():
        stage.open_scene(subject, size, options.samples, options.threads, seed)
        builder = importlib.import_module(f".{subject.category}", __package__)
        builder.build(subject, np.random.default_rng(seed))
        light = stage.light(subject, panorama, rng)
        view = stage.aim(subject, angle, rng)
        pixels = stage.render(Path(folder))
    record = {
        "file": f"{subject.name}-{angle}.png",
        "subject": subject.name,
        "category": subject.category,
        "split": subject.split,
        "angle": angle,
        "width": pixels.shape[1],
        "height": pixels.shape[0],
        "samples": options.samples,
        "seed": seed,
        **light,
        **view,
    }
    return record, pixels


class quiet:
    """Keeps Blender's own chatter off the terminal."""

    def __enter__(self) -> None:
        sys.stdout.flush()
        self.kept = [os.dup(1), os.dup(2)]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.close(nowhere)

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
        for number, kept in zip((1, 2), self.kept):
            os.dup2(kept, number)
            os.close(kept)


if __name__ == "__main__":
    main(sys.argv[1:])
