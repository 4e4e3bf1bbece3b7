"""Writes pictures of held-out cars with their truth, to judge the whole service on: each car alone and in traffic.

A scene is `NAME.jpg`, `NAME.truth.png` (red = silhouette with glass as solid, green = glass, blue = opacity) and a line of
`scenes.jsonl` with the model, the view and whether it is in traffic.
"""

import argparse
import json
import random
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from .dataset import read_panoramas
from .frames import Backgrounds, composed, load_frames
from .traffic import Traffic


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="scenes", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--frames", type=Path, required=True, help="folder that `render --split test` made")
    parser.add_argument("--panoramas", type=Path, required=True, help="folder of EXR files")
    parser.add_argument("--backgrounds", type=Path, nargs="*", default=[], help="photos that training did not see")
    parser.add_argument("--cutouts", type=Path, nargs="*", default=[], help="cutouts that training did not see")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    frames = load_frames(options.frames)
    backgrounds = Backgrounds(
        sorted(options.backgrounds), read_panoramas(options.panoramas, {frame.record["panorama"] for frame in frames})
    )
    traffic = Traffic(frames, sorted(options.cutouts))
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "scenes.jsonl").open("w") as lines:
        for index, frame in enumerate(frames):
            for in_traffic in (False, True):
                rng = random.Random(options.seed * 7919 + index)
                rows, columns = frame.layers.shape[:2]
                whole, size = (0, 0, columns, rows), (columns, rows)
                background = backgrounds.draw(frame, whole, size, rng)
                neighbours = traffic.draw(frame, rng) if in_traffic else []
                scene = composed(frame, whole, size, background, True, neighbours)
                name = f"{frame.record['name']}-{'traffic' if in_traffic else 'alone'}"
                Image.fromarray(as_bytes(scene["rgb"])).save(options.out / f"{name}.jpg", quality=92, subsampling=0)
                truth = np.stack([scene["silhouette"], scene["glass"], scene["opacity"]], -1)
                Image.fromarray(as_bytes(truth)).save(options.out / f"{name}.truth.png")
                kept = {key: frame.record[key] for key in ("model", "azimuth", "elevation")}
                lines.write(json.dumps({"name": name, "in_traffic": in_traffic, **kept}) + "\n")
            print(f"\r{index + 1}/{len(frames)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def as_bytes(values: np.ndarray) -> np.ndarray:
    """0..1 to 0..255, rounded."""
    return (np.clip(values, 0, 1) * 255 + 0.5).astype(np.uint8)


if __name__ == "__main__":
    main(sys.argv[1:])
