"""Judges a trained chooser on scenes of `prepare`: mean absolute difference to the truth, in %, and the same over the band at 1024 pixels.

`served` is the chooser where the service would ask it, else the full pass. Where scenes have the matte that the service's rules
chose (`rules`), theirs as well.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from .dataset import scene_of, seen_of
from .network import Chooser, thresholded
from .oracle import SIDE, at, band_of
from .passes import asks


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(
        prog="evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512])
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args(argv)
    network = Chooser(len(options.sides))
    network.load_state_dict(torch.load(options.checkpoint, map_location="cpu", weights_only=True)["network"])
    network.eval()
    for folder in options.scenes:
        rows = []
        for file in sorted(file for file in folder.glob("*.npz") if ".new" not in file.name):
            with np.load(file) as scene:
                rows.append(row := measured(network, file, scene, options.sides))
                if options.each:
                    print(
                        f"{file.stem:24} {scene['subject']!s:20} {scene['kind']!s:8} "
                        + " ".join(f"{name} {value:.2f}" for name, value in row.items())
                    )
        if rows:
            print(f"{folder.name}: {summary(rows)}", flush=True)


@torch.no_grad()
def measured(network: Chooser, file: Path, scene: np.lib.npyio.NpzFile, sides: list[int]) -> dict[str, float]:
    """Differences over the picture and over the band (`_band`) by name."""
    passes = [at(scene[f"look{side}"], 1024) for side in sides]
    seen = scene_of(file, scene, sides)
    answers = {
        "first": passes[0],
        "chooser": mix(thresholded(network(seen_of(seen.picture[None], seen.passes[None]))), passes),
    }
    answers["served"] = answers["chooser" if asks(scene[f"look{sides[0]}"]) else "first"]
    if "rules" in scene:
        answers["rules"] = at(scene["rules"], 1024)
    truth, small = at(scene["truth"], 1024), at(scene["truth"], SIDE)
    around = band_of(truth)
    row = {name: float(np.abs(at(answer, SIDE) - small).mean() / 2.55) for name, answer in answers.items()}
    return row | {
        f"{name}_band": float(np.abs(answer - truth)[around].mean() / 2.55) for name, answer in answers.items()
    }


def mix(weights: torch.Tensor, passes: list[np.ndarray]) -> np.ndarray:
    """As `network.mixed`, of one picture with opacities of 0 to 255."""
    raised = functional.interpolate(weights, passes[0].shape, mode="bilinear", align_corners=False)[0].numpy()
    return sum(weight * one for weight, one in zip(raised, passes)) + raised[-1] * 255


def summary(rows: list[dict[str, float]]) -> str:
    """Means, the band as a geometric mean of ratios to the full pass, and how many pictures got worse or better."""
    of = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    parts = [f"{len(rows)} scenes"]
    for name in (name for name in of if not name.endswith("_band")):
        ratio = np.exp(np.log((of[f"{name}_band"] + 1e-3) / (of["first_band"] + 1e-3)).mean())
        change = of[name] - of["first"]
        parts.append(
            f"{name} {of[name].mean():.2f} (band {ratio:.3f}, worse {(change > 1 / 3).sum()}, better {(change < -1 / 3).sum()})"
        )
    return ", ".join(parts)


if __name__ == "__main__":
    main(sys.argv[1:])
