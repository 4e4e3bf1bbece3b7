"""Scenes of `chooser.prepare` in a GPU's memory, and what is drawn anew each time one is shown."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from chooser.dataset import JUDGED, as_bytes, mean_at, plane_of, seen_of
from chooser.network import SEEN
from chooser.prepare import AS_TAKEN
from torch import Tensor
from torch.nn import functional

from .network import PICTURE_SIDE

TAKEN = 0.3
"""Share of the spoiled passes that take a part of the background; the others lose a part of the subject."""


@dataclass
class Scenes:
    """All uint8, on one device."""

    pictures: Tensor
    """[N,3,512,512]."""
    passes: Tensor
    """[N,K,512,512]."""
    truths: Tensor
    """[N,1,512,512]."""
    subjects: list[str]
    kinds: list[str]

    def __len__(self) -> int:
        return len(self.pictures)


def load(folders: list[Path], sides: list[int], device: str) -> Scenes:
    """All scenes of these folders that have a pass of each of these sizes. Raises ValueError where there is none."""
    files = sorted(file for folder in folders for file in folder.glob("**/*.npz") if ".new" not in file.name)
    # Reading and shrinking leave Python's lock, so that threads share the work.
    with ThreadPoolExecutor() as threads:
        found = [each for each in threads.map(lambda file: read(file, sides), files) if each]
    if not found:
        raise ValueError(f"There is no scene in {', '.join(map(str, folders))}")
    planes, subjects, kinds = zip(*found, strict=True)
    pictures, passes, truths = (torch.cat(column).to(device) for column in zip(*planes, strict=True))
    return Scenes(pictures, passes, truths, list(subjects), list(kinds))


def read(file: Path, sides: list[int]) -> tuple[tuple[Tensor, Tensor, Tensor], str, str] | None:
    """Picture, passes and truth of a scene, its subject and kind; None where it lacks a pass."""
    with np.load(file) as kept:
        if any(f"look{side}" not in kept for side in sides):
            return None
        passes = torch.cat([mean_at(plane_of(kept[f"look{side}"]), JUDGED) for side in sides], 1)
        truth = mean_at(plane_of(kept["truth"]), JUDGED)
        picture = torch.from_numpy(kept["seen"].copy()).permute(2, 0, 1)[None]
        return (picture, as_bytes(passes), as_bytes(truth)), str(kept["subject"]), str(kept["kind"])


def shown(pictures: Tensor, passes: Tensor) -> tuple[Tensor, Tensor]:
    """What the chooser sees, [N,3+K,256,256], and DINOv2, [N,3,448,448], both in 0..1, as served."""
    small = as_bytes(mean_at(pictures.float(), SEEN))
    large = (
        functional.interpolate(pictures.float(), (PICTURE_SIDE, PICTURE_SIDE), mode="bilinear", antialias=True) / 255
    )
    return seen_of(small, passes.float()), large


def drawn(scenes: Scenes, count: int, spoiled: float, taken: float, generator: torch.Generator) -> tuple[Tensor, ...]:
    """A batch at random: what is seen, what DINOv2 sees, passes and truth, in 0..1; mirrored and lit anew.

    spoiled: share of the pictures of which the passes lose a part of the subject, or take a part of the background, and are sure of it;
    of photographs as taken, whose full pass counts as the truth, all are. taken: share of those that take.
    """
    device = scenes.pictures.device
    index = torch.randint(len(scenes), (count,), generator=generator, device=device)
    planes = [scenes.pictures[index], scenes.passes[index], scenes.truths[index]]
    turned = torch.rand(count, 1, 1, 1, generator=generator, device=device) < 0.5
    pictures, passes, truths = (torch.where(turned, each.flip(-1), each) for each in planes)
    known = torch.tensor([kind == AS_TAKEN for kind in scenes.kinds], device=device)[index].view(-1, 1, 1, 1)
    wrong = torch.rand(count, 1, 1, 1, generator=generator, device=device) < spoiled
    passes = torch.where(wrong | known, spoil(passes, truths, taken, generator), passes)
    seen, large = shown(pictures, passes)
    gamma = torch.empty(count, 1, 1, 1, device=device).uniform_(0.7, 1.4, generator=generator)
    gain = torch.empty(count, 3, 1, 1, device=device).uniform_(0.8, 1.15, generator=generator)
    grey = torch.rand(count, 1, 1, 1, generator=generator, device=device) < 0.1
    lit = [(each**gamma * gain).clamp(0, 1) for each in (seen[:, :3], large)]
    near, far = (torch.where(grey, each.mean(1, keepdim=True).expand_as(each), each) for each in lit)
    return torch.cat([near, seen[:, 3:]], 1), far, passes.float() / 255, truths.float() / 255


def spoil(passes: Tensor, truths: Tensor, share: float, generator: torch.Generator) -> Tensor:
    """Passes that are sure and wrong within a turned ellipse: the part of the subject in it is gone, or the background in it is there,
    in this share of them.
    """
    count, device = len(passes), passes.device

    def draw(low: float, high: float) -> Tensor:
        return torch.empty(count, 1, 1, device=device).uniform_(low, high, generator=generator)

    line = torch.linspace(0, 1, passes.shape[-1], device=device)
    x, y, turn = line[None, None] - draw(0.1, 0.9), line[None, :, None] - draw(0.1, 0.9), draw(0, 3.1416)
    across, along = x * turn.cos() + y * turn.sin(), y * turn.cos() - x * turn.sin()
    within = (((across / draw(0.04, 0.25)) ** 2 + (along / draw(0.04, 0.4)) ** 2) < 1)[:, None]
    # A part comes or goes as a whole, and most often is lost: up to the truth's own edge.
    lost = torch.where(within, torch.minimum(passes, 255 - truths), passes)
    taken = torch.where(within, torch.maximum(passes, 255 - truths), passes)
    return torch.where(draw(0, 1)[..., None] < 1 - share, lost, taken)
