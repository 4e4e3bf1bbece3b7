"""Rendered subjects as `render` wrote them, and how they are laid into a frame with what their floor shows."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from foregrounds.picture import read_png
from PIL import Image

FADE = 0.15
"""Share of the floor's layers, from their border inwards, over which they end."""


@dataclass(frozen=True)
class Cutout:
    """A subject and the layers of its floor, all square, values from 0 to 1."""

    record: dict
    """Its line of the journal."""
    colours: np.ndarray
    """Straight, sRGB-encoded [S,S,3]."""
    alpha: np.ndarray
    lost: np.ndarray
    """Share of the floor's light that it takes, of the wide field."""
    mirror: np.ndarray
    """What the floor mirrors, straight RGBA of the wide field."""

    def turned(self) -> "Cutout":
        """The same from left to right."""
        return Cutout(self.record, self.colours[:, ::-1], self.alpha[:, ::-1], self.lost[:, ::-1], self.mirror[:, ::-1])

    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what is seen, pixels."""
        rows, columns = np.flatnonzero((self.alpha > 0.03).any(1)), np.flatnonzero((self.alpha > 0.03).any(0))
        return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def records(folder: Path) -> list[dict]:
    """The journal's lines by subject, in an order that does not depend on when each was rendered."""
    lines = (folder / "subjects.jsonl").read_text().splitlines()
    found = {record["subject"]: record for record in map(json.loads, lines)}
    return [found[name] for name in sorted(found)]


@lru_cache(maxsize=8)
def read(folder: Path, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Picture, light that is lost and mirror image of a subject."""
    with Image.open(folder / f"{name}.shadow.png") as shadow, Image.open(folder / f"{name}.mirror.png") as mirror:
        lost, mirrored = 1 - np.asarray(shadow, np.float32) / 255, np.asarray(mirror, np.float32) / 255
    mirrored = np.concatenate([mirrored[..., :3], mirrored[..., 3:] * window(mirrored.shape[0])[..., None]], -1)
    return read_png(folder / f"{name}.png").astype(np.float32), lost * window(lost.shape[0]), mirrored


def cutout(folder: Path, record: dict) -> Cutout:
    """A subject of the journal."""
    picture, lost, mirror = read(folder, record["subject"])
    return Cutout(record, picture[..., :3], picture[..., 3], lost, mirror)


def window(side: int) -> np.ndarray:
    """1 in the middle of a square and 0 at its border, so that layers end without an edge."""
    rise = np.clip((np.minimum(np.arange(side), np.arange(side)[::-1]) + 0.5) / (FADE * side), 0, 1).astype(np.float32)
    return rise[:, None] * rise[None]


def laid(values: np.ndarray, frame: tuple[int, int], left: int, top: int, side: int) -> np.ndarray:
    """A square layer [S,S] or [S,S,C] scaled to a side and put into a frame of (width, height), zeros around it."""
    scaled = resized(values, side)
    out = np.zeros((frame[1], frame[0], *values.shape[2:]), np.float32)
    rows = slice(max(0, top), min(frame[1], top + side))
    columns = slice(max(0, left), min(frame[0], left + side))
    if rows.start < rows.stop and columns.start < columns.stop:
        out[rows, columns] = scaled[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    return out


def resized(values: np.ndarray, side: int) -> np.ndarray:
    """A square layer at another size: means where it shrinks, between pixels where it grows."""
    if values.shape[0] == side:
        return values
    way = Image.Resampling.BOX if side < values.shape[0] else Image.Resampling.BILINEAR
    planes = values[..., None] if values.ndim == 2 else values
    scaled = [
        np.asarray(Image.fromarray(np.ascontiguousarray(planes[..., each])).resize((side, side), way))
        for each in range(planes.shape[2])
    ]
    return scaled[0] if values.ndim == 2 else np.stack(scaled, -1)
