"""Samples of the car heads: composed renders, disturbed as cameras and mattes do."""

import io
import math
import random
from pathlib import Path

import numpy as np
import OpenEXR
import torch
from PIL import Image, ImageFilter
from torch.utils.data import Dataset

from .frames import Backgrounds, Frame, composed, margin_region
from .heads import Head
from .traffic import Traffic, boxes_of, boxes_plane

EXACT_DEGREES = 9.0
"""How far the azimuth of a render may be off in training: two bins, so that neighbours of the right one count."""


def read_panoramas(folder: Path, names: set[str]) -> dict[str, np.ndarray]:
    """Linear light [h,w,3] by name."""
    found = {}
    for name in sorted(names):
        pixels = OpenEXR.File(str(folder / f"{name}.exr")).channels()
        rgb = pixels["RGB"].pixels if "RGB" in pixels else pixels["RGBA"].pixels[..., :3]
        found[name] = np.asarray(rgb, np.float32)
    return found


class Samples(Dataset):
    """Pairs of input [3+planes,H,W] and the head's truth, as float32 tensors.

    For training every access draws anew; for testing an index is always the same sample.
    """

    def __init__(
        self,
        frames: list[Frame],
        backgrounds: Backgrounds,
        traffic: Traffic,
        head: Head,
        training: bool,
        in_traffic: float,
        seed: int = 0,
    ) -> None:
        """in_traffic: share of samples with neighbours."""
        self.frames, self.backgrounds, self.traffic, self.head = frames, backgrounds, traffic, head
        self.training, self.in_traffic, self.seed = training, in_traffic, seed

    def __len__(self) -> int:
        return len(self.frames)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
        rng = random.Random() if self.training else random.Random(self.seed * 7919 + index)
        frame = self.frames[index]
        neighbours = self.traffic.draw(frame, rng) if rng.random() < self.in_traffic else []
        jitter = self.head.margin * 0.5 if self.training else 0
        # With a plane of boxes the network sees the detector's box, else that of the matte.
        knows_boxes = self.head.planes > 1
        region = margin_region(frame, self.head.margin, rng, jitter, () if knows_boxes else neighbours)
        background = self.backgrounds.draw(frame, region, self.head.size, rng)
        with_shadow = rng.random() < 0.65
        if self.training:
            sample = composed(
                frame,
                region,
                self.head.size,
                background,
                with_shadow,
                neighbours,
                lambda car, glass: glazed(repainted(car, rng), glass, rng),
            )
        else:
            sample = composed(frame, region, self.head.size, background, with_shadow, neighbours)
        azimuth, elevation = frame.record["azimuth"], frame.record["elevation"]
        if self.training and rng.random() < 0.5:
            sample = {name: layer[:, ::-1] for name, layer in sample.items()}
            azimuth = (360 - azimuth) % 360
        rgb = disturbed(sample["rgb"], rng) if self.training else as_jpeg(sample["rgb"], 90)
        outline = shaken(sample["matte"], rng) if self.training else sample["matte"]
        planes = [outline, boxes_plane(boxes_of(neighbours), region, self.head.size)] if knows_boxes else [outline]
        picture = np.concatenate([rgb, np.stack(planes, -1)], -1).astype(np.float32)
        truth = {
            name: torch.from_numpy(np.ascontiguousarray(layer, np.float32))
            for name, layer in sample.items()
            if name != "rgb"
        }
        truth["view"] = torch.tensor([azimuth, elevation], dtype=torch.float32)
        truth["spread"] = torch.tensor(EXACT_DEGREES)
        truth["on_photo"] = torch.tensor(float(with_shadow))
        return torch.from_numpy(picture.transpose(2, 0, 1).copy()), truth


def repainted(car: np.ndarray, rng: random.Random) -> np.ndarray:
    """Another colour, and light unlike the background's: premultiplied linear light with alpha [H,W,4].

    Red stays red: lamps distinguish front and rear.
    """
    colours = car[..., [0, 2, 1]] if rng.random() < 0.5 else car[..., :3]
    return np.concatenate([colours * rng.uniform(0.6, 1.4), car[..., 3:]], -1)


