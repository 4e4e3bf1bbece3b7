"""A small training, stopped and resumed. Needs PyTorch, which the other tests of this folder do without."""

import argparse
import math
import tempfile
import unittest
from pathlib import Path

try:
    import torch
    from checkpoints import MOST_BYTES, resume, save
    from training import Training, rate_at
except ModuleNotFoundError:
    torch = None


def options(out: Path, **changed) -> argparse.Namespace:
    settings = {
        "out": out,
        "samples": 320,
        "batch": 8,
        "rate": 0.02,
        "device": "cpu",
        "minutes": math.inf,
        "threads": 1,
    }
    return argparse.Namespace(**{**settings, **changed})


def learnt(settings: argparse.Namespace) -> tuple["Training", float]:
    """A line through four points. Returns the training and its last loss."""
    torch.manual_seed(1)
    network = torch.nn.Linear(1, 1)
    training = Training(network, [{"params": list(network.parameters()), "lr": settings.rate}], settings)
    x = torch.tensor([[0.0], [1.0], [2.0], [3.0]])
    loss = torch.tensor(math.nan)
    for inputs, wanted in training.batches([(x, 2 * x + 1)] * 10):
        loss = (training.network(inputs) - wanted).square().mean()
        training.learn(loss, loss=loss.item())
    return training, loss.item()


@unittest.skipIf(torch is None, "PyTorch is not installed")
class TrainingTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "line.pt"

    def test_learns_and_sees_every_sample(self) -> None:
        training, loss = learnt(options(self.out, rate=0.3))
        self.assertEqual(training.step, 40)
        self.assertLess(loss, 0.5)

    def test_goes_on_where_the_minutes_ended(self) -> None:
        stopped, _ = learnt(options(self.out, minutes=0))
        self.assertEqual(stopped.step, 0)
        first, _ = learnt(options(self.out, samples=80))
        resumed, _ = learnt(options(self.out))
        self.assertEqual((first.step, resumed.first, resumed.step), (10, 10, 40))

    def test_rate_rises_for_a_twentieth_and_falls_to_nothing(self) -> None:
        rates = [rate_at(step, 100) for step in range(101)]
        self.assertEqual([round(rate, 2) for rate in rates[:5]], [0.2, 0.4, 0.6, 0.8, 1.0])
        self.assertEqual(sorted(rates[5:], reverse=True), rates[5:])
        self.assertAlmostEqual(rates[100], 0)


@unittest.skipIf(torch is None, "PyTorch is not installed")
class CheckpointTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "wide.pt"

    def stored(self, width: int) -> tuple["torch.optim.Optimizer", "torch.optim.Optimizer"]:
        """Stores a network of width² weights after one step. Returns its optimiser and a new one that took the file over."""
        parts = []
        for _ in range(2):
            network = torch.nn.Linear(width, width, bias=False)
            optimiser = torch.optim.AdamW(network.parameters(), lr=0.01)
            schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: 1 / (1 + step))
            parts.append((network, optimiser, schedule))
        (network, optimiser, schedule), fresh = parts
        network(torch.ones(1, width)).sum().backward()
        optimiser.step()
        schedule.step()
        save(self.file, network, optimiser, schedule, 1)
        self.assertLessEqual(self.file.stat().st_size, MOST_BYTES)
        self.assertEqual(resume(self.file, *fresh), 1)
        torch.testing.assert_close(fresh[0].weight, network.weight, rtol=1e-3, atol=1e-6)
        self.assertEqual(fresh[1].param_groups[0]["lr"], optimiser.param_groups[0]["lr"])
        return optimiser, fresh[1]

    def test_keeps_weights_rate_and_means(self) -> None:
        old, new = (each.state_dict()["state"][0] for each in self.stored(8))
        torch.testing.assert_close(new["exp_avg"], old["exp_avg"], rtol=1e-2, atol=1e-6)
        self.assertEqual(new["exp_avg"].dtype, torch.float32)

    def test_leaves_the_means_of_a_large_network_out(self) -> None:
        _, new = self.stored(2000)
        self.assertEqual(new.state_dict()["state"], {})

    def test_has_no_room_for_a_network_that_could_not_be_served(self) -> None:
        with self.assertRaises(ValueError):
            self.stored(3000)
