"""From boxes and scores to the one vehicle of the picture: the rule that the service repeats in TypeScript.

1. A box's score is the largest of its scores as car, bus and truck: a pickup is a car and a truck at once, and one
   box is enough. Motorcycles are left out: this network confuses shoes and tables with them.
2. Boxes under the floor are dropped; of two that overlap by more than `nms_iou`, the better-scored one stays.
3. Of the rest, the vehicle is the box with the largest score^4 x area. Area alone would choose a patch of road that
   faintly resembles a lorry, score alone a small sharp car in the background.

`score_power` 0 gives the rule of the largest box. A second, lower floor can be tried when the first finds nothing; it
was measured and is not part of the chosen rule.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Rule:
    """Floors are scores 0 ... 1; `columns` are columns of `scores`; `second_area` is a fraction of the picture."""

    floor: float
    score_power: float = 4.0
    nms_iou: float = 0.55
    columns: tuple[int, ...] = (0, 2, 3)
    second_floor: float | None = None
    second_area: float = 0.05


CHOSEN = Rule(floor=0.25)
"""The rule of the service."""

PADDING = 0.08
"""Share of the box's width (height) that the crop adds on the left and right (above and below)."""


@dataclass(frozen=True)
class Vehicle:
    """`box` is x0, y0, x1, y1 relative to the picture; `label` is a column of the network's `scores`."""

    box: np.ndarray
    score: float
    label: int


def choose(boxes: np.ndarray, scores: np.ndarray, rule: Rule = CHOSEN) -> Vehicle | None:
    """The vehicle of a picture from boxes [A, 4] and class scores [A, C]."""
    found = vehicles(boxes, scores, rule.floor, rule)
    if not found and rule.second_floor is not None:
        faint = vehicles(boxes, scores, rule.second_floor, rule)
        found = [vehicle for vehicle in faint if box_area(vehicle.box) >= rule.second_area]
    return max(found, key=lambda vehicle: vehicle.score**rule.score_power * box_area(vehicle.box), default=None)


def vehicles(boxes: np.ndarray, scores: np.ndarray, floor: float, rule: Rule) -> list[Vehicle]:
    """All vehicles with a score of at least `floor`, best first, classes merged, doubles suppressed."""
    columns = np.array(rule.columns)
    scores = scores[:, columns]
    merged = scores.max(axis=1)
    candidates = np.flatnonzero(merged >= floor)
    kept: list[int] = []
    for index in candidates[np.argsort(-merged[candidates], kind="stable")]:
        if not kept or overlaps(boxes[index], boxes[kept]).max() <= rule.nms_iou:
            kept.append(int(index))
    return [Vehicle(boxes[index], float(merged[index]), int(columns[scores[index].argmax()])) for index in kept]


def box_area(box: np.ndarray) -> np.ndarray:
    """Area of boxes [..., 4], as a fraction of the picture."""
    return np.maximum(box[..., 2] - box[..., 0], 0) * np.maximum(box[..., 3] - box[..., 1], 0)


def overlaps(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Intersection over union of one box [4] with each of the others [B, 4]; 0 where both are empty."""
    shared = np.concatenate([np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])], axis=1)
    common = box_area(shared)
    union = box_area(box) + box_area(others) - common
    return np.divide(common, union, out=np.zeros_like(common), where=union > 0)


def widened(box: np.ndarray, fraction: float) -> np.ndarray:
    """The box [4] with `fraction` of its width (height) added left and right (above and below), cut to 0 ... 1."""
    width, height = box[2] - box[0], box[3] - box[1]
    return np.clip(box + fraction * np.array([-width, -height, width, height]), 0, 1)


def missing_margin(box: np.ndarray, whole: np.ndarray) -> float:
    """How far `whole` reaches out of `box` on the worst side, as a share of the box's width or height; 0 if inside."""
    size = np.tile(box[2:] - box[:2], 2)
    return float(max(0.0, ((box - whole) * np.array([1, 1, -1, -1]) / size).max()))
