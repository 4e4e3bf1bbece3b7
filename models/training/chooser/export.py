"""Writes the trained chooser as the ONNX file that is served, and checks it against the checkpoint.

Input `image`: uint8 [N,SEEN,SEEN,5], red, green, blue and two looks. Outputs `coarse`, `nothing`, `everything`: uint8
[N,PLACES,PLACES], shares of 255; the first look has the rest. Weights are stored as fp16 and cast when the file is loaded.
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

from .network import SEEN, Chooser, settled

OPSET = 17
OUTPUTS = ["coarse", "nothing", "everything"]


class Served(nn.Module):
    """The network with what stands before and behind it in the service."""

    def __init__(self, network: Chooser) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> tuple[Tensor, ...]:
        weights = settled(self.network(image.permute(0, 3, 1, 2).float() / 255))
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
    served = Served(network).eval()
    picture = torch.randint(0, 256, (2, SEEN, SEEN, 5), dtype=torch.uint8, generator=torch.manual_seed(1))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        served,
        (picture,),
        str(options.out),
        input_names=["image"],
        output_names=OUTPUTS,
        dynamic_axes={name: {0: "N"} for name in ("image", *OUTPUTS)},
        opset_version=OPSET,
        dynamo=False,
    )
    model = halved(onnx.load(str(options.out)))
    model.doc_string = ""
    onnx.save(model, str(options.out))
    answers = onnxruntime.InferenceSession(str(options.out), providers=["CPUExecutionProvider"]).run(None, {"image": picture.numpy()})
    with torch.no_grad():
        wanted = served(picture)
    difference = max(np.abs(got.astype(int) - want.numpy().astype(int)).max() for got, want in zip(answers, wanted))
    print(f"{options.out}: {options.out.stat().st_size} bytes, largest difference to the checkpoint {difference}")


if __name__ == "__main__":
    main(sys.argv[1:])
