"""Writes the trained refiner as the ONNX file that is served, and checks it against the checkpoint.

Input `tiles`: uint8 [N,256,256,4], RGB and coarse alpha. Output `alpha`: uint8 [N,256,256]. Weights are stored as fp16 and
cast when the file is loaded.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from fp16 import halved
from torch import Tensor, nn

from .network import TILE, Refiner

OPSET = 17


class Served(nn.Module):
    """The network with what stands before and behind it in the service."""

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
    served = Served(network).eval()
    tiles = torch.randint(0, 256, (2, TILE, TILE, 4), dtype=torch.uint8, generator=torch.manual_seed(1))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    names = {"input_names": ["tiles"], "output_names": ["alpha"], "dynamic_axes": {"tiles": {0: "N"}, "alpha": {0: "N"}}}
    torch.onnx.export(served, (tiles,), str(options.out), **names, opset_version=OPSET, dynamo=False)
    model = halved(onnx.load(str(options.out)))
    model.doc_string = ""
    onnx.save(model, str(options.out))
    session = onnxruntime.InferenceSession(str(options.out), providers=["CPUExecutionProvider"])
    (answer,) = session.run(None, {"tiles": tiles.numpy()})
    with torch.no_grad():
        wanted = served(tiles).numpy()
    difference = np.abs(answer.astype(int) - wanted.astype(int)).max()
    print(f"{options.out}: {options.out.stat().st_size} bytes, largest difference to the checkpoint {difference} of 255")


if __name__ == "__main__":
    main(sys.argv[1:])
