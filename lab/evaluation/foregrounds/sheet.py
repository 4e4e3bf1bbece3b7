"""Contact sheets of rendered foregrounds on a checkerboard and on red, small samples, and a check of what the files hold."""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from .picture import read_png
from .subjects import SUBJECTS

CHECKER = 12
"""Side of the checkerboard's squares, pixels."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="sheet", description=__doc__)
    parser.add_argument("--pictures", type=Path, required=True, help="folder that foregrounds.render filled")
    parser.add_argument("--out", type=Path, required=True, help="folder for the sheets, one for each category")
    parser.add_argument("--cell", type=int, default=420, help="side of a cell in pixels (default 420)")
    parser.add_argument(
        "--samples", nargs="*", metavar="NAME", help="instead of sheets, small WebP files of these subjects"
    )
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.samples is not None:
        for name in options.samples:
            shrink(options.pictures / f"{name}-0.png", options.out / f"{name}.webp", options.cell)
        return
    journal = (options.pictures / "subjects.jsonl").read_text().splitlines()
    records = list({record["file"]: record for record in map(json.loads, journal)}.values())
    for category in sorted({record["category"] for record in records}):
        mine = [record for record in records if record["category"] == category]
        cells = []
        for record in mine:
            values = read_png(options.pictures / record["file"])
            print(describe(record, values), flush=True)
            cells += [cell(values, record["file"], options.cell, red) for red in (False, True)]
        columns = min(6, len(cells))
        sheet = Image.new("RGB", (columns * options.cell, -(-len(cells) // columns) * options.cell))
        for index, each in enumerate(cells):
            sheet.paste(each, (index % columns * options.cell, index // columns * options.cell))
        sheet.save(options.out / f"{category}.png")


def describe(record: dict, values: np.ndarray) -> str:
    """One line: size, share of the frame that the subject's box takes each way, share of soft pixels, faults."""
    alpha = values[..., 3]
    rows, columns = np.flatnonzero((alpha > 0.1).any(1)), np.flatnonzero((alpha > 0.1).any(0))
    high, wide = (np.ptp(rows) + 1) / len(alpha), (np.ptp(columns) + 1) / alpha.shape[1]
    soft = ((alpha > 0) & (alpha < 1)).mean()
    cut = next(subject.cut for subject in SUBJECTS if subject.name == record["subject"])
    faults = []
    if max(high, wide) < 0.65:
        faults.append("small")
    edges = [alpha[0], alpha[:, 0], alpha[:, -1]] + ([] if cut else [alpha[-1]])
    if max(edge.max() for edge in edges) > 0.5:
        faults.append("touches the frame")
    size = f"{alpha.shape[1]}x{alpha.shape[0]}"
    return f"{record['file']:28} {size} box {wide:.0%} x {high:.0%}, soft {soft:.1%} {', '.join(faults)}"


def small(values: np.ndarray, side: int) -> Image.Image:
    """8-bit RGBA no larger than `side`, averaged with premultiplied colour."""
    picture = Image.fromarray((values * 255 + 0.5).astype(np.uint8), "RGBA").convert("RGBa")
    picture.thumbnail((side, side), Image.Resampling.BOX)
    return picture.convert("RGBA")


def cell(values: np.ndarray, name: str, side: int, red: bool) -> Image.Image:
    """A picture on its ground, framed and named."""
    picture = small(values, side)
    y, x = np.mgrid[0:side, 0:side] // CHECKER
    grey = np.where((x + y) % 2, 205, 120).astype(np.uint8)
    ground = Image.new("RGBA", (side, side), (220, 20, 20, 255)) if red else Image.fromarray(grey).convert("RGBA")
    left, top = (side - picture.width) // 2, (side - picture.height) // 2
    ground.alpha_composite(picture, (left, top))
    pen = ImageDraw.Draw(ground)
    pen.rectangle([left, top, left + picture.width - 1, top + picture.height - 1], outline=(0, 90, 0))
    pen.text((4, 3), name.removesuffix(".png"), fill=(0, 0, 255))
    return ground.convert("RGB")


def shrink(file: Path, out: Path, side: int) -> None:
    """A small WebP with alpha."""
    small(read_png(file), side).save(out, quality=88, alpha_quality=100, method=6)


if __name__ == "__main__":
    main(sys.argv[1:])
