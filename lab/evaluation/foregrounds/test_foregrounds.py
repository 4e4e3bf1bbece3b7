"""What becomes of a rendered picture, and the table of subjects; needs numpy alone."""

import tempfile
import unittest
from collections import Counter
from pathlib import Path

import numpy as np

from .picture import box_blur, read_png, srgb, straight, write_png
from .subjects import CATEGORIES, SPLITS, SUBJECTS, alternating
from .variants import variants


class Pictures(unittest.TestCase):
    """From premultiplied light to straight colour."""

    def test_colour_is_the_same_under_every_alpha(self) -> None:
        alpha = np.linspace(0, 1, 256)[None].repeat(8, 0)
        colour = np.array((0.5, 0.2, 0.05))
        got = straight(np.concatenate([colour * alpha[..., None], alpha[..., None]], -1))
        np.testing.assert_allclose(got[..., :3], np.broadcast_to(srgb(colour), (8, 256, 3)), atol=1e-6)

    def test_alpha_is_kept_but_for_its_ends(self) -> None:
        alpha = np.array([[0, 0.9 / 255, 1.1 / 255, 0.5, 253.9 / 255, 254.1 / 255, 1]])
        got = straight(np.concatenate([np.zeros((1, 7, 3)), alpha[..., None]], -1))[..., 3]
        np.testing.assert_allclose(got, [[0, 0, 1.1 / 255, 0.5, 253.9 / 255, 1, 1]])

    def test_thin_alpha_takes_its_colour_from_the_neighbourhood(self) -> None:
        light = np.zeros((40, 40, 4))
        light[:, :20] = (0.4, 0.1, 0.1, 1)
        light[20, 20] = (0.05, 0.3, 0.0, 0.01)
        got = straight(light)
        np.testing.assert_allclose(got[20, 20, :3], srgb(np.array((0.4, 0.1, 0.1))), atol=0.01)

    def test_highlights_without_coverage_are_cut(self) -> None:
        self.assertAlmostEqual(straight(np.full((1, 1, 4), 0.5) * (4, 1, 1, 1))[0, 0, 0], 1)

    def test_blur_is_a_mean_with_zeros_outside(self) -> None:
        spot = np.zeros((9, 9, 1))
        spot[4, 4] = 1
        blurred = box_blur(spot, 3)[..., 0]
        np.testing.assert_allclose(blurred[3:6, 3:6], 1 / 9)
        self.assertAlmostEqual(blurred.sum(), 1)

    def test_a_written_file_reads_back_in_16_bits(self) -> None:
        values = np.random.default_rng(1).random((13, 7, 4))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "x.png"
            write_png(file, values)
            self.assertLess(np.abs(read_png(file) - values).max(), 0.51 / 65535)


class Table(unittest.TestCase):
    """The subjects."""

    def test_names_and_seeds_are_unique(self) -> None:
        for field in ("name", "seed"):
            self.assertEqual(len({getattr(subject, field) for subject in SUBJECTS}), len(SUBJECTS))

    def test_half_of_every_category_is_held_out(self) -> None:
        counts = Counter((subject.category, subject.split) for subject in SUBJECTS)
        for category in CATEGORIES:
            self.assertEqual(*(counts[category, split] for split in SPLITS))

    def test_turns_lose_no_subject(self) -> None:
        self.assertCountEqual(
            [subject.name for subject in alternating(SUBJECTS)], [subject.name for subject in SUBJECTS]
        )

    def test_variants_are_of_the_tuning_half_and_collide_with_nothing(self) -> None:
        more = variants(40)
        self.assertEqual(more[:10], variants(10))
        for field in ("name", "seed"):
            self.assertEqual(len({getattr(subject, field) for subject in [*SUBJECTS, *more]}), len(SUBJECTS) + 40)
        held_out = [subject.parameters for subject in SUBJECTS if subject.split == "held_out"]
        bodies, styles = (
            {parameters.get(key) for parameters in held_out} - {None, "long"} for key in ("body", "style")
        )
        for subject in more:
            self.assertEqual(subject.split, "tuning")
            self.assertNotIn(subject.parameters.get("body"), bodies)
            self.assertNotIn(subject.parameters.get("style"), styles)


if __name__ == "__main__":
    unittest.main()
