"""Cuts subjects out of photos where two passes agree and leave little unknown: put before other photos, their alpha is exact.

Writes NAME.png, RGBA with straight colours, and `cutouts.jsonl` with what was measured of every photo.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from .passes import FIRST, Passes, overlap, reduced, unknown_share

LONGEST = 1400
"""Pixels of the longer side of a cutout, at most."""
MOST_UNKNOWN = 0.2
"""Unknown share of the full pass, at most."""
AGREED = 0.94
"""Intersection over union of both passes, at least."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="cutouts", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="text file with a path a line")
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(argv)
    passes = Passes(options.matte, options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    record = options.out / "cutouts.jsonl"
    done = {json.loads(line)["file"] for line in record.read_text().splitlines()} if record.exists() else set()
    photos = [line for line in options.photos.read_text().splitlines() if line]
    for index, file in enumerate(photos):
        if file in done:
            continue
        photo = read(Path(file))
        seen = reduced(photo, FIRST)
        matte = passes.at(seen, FIRST)
        small, coarse = reduced(matte, 512), passes.at(seen, 512)
        unknown, agreed = unknown_share(matte), overlap(small, coarse)
        covered = float(np.maximum(small, coarse).mean() / 255)
        used = unknown <= MOST_UNKNOWN and agreed >= AGREED
        name = f"{index:03}-{Path(file).stem}"
        if used:
            Image.fromarray(cut_out(photo, matte)).save(options.out / f"{name}.png", compress_level=1)
        measured = {"unknown": unknown, "agreed": agreed, "covered": covered}
        with record.open("a") as lines:
            lines.write(json.dumps({"file": file, "name": name, **measured, "taken": used}) + "\n")
        print(
            f"{index + 1}/{len(photos)} {name} unknown {unknown:.2f} agreed {agreed:.2f} {'cut out' if used else ''}",
            flush=True,
        )


def read(file: Path) -> np.ndarray:
    """RGB [H,W,3] uint8, at most LONGEST pixels a side."""
    with Image.open(file) as picture:
        photo = picture.convert("RGB")
    photo.thumbnail((LONGEST, LONGEST))
    return np.asarray(photo)


def cut_out(photo: np.ndarray, matte: np.ndarray) -> np.ndarray:
    """RGBA [H,W,4] uint8. Soft pixels get the colours of the opaque ones around them, so that the old background is gone."""
    alpha = (
        np.asarray(Image.fromarray(cleaned(matte)).resize(photo.shape[1::-1], Image.Resampling.BILINEAR)).astype(
            np.float32
        )
        / 255
    )
    opaque = (alpha > 0.97).astype(np.float32)
    colours, known = photo.astype(np.float32), opaque
    for radius in (2, 5, 12, 30):
        weight = blurred(opaque, radius)
        near = (
            np.stack([blurred(photo[..., i] * opaque, radius) for i in range(3)], -1)
            / np.maximum(weight, 1e-4)[..., None]
        )
        fresh = (known < 0.5) & (weight > 0.02)
        colours = np.where(fresh[..., None], near, colours)
        known = np.maximum(known, fresh)
    return np.dstack([np.clip(colours, 0, 255), alpha * 255 + 0.5]).astype(np.uint8)


def cleaned(matte: np.ndarray) -> np.ndarray:
    """A matte [H,W] uint8 in which nearly clear pixels are clear and nearly opaque ones opaque."""
    return (np.clip((matte / np.float32(255) - 0.04) / 0.92, 0, 1) * 255 + 0.5).astype(np.uint8)


def blurred(values: np.ndarray, radius: int) -> np.ndarray:
    """Means of the square of 2 radius + 1 pixels around each pixel of a plane [H,W]; beyond the frame there is 0."""
    for axis in (0, 1):
        before = [(radius + 1, radius) if at == axis else (0, 0) for at in (0, 1)]
        sums = np.pad(values.astype(np.float64), before).cumsum(axis)
        size = values.shape[axis]
        values = (sums.take(range(2 * radius + 1, 2 * radius + 1 + size), axis) - sums.take(range(size), axis)) / (
            2 * radius + 1
        )
    return values


if __name__ == "__main__":
    main(sys.argv[1:])
