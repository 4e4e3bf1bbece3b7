"""Runs the matte network's ONNX graph in PyTorch, so that a GPU makes the passes of training scenes."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

SETTINGS = {"Resize": ("scales", 2), "Squeeze": ("axes", 1)}
"""Inputs that say how, not what: read once, so that a GPU never waits for them."""


class Graph(nn.Module):
    """The prepared matte network: uint8 [N,H,W,3] to uint8 [N,H,W], H and W multiples of 64."""

    def __init__(self, file: Path) -> None:
        """file: the `.onnx` file. Raises ValueError for an operator that is not known here."""
        super().__init__()
        graph = onnx.load(str(file)).graph
        unknown = {node.op_type for node in graph.node} - set(OPERATORS)
        if unknown:
            raise ValueError(f"{file} has operators that are not known here: {', '.join(sorted(unknown))}")
        arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
        self.steps = [step_of(node, arrays) for node in graph.node]
        self.held = {name: f"held{number}" for number, name in enumerate(arrays)}
        for name, place in self.held.items():
            self.register_buffer(place, torch.from_numpy(arrays[name].copy()))
        self.entry, self.answer = graph.input[0].name, graph.output[0].name

    @torch.no_grad()
    def forward(self, pictures: Tensor) -> Tensor:
        values = {self.entry: pictures} | {name: getattr(self, place) for name, place in self.held.items()}
        left = Counter(name for _, _, inputs, _ in self.steps for name in inputs)
        kind = next(buffer.dtype for buffer in self.buffers() if buffer.is_floating_point())
        for operator, settings, inputs, output in self.steps:
            values[output] = OPERATORS[operator](settings | {"kind": kind}, *(values[name] for name in inputs))
            for name in inputs:
                left[name] -= 1
                if left[name] == 0:
                    del values[name]
        return values[self.answer]


def step_of(node: onnx.NodeProto, arrays: dict) -> tuple[str, dict, list[str], str]:
    """Operator, settings, inputs and output of a node."""
    settings = {each.name: onnx.helper.get_attribute_value(each) for each in node.attribute}
    inputs = list(node.input)
    if node.op_type in SETTINGS:
        name, place = SETTINGS[node.op_type]
        settings[name] = arrays[inputs[place]].tolist()
        inputs = inputs[:1]
    return node.op_type, settings, inputs, node.output[0]


def convolved(settings: dict, x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """A convolution, padded alike at both ends."""
    top, left, bottom, right = settings["pads"]
    if (top, left) != (bottom, right):
        raise ValueError("Expected planes that are padded alike at both ends")
    return functional.conv2d(
        x, weight, bias, settings["strides"], (top, left), settings["dilations"], settings["group"]
    )


def resized(settings: dict, x: Tensor) -> Tensor:
    """Planes at another size."""
    if settings["mode"] != b"linear" or settings["coordinate_transformation_mode"] != b"half_pixel":
        raise ValueError("Expected planes that are resized linearly, by half pixels")
    size = [round(side * factor) for side, factor in zip(x.shape[2:], settings["scales"][2:], strict=True)]
    return functional.interpolate(x, size, mode="bilinear", align_corners=False)


OPERATORS: dict[str, Callable[..., Tensor]] = {
    "Conv": convolved,
    "Resize": resized,
    "MaxPool": lambda settings, x: functional.max_pool2d(
        x, settings["kernel_shape"], settings["strides"], ceil_mode=bool(settings["ceil_mode"])
    ),
    "Cast": lambda settings, x: x.to(torch.uint8 if settings["to"] == onnx.TensorProto.UINT8 else settings["kind"]),
    "Relu": lambda settings, x: x.relu(),
    "Sigmoid": lambda settings, x: x.sigmoid(),
    "Concat": lambda settings, *x: torch.cat(x, settings["axis"]),
    "Add": lambda settings, x, y: x + y,
    "Sub": lambda settings, x, y: x - y,
    "Mul": lambda settings, x, y: x * y,
    "Transpose": lambda settings, x: x.permute(settings["perm"]),
    "Squeeze": lambda settings, x: x.squeeze(settings["axes"][0]),
}
