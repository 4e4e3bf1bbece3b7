"""What the critic is shown. Needs PyTorch and SciPy."""

import unittest

try:
    import numpy as np
    import torch

    from . import damage
    from .dataset import CELL, wrong
    from .evaluate import limit_of
    from .network import SEEN, Critic
except ModuleNotFoundError:
    torch = None


def square() -> "np.ndarray":
    """A subject in the middle."""
    side = SEEN
    matte = np.zeros((side, side), np.float32)
    matte[side // 4 : -side // 4, side // 4 : -side // 4] = 1
    return matte


@unittest.skipIf(torch is None, "PyTorch is not installed")
class CriticTest(unittest.TestCase):
    def test_lost_and_added_cells_are_told_apart_and_thin_edges_are_not_wrong(self):
        truth = square()
        answer = truth.copy()
        answer[64:96, 64:96] = 0
        answer[0:16, 0:16] = 1
        answer[63, 100:190] = 1
        lost, added = wrong(answer, truth)
        self.assertAlmostEqual(float(lost.sum()), 32 * 32 / CELL**2, places=3)
        self.assertAlmostEqual(float(added.sum()), 16 * 16 / CELL**2, places=3)
        self.assertEqual(float(added[:, 12:].sum()), 0)

    def test_each_damage_changes_a_matte_its_own_way(self):
        picture = np.random.default_rng(1).random((SEEN, SEEN, 3)).astype(np.float32)
        for kind in (damage.lost, damage.added, damage.hole, damage.shadow, damage.specks):
            with self.subTest(kind.__name__):
                worse = np.clip(kind(square(), picture, np.random.default_rng(3)), 0, 1)
                change = worse - square()
                self.assertGreater(np.abs(change).sum(), 10)
                if kind in (damage.lost, damage.hole):
                    self.assertLessEqual(change.max(), 1e-6)
                if kind in (damage.added, damage.shadow):
                    self.assertGreaterEqual(change.min(), -1e-6)

    def test_it_answers_a_map_and_one_number_a_picture(self):
        logits, failed = Critic().eval()(torch.zeros(2, 4, SEEN, SEEN))
        self.assertEqual(tuple(logits.shape), (2, 2, SEEN // CELL, SEEN // CELL))
        self.assertEqual(tuple(failed.shape), (2,))

    def test_a_limit_leaves_no_more_sellable_answers_flagged_than_allowed(self):
        failed, today = np.arange(40) / 40, np.zeros(40, bool)
        today[0] = True
        limit = limit_of(failed, today, np.ones(40, bool), 0.05)
        self.assertEqual(int(((failed >= limit) | today).sum()), 2)


if __name__ == "__main__":
    unittest.main()
