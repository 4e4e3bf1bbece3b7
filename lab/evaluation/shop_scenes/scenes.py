"""How each kind of scene is laid out, from a seed."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import backdrops
from .canvas import Canvas
from .cutouts import Cutout
from .subjects import BODIES

KINDS = (
    "white", "sweep", "grey", "white on white", "photo", "white", "colour", "several", "black on black", "reflection",
    "cut", "white", "sweep", "in a hand", "grey", "photo", "white on white", "several", "colour", "black on black", "cut", "white",
)  # fmt: skip
"""Kinds of scenes, in turn; 22 of them, so that all meet every place of the fifteen of which two are held out."""

ASPECTS = ((1, 1), (4, 5), (3, 4), (4, 3), (16, 9), (2, 3))
AREA = 1_000_000
HELD = 32.0
"""Centimetres of the longest side of what lies on a hand, at most."""


@dataclass(frozen=True)
class Stock:
    """What one side's scenes are made of."""

    side: str
    records: list[dict]
    """Journal of its subjects."""
    photos: list[Path]
    read: Callable[[dict], Cutout]


def frame_of(rng: random.Random) -> tuple[int, int]:
    """Width and height of a picture of about a megapixel."""
    across, down = rng.choice(ASPECTS)
    height = (AREA * down / across) ** 0.5
    return round(height * across / down), round(height)


def fitting(kind: str, records: list[dict]) -> list[dict]:
    """The subjects that a kind of scene can be about."""
    lightness = {"white on white": lambda value: value > 0.72, "black on black": lambda value: value < 0.22}.get(kind)
    if lightness:
        return [record for record in records if lightness(record["lightness"])]
    if kind == "in a hand":
        return [record for record in records if record["category"] != BODIES and max(record["centimetres"]) <= HELD]
    if kind in ("several", "cut"):
        return [record for record in records if record["category"] != BODIES]
    return [record for record in records if not record["model"].startswith("anny/arm")]


def enough(kind: str, records: list[dict]) -> bool:
    """Whether a part of the subjects is enough for a kind of scene: one to show, four for a row, an arm to hold it. The whole list always is."""
    held = kind != "in a hand" or any(each["model"] == "anny/arm" for each in records)
    return held and len(fitting(kind, records)) >= (4 if kind == "several" else 1)


def compose(kind: str, record: dict, stock: Stock, rng: random.Random) -> tuple[np.ndarray, np.ndarray]:
    """A picture [H,W,3] and the alpha [H,W] of its subjects, uint8."""
    frame = frame_of(rng)
    canvas = Canvas(behind(kind, frame, stock, rng))
    floor = floor_of(kind, rng)
    first = turned(stock.read(record), rng)
    if kind == "several":
        row(
            canvas,
            [
                first,
                *(
                    turned(stock.read(other), rng)
                    for other in rng.sample(fitting(kind, stock.records), rng.randint(1, 3))
                ),
            ],
            floor,
            rng,
        )
    elif kind == "in a hand":
        arms = [each for each in stock.records if each["model"] == "anny/arm"]
        hold(canvas, stock.read(rng.choice(arms)), first, rng)
    else:
        alone(canvas, first, rng.uniform(1.15, 1.7) if kind == "cut" else rng.uniform(0.55, 0.97), floor, rng)
    return canvas.picture()


def behind(kind: str, frame: tuple[int, int], stock: Stock, rng: random.Random) -> np.ndarray:
    """What is behind a kind of scene."""
    if kind == "photo":
        return backdrops.photograph(frame, rng.choice(stock.photos), rng)
    grey = {
        "white": rng.choice((1, 1, rng.uniform(0.94, 1))),
        "white on white": rng.choice((1, rng.uniform(0.85, 1))),
        "black on black": rng.choice((0, rng.uniform(0, 0.15))),
        "grey": rng.uniform(0.25, 0.92),
    }.get(kind)
    if grey is not None:
        return backdrops.flat(frame, (grey,) * 3)
    colour = backdrops.tint(stock.side, rng) if kind == "colour" or rng.random() < 0.4 else (rng.uniform(0.6, 1),) * 3
    return backdrops.flat(frame, colour) if kind == "colour" else backdrops.sweep(frame, colour, rng)


