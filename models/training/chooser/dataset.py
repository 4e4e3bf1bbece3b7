"""Scenes of `prepare` as the chooser sees them, and what its answer is judged by."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import Dataset

from .network import SEEN

JUDGED = 256
"""Pixels of a side at which mixed mattes are compared with the truth in training."""


@dataclass(frozen=True)
class Scene:
    """A scene in memory, all tensors uint8."""

    name: str
    subject: str
    seen: Tensor
    """[3 + 2K,SEEN,SEEN]: red, green, blue; opacity of each look; doubt of each look."""
    looks: Tensor
    """[K,JUDGED,JUDGED]."""
    truth: Tensor
    """[1,JUDGED,JUDGED]."""


def load_scenes(folders: list[Path], sides: list[int]) -> list[Scene]:
    """All scenes that have a look of each of these sizes, in order."""
    found = []
    for file in sorted(file for folder in folders for file in folder.glob("[0-9a-z]*.npz") if ".new" not in file.name):
        with np.load(file) as scene:
            if all(f"look{side}" in scene for side in sides):
                found.append(scene_of(file.stem, scene, sides))
    return found


def scene_of(name: str, kept: dict, sides: list[int]) -> Scene:
    """A scene as the service would show it."""
    looks = [torch.from_numpy(kept[f"look{side}"])[None, None].float() for side in sides]
    picture = torch.from_numpy(kept["seen"]).permute(2, 0, 1)[None].float()
    truth = torch.from_numpy(kept["truth"])[None, None].float()
    seen = torch.cat([mean_at(plane, SEEN) for plane in (picture, *looks, *map(doubt_of, looks))], 1)
    judged = torch.cat([mean_at(look, JUDGED) for look in looks], 1)
    return Scene(name, str(kept["subject"]), as_bytes(seen)[0], as_bytes(judged)[0], as_bytes(mean_at(truth, JUDGED))[0])


def doubt_of(look: Tensor) -> Tensor:
    """0 where a look is sure, 255 where it says a half: fine edges and haze differ in how much of a cell doubts."""
    return 255 - (2 * look - 255).abs()


def mean_at(plane: Tensor, side: int) -> Tensor:
    """Planes [N,C,H,W] at a smaller size by area means."""
    return functional.interpolate(plane, (side, side), mode="area")


def as_bytes(plane: Tensor) -> Tensor:
    """Rounded to bytes."""
    return (plane + 0.5).to(torch.uint8)


class Augmented(Dataset):
    """Scenes turned, cut, mirrored and lit anew each time: seen, looks and truth, float 0 to 1."""

    def __init__(self, scenes: list[Scene], times: int = 1) -> None:
        """times: how often each comes in a round."""
        self.scenes, self.times = scenes, times

    def __len__(self) -> int:
        return len(self.scenes) * self.times

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor]:
        scene = self.scenes[index % len(self.scenes)]
        planes = [plane.float() / 255 for plane in (scene.seen, scene.looks, scene.truth)]
        if torch.rand(()) < 0.5:
            planes = [plane.flip(-1) for plane in planes]
        if torch.rand(()) < 0.5:
            planes = cut(planes)
        seen, looks, truth = planes
        colours = seen[:3] ** torch.empty(()).uniform_(0.6, 1.6) * torch.empty(3, 1, 1).uniform_(0.7, 1.2)
        if torch.rand(()) < 0.3:
            colours = colours[torch.randperm(3)]
        return torch.cat([colours.clamp(0, 1), seen[3:]]), looks, truth


def cut(planes: list[Tensor]) -> list[Tensor]:
    """The same part of every plane, at least 0.65 of a side, enlarged."""
    share = float(torch.empty(()).uniform_(0.65, 1))
    left, top = (torch.rand(2) * (1 - share)).tolist()
    grid = functional.affine_grid(torch.tensor([[[share, 0, 2 * left + share - 1], [0, share, 2 * top + share - 1]]]), [1, 1, JUDGED, JUDGED], align_corners=False)
    grids = {JUDGED: grid, SEEN: mean_at(grid.permute(0, 3, 1, 2), SEEN).permute(0, 2, 3, 1)}
    return [functional.grid_sample(plane[None], grids[plane.shape[-1]], align_corners=False, padding_mode="border")[0] for plane in planes]
