"""What each car network sees and learns: size and margin of its crop, its loss, and its serving form."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from .network import BINS, MapNetwork, PartsNetwork, ViewNetwork

BIN_DEGREES = 360 / BINS
SIDE = 0.26
"""Cosine of the azimuth up to which a view is neither from the front nor from the rear: within 15 degrees of a side."""


@dataclass(frozen=True)
class Head:
    """One network. `size` is (width, height) of its input; `margin` a share of the car's box on each side."""

    name: str
    size: tuple[int, int]
    margin: float
    make: Callable[[], nn.Module]
    loss: Callable[[Tensor, dict[str, Tensor]], Tensor]
    served: Callable[..., dict[str, Tensor]]
    """Logits to what the service reads, by name: maps [N,H,W] in 0..1, or `view` [N,2] in degrees."""
    mirrored: bool = False
    """Whether `served` takes the logits of the mirrored picture as well."""
    planes: int = 1
    """What it sees beside RGB: the matte, and boxes of other vehicles where there are two."""

    def answers(self, network: nn.Module, picture: Tensor) -> dict[str, Tensor]:
        """What the service reads of pictures [N,3+planes,H,W] in 0..1."""
        pictures = [picture, picture.flip(3)] if self.mirrored else [picture]
        return self.served(*(network(each) for each in pictures))


GLASS_BELOW, GLASS_FROM = 0.7, 0.9
"""Likelihood of glass up to which it stays closed, and from which on it is open: a hole in a door is worse than a tinted window."""


def parts(logits: Tensor, mirrored: Tensor) -> dict[str, Tensor]:
    """The chosen car's outline, its glass, and opacity: 1 where there is no glass.

    mirrored: logits of the mirrored pictures; both answers are averaged.
    """
    glass, see_through, car = ((logits.sigmoid() + mirrored.sigmoid().flip(3)) / 2).unbind(1)
    is_glass = ((glass - GLASS_BELOW) / (GLASS_FROM - GLASS_BELOW)).clamp(0, 1)
    return {"opacity": 1 - is_glass * see_through, "glass": glass, "car": car}


def parts_loss(logits: Tensor, truth: dict[str, Tensor]) -> Tensor:
    """Cross-entropy of outline and glass, and the error of opacity, which counts most inside glass.

    truth: maps [N,H,W]; the outline counts seven times where the matte is wrong, and by `counts`, 0 where nobody knows it.
    `knows_glass` [N] is 0 for photos, whose glass nobody knows.
    """
    glass, knows = truth["glass"], truth["knows_glass"][:, None, None]
    known = (knows.sum() * glass[0].numel()).clamp(min=1)
    edges = (functional.binary_cross_entropy_with_logits(logits[:, 0], glass, reduction="none") * knows).sum() / known
    outline = functional.binary_cross_entropy_with_logits(logits[:, 2], truth["silhouette"], reduction="none")
    wrong = (truth["matte"] - truth["silhouette"]).abs()
    car = (outline * (1 + 6 * wrong) * truth["counts"]).sum() / truth["counts"].sum()
    is_glass, see_through, _ = logits.sigmoid().unbind(1)
    error = 1 - is_glass * see_through - truth["opacity"]
    weight = (0.1 + glass * 2) * knows
    return edges + car + 4 * (weight * (error.square() + 0.1 * error.abs())).sum() / weight.sum().clamp(min=1)


def shadow_loss(logits: Tensor, truth: dict[str, Tensor]) -> Tensor:
    """Error of the shade where the ground is visible; its slopes too, so that edges are as soft as they are."""
    shade = logits[:, 0].sigmoid()
    visible = truth["visible"]
    error = (shade - truth["shadow"]) * visible
    pixels = error.square().mean() * 8 + error.abs().mean()
    across = (error[..., 1:] - error[..., :-1]).abs().mean()
    down = (error[..., 1:, :] - error[..., :-1, :]).abs().mean()
    return pixels + 0.5 * (across + down)


