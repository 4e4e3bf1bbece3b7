"""The manifest: one JSON object per line, one line per prepared picture."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

LABELS = ("photo", "graphic")
"""Class names in the order of the network's outputs."""

SPLITS = ("train", "calibration", "test")


@dataclass(frozen=True)
class Picture:
    """A prepared picture. `file` and `original` are relative paths; `fingerprint` is a 64-bit difference hash in hex;
    `weight` scales how often training draws the source."""

    file: str
    source: str
    package: str
    split: str
    label: str
    licence: str
    original: str
    fingerprint: str
    weight: float = 1.0


def write_manifest(path: Path, pictures: list[Picture]) -> None:
    """Write the pictures in the given order."""
    path.write_text("".join(json.dumps(asdict(p), ensure_ascii=False) + "\n" for p in pictures), encoding="utf-8")


def read_manifest(path: Path) -> list[Picture]:
    """Read every row of a manifest."""
    return [Picture(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]
