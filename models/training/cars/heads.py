"""What each car network sees and learns: size and margin of its crop, its loss, and its serving form."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from .network import BINS, MapNetwork, ViewNetwork

BIN_DEGREES = 360 / BINS


@dataclass(frozen=True)
class Head:
    """One network. `size` is (width, height) of its input; `margin` a share of the car's box on each side."""

    name: str
    size: tuple[int, int]
    margin: float
    make: Callable[[], nn.Module]
    loss: Callable[[Tensor, dict[str, Tensor]], Tensor]
    served: Callable[[Tensor], dict[str, Tensor]]
    """Logits to what the service reads, by name: maps [N,H,W] in 0..1, or `view` [N,2] in degrees."""


def parts(logits: Tensor) -> dict[str, Tensor]:
    """The chosen car's outline, its glass, and opacity: 1 where there is no glass."""
    glass, see_through, car = logits.sigmoid().unbind(1)
    return {"opacity": 1 - glass * see_through, "glass": glass, "car": car}


def parts_loss(logits: Tensor, truth: dict[str, Tensor]) -> Tensor:
    """Cross-entropy of outline and glass, and the error of opacity, which counts most inside glass."""
    glass = truth["glass"]
    edges = functional.binary_cross_entropy_with_logits(logits[:, 0], glass)
    edges = edges + functional.binary_cross_entropy_with_logits(logits[:, 2], truth["silhouette"])
    error = parts(logits)["opacity"] - truth["opacity"]
    weight = 0.1 + glass * 2
    return edges + 4 * (weight * (error.square() + 0.1 * error.abs())).sum() / weight.sum()


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
    """Cross-entropy against a von-Mises-like bump over the azimuth bins; smooth error of the elevation."""
    azimuth, elevation = truth["view"].unbind(1)
    centres = (torch.arange(BINS, device=logits.device) + 0.5) * BIN_DEGREES
    bump = torch.exp((torch.cos((azimuth[:, None] - centres) * math.pi / 180) - 1) * 40)
    wanted = bump / bump.sum(1, keepdim=True)
    classes = functional.cross_entropy(logits[:, :BINS], wanted)
    return classes + 0.1 * functional.smooth_l1_loss(logits[:, BINS], elevation, beta=3)


def view_angles(logits: Tensor) -> dict[str, Tensor]:
    """Azimuth (0 to 360) and elevation in degrees, [N,2]: the mean direction of the most likely stretch of bins."""
    likely = torch.softmax(logits[:, :BINS], 1)
    # A stretch of seven bins in circular order: front and rear never mix.
    ring = torch.cat([likely[:, -3:], likely, likely[:, :3]], 1)
    stretch = functional.avg_pool1d(ring[:, None], 7, 1)[:, 0]
    # Sharpened so far that only the best stretch counts.
    weights = torch.softmax(stretch * 400, 1)
    centres = (torch.arange(BINS, device=logits.device, dtype=logits.dtype) + 0.5) * (2 * math.pi / BINS)
    near = functional.avg_pool1d(torch.cat([weights[:, -3:], weights, weights[:, :3]], 1)[:, None], 7, 1)[:, 0] * likely
    direction = torch.atan2((near * torch.sin(centres)).sum(1), (near * torch.cos(centres)).sum(1))
    degrees = direction * (180 / math.pi)
    return {"view": torch.stack([torch.where(degrees < 0, degrees + 360, degrees), logits[:, BINS]], 1)}


HEADS = {
    head.name: head
    for head in (
        Head("car-parts", (256, 160), 0.03, lambda: MapNetwork(3), parts_loss, parts),
        Head("car-shadow", (160, 128), 0.35, lambda: MapNetwork(1), shadow_loss, lambda y: {"shadow": y[:, 0].sigmoid()}),
        Head("car-view", (192, 128), 0.03, ViewNetwork, view_loss, view_angles),
    )
}
