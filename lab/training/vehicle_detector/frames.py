"""A picture as the network sees it: 416x416, stretched, not letterboxed; and boxes back on the picture.

Two frames can be made of a picture. The plain one is filled by the picture. The padded one shows the picture on a
mid-grey canvas 1.3 times as large, so that a vehicle cut by the border of the picture is not cut by the frame's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

FRAME_PX = 416
CANVAS_SCALE = 1.3
INNER_PX = round(FRAME_PX / CANVAS_SCALE)
MARGIN_PX = (FRAME_PX - INNER_PX) // 2
CANVAS_GREY = 114
"""The border colour most detectors are trained with."""
SUFFIXES = {".jpg", ".jpeg", ".png", ".webp"}


def picture_files(folder: Path) -> list[Path]:
    """The pictures of a folder and the folders below it, in the order of their paths."""
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)


def open_picture(path: Path) -> Image.Image:
    """The picture upright, RGB; transparent parts on white."""
    picture = ImageOps.exif_transpose(Image.open(path))
    if "A" in picture.getbands() or "transparency" in picture.info:
        picture = picture.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")
    return picture.convert("RGB")


def plain_frame(picture: Image.Image) -> np.ndarray:
    """uint8 [416, 416, 3]; the picture fills the frame."""
    return np.asarray(picture.resize((FRAME_PX, FRAME_PX), Image.Resampling.BILINEAR))


def padded_frame(picture: Image.Image) -> np.ndarray:
    """uint8 [416, 416, 3]; the picture fills the inner 320x320, the rest is grey."""
    frame = np.full((FRAME_PX, FRAME_PX, 3), CANVAS_GREY, np.uint8)
    inner = picture.resize((INNER_PX, INNER_PX), Image.Resampling.BILINEAR)
    frame[MARGIN_PX : MARGIN_PX + INNER_PX, MARGIN_PX : MARGIN_PX + INNER_PX] = np.asarray(inner)
    return frame


def from_padded(boxes: np.ndarray) -> np.ndarray:
    """Boxes [A, 4] relative to the padded frame -> relative to the picture, cut to it."""
    return np.clip((boxes * FRAME_PX - MARGIN_PX) / INNER_PX, 0, 1)


def with_progress(paths: list[Path], what: str) -> Iterator[Path]:
    """Passes the paths on and prints its progress from time to time."""
    for count, path in enumerate(paths, start=1):
        yield path
        if count % 50 == 0 or count == len(paths):
            print(f"{what}: {count} of {len(paths)}", flush=True)
