"""The subjects: models of the list, each as it is, some painted white or black, and parts of bodies; and who is held out."""

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path

MODELS = Path(__file__).with_name("models.tsv")
DROPPED = Path(__file__).with_name("dropped.tsv")
COLUMNS = ("model", "title", "author", "licence", "source", "category", "family", "side", "seed", "file", "sha256")

SIDES = ("training", "held out")
FINISHES = ("own", "white", "black")
PAINTED = {"white": 1, "black": 6}
"""Of ten models in turn the one that is also drawn so."""

BODIES = "Bodies"
"""Category of parts of bodies; the others are the catalogue's."""

PARTS = {"arm": 30, "figure": 24, "legs": 12}
"""How many parts of bodies there are of each kind."""

FIRST_BODY = 100_000
"""Seed of the first; those of models are smaller."""


@dataclass(frozen=True)
class Subject:
    """One picture to render."""

    name: str
    model: str
    """`COLLECTION/NAME`, for a body `anny/KIND`."""
    file: str
    sha256: str
    category: str
    family: str
    side: str
    """`training` or `held out`: by family, never by picture."""
    finish: str
    seed: int


def held_out(family: str) -> bool:
    """Whether a family of models is never trained on: two of thirteen, by a hash of its name."""
    return int.from_bytes(hashlib.sha256(f"shop {family}".encode()).digest()[:4], "big") % 13 < 2


def subjects() -> list[Subject]:
    """All subjects, in the order in which they are rendered: every model as it is, bodies, then what is painted."""
    rows = list(csv.DictReader(MODELS.open(newline=""), delimiter="\t"))
    found = [subject_of(row, finish) for finish in FINISHES for row in rows if drawn(int(row["seed"]), finish)]
    own, painted = ([each for each in found if (each.finish == "own") == wanted] for wanted in (True, False))
    return [each for part in (own, bodies(), painted) for each in sorted(part, key=lambda each: mixed(each.name))]


def bodies() -> list[Subject]:
    """Parts of bodies; each is a family of its own."""
    numbered = [f"{kind}-{number:02}" for kind, count in PARTS.items() for number in range(count)]
    return [body(name, FIRST_BODY + place) for place, name in enumerate(numbered)]


def body(name: str, seed: int) -> Subject:
    """A part of a body by its name, `KIND-NUMBER`."""
    side = SIDES[held_out(name)]
    return Subject(name, f"anny/{name.split('-')[0]}", "", "", BODIES, name, side, "own", seed)


def drawn(seed: int, finish: str) -> bool:
    """Whether a model is drawn with a finish."""
    return finish == "own" or seed % 10 == PAINTED[finish]


def subject_of(row: dict[str, str], finish: str) -> Subject:
    """A row of the list with one finish."""
    name = row["model"].replace("/", "-") + ("" if finish == "own" else f"-{finish}")
    seed = int(row["seed"]) * 10 + FINISHES.index(finish)
    kept = {key: row[key] for key in ("model", "file", "sha256", "category", "family", "side")}
    return Subject(name=name, finish=finish, seed=seed, **kept)


def mixed(name: str) -> bytes:
    """An order that is no alphabet's, so that what is rendered first is of all kinds."""
    return hashlib.sha256(name.encode()).digest()
