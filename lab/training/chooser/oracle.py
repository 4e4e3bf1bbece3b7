"""What a perfect chooser would gain: mean absolute difference to the truth, in %, of single passes, fixed rules and the best choice.

`block` uses the best pass of each block of 1/16 of a side; `place` also clear or opaque alpha there. `band` is the same
difference over the band around soft edges, at 1024 pixels, as a share of the full pass's.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

SIDE = 512
"""Pixels at which whole pictures are compared."""
BLOCKS = 16


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(
        prog="oracle", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders that `prepare` made")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512])
    parser.add_argument("--each", action="store_true", help="a line a scene as well")
    options = parser.parse_args(argv)
    for folder in options.scenes:
        rows, bands, kinds = [], [], []
        for file in sorted(folder.glob("[!.]*.npz")):
            scene = np.load(file)
            if any(f"look{side}" not in scene for side in options.sides):
                continue
            row, band = measured(scene, options.sides)
            rows.append(row)
            bands.append(band)
            kinds.append(str(scene["kind"]))
            if options.each:
                print(
                    f"{file.stem:24} {scene['subject']!s:20} {kinds[-1]:8} "
                    + " ".join(f"{name} {value:.2f}" for name, value in row.items())
                )
        if not rows:
            continue
        print(f"{folder.name}: {len(rows)} scenes")
        for name in rows[0]:
            values = [row[name] for row in rows if name in row]
            ratio = np.exp(
                np.mean([np.log(max(1e-3, band[name]) / max(1e-3, band["first"])) for band in bands if name in band])
            )
            by_kind = " ".join(
                f"{kind} {np.mean([row[name] for row, other in zip(rows, kinds) if other == kind]):.2f}"
                for kind in sorted(set(kinds))
            )
            print(
                f"  {name:8} {np.mean(values):.3f}  band {ratio:.3f}  worse than first by a third of a percent: {sum(row[name] > row['first'] + 1 / 3 for row in rows)}  {by_kind}"
            )


def measured(scene: np.lib.npyio.NpzFile, sides: list[int]) -> tuple[dict[str, float], dict[str, float]]:
    """Differences in % over the picture and over the band, by name."""
    truth = at(scene["truth"], 1024)
    passes = [at(scene[f"look{side}"], 1024) for side in sides]
    answers = {"first": passes[0]} | {str(side): one for side, one in zip(sides[1:], passes[1:])}
    answers |= {"mean": np.mean(passes, 0), "max": np.max(passes, 0)}
    if "rules" in scene:
        answers["rules"] = at(scene["rules"], 1024)
    answers["photo"] = min(passes, key=lambda one: np.abs(one - truth).mean())
    answers["block"] = best_blocks(passes, truth)
    answers["place"] = best_blocks([*passes, np.zeros_like(truth), np.full_like(truth, 255)], truth)
    small = at(scene["truth"], SIDE)
    around = band_of(truth)
    whole = {name: float(np.abs(at(answer, SIDE) - small).mean() / 2.55) for name, answer in answers.items()}
    band = {
        name: float(np.abs(answer - truth)[around].mean() / 2.55) if around.any() else 0.0
        for name, answer in answers.items()
    }
    return whole, band


def at(plane: np.ndarray, side: int) -> np.ndarray:
    """A plane at another size, float32 0 to 255."""
    if len(plane) == side:
        return plane.astype(np.float32)
    way = Image.Resampling.BOX if len(plane) > side else Image.Resampling.BILINEAR
    return np.asarray(Image.fromarray(plane.astype(np.float32)).resize((side, side), way))


def best_blocks(answers: list[np.ndarray], truth: np.ndarray) -> np.ndarray:
    """Of each block that answer which is nearest to the truth."""
    step = len(truth) // BLOCKS
    errors = [np.abs(answer - truth).reshape(BLOCKS, step, BLOCKS, step).mean((1, 3)) for answer in answers]
    best = np.kron(np.argmin(errors, 0), np.ones((step, step), int))
    return np.choose(best, answers)


def band_of(truth: np.ndarray, widened: int = 5) -> np.ndarray:
    """Pixels that are soft, and those around them."""
    soft = ((truth > 5) & (truth < 250)).astype(np.uint8) * 255
    return np.asarray(Image.fromarray(soft).filter(ImageFilter.MaxFilter(2 * widened + 1))) > 0


if __name__ == "__main__":
    main(sys.argv[1:])
