"""Tests of composed studio pictures, stamps, artwork and photographed prints. Run with `python -m unittest` in lab/training."""

import random
import unittest

import numpy as np
from PIL import Image, ImageDraw

from .photographed import FRAME_PX, photograph_of
from .studio import SIDES_PX, as_artwork, as_stamp, in_studio, shadow


def disc() -> Image.Image:
    """An orange disc, transparent around it."""
    image = Image.new("RGBA", (120, 100), (0, 0, 0, 0))
    ImageDraw.Draw(image).ellipse((20, 10, 100, 90), fill=(230, 120, 20, 255))
    return image


class StudioTest(unittest.TestCase):
    def test_is_the_same_for_the_same_seed_and_shows_the_subject(self) -> None:
        for seed in range(20):
            first, again = (np.asarray(in_studio(disc(), random.Random(seed), grain=False)) for _ in range(2))
            self.assertTrue((first == again).all())
            self.assertIn((first.shape[1], first.shape[0]), SIDES_PX)
            self.assertGreater(np.ptp(first.reshape(-1, 3).astype(int), axis=0).max(), 40)

    def test_without_grain_the_upper_corners_are_smooth(self) -> None:
        for seed in range(20):
            corner = np.asarray(in_studio(disc(), random.Random(seed), grain=False), np.int16)[:8, :8]
            self.assertLessEqual(np.abs(np.diff(corner, axis=1)).max(), 4)

    def test_the_shadow_of_nothing_takes_no_light(self) -> None:
        self.assertEqual(shadow(np.zeros((30, 40), np.float32), random.Random(1)).max(), 0)

    def test_a_stamp_is_small_and_mostly_has_a_hard_edge(self) -> None:
        hard = 0
        for seed in range(40):
            stamp = as_stamp(disc(), random.Random(seed))
            self.assertTrue(60 <= max(stamp.size) <= 200)
            hard += set(np.unique(np.asarray(stamp)[..., 3])) == {0, 255}
        self.assertTrue(20 < hard < 40)

    def test_artwork_has_an_even_ground_and_shows_the_drawing(self) -> None:
        for seed in range(20):
            made = np.asarray(as_artwork(disc(), random.Random(seed)), np.int16)
            self.assertLessEqual(np.ptp(made[0], axis=0).max(), 6)
            self.assertGreater(np.ptp(made.reshape(-1, 3), axis=0).max(), 40)


class PhotographedTest(unittest.TestCase):
    def test_shows_the_scene_around_the_print_and_a_camera_s_noise(self) -> None:
        print_, scene = Image.new("RGB", (100, 80), "white"), Image.new("RGB", (300, 200), (20, 60, 30))
        for seed in range(5):
            made = np.asarray(photograph_of(print_, scene, random.Random(seed)), np.int16)
            self.assertEqual(made.shape, (FRAME_PX, FRAME_PX, 3))
            self.assertGreater(made[:12, :12].std(), 0.5)
            self.assertGreater(made[200:240, 200:240, 0].mean(), made[:12, :12, 0].mean() + 30)
