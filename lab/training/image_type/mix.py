"""Mix the weights of runs that began from the same file, and set the point of one half: the last step before `export`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

LAST_BIAS = "head.5.bias"
"""Of the head's last layer: photo, graphic."""


def mixed(states: list[dict[str, torch.Tensor]], temperature: float, shift: float) -> dict[str, torch.Tensor]:
    """Mean of the weights; whole numbers come from the first. shift: by how much a logit leans to graphic, after the temperature."""
    first = states[0]
    state = {
        name: sum(other[name] for other in states) / len(states) if value.is_floating_point() else value
        for name, value in first.items()
    }
    state["temperature"] = torch.full_like(first["temperature"], temperature)
    state[LAST_BIAS] = state[LAST_BIAS] + torch.tensor([0.0, shift * temperature])
    return state


def main(argv: list[str]) -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(prog="mix", description=__doc__)
    parser.add_argument(
        "--runs", type=Path, nargs="+", required=True, help="folders with a network.pt; one named twice counts twice"
    )
    parser.add_argument("--temperature", type=float, required=True)
    parser.add_argument("--shift", type=float, default=0.0)
    parser.add_argument("--out", type=Path, required=True, help="network.pt to write")
    options = parser.parse_args(argv)
    states = [torch.load(run / "network.pt", weights_only=True) for run in options.runs]
    torch.save(mixed(states, options.temperature, options.shift), options.out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
