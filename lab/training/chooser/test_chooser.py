"""What the chooser may answer, and the gain of a perfect one. Needs PyTorch and Pillow."""

import random
import tempfile
import unittest
from pathlib import Path

try:
    import numpy as np
    import torch
    from PIL import Image

    from . import export
    from .dataset import Scene, seen_of
    from .network import PLACES, SEEN, Chooser, mixed
    from .oracle import BLOCKS, best_blocks
    from .prepare import composite
    from .train import between, load_exported
except ModuleNotFoundError:
    torch = None


def seen_with(first: float, second: float) -> "torch.Tensor":
    """A grey picture that both passes give one opacity all over."""
    passes = torch.tensor([first, second])[None, :, None, None].expand(1, 2, 512, 512)
    return seen_of(torch.full((1, 3, SEEN, SEEN), 128, dtype=torch.uint8), passes * 255)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class WeightsTest(unittest.TestCase):
    def answered(self, first: float, second: float) -> "torch.Tensor":
        torch.manual_seed(1)
        with torch.no_grad():
            return Chooser(2).eval()(seen_with(first, second))

    def test_sum_to_one(self) -> None:
        weights = self.answered(0.5, 1)
        self.assertEqual(list(weights.shape), [1, 4, PLACES, PLACES])
        torch.testing.assert_close(weights.sum(1), torch.ones(1, PLACES, PLACES))

    def test_begin_with_the_full_pass(self) -> None:
        self.assertGreater(self.answered(1, 1)[:, 0].min().item(), 0.7)

    def test_offer_nothing_and_everything_only_where_passes_are_uncertain_or_differ(self) -> None:
        self.assertLess(self.answered(1, 1)[:, 2:].max().item(), 1e-4)
        self.assertGreater(self.answered(0.5, 0.5)[:, 2:].min().item(), 0.01)
        self.assertGreater(self.answered(1, 0)[:, 2:].min().item(), 0.01)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class MixedTest(unittest.TestCase):
    def test_takes_passes_nothing_and_everything_by_weight(self) -> None:
        weights = torch.tensor([0.4, 0.3, 0.2, 0.1])[None, :, None, None].expand(1, 4, 2, 2)
        passes = torch.tensor([0.5, 1.0])[None, :, None, None].expand(1, 2, 8, 8)
        torch.testing.assert_close(mixed(weights, passes), torch.full((1, 1, 8, 8), 0.4 * 0.5 + 0.3 + 0.1))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class BetweenTest(unittest.TestCase):
    def test_keeps_a_share_of_the_weights_before(self) -> None:
        after, before = (
            {"weight": torch.tensor([4.0]), "count": torch.tensor(7)},
            {"weight": torch.tensor([0.0]), "count": torch.tensor(1)},
        )
        self.assertEqual(between(after, before, 0.25), {"weight": torch.tensor([3.0]), "count": torch.tensor(7)})


@unittest.skipIf(torch is None, "NumPy is not installed")
class OracleTest(unittest.TestCase):
    def test_takes_the_nearest_answer_of_each_block(self) -> None:
        side = BLOCKS * 4
        truth = np.zeros((side, side), np.float32)
        truth[:, side // 2 :] = 255
        nothing, everything = np.zeros_like(truth), np.full_like(truth, 255)
        self.assertTrue((best_blocks([nothing, everything], truth) == truth).all())


@unittest.skipIf(torch is None, "PyTorch is not installed")
class DecoderAloneTest(unittest.TestCase):
    def test_learns_while_the_encoder_keeps_weights_and_statistics(self) -> None:
        torch.manual_seed(4)
        network = Chooser(2)
        network.encoder.fix()
        before = {name: value.clone() for name, value in network.state_dict().items()}
        optimiser = torch.optim.SGD(network.learners(0.1)[1]["params"], lr=0.1)
        network.train()(torch.rand(2, 5, SEEN, SEEN))[:, 1].mean().backward()
        optimiser.step()
        changed = {
            name.split(".")[0] for name, value in network.state_dict().items() if not torch.equal(value, before[name])
        }
        self.assertIn("last", changed)
        self.assertNotIn("encoder", changed)


@unittest.skipIf(torch is None, "Pillow is not installed")
class SceneTest(unittest.TestCase):
    def test_has_another_subject_behind_that_is_none_of_its_own(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, name) for name in ("front.png", "other.png", "ground.png")]
            for file, colour in zip(files, [(0, 255, 0, 255), (0, 0, 255, 255), (255, 0, 0, 255)]):
                Image.new("RGBA", (300, 200), colour).save(file)
            for seed in range(8):
                photo, truth = composite(files[:2], files[2], "behind", random.Random(seed))
                front, other = photo[..., 1] > 200, photo[..., 2] > 200
                self.assertTrue((truth[front] == 255).all())
                self.assertTrue((truth[other] == 0).all())
                self.assertTrue(front.any())


@unittest.skipIf(torch is None, "PyTorch is not installed")
class ExportedTest(unittest.TestCase):
    def test_goes_on_with_the_answers_that_it_had(self) -> None:
        torch.manual_seed(3)
        network = Chooser(2)
        torch.nn.init.normal_(network.last.weight, std=0.5)
        scenes = [
            Scene(
                Path(),
                "",
                "",
                *(
                    torch.randint(0, 256, (planes, side, side), dtype=torch.uint8)
                    for planes, side in ((3, 256), (2, 512), (1, 512))
                ),
            )
            for _ in range(4)
        ]
        with tempfile.TemporaryDirectory() as folder:
            checkpoint, file = Path(folder, "network.pt"), Path(folder, "network.onnx")
            torch.save({"network": network.state_dict()}, checkpoint)
            export.main(["--checkpoint", str(checkpoint), "--out", str(file)])
            again = Chooser(2)
            load_exported(again, file, scenes)
        seen = seen_of(scenes[0].picture[None], scenes[0].passes[None])
        with torch.no_grad():
            torch.testing.assert_close(again.eval()(seen), network.eval()(seen), atol=2e-3, rtol=0)


if __name__ == "__main__":
    unittest.main()
