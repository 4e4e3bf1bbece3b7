"""The subjects: models of the list, each as it is, and some painted white or black; and who is held out."""

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


@dataclass(frozen=True)
class Subject:
    """One picture to render."""

    name: str
    model: str
    """`COLLECTION/NAME`."""
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
    """All subjects, in the order in which they are rendered: every model as it is before any is painted."""
    rows = list(csv.DictReader(MODELS.open(newline=""), delimiter="\t"))
    found = [subject_of(row, finish) for finish in FINISHES for row in rows if drawn(int(row["seed"]), finish)]
    order = {finish: place for place, finish in enumerate(FINISHES)}
    return sorted(found, key=lambda each: (order[each.finish] > 0, mixed(each.name)))


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
