"""Subjects of the tuning half in other looks, for training alone: heads with other hair, animals in other coats.

Nothing is borrowed from a held-out subject: styles and bodies are those of the tuning half.
"""

import random

from .subjects import SUBJECTS, Subject

FIRST_SEED = 1000
"""Seeds of variants begin here, beyond those of the table."""

FURS = (
    (0.006, 0.005, 0.005),
    (0.05, 0.025, 0.01),
    (0.3, 0.13, 0.04),
    (0.38, 0.25, 0.12),
    (0.28, 0.28, 0.29),
    (0.7, 0.66, 0.6),
)
"""Linear colours of hair and fur, black to white; what is between two of them occurs as well."""
SKINS = ((0.09, 0.04, 0.025), (0.42, 0.22, 0.13), (0.64, 0.4, 0.3))
"""Linear colours of skin."""


def variants(count: int) -> list[Subject]:
    """The first `count` variants, heads and animals in turn. The same number is always the same variant."""
    return [(head if number % 2 == 0 else animal)(number) for number in range(count)]


def head(number: int) -> Subject:
    """Hair of another length, curl and colour."""
    rng = random.Random(FIRST_SEED + number)
    style = rng.choice(("long", "long", "short", "afro"))
    look: dict = {
        "style": style,
        "hair": between(FURS, rng),
        "skin": between(SKINS, rng),
        "shirt": tuple(rng.uniform(0.02, 0.7) for _ in range(3)),
    }
    if style == "long":
        look |= {"length": rng.uniform(0.9, 1.7), "parting": rng.uniform(-0.15, 0.15), "lift": rng.uniform(0.1, 0.4)}
        if rng.random() < 0.6:
            look |= {"curl": rng.uniform(0.01, 0.055), "turns": rng.uniform(2, 6)}
    elif style == "short":
        look |= {"length": rng.uniform(0.2, 0.42), "beard": rng.random() < 0.5}
    else:
        look |= {"length": rng.uniform(0.3, 0.65), "curl": rng.uniform(0.015, 0.035), "turns": rng.uniform(4, 9)}
    view = (rng.uniform(-60, 60), rng.uniform(-4, 10))
    frame = {"aspect": (3, 4), "view": view, "cut": rng.uniform(0.3, 0.42), "fill": 0.89, "detail": 0.8}
    return Subject(f"head_{number}", "hair", "tuning", FIRST_SEED + number, **frame, parameters=look)


def animal(number: int) -> Subject:
    """A body of the tuning half whose fur has another length, lie, curl and colour."""
    rng = random.Random(FIRST_SEED + number)
    pattern = rng.choice([subject for subject in SUBJECTS if subject.category == "fur" and subject.split == "tuning"])
    coat: dict = {
        "colour": between(FURS, rng),
        "length": rng.uniform(0.1, 0.38),
        "lie": rng.uniform(0.7, 1.4),
        "down": rng.uniform(0.2, 1.1),
        "curl": rng.choice((0, 0, rng.uniform(0.01, 0.04))),
        "stripes": rng.choice((0, 0, rng.uniform(2, 6))),
    }
    if rng.random() < 0.5:
        coat["patches"] = []
    view = (rng.uniform(-80, 80), rng.uniform(0, 20))
    body = pattern.parameters["body"]
    frame = {"aspect": pattern.aspect, "view": view, "fill": pattern.fill, "detail": pattern.detail}
    return Subject(
        f"{body}_{number}", "fur", "tuning", FIRST_SEED + number, **frame, parameters={"body": body, "coat": coat}
    )


def between(colours: tuple, rng: random.Random) -> tuple[float, ...]:
    """A colour on the way between two neighbours of a list."""
    place = rng.uniform(0, len(colours) - 1)
    first = min(int(place), len(colours) - 2)
    share = place - first
    return tuple((1 - share) * a + share * b for a, b in zip(colours[first], colours[first + 1]))
