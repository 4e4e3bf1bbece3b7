"""What travels comes back, and a run does its jobs, ends in time and says what failed. Needs ONNX and Pillow."""

import argparse
import json
import tempfile
import time
import unittest
from pathlib import Path

try:
    import numpy as np
    import onnx
    from foregrounds.picture import read_png, write_png
    from PIL import Image

    from . import pieces, shelf
except ModuleNotFoundError:
    onnx = None


def options_of(work: Path, **changed: object) -> argparse.Namespace:
    """Options of a whole run, some changed."""
    plain = {"work": work, "workers": 2, "share": 1.0, "empty": 0.3}
    return argparse.Namespace(**(plain | changed))


@unittest.skipIf(onnx is None, "ONNX, Pillow or the renders' programs are not on the path")
class PiecesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_what_travels_comes_back(self) -> None:
        rendered = self.folder / "rendered"
        rendered.mkdir()
        pixels = np.random.default_rng(1).random((16, 24, 4), np.float32)
        write_png(rendered / "chair.png", pixels)
        (rendered / "chair.shadow.png").write_bytes(b"shadow")
        record = {"file": "chair.png", "subject": "chair", "side": "training"}
        (rendered / "subjects.jsonl").write_text(json.dumps(record) + "\n")
        photo = self.folder / "photo.png"
        Image.new("RGB", (1000, 500), "red").save(photo)
        listed = self.folder / "photos.txt"
        listed.write_text(f"{photo}\n")
        network = self.folder / "network.onnx"
        weights = onnx.numpy_helper.from_array(np.linspace(0, 1, 3000, dtype=np.float32), "weights")
        network.write_bytes(
            onnx.helper.make_model(onnx.helper.make_graph([], "g", [], [], [weights])).SerializeToString()
        )
        told = argparse.Namespace(
            renders=[rendered],
            foregrounds=[],
            photos=listed,
            held_out_photos=listed,
            grounds=[listed],
            matte=network,
            tokens=network,
        )
        count = pieces.pack(pieces.parts_of(told), self.folder / "pieces", 4000)
        self.assertGreater(count, 2)
        for piece in range(count):
            files = (self.folder / "pieces" / f"{piece:02}").rglob("*")
            self.assertLessEqual(
                sum(file.stat().st_size for file in files if file.is_file() and file.name != pieces.INDEX), 4000
            )
        (self.folder / "back" / "foregrounds").mkdir(parents=True)
        pieces.unpack(self.folder / "pieces", self.folder / "back")
        back = read_png(self.folder / "back" / "renders" / "chair.png")
        np.testing.assert_allclose(back[..., 3], pixels[..., 3], atol=0.6 / 255)
        self.assertEqual((self.folder / "back" / "renders" / "chair.shadow.png").read_bytes(), b"shadow")
        self.assertEqual(shelf.json_lines(self.folder / "back" / "renders" / "subjects.jsonl"), [record])
        (line,) = (self.folder / "back" / "photos.txt").read_text().splitlines()
        with Image.open(line) as picture:
            self.assertEqual(picture.size, (832, 416))
        for name in ("matte", "tokens"):
            (back,) = onnx.load(str(self.folder / "back" / f"{name}.onnx")).graph.initializer
            np.testing.assert_allclose(onnx.numpy_helper.to_array(back), np.linspace(0, 1, 3000), atol=3e-4)
            self.assertEqual(back.data_type, onnx.TensorProto.FLOAT)
        grounds = json.loads((self.folder / "back" / pieces.GROUNDS).read_text())
        self.assertEqual(grounds, ["photos/0000.jpg", "held-out-photos/0000.jpg"])

    def test_a_piece_that_has_not_come_is_named(self) -> None:
        pieces.pack(iter([("a/long.bin", lambda: b"x" * 10)]), self.folder / "pieces", 4)
        (self.folder / "pieces" / "01" / "a" / "long.bin.4").unlink()
        self.assertRaisesRegex(
            ValueError, "01/a/long.bin.4 has not come", pieces.unpack, self.folder / "pieces", self.folder
        )


@unittest.skipIf(onnx is None, "ONNX, Pillow or the renders' programs are not on the path")
class RunTest(unittest.TestCase):
    def setUp(self) -> None:
        self.work = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_runs_all_jobs(self) -> None:
        # `json.tool` writes what it reads, as any step writes its files.
        (self.work / "in.json").write_text("[1]")
        jobs = [
            shelf.Job(f"job-{n}", "json.tool", [str(self.work / "in.json"), str(self.work / f"{n}.json")])
            for n in range(5)
        ]
        self.assertTrue(shelf.all_run(jobs, options_of(self.work), time.monotonic() + 60))
        self.assertEqual(len(list(self.work.glob("?.json"))), 5)

    def test_says_what_failed(self) -> None:
        job = shelf.Job("broken", "json.tool", [str(self.work / "absent.json")])
        self.assertRaisesRegex(
            SystemExit,
            "(?s)broken failed.*absent.json",
            shelf.all_run,
            [job],
            options_of(self.work),
            time.monotonic() + 60,
        )

    def test_ends_when_the_time_is_over(self) -> None:
        self.assertFalse(shelf.all_run([shelf.Job("late", "json.tool")], options_of(self.work), time.monotonic() - 1))

    def test_a_training_that_has_saved_nothing_yet_has_not_ended(self) -> None:
        self.assertFalse(shelf.ended(options_of(self.work, samples=64, batch=64)))

    def test_a_third_of_the_scenes_is_empty(self) -> None:
        def count(jobs: "list[shelf.Job]") -> int:
            return sum(int(job.arguments[job.arguments.index("--count") + 1]) for job in jobs)

        jobs = shelf.taught_scenes(options_of(self.work))
        empty = [job for job in jobs if "--empty" in job.arguments]
        self.assertAlmostEqual(count(empty) / count(jobs), 0.3, delta=0.02)
        few = shelf.taught_scenes(options_of(self.work, share=0.01))
        self.assertEqual(len(few), len(jobs))
        self.assertLess(count(few), 60)


if __name__ == "__main__":
    unittest.main()
