"""Average precision of boxes that one can count by hand."""

import unittest

import numpy as np

from .average_precision import average_precision
from .choose import Vehicle

ONE, OTHER = [0.1, 0.1, 0.3, 0.3], [0.6, 0.6, 0.9, 0.9]


def found(score: float, box: list[float]) -> Vehicle:
    return Vehicle(np.array(box), score, 0)


class AveragePrecision(unittest.TestCase):
    def test_all_found(self) -> None:
        self.assertEqual(average_precision([([found(0.9, ONE), found(0.3, OTHER)], np.array([ONE, OTHER]))]), 1)

    def test_false_ones_below_do_no_harm_and_above_do(self) -> None:
        for score, expected in ((0.1, 1), (0.95, 0.5)):
            self.assertEqual(average_precision([([found(0.9, ONE), found(score, OTHER)], np.array([ONE]))]), expected)

    def test_a_box_is_found_once(self) -> None:
        twice = [found(0.9, ONE), found(0.8, ONE), found(0.7, OTHER)]
        self.assertAlmostEqual(average_precision([(twice, np.array([ONE, OTHER]))]), 1 / 2 + 1 / 3)

    def test_what_is_missed_counts(self) -> None:
        pictures = [([found(0.9, ONE)], np.array([ONE])), ([], np.array([OTHER])), ([], np.empty((0, 4)))]
        self.assertEqual(average_precision(pictures), 0.5)


if __name__ == "__main__":
    unittest.main()
