"""Tiles along the band: the photo, the coarse alpha as the service enlarges it, and the truth."""

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from PIL import Image, ImageFilter
from torch.utils.data import Dataset

from .drawn import drawn_tile
from .network import TILE

DRAWN = 0.25
"""Share of the tiles that are drawn and not parts of composites."""
FAULTY = 0.15
"""Share of the other tiles whose coarse alpha is the truth with faults and not the network's."""
LOST = 0.5
"""Share of the tiles of lost subjects that keep the network's alpha: what is to be left alone has to be seen as well."""


@dataclass(frozen=True)
class Composite:
    """One composite of `prepare`, in memory."""

    photo: np.ndarray
    """[H,W,3] uint8."""
    alpha: np.ndarray
    """[H,W] uint8."""
    coarse: np.ndarray
    """[1024,1024] uint8: the matte network's own."""
    band: np.ndarray
    """[K,2] places (y, x) where alpha or the coarse matte is soft."""
    found: bool
    """Whether the coarse matte has the subject at all: few tiles can show what the whole picture did not."""


def load_composites(folders: list[Path]) -> list[Composite]:
    """All finished composites, in order."""
    found = []
    for file in sorted(file for folder in folders for file in folder.glob("*.coarse.png")):
        stem = file.name.removesuffix(".coarse.png")
        photo, alpha, coarse = (read(file.parent / f"{stem}.{kind}.png") for kind in ("photo", "alpha", "coarse"))
        band = soft_places(alpha, coarse)
        if len(band) > 0:
            found.append(Composite(photo, alpha, coarse, band, has_subject(alpha, coarse)))
    return found


def has_subject(alpha: np.ndarray, coarse: np.ndarray) -> bool:
    """Whether four fifths of what either has as subject both have."""
    truth = np.asarray(Image.fromarray(alpha).resize(coarse.shape[::-1], Image.Resampling.BOX)) >= 128
    both, either = truth & (coarse >= 128), truth | (coarse >= 128)
    return both.sum() >= 0.8 * max(1, either.sum())


def read(file: Path) -> np.ndarray:
    """The samples of a picture."""
    with Image.open(file) as picture:
        return np.asarray(picture).copy()


