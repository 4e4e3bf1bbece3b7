"""Metrics on values worked out by hand."""

import unittest

import numpy as np

from .metrics import accuracy, auc, bootstrap_interval, expected_calibration_error, negative_log_likelihood


class AucTest(unittest.TestCase):
    def test_perfect_order_gives_one(self) -> None:
        self.assertEqual(auc(np.array([0, 0, 1, 1]), np.array([0.1, 0.2, 0.7, 0.9])), 1.0)

    def test_one_of_four_pairs_swapped_gives_three_quarters(self) -> None:
        self.assertEqual(auc(np.array([0, 1, 0, 1]), np.array([0.1, 0.3, 0.5, 0.9])), 0.75)

    def test_ties_count_half(self) -> None:
        self.assertEqual(auc(np.array([0, 1, 0, 1]), np.array([0.5, 0.5, 0.5, 0.5])), 0.5)
        self.assertEqual(auc(np.array([0, 0, 1]), np.array([0.1, 0.6, 0.6])), 0.75)

    def test_does_not_depend_on_the_order_of_rows(self) -> None:
        labels, scores = np.array([1, 0, 1, 0, 0]), np.array([0.9, 0.8, 0.8, 0.1, 0.3])
        self.assertAlmostEqual(auc(labels, scores), auc(labels[::-1], scores[::-1]))
        self.assertAlmostEqual(auc(labels, scores), 5.5 / 6)


class CalibrationTest(unittest.TestCase):
    def test_certain_and_right_has_no_error(self) -> None:
        self.assertEqual(expected_calibration_error(np.array([0, 1]), np.array([0.0, 1.0])), 0.0)

    def test_certain_and_half_wrong_has_error_one_half(self) -> None:
        self.assertEqual(expected_calibration_error(np.array([0, 1]), np.array([1.0, 1.0])), 0.5)

    def test_bins_are_weighted_by_their_counts(self) -> None:
        # Three pictures at confidence 0.9, two right: gap |2/3 - 0.9|; one at 0.6, right: gap 0.4.
        value = expected_calibration_error(np.array([1, 1, 0, 0]), np.array([0.9, 0.9, 0.9, 0.4]))
        self.assertAlmostEqual(value, 0.75 * (0.9 - 2 / 3) + 0.25 * 0.4)

    def test_opposite_gaps_in_one_bin_cancel(self) -> None:
        self.assertAlmostEqual(expected_calibration_error(np.array([1, 0]), np.array([0.52, 0.52])), 0.02)


class OtherTest(unittest.TestCase):
    def test_accuracy(self) -> None:
        self.assertEqual(accuracy(np.array([1, 0, 1, 0]), np.array([0.9, 0.4, 0.2, 0.1])), 0.75)

    def test_log_likelihood_of_a_coin(self) -> None:
        self.assertAlmostEqual(negative_log_likelihood(np.array([0, 1]), np.array([0.5, 0.5])), np.log(2))

    def test_interval_of_a_perfect_classifier_is_a_point(self) -> None:
        self.assertEqual(
            bootstrap_interval(accuracy, np.array([0, 1, 1]), np.array([0.1, 0.8, 0.9]), draws=20), (1.0, 1.0)
        )


if __name__ == "__main__":
    unittest.main()
