"""Scenes of `prepare` as the chooser sees them."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import Dataset

from .network import SEEN

JUDGED = 512
"""Pixels of a side at which mixed mattes are compared with the truth."""


@dataclass(frozen=True)
class Scene:
    """A scene in memory, all uint8."""

    file: Path
    subject: str
    kind: str
    picture: Tensor
    """[3,SEEN,SEEN]."""
    passes: Tensor
    """[K,JUDGED,JUDGED]."""
    truth: Tensor
    """[1,JUDGED,JUDGED]."""


def load_scenes(folders: list[Path], sides: list[int]) -> list[Scene]:
    """All scenes that have a pass of each of these sizes, in order."""
    found = []
    for file in sorted(file for folder in folders for file in folder.glob("*.npz") if ".new" not in file.name):
        with np.load(file) as kept:
            if all(f"look{side}" in kept for side in sides):
                found.append(scene_of(file, kept, sides))
    return found


def scene_of(file: Path, kept: dict, sides: list[int]) -> Scene:
    """A scene at the sizes that training needs."""
    passes = torch.cat([mean_at(plane_of(kept[f"look{side}"]), JUDGED) for side in sides], 1)
    truth = mean_at(plane_of(kept["truth"]), JUDGED)
    picture = mean_at(torch.from_numpy(kept["seen"]).permute(2, 0, 1)[None].float(), SEEN)
    planes = (as_bytes(plane)[0] for plane in (picture, passes, truth))
    return Scene(file, str(kept["subject"]), str(kept["kind"]), *planes)


def seen_of(picture: Tensor, passes: Tensor) -> Tensor:
    """[N,3+K,SEEN,SEEN] in 0..1 of pictures [N,3,SEEN,SEEN] and passes [N,K,H,W] of 0 to 255, rounded to bytes, as served."""
    return as_bytes(torch.cat([picture.float(), mean_at(passes.float(), SEEN)], 1)).float() / 255


def plane_of(samples: np.ndarray) -> Tensor:
    """[1,1,H,W], 0 to 255."""
    return torch.from_numpy(samples)[None, None].float()


def as_bytes(values: Tensor) -> Tensor:
    """Rounded, uint8."""
    return (values + 0.5).floor().clamp(0, 255).to(torch.uint8)


def mean_at(plane: Tensor, side: int) -> Tensor:
    """Planes [N,C,H,W] at a smaller size by area means."""
    return plane if plane.shape[-1] == side else functional.interpolate(plane, (side, side), mode="area")


class Augmented(Dataset):
    """Scenes mirrored and lit anew each time: what is seen, passes and truth, in 0..1."""

    def __init__(self, scenes: list[Scene]) -> None:
        self.scenes = scenes

    def __len__(self) -> int:
        return len(self.scenes)

    def __getitem__(self, index: int) -> tuple[Tensor, Tensor, Tensor]:
        scene = self.scenes[index]
        planes = [scene.picture, scene.passes, scene.truth]
        if torch.rand(()) < 0.5:
            planes = [plane.flip(-1) for plane in planes]
        picture, passes, truth = planes
        seen = seen_of(picture[None], passes[None])[0]
        lit = seen[:3] ** torch.empty(()).uniform_(0.7, 1.4) * torch.empty(3, 1, 1).uniform_(0.8, 1.15)
        if torch.rand(()) < 0.1:
            lit = lit.mean(0, keepdim=True).expand(3, -1, -1)
        return torch.cat([lit.clamp(0, 1), seen[3:]]), passes.float() / 255, truth.float() / 255
