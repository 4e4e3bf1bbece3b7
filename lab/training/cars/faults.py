"""Faults of mattes and detectors, drawn over samples, so that a network learns from the picture and not from its matte and boxes alone."""

import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .traffic import Box

Layers = dict[str, np.ndarray]
"""Those of `frames.composed`."""


def with_reflections(layers: Layers, rng: random.Random) -> np.ndarray:
    """The picture [H,W,3] with its surroundings reflected, upside down, in a part of the car: reflections belong to the car."""
    height, width = layers["silhouette"].shape
    coarse = np.array([rng.random() for _ in range(12)], np.float32).reshape(3, 4)
    field = np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))
    share = (
        np.clip((field - rng.uniform(0.45, 0.75)) * rng.uniform(3, 8), 0, 1)
        * layers["silhouette"]
        * rng.uniform(0.2, 0.7)
    )
    return layers["rgb"] * (1 - 0.6 * share)[..., None] + layers["rgb"][::-1] * 0.8 * share[..., None]


def with_ground(layers: Layers, matte: np.ndarray, rng: random.Random) -> tuple[Layers, np.ndarray]:
    """The matte with the ground between the tyres, which mattes include where it is as dark as the car; mostly darkened here."""
    between = ground_between(layers["silhouette"] > 0.5)
    _, width = between.shape
    if rng.random() < 0.5:
        # On one side of a column.
        columns = np.arange(width) - rng.randrange(width)
        between = between & (columns * rng.choice([-1, 1]) > 0)
    mask = Image.fromarray(between.astype(np.uint8) * 255)
    if rng.random() < 0.7:
        dark = np.asarray(mask.filter(ImageFilter.BoxBlur(rng.choice([2, 4, 8])))) / 255 * rng.uniform(1, 2.5)
        dark = np.clip(dark, 0, 1) * (1 - layers["silhouette"]) * rng.uniform(0.3, 0.97)
        layers = layers | {"rgb": layers["rgb"] * (1 - dark)[..., None]}
    # Two pixels wider, so that no seam separates it from the car.
    soft = mask.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.2)))
    return layers, np.maximum(matte, np.asarray(soft, np.float32) / 255 * rng.choice([1, 1, 1, 0.6]))


def ground_between(car: np.ndarray) -> np.ndarray:
    """The area below a car [H,W], above the line from tyre to tyre: the lower half of its convex hull (Andrew, 1979)."""
    height, width = car.shape
    lowest = height - 1 - np.argmax(car[::-1], 0)
    hull: list[tuple[int, int]] = []
    for x in np.flatnonzero(car.any(0)):
        point = (int(x), int(lowest[x]))
        while len(hull) > 1 and not turns_up(hull[-2], hull[-1], point):
            hull.pop()
        hull.append(point)
    if not hull:
        return np.zeros_like(car)
    columns, rows = np.arange(width), np.arange(height)[:, None]
    line = np.interp(columns, [x for x, _ in hull], [y for _, y in hull])
    reach = (columns >= hull[0][0]) & (columns <= hull[-1][0])
    return (rows <= line) & (rows > lowest) & reach


def turns_up(first: tuple[int, int], second: tuple[int, int], third: tuple[int, int]) -> bool:
    """Whether the line through three points, from left to right in a picture, bends upwards at the second."""
    return (second[0] - first[0]) * (third[1] - first[1]) < (second[1] - first[1]) * (third[0] - first[0])


def stray_box(region: Box, rng: random.Random) -> Box:
    """A box of another vehicle where there is none: detectors err in that way too."""
    width, height = region[2] - region[0], region[3] - region[1]
    left, top = region[0] + rng.uniform(-0.2, 0.9) * width, region[1] + rng.uniform(-0.2, 0.7) * height
    return (left, top, left + rng.uniform(0.15, 0.6) * width, top + rng.uniform(0.15, 0.6) * height)


def blobs(silhouette: np.ndarray, rng: random.Random) -> np.ndarray:
    """Parts at the outline that a matte might take along, or lose: [H,W] in 0..1."""
    height, width = silhouette.shape
    inside = Image.fromarray((silhouette * 255).astype(np.uint8))
    edge = np.argwhere((silhouette > 0.5) & (np.asarray(inside.filter(ImageFilter.MinFilter(5))) < 128))
    plane = Image.new("L", (width, height), 0)
    for _ in range(rng.choice([1, 1, 2, 3]) if len(edge) else 0):
        y, x = edge[rng.randrange(len(edge))]
        across, down = (rng.choice([3, 6, 12, 25, 45]) * rng.uniform(0.6, 1.4) for _ in range(2))
        middle = (x + rng.uniform(-across, across), y + rng.uniform(-down, down))
        corners = rng.randrange(5, 10)
        turns = [2 * math.pi * corner / corners for corner in range(corners)]
        points = [
            (
                middle[0] + across * math.cos(turn) * rng.uniform(0.5, 1.2),
                middle[1] + down * math.sin(turn) * rng.uniform(0.5, 1.2),
            )
            for turn in turns
        ]
        ImageDraw.Draw(plane).polygon(points, fill=rng.randrange(120, 256))
    return np.asarray(plane.filter(ImageFilter.GaussianBlur(rng.uniform(0, 2))), np.float32) / 255
