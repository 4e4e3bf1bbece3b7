"""Loads the weights of the served ONNX file into the network: training goes on from there."""

from __future__ import annotations

from pathlib import Path

import torch
from exported import Pair, load_convolutions

from .network import ImageType


def convolutions(network: ImageType) -> list[Pair]:
    """Every convolution in the order of its work, with the normalisation behind it."""
    pairs: list[Pair] = [(network.stem[0], network.stem[1])]
    for block in network.blocks:
        if hasattr(block, "_expand_conv"):
            pairs.append((block._expand_conv, block._bn0))
        pairs += [(block._depthwise_conv, block._bn1), (block._project_conv, block._bn2)]
    return pairs


def load_start(network: ImageType, file: Path) -> None:
    """Takes over the weights of a `network.pt` or of the file that `export` wrote; the temperature becomes 1.

    Raises ValueError where the file is another network.
    """
    if file.suffix == ".onnx":
        values = load_convolutions(convolutions(network), file)
        state = network.head.state_dict()
        kept = {name: torch.from_numpy(values[f"head.{name}"].copy()) for name in state if f"head.{name}" in values}
        network.head.load_state_dict(state | kept)
        missing = [name for name in state if name not in kept and not name.endswith("num_batches_tracked")]
        if missing:
            raise ValueError(f"{file} has no {', '.join(missing)}")
    else:
        network.load_state_dict(torch.load(file, weights_only=True))
    network.temperature.fill_(1.0)
