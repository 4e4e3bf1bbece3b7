"""Sides and folds of photos, and what judging them adds up to."""

import unittest

from .azimuths import JudgedView, folds_of, side_of, summary_of


class SideTest(unittest.TestCase):
    def test_ends_reach_sixty_degrees(self) -> None:
        sides = {
            0: "front",
            60: "front",
            61: "side",
            119: "side",
            120: "rear",
            240: "rear",
            241: "side",
            300: "front",
            359: "front",
        }
        self.assertEqual({azimuth: side_of(azimuth) for azimuth in sides}, sides)


class FoldTest(unittest.TestCase):
    def test_photos_of_near_numbers_share_a_fold(self) -> None:
        pairs = [
            (f"red-{number}", f"white-{number + 1_000_000}")
            for number in range(5_000_000_000, 5_060_000_000, 10_000_000)
        ]
        folds = folds_of({name: 0 for pair in pairs for name in pair}, 3)
        for first, second in pairs:
            self.assertEqual(folds[first], folds[second])

    def test_rear_views_are_spread_and_folds_are_as_large(self) -> None:
        azimuths = {f"red-{10_000_000 * index}": 180 if index < 5 else 0 for index in range(20)}
        folds = list(folds_of(azimuths, 5).values())
        self.assertEqual(sorted(folds[:5]), [0, 1, 2, 3, 4])
        self.assertEqual([folds.count(fold) for fold in range(5)], [4] * 5)


class JudgementTest(unittest.TestCase):
    def test_counts_each_side_by_itself(self) -> None:
        found = summary_of([JudgedView("a", 350, 10), JudgedView("b", 180, 20), JudgedView("c", 200, 190)])
        self.assertEqual(found["front"], {"n": 1, "within_30": 1.0, "half_turns": 0, "median": 20.0})
        self.assertEqual(found["rear"], {"n": 2, "within_30": 0.5, "half_turns": 1, "median": 85.0})
        self.assertEqual(found["all"]["within_30"], 0.6667)
        self.assertNotIn("side", found)