def glazed(car: np.ndarray, glass: np.ndarray, rng: random.Random) -> np.ndarray:
    """Darker glass, or a reflection of sky and street over it, which no render has as strong as streets do."""
    light, alpha = car[..., :3], car[..., 3]
    height, width = alpha.shape
    if rng.random() < 0.3:
        # A tint absorbs light and emits none.
        alpha = alpha + (1 - alpha) * glass * rng.uniform(0, 0.6)
    if rng.random() < 0.35:
        columns, rows = rng.choice([2, 3, 6]), rng.choice([2, 3, 5])
        coarse = np.array([rng.random() ** 2 for _ in range(rows * columns)], np.float32).reshape(rows, columns)
        strength = np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))
        strength = np.clip(strength, 0, 1) * glass * rng.uniform(0.1, 0.8)
        sky = np.array([rng.uniform(0.2, 1.0) * tone for tone in (0.9, 1.0, rng.uniform(0.9, 1.3))])
        light = light * (1 - strength)[..., None] + sky * strength[..., None]
        alpha = alpha + (1 - alpha) * strength
    return np.concatenate([light, alpha[..., None]], -1)


def disturbed(rgb: np.ndarray, rng: random.Random) -> np.ndarray:
    """Exposure, colour, blur, noise and JPEG, as photos have them. [H,W,3] sRGB-encoded 0..1."""
    rgb = np.clip(rgb, 0, 1) ** rng.uniform(0.7, 1.4) * rng.uniform(0.8, 1.15)
    rgb = rgb * np.array([rng.uniform(0.92, 1.08) for _ in range(3)])
    if rng.random() < 0.15:
        rgb = np.repeat(rgb.mean(-1, keepdims=True), 3, -1)
    grey = rgb.mean()
    rgb = (rgb - grey) * rng.uniform(0.8, 1.25) + grey
    if rng.random() < 0.4:
        rgb = rgb + np.random.default_rng(rng.randrange(1 << 30)).normal(0, rng.uniform(0.005, 0.03), rgb.shape)
    if rng.random() < 0.25:
        image = Image.fromarray((np.clip(rgb, 0, 1) * 255).astype(np.uint8))
        rgb = np.asarray(image.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1)))) / 255
    return as_jpeg(rgb, rng.randrange(55, 98)) if rng.random() < 0.7 else np.clip(rgb, 0, 1)


def as_jpeg(rgb: np.ndarray, quality: int) -> np.ndarray:
    """The picture after JPEG at that quality."""
    buffer = io.BytesIO()
    Image.fromarray((np.clip(rgb, 0, 1) * 255 + 0.5).astype(np.uint8)).save(buffer, "JPEG", quality=quality)
    return np.asarray(Image.open(buffer)) / 255


def shaken(silhouette: np.ndarray, rng: random.Random) -> np.ndarray:
    """The outline as a matte network gives it: softer, a little too large or too small, sometimes with a bite.

    Often without thin parts, dark mirrors above all: opened (Serra, 1982).
    """
    image = Image.fromarray((silhouette * 255).astype(np.uint8))
    if rng.random() < 0.45:
        thin = rng.choice([5, 7, 9, 11, 13])
        opened = image.filter(ImageFilter.MinFilter(thin)).filter(ImageFilter.MaxFilter(thin))
        # On one side only, now and then: the far mirror is the one that is lost.
        side = rng.choice(
            [
                (0, 0, image.width, image.height),
                (0, 0, image.width // 2, image.height),
                (image.width // 2, 0, image.width, image.height),
            ]
        )
        image.paste(opened.crop(side), side[:2])
    image = image.filter(ImageFilter.GaussianBlur(rng.uniform(0, 1.2)))
    values = np.asarray(image) / 255
    values = np.clip((values - rng.uniform(0.3, 0.7)) * rng.uniform(1.5, 6) + 0.5, 0, 1)
    if rng.random() < 0.15:
        height, width = values.shape
        x, y = rng.randrange(width), rng.randrange(height)
        radius = rng.uniform(0.02, 0.06) * width
        ys, xs = np.ogrid[:height, :width]
        values = np.where((xs - x) ** 2 + (ys - y) ** 2 < radius**2, float(rng.random() < 0.5), values)
    return values


def circular_difference(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Degrees between two azimuths, 0 to 180."""
    return ((a - b + 180) % 360 - 180).abs()


def radians(degrees: torch.Tensor) -> torch.Tensor:
    """Degrees to radians."""
    return degrees * (math.pi / 180)
