"""What is behind: paper of one colour, sweeps, and photographs of rooms and streets."""

import colorsys
import random
from pathlib import Path

import numpy as np
from PIL import Image

from .subjects import SIDES

HUES = 15
"""Sectors of the colour wheel."""

HUES_HELD_OUT = (3, 10)
"""Sectors whose colours no training scene has behind it."""


def flat(frame: tuple[int, int], colour: tuple[float, ...]) -> np.ndarray:
    """One colour everywhere: [H,W,3], 0 to 1."""
    return np.broadcast_to(np.array(colour, np.float32), (frame[1], frame[0], 3)).copy()


def sweep(frame: tuple[int, int], colour: tuple[float, ...], rng: random.Random) -> np.ndarray:
    """Paper that comes down a wall and runs out over the floor, lit unevenly, darker towards the corners."""
    height, width = frame[1], frame[0]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    bend, soft = height * rng.uniform(0.45, 0.75), height * rng.uniform(0.05, 0.25)
    floor = 1 / (1 + np.exp(-(rows - bend) / soft))
    wall, ground = rng.uniform(0.8, 1), rng.uniform(0.9, 1.08)
    lit = wall + (ground - wall) * floor
    x, y = columns / width - rng.uniform(0.3, 0.7), rows / height - rng.uniform(0.3, 0.7)
    lit *= 1 - rng.uniform(0, 0.5) * (x * x + y * y)
    return np.clip(lit[..., None] * np.array(colour, np.float32), 0, 1)


def tint(side: str, rng: random.Random) -> tuple[float, float, float]:
    """A colour of paper; the two sides have sectors of the colour wheel of their own."""
    sectors = [sector for sector in range(HUES) if (sector in HUES_HELD_OUT) == (side == SIDES[1])]
    hue = (rng.choice(sectors) + rng.random()) / HUES
    return colorsys.hsv_to_rgb(hue, rng.uniform(0.12, 0.85), rng.uniform(0.3, 1))


def photograph(frame: tuple[int, int], file: Path, rng: random.Random) -> np.ndarray:
    """A part of a photograph that fills the frame, often larger than it is there, as behind a subject in focus."""
    with Image.open(file) as picture:
        whole = picture.convert("RGB")
    scale = max(frame[0] / whole.width, frame[1] / whole.height) * rng.uniform(1, 1.5)
    size = (max(frame[0], round(whole.width * scale)), max(frame[1], round(whole.height * scale)))
    large = whole.resize(size, Image.Resampling.BICUBIC)
    left, top = rng.randint(0, size[0] - frame[0]), rng.randint(0, size[1] - frame[1])
    return np.asarray(large.crop((left, top, left + frame[0], top + frame[1])), np.float32) / 255
