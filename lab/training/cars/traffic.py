"""Neighbours of a car in the street: other cars, people, posts. A matte often includes them."""

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from .frames import Frame, cut, to_linear

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the frame."""


@dataclass
class Neighbour:
    """A cutout and its place."""

    picture: np.ndarray
    """[h,w,4] uint8, premultiplied, sRGB-encoded, cropped to what it shows."""
    box: Box
    in_front: bool
    in_matte: bool
    """Whether the general matte includes it as a part of the car."""
    is_vehicle: bool

    def at(self, region: Box, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        """Premultiplied linear light [H,W,3] and alpha [H,W] of a region of the frame at `size` (width, height)."""
        height, width = self.picture.shape[:2]
        across = width / (self.box[2] - self.box[0])
        down = height / (self.box[3] - self.box[1])
        seen = (
            (region[0] - self.box[0]) * across,
            (region[1] - self.box[1]) * down,
            (region[2] - self.box[0]) * across,
            (region[3] - self.box[1]) * down,
        )
        pixels = cut(self.picture, seen, size).astype(np.float32) / 255
        return to_linear(pixels[..., :3]), pixels[..., 3]


class Traffic:
    """Neighbours of one side of the split."""

    def __init__(self, frames: list[Frame], cutouts: list[Path]) -> None:
        """cutouts: pictures with transparency, of people above all; cut off at the bottom they stand behind the car."""
        self.frames = frames
        self.cutouts = [premultiplied(Image.open(file).convert("RGBA")) for file in cutouts]

    def draw(self, frame: Frame, rng: random.Random) -> list[Neighbour]:
        """One to three neighbours of a frame's car."""
        return [self.neighbour(frame.box(), rng) for _ in range(rng.choice([1, 1, 2, 3]))]

    def neighbour(self, car: Box, rng: random.Random) -> Neighbour:
        left, top, right, bottom = car
        width, height = right - left, bottom - top
        chance = rng.random()
        in_front = rng.random() < 0.3
        is_vehicle = chance < 0.5
        if is_vehicle:
            picture = self.another_car(rng)
            tall = height * (rng.uniform(0.7, 1.2) if in_front else rng.uniform(0.4, 1))
            ground = bottom + height * (rng.uniform(0, 0.2) if in_front else rng.uniform(-0.3, -0.02))
        elif chance < 0.85 and self.cutouts:
            picture = rng.choice(self.cutouts)
            tall = height * rng.uniform(0.4, 1.3)
            ground = bottom + height * (rng.uniform(0.02, 0.3) if in_front else rng.uniform(-0.5, -0.05))
        else:
            picture = post(rng)
            tall = height * rng.uniform(0.25, 1.4)
            ground = bottom + height * (rng.uniform(0, 0.2) if in_front else rng.uniform(-0.3, -0.02))
        if rng.random() < 0.5:
            picture = picture[:, ::-1]
        wide = tall * picture.shape[1] / picture.shape[0]
        # In front it may hide an end of the car, never its middle: nobody would choose a car whose middle is hidden.
        side = rng.choice([-1, 1])
        reach = (width + wide) / 2
        offset = rng.uniform(0.75, 1.05) * reach if in_front else rng.uniform(0.1, 1.05) * reach
        middle = (left + right) / 2 + side * offset
        box = (middle - wide / 2, ground - tall, middle + wide / 2, ground)
        return Neighbour(picture, box, in_front, rng.random() < 0.7, is_vehicle)

    def another_car(self, rng: random.Random) -> np.ndarray:
        frame = rng.choice(self.frames)
        left, top, right, bottom = frame.box()
        return frame.rgba[top:bottom, left:right]


def premultiplied(image: Image.Image) -> np.ndarray:
    """A cutout as [h,w,4] uint8, cropped to what it shows and at most 256 pixels high."""
    image = image.crop(image.getchannel("A").getbbox())
    if image.height > 256:
        image = image.resize((max(1, round(image.width * 256 / image.height)), 256), Image.Resampling.BOX)
    pixels = np.asarray(image).astype(np.float32)
    pixels[..., :3] *= pixels[..., 3:] / 255
    return (pixels + 0.5).astype(np.uint8)


def post(rng: random.Random) -> np.ndarray:
    """A bollard, cone, pole or sign post: [h,w,4] uint8, premultiplied."""
    height, width = 128, rng.choice([8, 14, 24, 48])
    rows = np.linspace(0, 1, height)[:, None]
    columns = np.linspace(-1, 1, width)[None]
    reach = 0.15 + 0.85 * rows if rng.random() < 0.3 else np.full_like(rows, 0.9)
    alpha = np.clip((reach - np.abs(columns)) * width / 2 + 0.5, 0, 1)
    colour = np.array(
        rng.choice([(230, 230, 225), (40, 40, 42), (220, 90, 30), (120, 118, 112), (200, 30, 30), (90, 70, 50)])
    )
    stripes = np.where(np.sin(rows * rng.uniform(5, 25)) > 0.3, 0.5, 1.0) if rng.random() < 0.4 else np.ones_like(rows)
    shade = (1 - 0.45 * columns * rng.choice([-1, 1])) * stripes * rng.uniform(0.4, 1.1)
    rgb = np.clip(colour * shade[..., None], 0, 255) * alpha[..., None]
    return (np.concatenate([rgb, alpha[..., None] * 255], -1) + 0.5).astype(np.uint8)


def boxes_of(neighbours: list[Neighbour]) -> list[Box]:
    """Those of vehicles."""
    return [each.box for each in neighbours if each.is_vehicle]


def boxes_plane(boxes: list[Box], region: Box, size: tuple[int, int]) -> np.ndarray:
    """Filled boxes of other vehicles over a region: [H,W], 0 or 1. `size` is (width, height)."""
    plane = Image.new("L", size, 0)
    across, down = size[0] / (region[2] - region[0]), size[1] / (region[3] - region[1])
    for left, top, right, bottom in boxes:
        first = (max(0, round((left - region[0]) * across)), max(0, round((top - region[1]) * down)))
        last = (
            min(size[0], round((right - region[0]) * across)) - 1,
            min(size[1], round((bottom - region[1]) * down)) - 1,
        )
        if last[0] >= first[0] and last[1] >= first[1]:
            ImageDraw.Draw(plane).rectangle([first, last], fill=255)
    return np.asarray(plane, np.float32) / 255
