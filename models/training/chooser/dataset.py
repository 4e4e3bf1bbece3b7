"""Scenes of `prepare` as the chooser sees them, and what its answer is judged by."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import Dataset

from .network import SEEN, Chooser

JUDGED = 128
"""Pixels of a side at which mixed mattes are compared with the truth in training."""


@dataclass(frozen=True)
class Scene:
    """A scene in memory, all tensors 0 to 1."""

    file: Path
    subject: str
    features: Tensor
    """What `Chooser.features` makes of it."""
    looks: Tensor
    """[K,JUDGED,JUDGED]."""
    truth: Tensor
    """[1,JUDGED,JUDGED]."""


def load_scenes(folders: list[Path], sides: list[int], network: Chooser) -> list[Scene]:
    """All scenes that have a look of each of these sizes, in order."""
    found = []
    for file in sorted(file for folder in folders for file in folder.glob("*.npz") if ".new" not in file.name):
        with np.load(file) as scene:
            if all(f"look{side}" in scene for side in sides):
                found.append(scene_of(file, scene, sides, network))
    return found


def scene_of(file: Path, kept: dict, sides: list[int], network: Chooser) -> Scene:
    """A scene without the parts that are only needed once."""
    looks = torch.cat([mean_at(plane_of(kept[f"look{side}"]), JUDGED) for side in sides], 1)
    truth = mean_at(plane_of(kept["truth"]), JUDGED)
    with torch.no_grad():
        features = network.features(seen_of(kept, sides))
    return Scene(file, str(kept["subject"]), features[0], looks[0] / 255, truth[0] / 255)


def seen_of(kept: dict, sides: list[int]) -> Tensor:
    """[1,3 + 2K,SEEN,SEEN] in 0..1: red, green, blue; opacity of each look; doubt of each look. Rounded to bytes, as served."""
    looks = [plane_of(kept[f"look{side}"]) for side in sides]
    picture = torch.from_numpy(kept["seen"]).permute(2, 0, 1)[None].float()
    planes = [mean_at(plane, SEEN) for plane in (picture, *looks, *map(doubt_of, looks))]
    return (torch.cat(planes, 1) + 0.5).floor() / 255


def plane_of(samples: np.ndarray) -> Tensor:
    """[1,1,H,W], 0 to 255."""
    return torch.from_numpy(samples)[None, None].float()


def doubt_of(look: Tensor) -> Tensor:
    """0 where a look is sure, 255 where it says a half: fine edges and haze differ in how much of a place doubts."""
    return 255 - (2 * look - 255).abs()


def mean_at(plane: Tensor, side: int) -> Tensor:
    """Planes [N,C,H,W] at a smaller size by area means."""
    return functional.interpolate(plane, (side, side), mode="area")


class Augmented(Dataset):
    """Scenes mirrored and lit anew each time: features, looks and truth."""

    def __init__(self, scenes: list[Scene], times: int) -> None:
        """times: how often each comes in a round."""
        self.scenes, self.times = scenes, times

    def __len__(self) -> int:
        return len(self.scenes) * self.times

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor]:
        scene = self.scenes[index % len(self.scenes)]
        planes = [scene.features, scene.looks, scene.truth]
        if torch.rand(()) < 0.5:
            planes = [plane.flip(-1) for plane in planes]
        features, looks, truth = planes
        lit = features[:3] ** torch.empty(()).uniform_(0.6, 1.6) * torch.empty(3, 1, 1).uniform_(0.7, 1.2)
        if torch.rand(()) < 0.33:
            lit = lit[torch.randperm(3)]
        return torch.cat([lit.clamp(0, 1), features[3:]]), looks, truth
