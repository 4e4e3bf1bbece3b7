"""Photographs with a matte that counts as right, and mattes of the same network that are worse: what the critic learns from.

A photograph whose passes at 768 and 512 pixels agree keeps the first one as its truth, and gets passes at 320 pixels of itself and
of disturbed copies. Writes NAME.npz of 256 pixels a side, NAME.png (the cutout) and `photos.jsonl` with what was measured.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from chooser.cutouts import cleaned, cut_out, read
from chooser.passes import Passes, overlap, reduced, unknown_share
from PIL import Image

SEEN = 256
FULL, LOW, LOWEST = 768, 512, 320
MOST_UNKNOWN, AGREED = 0.2, 0.93
LEAST, MOST = 0.01, 0.95
"""Share of the picture that a subject covers."""
EMPTY = 0.004
"""What no pass covers more of than this is a background."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="prepare", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="text file with a path a line")
    parser.add_argument("--matte", type=Path, required=True, help="the prepared matte network (.onnx)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    record = options.out / "photos.jsonl"
    done = {json.loads(line)["file"] for line in record.read_text().splitlines()} if record.exists() else set()
    photos = options.photos.read_text().splitlines()
    order = np.random.default_rng(options.seed).permutation(len(photos))
    passes = Passes(options.matte, 1)
    for count, index in enumerate(order):
        if photos[index] in done:
            continue
        row = prepared(Path(photos[index]), f"{index:04}", passes, options.out)
        with record.open("a") as lines:
            lines.write(json.dumps({"file": photos[index], "name": f"{index:04}", **row}) + "\n")
        if count % 20 == 0:
            print(f"{count}/{len(photos)} {row['kind']}", flush=True)


def prepared(file: Path, name: str, passes: Passes, out: Path) -> dict[str, float | str]:
    """Writes what one photograph gives, and says what it is: subject, empty or unclear."""

    photo = read(file)
    seen = reduced(photo, FULL)
    full, low = (passes.at(reduced(seen, side), 1024) for side in (FULL, LOW))
    small = reduced(full, LOW)
    covered = float(np.maximum(small, low).mean() / 255)
    measured = {"unknown": unknown_share(full), "agreed": overlap(small, low), "covered": covered}
    if covered < EMPTY:
        Image.fromarray(photo).save(out / f"{name}-empty.jpg", quality=92)
        return {"kind": "empty", **measured}
    if measured["unknown"] > MOST_UNKNOWN or measured["agreed"] < AGREED or not LEAST < covered < MOST:
        return {"kind": "unclear", **measured}
    random = np.random.default_rng(int(name))
    copies = [reduced(seen, LOWEST)]
    copies += [disturbed(copies[0], reduced(full, LOWEST), random) for _ in range(2)]
    worse = [reduced(passes.at(copy, 1024), SEEN) for copy in copies]
    Image.fromarray(cut_out(photo, full)).save(out / f"{name}.png", compress_level=1)
    np.savez_compressed(
        out / f"{name}.npz",
        picture=reduced(seen, SEEN),
        truth=reduced(cleaned(full), SEEN),
        answers=np.stack([reduced(full, SEEN), reduced(low, SEEN), *worse]),
    )
    return {"kind": "subject", **measured}


def disturbed(picture: np.ndarray, matte: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A copy on which the network is worse: less contrast, other light, and a place of the subject in the colour of what is around it, or
    a place beside it in the subject's.
    """
    values, alpha = picture.astype(np.float32), matte.astype(np.float32)[..., None] / 255
    side = picture.shape[0]
    outside = (values * (1 - alpha)).sum((0, 1)) / max(1, (1 - alpha).sum())
    inside = (values * alpha).sum((0, 1)) / max(1, alpha.sum())
    y, x = np.mgrid[:side, :side]
    for _ in range(random.integers(1, 4)):
        rows, columns = np.nonzero(matte >= 128)
        at = random.integers(len(rows))
        far = random.normal(0, 0.12, 2) * side if random.random() < 0.4 else (0, 0)
        wide, high = random.uniform(0.06, 0.3, 2) * side
        shape = np.exp(-((((x - columns[at] - far[1]) / wide) ** 2 + ((y - rows[at] - far[0]) / high) ** 2) ** 2))
        colour = inside if far[0] else outside
        share = (random.uniform(0.5, 0.97) * shape)[..., None]
        values = values * (1 - share) + colour * share
    middle = values.mean((0, 1))
    values = middle + (values - middle) * random.uniform(0.35, 1.2)
    values = 255 * np.clip(values / 255, 0, 1) ** random.uniform(0.6, 1.7)
    return np.clip(values + random.normal(0, random.uniform(0, 12), values.shape), 0, 255).astype(np.uint8)


if __name__ == "__main__":
    main(sys.argv[1:])
