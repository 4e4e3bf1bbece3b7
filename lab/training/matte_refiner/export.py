"""Writes the trained refiner as the ONNX file that is served, and checks it against the checkpoint.

Input `tiles`: uint8 [N,256,256,4], RGB and coarse alpha. Output `alpha`: uint8 [N,256,256]. Weights are stored as fp16 and
cast when the file is loaded.
"""

import argparse
import sys
from pathlib import Path

import torch
from onnx_file import write_served
from torch import Tensor, nn

from .network import TILE, Refiner


class Served(nn.Module):
    """The network with the conversions before and after it, as served."""

    def __init__(self, network: Refiner) -> None:
        super().__init__()
        self.network = network

    def forward(self, tiles: Tensor) -> Tensor:
        alpha = self.network(tiles.permute(0, 3, 1, 2).float() / 255)
        return (alpha[:, 0] * 255 + 0.5).to(torch.uint8)


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="export", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file")
    options = parser.parse_args(argv)
    network = Refiner()
    network.load_state_dict(torch.load(options.checkpoint, map_location="cpu", weights_only=True)["network"])
    write_served(Served(network).eval(), (TILE, TILE, 4), ("tiles", ["alpha"]), options.out)


if __name__ == "__main__":
    main(sys.argv[1:])
