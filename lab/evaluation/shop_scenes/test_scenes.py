"""What scenes are composed of, from a drawn subject in place of a render."""

import colorsys
import random
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import numpy as np
from PIL import Image

from .backdrops import HUES, HUES_HELD_OUT, flat, photograph, sweep, tint
from .canvas import Canvas, linear
from .compose import side_of
from .cutouts import Cutout, laid, window
from .scenes import KINDS, Stock, compose, enough, fitting
from .subjects import BODIES, SIDES

SIDE = 64


def drawn(**record: object) -> Cutout:
    """A red block on its foot, with a shadow around it and its mirror image below."""
    alpha = np.zeros((SIDE, SIDE), np.float32)
    alpha[8:56, 24:40] = 1
    lost = np.zeros((SIDE // 2, SIDE // 2), np.float32)
    lost[20:24, 8:24] = 0.5
    mirror = np.zeros((SIDE, SIDE, 4), np.float32)
    mirror[44:60, 28:36] = (1, 0, 0, 1)
    colours = np.broadcast_to(np.array((1, 0, 0), np.float32), (SIDE, SIDE, 3))
    kept = {
        "subject": "block",
        "model": "Scopia/block",
        "category": "Kitchen",
        "side": "training",
        "lightness": 0.5,
        "centimetres": [8, 8, 24],
    }
    return Cutout({**kept, **record}, colours, alpha, lost, mirror)


class Canvases(unittest.TestCase):
    """Laying subjects into a frame."""

    def test_alpha_is_what_was_laid_and_colours_are_mixed(self) -> None:
        canvas = Canvas(flat((SIDE, SIDE), (1, 1, 1)))
        subject = drawn()
        canvas.lay(subject, 0, 0, SIDE, shadow=0)
        photo, alpha = canvas.picture()
        self.assertTrue((alpha == subject.alpha * 255).all())
        self.assertEqual(photo[30, 30].tolist(), [255, 0, 0])
        self.assertEqual(photo[30, 4].tolist(), [255, 255, 255])

    def test_a_shadow_takes_light_and_no_alpha(self) -> None:
        canvas = Canvas(flat((2 * SIDE, 2 * SIDE), (0.8, 0.8, 0.8)))
        canvas.lay(drawn(), SIDE // 2, SIDE // 2, SIDE, shadow=1)
        photo, alpha = canvas.picture()
        # Four pixels of the floor's layer for each of the frame; between the block and the shadow's end.
        at = (84, 40)
        self.assertEqual(alpha[at], 0)
        self.assertAlmostEqual(float(linear(photo[at] / 255)[0] / linear(np.array(0.8))), 0.5, delta=0.02)

    def test_a_mirror_image_is_seen_and_is_no_subject(self) -> None:
        canvas = Canvas(flat((2 * SIDE, 2 * SIDE), (1, 1, 1)))
        canvas.lay(drawn(), SIDE // 2, SIDE // 2, SIDE, shadow=0, mirror=0.5)
        photo, alpha = canvas.picture()
        self.assertEqual(alpha[100, 64], 0)
        self.assertTrue(abs(int(photo[100, 64, 1]) - 128) <= 1 and photo[100, 64, 0] == 255)

    def test_what_is_in_front_hides_what_is_behind(self) -> None:
        canvas = Canvas(flat((SIDE, SIDE), (1, 1, 1)))
        canvas.lay(drawn(), 0, 0, SIDE, shadow=0)
        front = drawn()
        canvas.lay(Cutout(front.record, 1 - front.colours, front.alpha, front.lost, front.mirror), 0, 0, SIDE, shadow=0)
        self.assertEqual(canvas.picture()[0][30, 30].tolist(), [0, 255, 255])

    def test_what_is_beyond_the_frame_is_cut(self) -> None:
        self.assertEqual(laid(np.ones((8, 8), np.float32), (10, 10), -4, 6, 8).sum(), 16)
        self.assertEqual(laid(np.ones((8, 8), np.float32), (10, 10), 20, 0, 8).sum(), 0)

    def test_layers_of_the_floor_end_without_an_edge(self) -> None:
        ends = window(100)
        self.assertLess(ends[0].max(), 0.05)
        self.assertEqual(ends[50, 50], 1)


class Backdrops(unittest.TestCase):
    """What is behind."""

    def test_sides_share_no_colour_of_paper(self) -> None:
        for side in SIDES:
            for seed in range(200):
                hue = colorsys.rgb_to_hsv(*tint(side, random.Random(seed)))[0]
                self.assertEqual(min(HUES - 1, int(hue * HUES + 1e-9)) in HUES_HELD_OUT, side == "held out")

    def test_sweeps_are_light_of_0_to_1(self) -> None:
        for seed in range(5):
            values = sweep((40, 30), (1, 1, 1), random.Random(seed))
            self.assertEqual(values.shape, (30, 40, 3))
            self.assertTrue(0 <= values.min() < values.max() <= 1)

    def test_photographs_fill_the_frame(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "room.png")
            Image.new("RGB", (20, 50), (200, 10, 10)).save(file)
            values = photograph((64, 48), file, random.Random(1))
        self.assertEqual(values.shape, (48, 64, 3))
        self.assertAlmostEqual(float(values[..., 0].min()), 200 / 255, places=2)


class Scenes(unittest.TestCase):
    """Kinds of scenes."""

    def test_two_of_fifteen_scenes_are_held_out_and_have_all_kinds(self) -> None:
        counts = Counter((side_of(index), KINDS[index % len(KINDS)]) for index in range(3000))
        self.assertEqual(sum(count for (side, _), count in counts.items() if side == "held out"), 400)
        for kind in KINDS:
            self.assertGreaterEqual(counts["held out", kind], 10)

    @patch("shop_scenes.scenes.AREA", 40_000)
    def test_every_kind_shows_its_subject_and_a_seed_repeats_it(self) -> None:
        arm = drawn(model="anny/arm", category=BODIES, cut="right", palm=[[0.4, 0.5], [0.5, 0.5]], fill=0.9)
        subjects = {"arm": arm, **{f"block {each}": drawn(subject=f"block {each}") for each in range(5)}}
        journal = [{**subject.record, "subject": name} for name, subject in subjects.items()]
        with tempfile.TemporaryDirectory() as folder:
            Image.new("RGB", (90, 60), (90, 120, 60)).save(Path(folder, "street.png"))
            stock = Stock("training", journal, [Path(folder, "street.png")], lambda record: subjects[record["subject"]])
            for kind in sorted(set(KINDS)):
                photo, alpha = compose(kind, journal[1], stock, random.Random(kind))
                again, _ = compose(kind, journal[1], stock, random.Random(kind))
                self.assertEqual(photo.shape[:2], alpha.shape, kind)
                self.assertTrue((photo == again).all(), kind)
                self.assertGreater((alpha == 255).mean(), 0.01, kind)
                self.assertLess((alpha > 0).mean(), 0.95, kind)

    def test_kinds_take_the_subjects_that_they_are_about(self) -> None:
        white, black, sofa, arm = (
            drawn(lightness=0.9).record, drawn(lightness=0.1).record,
            drawn(centimetres=[200, 90, 80]).record, drawn(model="anny/arm", category=BODIES).record,
        )  # fmt: skip
        everything = [white, black, sofa, arm]
        self.assertEqual(fitting("white on white", everything), [white])
        self.assertEqual(fitting("black on black", everything), [black])
        self.assertEqual(fitting("in a hand", everything), [white, black])
        self.assertEqual(fitting("white", everything), [white, black, sofa])

    def test_some_kinds_need_more_than_one_subject(self) -> None:
        block, white, arm = drawn().record, drawn(lightness=0.9).record, drawn(model="anny/arm", category=BODIES).record
        self.assertTrue(enough("grey", [block]))
        self.assertFalse(enough("grey", [arm]))
        self.assertFalse(enough("white on white", [block]))
        self.assertTrue(enough("white on white", [white]))
        self.assertFalse(enough("several", [block] * 3))
        self.assertTrue(enough("several", [block] * 4))
        self.assertFalse(enough("in a hand", [block]))
        self.assertFalse(enough("in a hand", [arm]))
        self.assertTrue(enough("in a hand", [block, arm]))


if __name__ == "__main__":
    unittest.main()
