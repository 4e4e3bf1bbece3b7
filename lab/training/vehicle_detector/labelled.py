"""Pictures whose vehicles are known, in the two forms that the evaluation reads."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from .choose import box_area
from .convert import VEHICLES


class LabelProblem(Exception):
    """A folder does not hold what its option asks for; the message is one line for the person at the console."""


def accepted_boxes(folder: Path) -> dict[str, np.ndarray]:
    """File name -> box [4] of the one vehicle, from `labels.json` (`photos`: name -> {`box`}); no box, no entry."""
    try:
        photos = json.loads((folder / "labels.json").read_text())["photos"]
    except (OSError, ValueError, KeyError) as cause:
        raise LabelProblem(f"No labels.json with `photos` in {folder} ({cause!r})") from cause
    return {name: np.array(label["box"]) for name, label in photos.items() if label["box"]}


def coco_vehicles(labels: Path, names: Iterable[str]) -> np.ndarray:
    """Boxes [B, 4] of the named vehicles in one picture, from its YOLO text file (class of COCO, centre, size)."""
    wanted = {VEHICLES[name] for name in names}
    rows = [line.split() for line in labels.read_text().splitlines()] if labels.exists() else []
    places = np.array([row[1:5] for row in rows if int(row[0]) in wanted], float).reshape(-1, 4)
    return np.concatenate([places[:, :2] - places[:, 2:] / 2, places[:, :2] + places[:, 2:] / 2], axis=1)


def largest(boxes: np.ndarray) -> np.ndarray:
    """The box [4] of the largest vehicle."""
    return boxes[box_area(boxes).argmax()]
