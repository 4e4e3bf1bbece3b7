"""The ground that a matte includes, and reflections in paint."""

import random
import unittest

import numpy as np

from .faults import ground_between, with_ground, with_reflections

HEIGHT, WIDTH = 40, 60
BODY = slice(10, 25)
TYRES = (slice(8, 16), slice(44, 52))


def car() -> np.ndarray:
    """A body on two tyres: [H,W] of 0 and 1."""
    silhouette = np.zeros((HEIGHT, WIDTH), np.float32)
    silhouette[BODY, 5:55] = 1
    for tyre in TYRES:
        silhouette[25:35, tyre] = 1
    return silhouette


class GroundTest(unittest.TestCase):
    """The ground between the tyres."""

    def test_is_between_the_tyres(self) -> None:
        between = ground_between(car() > 0.5)
        self.assertTrue(between[25:35, 16:44].all())
        self.assertFalse(between[35:].any())
        self.assertFalse((between & (car() > 0.5)).any())

    def test_outside_the_tyres_is_below_the_line_to_the_body_s_end(self) -> None:
        between = ground_between(car() > 0.5)
        self.assertTrue(between[25, 7])
        self.assertFalse(between[34, 6])

    def test_of_nothing_is_nothing(self) -> None:
        self.assertFalse(ground_between(np.zeros((HEIGHT, WIDTH), bool)).any())

    def test_goes_into_the_matte_and_never_into_the_car(self) -> None:
        layers = {"silhouette": car(), "rgb": np.full((HEIGHT, WIDTH, 3), 0.5, np.float32)}
        seen = 0
        for seed in range(20):
            shown, matte = with_ground(layers, car(), random.Random(seed))
            self.assertTrue((matte >= car()).all())
            self.assertLess(matte[38:].max(), 0.5)
            seen += matte[30, 20:40].max() > 0.5
            np.testing.assert_array_equal(shown["rgb"][car() > 0], layers["rgb"][car() > 0])
            self.assertTrue((shown["rgb"] <= layers["rgb"]).all())
        self.assertGreater(seen, 5)


class ReflectionsTest(unittest.TestCase):
    """Surroundings in the paint."""

    def test_stays_inside_the_car(self) -> None:
        rgb = np.random.default_rng(1).random((HEIGHT, WIDTH, 3))
        layers = {"silhouette": car(), "rgb": rgb}
        shown = [with_reflections(layers, random.Random(seed)) for seed in range(10)]
        for picture in shown:
            np.testing.assert_array_equal(picture[car() == 0], rgb[car() == 0])
        self.assertTrue(any((picture != rgb).any() for picture in shown))


if __name__ == "__main__":
    unittest.main()
