"""Writes the trained chooser as the ONNX file that is served, and checks it against the checkpoint.

Input `image`: uint8 [N,SEEN,SEEN,5], red, green, blue and two passes. Outputs `coarse`, `nothing`, `everything`: uint8
[N,PLACES,PLACES], shares of 255; the full pass has the rest. Weights are stored as fp16 and cast when the file is loaded.
"""

import argparse
import sys
from pathlib import Path

import torch
from onnx_file import write_served
from torch import Tensor, nn

from .network import SEEN, Chooser, thresholded

OUTPUTS = ["coarse", "nothing", "everything"]


class Served(nn.Module):
    """The network with the conversions before and after it, as served."""

    def __init__(self, network: Chooser) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        weights = thresholded(self.network(image.permute(0, 3, 1, 2).float() / 255))
        shares = (weights[:, 1:] * 255 + 0.5).to(torch.uint8)
        return tuple(shares[:, index] for index in range(len(OUTPUTS)))


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="export", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file")
    options = parser.parse_args(argv)
    network = Chooser(2)
    network.load_state_dict(torch.load(options.checkpoint, map_location="cpu", weights_only=True)["network"])
    write_served(Served(network).eval(), (SEEN, SEEN, 5), ("image", OUTPUTS), options.out)


if __name__ == "__main__":
    main(sys.argv[1:])
