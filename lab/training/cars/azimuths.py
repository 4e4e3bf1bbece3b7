"""Azimuths of photos: where they are read, which side they show, how photos are dealt into folds, how answers are judged."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SAME_CAR = 3_000_000
"""Flickr's numbers grew by about so many a day: photos that are nearer to each other often show the same car."""


@dataclass(frozen=True)
class JudgedView:
    """What a network answered for one photo, in degrees."""

    photo: str
    azimuth: float
    answer: float

    def error(self) -> float:
        """0 to 180."""
        return abs((self.answer - self.azimuth + 180) % 360 - 180)


def known_azimuths(source: Path) -> dict[str, float | None]:
    """Azimuths by the name of the photo, without its ending; None where the person could not judge it.

    source: a JSON file `{"photos": {NAME: {"azimuth_deg": 0 to 360 or null}}}`, or the folder of the hand-drawn labels.
    """
    if source.is_dir():
        return {file.stem: json.loads(file.read_text())["azimuth"] for file in source.glob("*.json")}
    return {Path(name).stem: label["azimuth_deg"] for name, label in json.loads(source.read_text())["photos"].items()}


def side_of(azimuth: float) -> str:
    """`front`, `rear` or `side`: within 60 degrees of the front or the rear, or neither."""
    off = abs((azimuth + 180) % 360 - 180)
    return "front" if off <= 60 else "rear" if off >= 120 else "side"


def folds_of(azimuths: dict[str, float], folds: int) -> dict[str, int]:
    """The fold of each photo: photos of one car share one, and rear views, which are few, are dealt out evenly."""
    groups: list[list[str]] = []
    for name in sorted(azimuths, key=number_of):
        near = groups and number_of(name) - number_of(groups[-1][-1]) < SAME_CAR
        groups[-1].append(name) if near else groups.append([name])

    def rears_in(group: list[str]) -> int:
        return sum(side_of(azimuths[name]) == "rear" for name in group)

    fold_of: dict[str, int] = {}
    rears, sizes = [0] * folds, [0] * folds
    for group in sorted(groups, key=rears_in, reverse=True):
        fold = min(range(folds), key=lambda each: (rears[each] if rears_in(group) else 0, sizes[each]))
        rears[fold] += rears_in(group)
        sizes[fold] += len(group)
        fold_of.update(dict.fromkeys(group, fold))
    return fold_of


def number_of(name: str) -> int:
    """The number at the end of a photo's name; 0 without one."""
    found = re.search(r"(\d+)$", name)
    return int(found[1]) if found else 0


def summary_of(views: list[JudgedView]) -> dict[str, dict[str, float]]:
    """Of front, rear and side views and of `all`: n, share within 30 degrees, half turns (150 and more), median error."""
    found = {}
    for side in ("front", "rear", "side", "all"):
        errors = np.array([view.error() for view in views if side in ("all", side_of(view.azimuth))])
        if errors.size:
            found[side] = {
                "n": int(errors.size),
                "within_30": round(float((errors <= 30).mean()), 4),
                "half_turns": int((errors >= 150).sum()),
                "median": round(float(np.median(errors)), 1),
            }
    return found
