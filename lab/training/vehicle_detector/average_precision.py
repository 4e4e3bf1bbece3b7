"""Average precision of boxes, as COCO measures it at one overlap."""

from __future__ import annotations

import numpy as np

from .choose import Vehicle, overlaps

ENOUGH = 0.5
"""Intersection over union from which on a box is found."""


def average_precision(pictures: list[tuple[list[Vehicle], np.ndarray]]) -> float:
    """Area under precision over recall, 0..1: of the boxes that were found in each picture, best first, against the true ones [B, 4].

    The best-scored box of those that overlap a true one finds it; the others are false, as are all that overlap none
    (Everingham et al., IJCV 2010; every level of recall counts, as after 2010).
    """
    scores, right = [], []
    for vehicles, truth in pictures:
        free = np.ones(len(truth), bool)
        for vehicle in vehicles:
            shared = np.where(free, overlaps(vehicle.box, truth), 0) if len(truth) else np.zeros(1)
            is_right = bool(shared.max() >= ENOUGH)
            if is_right:
                free[shared.argmax()] = False
            scores.append(vehicle.score)
            right.append(is_right)
    wanted = sum(len(truth) for _, truth in pictures)
    hits = np.array(right)[np.argsort(-np.array(scores), kind="stable")]
    found = np.cumsum(hits)
    precision = found / np.arange(1, len(hits) + 1)
    # Precision at a recall is the best at that recall or a higher one.
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float((envelope * hits).sum() / wanted)