def view_loss(logits: Tensor, truth: dict[str, Tensor]) -> Tensor:
    """Cross-entropy against a von-Mises bump over the azimuth bins, and of front or rear; smooth error of the elevation.

    truth: `view` [N,2], azimuth and elevation in degrees, the latter not a number where nobody knows it; `spread` [N], how
    many degrees the azimuth may be off.
    """
    azimuth, elevation = truth["view"].unbind(1)
    off = torch.cos((azimuth[:, None] - bin_centres(logits)) * math.pi / 180) - 1
    bump = torch.exp(off / (truth["spread"][:, None] * math.pi / 180).square())
    classes = functional.cross_entropy(logits[:, :BINS], bump / bump.sum(1, keepdim=True))
    behind = -torch.cos(azimuth * math.pi / 180)
    # A view from the side is neither.
    counts = (behind.abs() > SIDE).float()
    ends = functional.binary_cross_entropy_with_logits(logits[:, BINS + 1], (behind > 0).float(), counts)
    known = elevation.isfinite()
    error = functional.smooth_l1_loss(logits[:, BINS], torch.where(known, elevation, logits[:, BINS].detach()), beta=3)
    return classes + 0.5 * ends + 0.1 * error


def bin_centres(like: Tensor) -> Tensor:
    """Azimuths in degrees, [BINS]."""
    return (torch.arange(BINS, device=like.device, dtype=like.dtype) + 0.5) * BIN_DEGREES


def bin_chances(logits: Tensor) -> Tensor:
    """How likely each azimuth is, [N,BINS]: the bins', weighted by the likelihood of front or rear."""
    # 1 at the rear, 0 at the front, and half of both at the sides, where the weight is the same for either.
    behind = (0.5 - 2 * torch.cos(bin_centres(logits) * (math.pi / 180))).clamp(0, 1)
    rear = torch.sigmoid(logits[:, BINS + 1 :])
    weighed = torch.softmax(logits[:, :BINS], 1) * (behind * rear + (1 - behind) * (1 - rear))
    return weighed / weighed.sum(1, keepdim=True)


def view_angles(logits: Tensor, mirrored: Tensor) -> dict[str, Tensor]:
    """Azimuth (0 to 360) and elevation in degrees, [N,2]: the mean direction of the most likely stretch of bins.

    mirrored: logits of the mirrored pictures; both likelihoods of each azimuth are averaged.
    """
    likely = (bin_chances(logits) + bin_chances(mirrored).flip(1)) / 2
    # A stretch of seven bins in circular order: front and rear never mix.
    ring = torch.cat([likely[:, -3:], likely, likely[:, :3]], 1)
    stretch = functional.avg_pool1d(ring[:, None], 7, 1)[:, 0]
    # Sharpened so far that only the best stretch counts.
    weights = torch.softmax(stretch * 400, 1)
    centres = bin_centres(logits) * (math.pi / 180)
    near = functional.avg_pool1d(torch.cat([weights[:, -3:], weights, weights[:, :3]], 1)[:, None], 7, 1)[:, 0] * likely
    direction = torch.atan2((near * torch.sin(centres)).sum(1), (near * torch.cos(centres)).sum(1))
    degrees = direction * (180 / math.pi)
    elevation = (logits[:, BINS] + mirrored[:, BINS]) / 2
    return {"view": torch.stack([torch.where(degrees < 0, degrees + 360, degrees), elevation], 1)}


HEADS = {
    head.name: head
    for head in (
        Head("car-parts", (320, 224), 0.12, PartsNetwork, parts_loss, parts, mirrored=True, planes=PartsNetwork.PLANES),
        Head(
            "car-shadow", (160, 128), 0.35, lambda: MapNetwork(1), shadow_loss, lambda y: {"shadow": y[:, 0].sigmoid()}
        ),
        Head("car-view", (192, 128), 0.03, ViewNetwork, view_loss, view_angles, mirrored=True),
    )
}
