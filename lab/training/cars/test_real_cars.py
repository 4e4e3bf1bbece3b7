"""Real cars as samples are cut from them, and boxes as the network is shown them."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
from PIL import Image

from .real_cars import REPAIRS, real_car
from .traffic import boxes_plane

WIDTH, HEIGHT = 80, 60
REGION = {"leftPx": 20, "topPx": 10, "widthPx": 40, "heightPx": 30}


class RealCarTest(unittest.TestCase):
    """The matte covers the whole region."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.photo = self.folder / "red-1.jpg"
        Image.new("RGB", (WIDTH, HEIGHT), (180, 40, 40)).save(self.photo)
        Image.new("L", (120, 90), 255).save(self.folder / "red-1.body.png")
        other = {"left": 0.5, "top": 0.25, "right": 0.75, "bottom": 0.5}
        (self.folder / "red-1.body.json").write_text(json.dumps({"region": REGION, "others": [other]}))

    def car(self, *edits: tuple[str, list[list[int]]]):
        return real_car(self.folder, self.photo, [{"kind": kind, "points": points} for kind, points in edits])

    def test_is_where_the_service_found_it(self) -> None:
        car = self.car()
        self.assertEqual(car.box(), (20, 10, 60, 40))
        self.assertEqual(car.others, [(40, 15, 60, 30)])
        self.assertTrue((car.counts == 255).all())
        self.assertTrue((car.rgba[:10, :, 3] == 0).all())

    def test_is_mended_by_hand(self) -> None:
        square = [[20, 10], [29, 10], [29, 19], [20, 19]]
        beyond = [[60, 10], [69, 10], [69, 19], [60, 19]]
        car = self.car(("none of it", square), ("car", beyond), ("unsure", [[40, 30], [49, 30], [49, 39], [40, 39]]))
        outline = car.layers[..., 0]
        self.assertEqual((outline[15, 25], outline[15, 65], car.answer[15, 25], car.answer[15, 65]), (0, 255, 255, 0))
        self.assertEqual((car.counts[35, 45], car.counts[35, 25]), (0, 255))
        self.assertEqual(outline[35, 45], 255)

    def test_premultiplies_in_linear_light(self) -> None:
        Image.new("L", (120, 90), 128).save(self.folder / "red-1.body.png")
        red, _, _, alpha = self.car().rgba[20, 30]
        self.assertEqual(alpha, 128)
        # Half of the light of 180 is encoded as 132.
        self.assertAlmostEqual(int(red), 132, delta=2)

    def test_repairs_are_of_kinds_that_are_known(self) -> None:
        for edits in json.loads(REPAIRS.read_text())["photos"].values():
            self.assertTrue({edit["kind"] for edit in edits} <= {"none of it", "car", "unsure"})


class BoxesTest(unittest.TestCase):
    def test_are_cut_at_the_region(self) -> None:
        plane = boxes_plane([(0, 0, 30, 20), (100, 100, 120, 120)], (20, 10, 60, 50), (20, 10))
        wanted = np.zeros((10, 20), np.float32)
        wanted[:2, :5] = 1
        np.testing.assert_array_equal(plane, wanted)
