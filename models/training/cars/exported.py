"""Weights of an exported view network, taken back into PyTorch: training goes on from what is served."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from .network import FROZEN_BLOCKS, ViewNetwork


def load_exported(network: ViewNetwork, file: Path) -> None:
    """Takes over the weights of an ONNX file that `export` wrote. Raises ValueError where it is another network.

    The file's convolutions hold their normalisation already, so the network's own is set to do nothing. Outputs that the
    file does not have stay as they are.
    """
    graph = onnx.load(str(file)).graph
    values = {weight.name: numpy_helper.to_array(weight).astype(np.float32) for weight in graph.initializer}
    # Weights are stored as fp16 with a cast behind them.
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    stored = [node for node in graph.node if node.op_type == "Conv"]
    pairs = convolutions(network)
    if len(stored) < len(pairs):
        raise ValueError(f"{file} has {len(stored)} convolutions, not the {len(pairs)} of the view network")
    # What follows are the published blocks and, for the mirrored picture, all of them once more.
    for (convolution, normalisation), node in zip(pairs, stored):
        weight, bias = (torch.from_numpy(values[name].copy()) for name in node.input[1:])
        if weight.shape != convolution.weight.shape:
            raise ValueError(f"{file} is another network: {node.name} is {tuple(weight.shape)}")
        convolution.weight.data = weight
        if normalisation is None:
            convolution.bias.data = bias
        else:
            do_nothing(normalisation, bias)
    last = network.head[-1]
    for name, into in (("weight", last.weight), ("bias", last.bias)):
        found = next(torch.from_numpy(value.copy()) for key, value in values.items() if key == f"network.head.1.{name}")
        into.data[: len(found)] = found


def convolutions(network: ViewNetwork) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """Every convolution in the order of its work, with the normalisation behind it."""
    encoder = network.encoder
    pairs: list[tuple[nn.Conv2d, nn.BatchNorm2d | None]] = [(encoder._conv_stem, encoder._bn0)]
    for index, block in enumerate(encoder._blocks):
        if index == FROZEN_BLOCKS:
            pairs.append((encoder.outline, None))
        if block.expand:
            pairs.append((block._expand_conv, block._bn0))
        pairs += [(block._depthwise_conv, block._bn1), (block._project_conv, block._bn2)]
    return [*pairs, (network.neck[0], network.neck[1])]


def do_nothing(normalisation: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    """Makes a normalisation add `bias` and no more."""
    nn.init.ones_(normalisation.weight)
    normalisation.bias.data = bias
    nn.init.zeros_(normalisation.running_mean)
    nn.init.constant_(normalisation.running_var, 1 - normalisation.eps)
