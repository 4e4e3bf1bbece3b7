"""The published graph, evaluated unchanged: NumPy, one picture, every node in TensorFlow's own layout.

It shares the file reader with `convert.py` and nothing else, so that an error of the conversion (a swapped axis, a
shifted padding) shows as a difference. About 0.3 s a picture.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from .source import Node, PublishedGraph

SCORE_OUTPUTS = ("Identity", "Identity_1", "Identity_2")
DISTANCE_OUTPUTS = ("Identity_3", "Identity_4", "Identity_5")
GRIDS = (52, 26, 13)
"""Cells along one side, finest first."""
STRIDES_PX = (8, 16, 32)
MEAN_BGR = np.float32([103.53, 116.28, 123.675])
DEVIATION_BGR = np.float32([57.375, 57.12, 58.395])


def reference_boxes(graph: PublishedGraph, frame: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Boxes [A, 4] in pixels of the frame and scores [A, 80] for one RGB frame, uint8 [416, 416, 3].

    The decoding is upstream's, cell by cell: the distance to each side is the mean of an 11-bin distribution, in
    strides, measured from the middle of the cell.
    """
    pixels = (frame[..., ::-1].astype(np.float32) - MEAN_BGR) / DEVIATION_BGR
    values = evaluate(graph, pixels.transpose(2, 0, 1)[None], (*SCORE_OUTPUTS, *DISTANCE_OUTPUTS))
    scores = np.concatenate([values[name][0] for name in SCORE_OUTPUTS])
    boxes: list[list[float]] = []
    for name, side, stride in zip(DISTANCE_OUTPUTS, GRIDS, STRIDES_PX, strict=True):
        for index, logits in enumerate(values[name][0].astype(np.float64)):
            x, y = (index % side + 0.5) * stride, (index // side + 0.5) * stride
            odds = np.exp(logits.reshape(4, 11))
            left, top, right, bottom = stride * (odds @ np.arange(11)) / odds.sum(axis=1)
            boxes.append([x - left, y - top, x + right, y + bottom])
    return np.array(boxes), scores


def evaluate(graph: PublishedGraph, picture: np.ndarray, outputs: tuple[str, ...]) -> dict[str, np.ndarray]:
    """Values of the named nodes for one picture, float32 [1, 3, 416, 416], blue, green, red, normalised."""
    values: dict[str, np.ndarray | list[np.ndarray]] = {
        name: constant.astype(np.float32) if constant.dtype == np.float16 else constant
        for name, constant in graph.constants.items()
    }
    values["input_1"] = picture

    def value(name: str) -> np.ndarray:
        base, _, output = name.partition(":")
        if base not in values:
            node = graph.nodes[base]
            values[base] = OPERATIONS[node.op](node, *(value(source) for source in node.inputs))
        found = values[base]
        return found[int(output or 0)] if isinstance(found, list) else found

    return {name: value(name) for name in outputs}


def _convolve(node: Node, x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """x [N, H, W, C], weights [kh, kw, C, K]; no padding."""
    _, step_y, step_x, _ = node.attributes["strides"]
    windows = sliding_window_view(x, weights.shape[:2], axis=(1, 2))[:, ::step_y, ::step_x]
    return np.tensordot(windows, weights, axes=([4, 5, 3], [0, 1, 2]))


def _pool(node: Node, x: np.ndarray) -> np.ndarray:
    _, height, width, _ = node.attributes["ksize"]
    _, step_y, step_x, _ = node.attributes["strides"]
    return sliding_window_view(x, (height, width), axis=(1, 2))[:, ::step_y, ::step_x].max(axis=(4, 5))


def _resize(node: Node, x: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Bilinear, pixel centres at half coordinates, x [N, H, W, C]."""
    for axis, length in ((1, int(size[0])), (2, int(size[1]))):
        old = x.shape[axis]
        position = np.clip((np.arange(length) + 0.5) * old / length - 0.5, 0, old - 1)
        low = np.floor(position).astype(int)
        high = np.minimum(low + 1, old - 1)
        share = (position - low).astype(np.float32).reshape([-1 if i == axis else 1 for i in range(4)])
        x = x.take(low, axis) * (1 - share) + x.take(high, axis) * share
    return x


def _scatter(node: Node, at: np.ndarray, shape: np.ndarray, new: np.ndarray, default: np.ndarray) -> np.ndarray:
    """SparseToDense; in this network there is nothing to scatter and the result is the default everywhere."""
    dense = np.full(shape, default)
    dense[tuple(at.T)] = new
    return dense


OPERATIONS: dict[str, Callable[..., np.ndarray | list[np.ndarray]]] = {
    "Add": lambda node, a, b: a + b,
    "AddV2": lambda node, a, b: a + b,
    "ConcatV2": lambda node, *parts: np.concatenate(parts[:-1], axis=int(parts[-1])),
    "Conv2D": _convolve,
    "Identity": lambda node, x: x,
    "LeakyRelu": lambda node, x: np.where(x > 0, x, np.float32(node.attributes["alpha"]) * x),
    "MaxPool": _pool,
    "Pad": lambda node, x, widths: np.pad(x, widths),
    "PadV2": lambda node, x, widths, fill: np.pad(x, widths, constant_values=fill),
    "Reshape": lambda node, x, shape: x.reshape(shape),
    "ResizeBilinear": _resize,
    "Sigmoid": lambda node, x: 1 / (1 + np.exp(-x)),
    "SparseToDense": _scatter,
    "SplitV": lambda node, x, sizes, axis: np.split(x, np.cumsum(sizes)[:-1], axis=int(axis)),
    "Transpose": lambda node, x, order: x.transpose(order),
}
