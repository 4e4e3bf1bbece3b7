"""Writes a trained car network as the ONNX file that is served, and checks it against the checkpoint.

Input `image`: uint8 [N,H,W,4], RGB and the car's outline; for car-parts a fifth channel, boxes of other vehicles. Outputs: uint8
[N,H,W], 255 = 1, for maps; float32 [N,2], azimuth and elevation in degrees, for the view. Weights are stored as fp16 and cast
when the file is loaded.
"""

import argparse
import sys
from pathlib import Path

import torch
from onnx_file import write_served
from torch import Tensor, nn

from .heads import HEADS, Head


class Served(nn.Module):
    """A network with the conversions before and after it, as served."""

    def __init__(self, head: Head, network: nn.Module) -> None:
        super().__init__()
        self.head, self.network = head, network

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        picture = image.permute(0, 3, 1, 2).float() / 255
        answers = self.head.answers(self.network, picture)
        return tuple(
            value if name == "view" else (value * 255 + 0.5).to(torch.uint8) for name, value in answers.items()
        )

    def names(self) -> list[str]:
        """Names of the outputs."""
        width, height = self.head.size
        with torch.no_grad():
            return list(self.head.answers(self.network, torch.zeros(1, 3 + self.head.planes, height, width)))


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="export", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("head", choices=sorted(HEADS))
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file")
    options = parser.parse_args(argv)
    head = HEADS[options.head]
    served = load(head, options.checkpoint)
    width, height = head.size
    write_served(served, (height, width, 3 + head.planes), ("image", served.names()), options.out)


def load(head: Head, checkpoint: Path) -> Served:
    """The network of a checkpoint, ready to serve."""
    network = head.make()
    network.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["network"])
    return Served(head, network).eval()


if __name__ == "__main__":
    main(sys.argv[1:])