def soft_places(alpha: np.ndarray, coarse: np.ndarray) -> np.ndarray:
    """At most 4,000 places around which tiles are worth refining."""
    height, width = alpha.shape
    enlarged = np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BILINEAR))
    soft = ((alpha > 5) & (alpha < 250)) | ((enlarged > 5) & (enlarged < 250))
    places = np.argwhere(soft)
    step = max(1, len(places) // 4000)
    return places[::step].astype(np.int32)


class Tiles(Dataset):
    """Pairs of tile [4,256,256] and alpha [1,256,256], float32 in 0..1.

    For training every access draws anew; for testing an index is always the same tile, undisturbed.
    """

    def __init__(
        self,
        composites: list[Composite],
        training: bool,
        backgrounds: list[Image.Image] | None = None,
        each: int = 16,
        seed: int = 0,
    ) -> None:
        """backgrounds: photos, if tiles are to be drawn as well; each: tiles of a composite in one round."""
        self.composites, self.training, self.backgrounds, self.each, self.seed = (
            composites,
            training,
            backgrounds,
            each,
            seed,
        )

    def __len__(self) -> int:
        return len(self.composites) * self.each

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        rng = random.Random() if self.training else random.Random(self.seed * 7919 + index)
        if self.backgrounds and rng.random() < DRAWN:
            photo, truth = drawn_tile(self.backgrounds, rng)
            scale = rng.uniform(0.6, 4)
            coarse = faulty(truth, (scale, scale), rng)
        else:
            photo, truth, coarse = self.part(self.composites[index // self.each], rng)
        tile = np.concatenate([photo, coarse[..., None]], -1).astype(np.float32) / 255
        alpha = truth.astype(np.float32)[None] / 255
        tile = tile.transpose(2, 0, 1)
        if self.training:
            turns, mirrored = rng.randrange(4), rng.random() < 0.5
            tile, alpha = (turned(layer, turns, mirrored) for layer in (tile, alpha))
            tile[:3] = recoloured(tile[:3], rng)
        return torch.from_numpy(np.ascontiguousarray(tile)), torch.from_numpy(np.ascontiguousarray(alpha))

    def part(self, whole: Composite, rng: random.Random) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Photo, truth and coarse alpha of a tile at the band."""
        y, x = whole.band[rng.randrange(len(whole.band))]
        # The place is anywhere in the inner part of the tile.
        top, left = int(y) - rng.randint(40, TILE - 41), int(x) - rng.randint(40, TILE - 41)
        photo, truth = cut(whole.photo, top, left), cut(whole.alpha, top, left)
        height, width = whole.alpha.shape
        side = len(whole.coarse)
        faults = FAULTY if whole.found else 1 - LOST
        if self.training and rng.random() < faults:
            return photo, truth, faulty(truth, (height / side, width / side), rng)
        return photo, truth, enlarged_part(whole.coarse, whole.alpha.shape, top, left)


def cut(layer: np.ndarray, top: int, left: int) -> np.ndarray:
    """The tile at a place; beyond the border the last samples go on."""
    rows = np.clip(np.arange(top, top + TILE), 0, layer.shape[0] - 1)
    columns = np.clip(np.arange(left, left + TILE), 0, layer.shape[1] - 1)
    return layer[rows][:, columns]


def enlarged_part(matte: np.ndarray, size: tuple[int, int], top: int, left: int) -> np.ndarray:
    """A matte of the whole picture as the tile sees it: bilinear, half-pixel centres, [256,256]."""
    values = matte.astype(np.float32)
    upper, lower, down = taps(np.arange(top, top + TILE), size[0], matte.shape[0])
    before, behind, across = taps(np.arange(left, left + TILE), size[1], matte.shape[1])
    rows = values[upper] * (1 - down)[:, None] + values[lower] * down[:, None]
    return rows[:, before] * (1 - across) + rows[:, behind] * across


def taps(places: np.ndarray, size: int, source: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Two samples around each place and the weight of the second."""
    position = np.clip((np.clip(places, 0, size - 1) + 0.5) * source / size - 0.5, 0, source - 1)
    first = np.floor(position).astype(int)
    return first, np.minimum(first + 1, source - 1), (position - first).astype(np.float32)


def faulty(alpha: np.ndarray, scale: tuple[float, float], rng: random.Random) -> np.ndarray:
    """A tile of the truth as a matte network might give it: softer or harder, without thin parts, with gaps filled, or with unknown areas.

    scale: pixels of the tile to one of the network, down and across. Returns [256,256] in 0..255.
    """
    height, width = (max(16, round(TILE / pixels)) for pixels in scale)
    shrinks = min(scale) > 1
    picture = Image.fromarray(alpha).resize(
        (width, height), Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR
    )
    kind = rng.random()
    if kind < 0.3:
        size = rng.choice([3, 5, 7, 9])
        picture = picture.filter(ImageFilter.MinFilter(size)).filter(ImageFilter.MaxFilter(size))
    elif kind < 0.55:
        size = rng.choice([3, 5, 7, 9])
        picture = picture.filter(ImageFilter.MaxFilter(size)).filter(ImageFilter.MinFilter(size))
    elif kind < 0.75:
        picture = picture.filter(rng.choice([ImageFilter.MinFilter, ImageFilter.MaxFilter])(rng.choice([3, 5])))
    picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 3)))
    values = np.asarray(picture).astype(np.float32)
    if rng.random() < 0.25:
        values = with_unknown_areas(values, rng)
    middle, slope = rng.uniform(70, 190), rng.choice([1, 1, rng.uniform(1, 5)])
    values = np.clip((values - middle) * slope + middle, 0, 255)
    return np.asarray(Image.fromarray(values).resize((TILE, TILE), Image.Resampling.BILINEAR))


def with_unknown_areas(alpha: np.ndarray, rng: random.Random) -> np.ndarray:
    """Parts of the subject, or of the background, half transparent."""
    cells = np.array([[rng.uniform(-1.5, 2) for _ in range(4)] for _ in range(4)], np.float32)
    unknown = Image.fromarray(cells).resize(alpha.shape[::-1], Image.Resampling.BICUBIC)
    amount = np.clip(np.asarray(unknown), 0, 1)
    if rng.random() < 0.6:
        return alpha * (1 - amount * rng.uniform(0.3, 1))
    return np.maximum(alpha, amount * rng.uniform(40, 200))


def turned(layer: np.ndarray, turns: int, mirrored: bool) -> np.ndarray:
    """[C,H,W] by quarter turns, and mirrored."""
    layer = np.rot90(layer, turns, (1, 2))
    return (layer[..., ::-1] if mirrored else layer).copy()


def recoloured(rgb: np.ndarray, rng: random.Random) -> np.ndarray:
    """Other light: gain by channel, gamma, contrast. [3,H,W] in 0..1."""
    gains = np.array([rng.uniform(0.8, 1.2) for _ in range(3)], np.float32)[:, None, None]
    rgb = np.clip(rgb * gains, 0, 1) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.1:
        rgb = np.repeat(rgb.mean(0, keepdims=True), 3, 0)
    return np.clip((rgb - 0.5) * rng.uniform(0.7, 1.2) + 0.5, 0, 1)
