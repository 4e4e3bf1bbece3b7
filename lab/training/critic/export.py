"""Writes the trained critic as the ONNX file that is served, and checks it against the checkpoint.

Input `image`: uint8 [N,256,256,4], red, green, blue and the answer's alpha. Outputs `failed`: float32 [N], the chance of a failure;
`wrong`: uint8 [N,2,32,32], how much of each cell is lost, and added. Weights are stored as fp16 and cast when the file is loaded.
"""

import argparse
import sys
from pathlib import Path

import torch
from onnx_file import write_served
from torch import Tensor, nn

from .network import SEEN, Critic


class Served(nn.Module):
    """The network with the conversions before and after it, as served."""

    def __init__(self, network: Critic) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        logits, failed = self.network(image.permute(0, 3, 1, 2).float() / 255)
        return failed.sigmoid(), (logits.sigmoid() * 255 + 0.5).to(torch.uint8)


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="export", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file")
    options = parser.parse_args(argv)
    weights = torch.load(options.checkpoint, map_location="cpu", weights_only=True)["network"]
    network = Critic()
    network.load_state_dict({name.removeprefix("critic."): value for name, value in weights.items()})
    write_served(Served(network).eval(), (SEEN, SEEN, 4), ("image", ["failed", "wrong"]), options.out)


if __name__ == "__main__":
    main(sys.argv[1:])
