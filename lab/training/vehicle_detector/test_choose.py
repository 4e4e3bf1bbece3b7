"""The rule that picks one vehicle, on hand-made boxes."""

from __future__ import annotations

import unittest

import numpy as np

from .choose import Rule, choose, missing_margin, overlaps, vehicles, widened
from .frames import FRAME_PX, INNER_PX, MARGIN_PX, from_padded

CAR, MOTORCYCLE, BUS, TRUCK = range(4)


def scene(*found: tuple[list[float], int, float]) -> tuple[np.ndarray, np.ndarray]:
    """Boxes [A, 4] and scores [A, 4] from (box, class, score)."""
    scores = np.zeros((len(found), 4))
    for row, (_, label, score) in enumerate(found):
        scores[row, label] = score
    return np.array([box for box, _, _ in found], float).reshape(-1, 4), scores


class Choice(unittest.TestCase):
    def test_nothing_above_the_floor_is_no_vehicle(self) -> None:
        self.assertIsNone(choose(*scene(([0, 0, 1, 1], CAR, 0.24))))
        self.assertIsNone(choose(*scene()))

    def test_a_motorcycle_is_not_chosen(self) -> None:
        self.assertIsNone(choose(*scene(([0, 0, 1, 1], MOTORCYCLE, 0.9))))

    def test_a_faint_patch_of_the_whole_frame_loses_against_a_sure_car(self) -> None:
        chosen = choose(*scene(([0, 0.3, 1, 1], TRUCK, 0.27), ([0.3, 0.3, 0.7, 0.45], CAR, 0.53)))
        self.assertEqual(chosen and chosen.label, CAR)

    def test_a_small_sure_car_in_the_background_loses_against_a_large_one(self) -> None:
        chosen = choose(*scene(([0.1, 0.2, 0.9, 0.9], CAR, 0.45), ([0, 0.1, 0.1, 0.2], BUS, 0.7)))
        self.assertEqual(chosen and chosen.label, CAR)

    def test_power_zero_takes_the_largest(self) -> None:
        boxes = scene(([0, 0, 1, 1], TRUCK, 0.3), ([0.3, 0.3, 0.7, 0.6], CAR, 0.9))
        chosen = choose(*boxes, Rule(0.3, score_power=0))
        self.assertEqual(chosen and chosen.label, TRUCK)

    def test_the_second_floor_wants_a_large_box(self) -> None:
        rule = Rule(0.3, second_floor=0.15)
        self.assertIsNotNone(choose(*scene(([0, 0, 0.5, 0.5], CAR, 0.2)), rule))
        self.assertIsNone(choose(*scene(([0, 0, 0.2, 0.2], CAR, 0.2)), rule))


class Suppression(unittest.TestCase):
    def test_a_pickup_seen_as_car_and_truck_is_one_vehicle(self) -> None:
        boxes = scene(([0.1, 0.1, 0.6, 0.6], CAR, 0.5), ([0.11, 0.1, 0.6, 0.6], TRUCK, 0.6))
        self.assertEqual([found.label for found in vehicles(*boxes, 0.25, Rule(0.25))], [TRUCK])

    def test_neighbours_stay(self) -> None:
        boxes = scene(([0, 0, 0.5, 0.5], CAR, 0.5), ([0.2, 0, 0.7, 0.5], CAR, 0.6))
        self.assertEqual(len(vehicles(*boxes, 0.25, Rule(0.25))), 2)


class Boxes(unittest.TestCase):
    def test_overlap(self) -> None:
        others = np.array([[0, 0, 1, 1], [0.5, 0, 1.5, 1], [2, 2, 3, 3], [0, 0, 0, 0]])
        np.testing.assert_allclose(overlaps(np.array([0.0, 0, 1, 1]), others), [1, 1 / 3, 0, 0])

    def test_widening_by_the_missing_margin_contains_the_whole(self) -> None:
        box, whole = np.array([0.3, 0.3, 0.5, 0.7]), np.array([0.28, 0.31, 0.52, 0.75])
        margin = missing_margin(box, whole)
        self.assertAlmostEqual(margin, 0.125)
        wide = widened(box, margin)
        self.assertTrue((wide[:2] <= whole[:2]).all() and (wide[2:] >= whole[2:] - 1e-9).all())

    def test_the_inner_square_of_the_padded_frame_is_the_picture(self) -> None:
        inner = np.array([[MARGIN_PX, MARGIN_PX, MARGIN_PX + INNER_PX, MARGIN_PX + INNER_PX]]) / FRAME_PX
        np.testing.assert_allclose(from_padded(inner), [[0, 0, 1, 1]])


if __name__ == "__main__":
    unittest.main()
