"""Contact sheets: many small pictures with their boxes, for a person to check."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from .choose import Vehicle, widened
from .frames import open_picture

CELL_PX = 300
COLUMNS = 6
ROWS = 4


def write_sheets(found: list[tuple[Path, Vehicle | None]], padding: float, folder: Path) -> list[Path]:
    """Writes PNG sheets of the pictures: the chosen box in red, the padded crop in yellow."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for start in range(0, len(found), COLUMNS * ROWS):
        sheet = Image.new("RGB", (COLUMNS * CELL_PX, ROWS * CELL_PX), "#303030")
        for place, (path, vehicle) in enumerate(found[start : start + COLUMNS * ROWS]):
            column, row = place % COLUMNS, place // COLUMNS
            sheet.paste(_cell(path, vehicle, padding), (column * CELL_PX, row * CELL_PX))
        written.append(folder / f"sheet-{len(written) + 1:02}.png")
        sheet.save(written[-1])
    return written


def _cell(path: Path, vehicle: Vehicle | None, padding: float) -> Image.Image:
    picture = open_picture(path)
    picture.thumbnail((CELL_PX, CELL_PX))
    draw = ImageDraw.Draw(picture)
    text = path.stem
    if vehicle:
        scale = [picture.width - 1, picture.height - 1] * 2
        draw.rectangle(list(widened(vehicle.box, padding) * scale), outline="#ffd800")
        draw.rectangle(list(vehicle.box * scale), outline="#ff2020", width=2)
        text = f"{text} {vehicle.score:.2f}"
    draw.rectangle([0, 0, 6 * len(text) + 4, 12], fill="black")
    draw.text((2, 0), text, fill="white")
    return picture
