"""Tests of mixed weights and of the loss. Needs PyTorch, which the other tests of this folder do without."""

import unittest

try:
    import torch

    from .mix import LAST_BIAS, mixed
    from .train import loss_of
except ModuleNotFoundError:
    torch = None


def state(value: float) -> dict[str, "torch.Tensor"]:
    """Weights of a network with one layer."""
    return {
        "weight": torch.full((2, 2), value),
        "count": torch.tensor(7),
        "temperature": torch.ones(1),
        LAST_BIAS: torch.zeros(2),
    }


@unittest.skipIf(torch is None, "needs PyTorch")
class MixTest(unittest.TestCase):
    def test_takes_the_mean_and_leans_to_graphic_by_the_shift(self) -> None:
        found = mixed([state(1.0), state(4.0), state(4.0)], 1.25, 0.8)
        self.assertTrue((found["weight"] == 3).all())
        self.assertEqual(found["count"].item(), 7)
        logits = found[LAST_BIAS] / found["temperature"]
        self.assertAlmostEqual((logits[1] - logits[0]).item(), 0.8, places=6)

    def test_what_is_surely_drawn_is_not_smoothed_and_a_photograph_is(self) -> None:
        sure = torch.tensor([[20.0, -20.0], [-20.0, 20.0]])
        self.assertGreater(loss_of(sure[:1], torch.tensor([0]), 0.03).item(), 0.5)
        self.assertLess(loss_of(sure[1:], torch.tensor([1]), 0.03).item(), 1e-6)
