"""Real cars cut out of photos, to learn from: the service's own mattes, mended by hand where they are wrong.

`npm run car-bodies` writes of each photo `NAME.body.png`, the matte of the chosen car over a part of the photo, and
`NAME.body.json`, where that part is and where other vehicles are. `repairs.json` beside this file lists polygons in which a matte is none of the
car, is the car, or cannot be judged.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from .frames import Frame, to_linear, to_srgb
from .traffic import Box

REPAIRS = Path(__file__).with_name("repairs.json")
MENDED = {"none of it": 0, "car": 255}


@dataclass
class RealCar(Frame):
    """A photo with its car. `layers` knows no glass and no shadow."""

    photo: np.ndarray
    """[H,W,3]."""
    answer: np.ndarray
    """[H,W]: the service's matte, faults included."""
    counts: np.ndarray
    """[H,W]: 255 where the silhouette is known, else 0."""
    others: list[Box]
    """Boxes of other vehicles, in pixels."""


def load_real_cars(bodies: Path, photos: Path, names: list[str], repairs: Path = REPAIRS) -> list[RealCar]:
    """The cars of those photos, in that order."""
    mended = json.loads(repairs.read_text())["photos"]
    return [real_car(bodies, photos / f"{name}.jpg", mended.get(name, [])) for name in names]


def real_car(bodies: Path, photo: Path, edits: list[dict]) -> RealCar:
    """One of them. edits: polygons in pixels of the photo, each with its kind."""
    pixels = np.asarray(Image.open(photo).convert("RGB"))
    seen = json.loads((bodies / f"{photo.stem}.body.json").read_text())
    rows, columns, _ = pixels.shape
    answer = np.zeros((rows, columns), np.uint8)
    left, top, width, height = (seen["region"][key] for key in ("leftPx", "topPx", "widthPx", "heightPx"))
    matte = Image.open(bodies / f"{photo.stem}.body.png").convert("L").resize((width, height), Image.Resampling.BOX)
    answer[top : top + height, left : left + width] = np.asarray(matte)
    silhouette, counts = Image.fromarray(answer), Image.new("L", (columns, rows), 255)
    for edit in edits:
        points = [tuple(point) for point in edit["points"]]
        if edit["kind"] in MENDED:
            ImageDraw.Draw(silhouette).polygon(points, fill=MENDED[edit["kind"]])
        else:
            ImageDraw.Draw(counts).polygon(points, fill=0)
    outline = np.asarray(silhouette)
    light = to_linear(pixels / 255) * (outline[..., None] / 255)
    rgba = np.concatenate([to_srgb(np.clip(light, 0, 1)) * 255 + 0.5, outline[..., None]], -1).astype(np.uint8)
    none = np.zeros_like(outline)
    record = {"name": photo.stem, "panorama": ""}
    layers = np.stack([outline, none, none], -1)
    others = [
        (box["left"] * columns, box["top"] * rows, box["right"] * columns, box["bottom"] * rows)
        for box in seen["others"]
    ]
    return RealCar(rgba, layers, record, pixels, answer, np.asarray(counts), others)
