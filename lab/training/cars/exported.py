"""Loads the weights of an exported view network into PyTorch."""

from pathlib import Path

import torch
from exported import encoder_convolutions, load_convolutions

from .network import ViewNetwork


def load_exported(network: ViewNetwork, file: Path) -> None:
    """Takes over the weights of an ONNX file that `export` wrote. Raises ValueError where it is another network.

    What follows the neck in the file are the published blocks and, for the mirrored picture, all of them once more. Outputs
    that the file does not have stay as they are.
    """
    values = load_convolutions([*encoder_convolutions(network.encoder), (network.neck[0], network.neck[1])], file)
    last = network.head[-1]
    for name, into in (("weight", last.weight), ("bias", last.bias)):
        found = next(torch.from_numpy(value.copy()) for key, value in values.items() if key == f"network.head.1.{name}")
        into.data[: len(found)] = found