def floor_of(kind: str, rng: random.Random) -> dict[str, float]:
    """How much shadow and mirror image the floor shows: products cut out by hand have neither."""
    shown = rng.random() < 0.8
    mirror = rng.uniform(0.15, 0.6) if kind == "reflection" else rng.choice((0, 0, 0, rng.uniform(0.05, 0.25)))
    return {"shadow": rng.uniform(0.4, 1) if shown else 0, "mirror": mirror if shown or kind == "reflection" else 0}


def turned(subject: Cutout, rng: random.Random) -> Cutout:
    """Half of the time from left to right, unless a side of the frame cuts it."""
    return subject.turned() if rng.random() < 0.5 and subject.record.get("cut") != "right" else subject


def alone(canvas: Canvas, subject: Cutout, share: float, floor: dict[str, float], rng: random.Random) -> None:
    """One subject that fills a share of the frame; over 1, the frame cuts it."""
    left, top, right, bottom = subject.box()
    size = subject.alpha.shape[0]
    side = round(size * share * min(canvas.frame[0] / (right - left), canvas.frame[1] / (bottom - top)))
    scale = side / size
    room = (canvas.frame[0] - (right - left) * scale, canvas.frame[1] - (bottom - top) * scale)
    at = [round(space * rng.random()) for space in room]
    if subject.record.get("cut") == "top":
        at[1] = 0
    canvas.lay(subject, at[0] - round(left * scale), at[1] - round(top * scale), side, **floor)


def row(canvas: Canvas, subjects: list[Cutout], floor: dict[str, float], rng: random.Random) -> None:
    """Subjects beside one another, in part behind one another, those lower down in front."""
    across = canvas.frame[0] / len(subjects)
    places = sorted((rng.uniform(0.62, 0.94), number) for number in range(len(subjects)))
    for down, number in places:
        subject = subjects[number]
        left, top, right, bottom = subject.box()
        scale = rng.uniform(0.85, 1.25) * min(across / (right - left), canvas.frame[1] * 0.6 / (bottom - top))
        middle = across * (number + 0.5 + rng.uniform(-0.08, 0.08))
        place = (round(middle - (left + right) / 2 * scale), round(canvas.frame[1] * down - bottom * scale))
        canvas.lay(subject, *place, round(subject.alpha.shape[0] * scale), **floor)


def hold(canvas: Canvas, arm: Cutout, subject: Cutout, rng: random.Random) -> None:
    """A subject on the palm of an arm that comes in from a side of the frame, at the size that it has beside a hand."""
    side = round(canvas.frame[0] * rng.uniform(0.75, 0.95))
    at = (canvas.frame[0] - side, round(canvas.frame[1] * rng.uniform(0.62, 0.74)) - side // 2)
    (x, y), _ = arm.record["palm"]
    from_right = rng.random() < 0.5
    left, top, right, bottom = subject.box()
    pixels = side * arm.record["fill"] / arm.record["centimetres"][0] * max(subject.record["centimetres"])
    scale = min(pixels / max(right - left, bottom - top), (at[1] + y * side) * 0.92 / (bottom - top))
    foot = (at[0] + x * side, at[1] + y * side + 0.04 * (bottom - top) * scale)
    if not from_right:
        arm, at, foot = arm.turned(), (0, at[1]), (canvas.frame[0] - foot[0], foot[1])
    canvas.lay(arm, *at, side, shadow=0)
    place = (round(foot[0] - (left + right) / 2 * scale), round(foot[1] - bottom * scale))
    canvas.lay(subject, *place, round(subject.alpha.shape[0] * scale), shadow=0)
