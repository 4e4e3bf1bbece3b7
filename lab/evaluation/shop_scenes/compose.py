"""Composes scenes of rendered subjects from a seed. Goes on where it stopped; a file appears whole or not at all.

A scene is NNNN.photo.png or, with a camera's noise, NNNN.photo.jpg, and NNNN.alpha.png, and a line of `scenes.jsonl`. Two of
fifteen scenes are held out: their models, their photographs and the colours of their paper are in no other scene.
"""

import argparse
import io
import json
import random
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from .cutouts import cutout, records
from .scenes import KINDS, Stock, compose, enough, fitting
from .subjects import SIDES, subjects


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="compose", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--subjects", type=Path, required=True, help="folder that `render` filled")
    parser.add_argument(
        "--photos", type=Path, required=True, help="text file with photographs of rooms and streets, a path a line"
    )
    parser.add_argument("--held-out-photos", type=Path, required=True, help="the same, from other packages")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=3000, help="scenes (default 3000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--partial",
        action="store_true",
        help="compose of what is rendered so far; other scenes than of all, on white where a kind has no subjects yet",
    )
    options = parser.parse_args(argv)
    there = records(options.subjects)
    missing = len(subjects()) - len(there)
    if missing and not options.partial:
        sys.exit(f"{missing} subjects are not rendered yet; --partial composes of the others")
    stocks = {
        side: Stock(
            side, [record for record in there if record["side"] == side], paths(file), partial(cutout, options.subjects)
        )
        for side, file in zip(SIDES, (options.photos, options.held_out_photos), strict=True)
    }
    options.out.mkdir(parents=True, exist_ok=True)
    started, made = time.monotonic(), 0
    for index in range(options.count):
        if (options.out / f"{index:04}.alpha.png").exists():
            continue
        record = scene(index, stocks[side_of(index)], options)
        with (options.out / "scenes.jsonl").open("a") as lines:
            lines.write(json.dumps(record) + "\n")
        made += 1
        left = (time.monotonic() - started) / made * (options.count - index - 1) / 60
        print(f"{index + 1}/{options.count} {record['kind']}, {record['subject']}, {left:.0f} min left", flush=True)


def side_of(index: int) -> str:
    """The side of a scene: two of fifteen are held out."""
    return SIDES[index % 15 in (6, 13)]


def paths(listed: Path) -> list[Path]:
    """The paths that a text file holds."""
    return [Path(line) for line in listed.read_text().splitlines() if line]


def scene(index: int, stock: Stock, options: argparse.Namespace) -> dict:
    """Composes and writes one scene, its alpha last. Returns its line of the journal."""
    rng = random.Random(options.seed * 100_003 + index)
    kind = KINDS[index % len(KINDS)]
    if options.partial and not enough(kind, stock.records):
        kind = "white"
    able = fitting(kind, stock.records)
    # Every subject of a kind before any comes again, in an order that is no alphabet's.
    order = random.Random(f"{options.seed} {kind}").sample(able, len(able))
    earlier = sum(side_of(other) == stock.side for other in range(index % len(KINDS), index, len(KINDS)))
    record = order[earlier % len(order)]
    photo, alpha = compose(kind, record, stock, rng)
    taken = rng.random() < 0.5
    write(options.out / f"{index:04}.photo.{'jpg' if taken else 'png'}", as_taken(photo, rng) if taken else png(photo))
    write(options.out / f"{index:04}.alpha.png", png(alpha))
    return {"scene": index, "kind": kind, "side": stock.side, "subject": record["subject"]}


def as_taken(photo: np.ndarray, rng: random.Random) -> bytes:
    """A JPEG with a camera's noise."""
    noise = np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(0.5, 3), photo.shape)
    file = io.BytesIO()
    Image.fromarray(np.clip(photo + noise, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=rng.randint(75, 95))
    return file.getvalue()


def png(pixels: np.ndarray) -> bytes:
    """A PNG without loss, written quickly."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=1)
    return file.getvalue()


def write(file: Path, content: bytes) -> None:
    """Writes a file, whole or not at all."""
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(content)
    unfinished.replace(file)


if __name__ == "__main__":
    main(sys.argv[1:])
