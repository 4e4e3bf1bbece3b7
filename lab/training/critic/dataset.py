"""What the critic is shown: a picture and an answer, and where the answer differs from the truth."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from scipy import ndimage
from torch import Tensor
from torch.nn import functional
from torch.utils.data import Dataset

from .damage import damaged

CELL = 8
"""Pixels of a side of a cell of the map."""


@dataclass(frozen=True)
class Sample:
    """A picture [H,W,3], its truth [H,W], and the network's answers [K,H,W], uint8."""

    picture: np.ndarray
    truth: np.ndarray
    answers: np.ndarray
    taken: bool
    """Whether it is a photograph, whose first answer counts as right."""


def load_samples(folder: Path, taken: bool, without: set[str]) -> list[Sample]:
    """All samples of a folder but some."""
    found = []
    for file in sorted(folder.glob("*.npz")):
        if file.stem not in without:
            with np.load(file) as kept:
                found.append(Sample(kept["picture"], kept["truth"], kept["answers"], taken))
    return found


class Shown(Dataset):
    """Samples with an answer chosen or damaged anew each time."""

    def __init__(self, photos: list[Sample], scenes: list[Sample], seed: int, count: int) -> None:
        self.photos, self.scenes, self.seed, self.count = photos, scenes, seed, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor]:
        random = np.random.default_rng((self.seed, index))
        pool = self.photos if random.random() < 0.6 else self.scenes
        sample = pool[random.integers(len(pool))]
        picture = sample.picture.astype(np.float32) / 255
        truth = sample.truth.astype(np.float32) / 255
        way = random.random()
        right = sample.answers[0].astype(np.float32) / 255 if sample.taken else truth
        if way < 0.3:
            answer = right
        elif way < (0.5 if sample.taken else 0.65):
            answer = sample.answers[random.integers(int(sample.taken), len(sample.answers))].astype(np.float32) / 255
        else:
            answer = damaged(right, picture, random)
        if random.random() < 0.5:
            answer = ndimage.gaussian_filter(answer, random.uniform(0.2, 0.9))
        planes = torch.from_numpy(np.dstack([picture, answer, truth])).permute(2, 0, 1)
        planes = cropped(planes, random)
        if random.random() < 0.5:
            planes = planes.flip(-1)
        seen = (planes[:4].clamp(0, 1) * 255 + 0.5).to(torch.uint8).numpy()
        gamma, gains = random.uniform(0.7, 1.4), random.uniform(0.85, 1.15, (3, 1))
        tones = np.clip(gains * 255 * (np.arange(256) / 255) ** gamma + 0.5, 0, 255).astype(np.uint8)
        lit = np.stack([tones[channel][seen[channel]] for channel in range(3)])
        if random.random() < 0.1:
            lit[:] = lit.mean(0)
        return torch.from_numpy(np.concatenate([lit, seen[3:]])), torch.from_numpy(
            wrong(planes[3].numpy(), planes[4].numpy())
        )


def cropped(planes: Tensor, random: np.random.Generator) -> Tensor:
    """A part of it at the same size, as often as not."""
    if random.random() < 0.5:
        return planes
    side = planes.shape[-1]
    high, wide = (int(side * random.uniform(0.55, 1)) for _ in range(2))
    top, left = random.integers(0, side - high + 1), random.integers(0, side - wide + 1)
    part = planes[None, :, top : top + high, left : left + wide]
    return functional.interpolate(part, (side, side), mode="bilinear", align_corners=False)[0]


def wrong(answer: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """[2,H/8,W/8]: how much of each cell is lost and added, but for what is thinner than 3 pixels."""
    both = np.clip(np.stack([truth - answer, answer - truth]), 0, 1)
    opened = extreme(extreme(both, np.minimum), np.maximum)
    count, high, wide = opened.shape
    return opened.reshape(count, high // CELL, CELL, wide // CELL, CELL).mean((2, 4))


def extreme(planes: np.ndarray, of: np.ufunc) -> np.ndarray:
    """The least or most of 3 x 3 pixels."""
    planes = np.pad(planes, ((0, 0), (1, 1), (1, 1)), mode="edge")
    planes = of(of(planes[:, :-2], planes[:, 1:-1]), planes[:, 2:])
    return of(of(planes[..., :-2], planes[..., 1:-1]), planes[..., 2:])
