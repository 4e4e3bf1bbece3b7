"""Contact sheets of rendered subjects: each on a checkerboard, and on its floor with shadow and mirror image."""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from foregrounds.picture import read_png
from PIL import Image, ImageDraw


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="sheet", description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, help="folder that `render` filled")
    parser.add_argument("--out", type=Path, required=True, help="folder for the sheets")
    parser.add_argument("--cell", type=int, default=200, help="side of a cell in pixels (default 200)")
    parser.add_argument("--columns", type=int, default=5, help="subjects across (default 5)")
    parser.add_argument("--rows", type=int, default=8, help="subjects down (default 8)")
    parser.add_argument("--first", type=int, default=0, help="place of the first subject in the journal (default 0)")
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    journal = (options.pictures / "subjects.jsonl").read_text().splitlines()
    names = [json.loads(line)["subject"] for line in journal][options.first :]
    each = options.columns * options.rows
    for start in range(0, len(names), each):
        shown = names[start : start + each]
        sheet = Image.new("RGB", (options.columns * 2 * options.cell, -(-len(shown) // options.columns) * options.cell))
        for place, name in enumerate(shown):
            across, down = place % options.columns * 2 * options.cell, place // options.columns * options.cell
            for offset, cell in enumerate(cells(options.pictures, name, options.cell)):
                sheet.paste(cell, (across + offset * options.cell, down))
        sheet.save(options.out / f"{options.first + start:04}.png")


def cells(folder: Path, name: str, side: int) -> tuple[Image.Image, Image.Image]:
    """A subject on a checkerboard, named, and in the wide field on a light floor."""
    subject = Image.fromarray((read_png(folder / f"{name}.png") * 255 + 0.5).astype(np.uint8))
    y, x = np.mgrid[0:side, 0:side] // 10
    checker = Image.fromarray(np.where((x + y) % 2, 205, 120).astype(np.uint8)).convert("RGBA")
    checker.alpha_composite(subject.resize((side, side), Image.Resampling.BOX))
    ImageDraw.Draw(checker).text((3, 2), name, fill=(0, 0, 255))
    with Image.open(folder / f"{name}.shadow.png") as shadow, Image.open(folder / f"{name}.mirror.png") as mirror:
        left = np.asarray(shadow.resize((side, side)), np.float32)
        floor = Image.fromarray((left * 0.9).astype(np.uint8)).convert("RGBA")
        faint = mirror.resize((side, side))
        faint.putalpha(faint.getchannel("A").point(lambda value: value // 3))
        floor.alpha_composite(faint)
    small = subject.resize((side // 2, side // 2), Image.Resampling.BOX)
    floor.alpha_composite(small, (side // 4, side // 4))
    return checker.convert("RGB"), floor.convert("RGB")


if __name__ == "__main__":
    main(sys.argv[1:])
