"""Loads the weights of an exported network into PyTorch: training goes on from the served file."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import torch
from efficientnet import FROZEN_BLOCKS, Encoder, EncoderDecoder
from onnx import numpy_helper
from torch import nn

Pair = tuple[nn.Conv2d, nn.BatchNorm2d | None]
"""A convolution and the normalisation behind it."""


def load_convolutions(pairs: list[Pair], file: Path) -> dict[str, np.ndarray]:
    """Takes over the weights of an ONNX file that an `export` wrote, convolution by convolution in the order of their work. What
    follows in the file is left out. Returns all its weights by name, fp32.

    The file's convolutions hold their normalisation already, so the network's own is set to do nothing. Raises ValueError
    where the file is another network.
    """
    graph = onnx.load(str(file)).graph
    values = {weight.name: numpy_helper.to_array(weight).astype(np.float32) for weight in graph.initializer}
    # Weights are stored as fp16 with a cast behind them; equal ones are stored once.
    for node in graph.node:
        if node.op_type in ("Cast", "Identity") and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    stored = [node for node in graph.node if node.op_type == "Conv"]
    if len(stored) < len(pairs):
        raise ValueError(f"{file} has {len(stored)} convolutions, not {len(pairs)}")
    for (convolution, normalisation), node in zip(pairs, stored):
        weight, bias = (torch.from_numpy(values[name].copy()) for name in node.input[1:])
        if weight.shape != convolution.weight.shape:
            raise ValueError(f"{file} is another network: {node.name} is {tuple(weight.shape)}")
        convolution.weight.data = weight
        if normalisation is None:
            convolution.bias.data = bias
        else:
            do_nothing(normalisation, bias)
    return values


def encoder_convolutions(encoder: Encoder) -> list[Pair]:
    """Every convolution of the encoder in the order of its work."""
    pairs: list[Pair] = [(encoder._conv_stem, encoder._bn0)]
    for index, block in enumerate(encoder._blocks):
        if index == FROZEN_BLOCKS:
            pairs.append((encoder.outline, None))
        if block.expand:
            pairs.append((block._expand_conv, block._bn0))
        pairs += [(block._depthwise_conv, block._bn1), (block._project_conv, block._bn2)]
    return pairs


def load_encoder_decoder(network: EncoderDecoder, last: list[Pair], file: Path, shown: Iterable[torch.Tensor]) -> None:
    """Takes over the weights of an ONNX file that an `export` wrote, to train on from them.

    last: convolutions behind the features, in the order of their work. shown: batches of pictures as the training will show them.
    Raises ValueError where the file is another network.
    """
    ups = [(up[0], up[1]) for up in (network.up16, network.up8, network.up4, network.up2)]
    pairs = [*encoder_convolutions(network.encoder), *ups, *last]
    load_convolutions(pairs, file)
    learning = {layer for layer in network.train().modules() if layer.training}
    take_statistics(network, [pair for pair in pairs if pair[1] in learning], shown)


def do_nothing(normalisation: nn.BatchNorm2d, bias: torch.Tensor) -> None:
    """Makes a normalisation add `bias` and no more."""
    nn.init.ones_(normalisation.weight)
    normalisation.bias.data = bias
    nn.init.zeros_(normalisation.running_mean)
    nn.init.constant_(normalisation.running_var, 1 - normalisation.eps)


@torch.no_grad()
def take_statistics(network: nn.Module, pairs: list[Pair], batches: Iterable[torch.Tensor]) -> None:
    """Gives normalisations that do nothing the statistics of batches, and takes them back by scale and bias: answers stay, and a
    training that normalises by its own batches goes on from them.
    """
    network.eval()
    found: dict[nn.BatchNorm2d, list[torch.Tensor]] = {each: [] for _, each in pairs if each is not None}
    hooks = [
        each.register_forward_pre_hook(lambda layer, inputs: found[layer].append(moments(inputs[0]))) for each in found
    ]
    for batch in batches:
        network(batch)
    for hook in hooks:
        hook.remove()
    for layer, seen in found.items():
        mean, square = torch.stack(seen).mean(0)
        variance = square - mean**2
        layer.bias.data += mean
        layer.weight.data = (variance + layer.eps).sqrt()
        layer.running_mean.copy_(mean)
        layer.running_var.copy_(variance)


def moments(values: torch.Tensor) -> torch.Tensor:
    """Mean and mean square of each channel [2,C] of values [N,C,H,W]."""
    return torch.stack([values.mean((0, 2, 3)), values.square().mean((0, 2, 3))])
