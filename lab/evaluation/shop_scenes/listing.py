"""Writes the list of models, `models.tsv`, from what `fetch` unpacked and from `dropped.tsv`. Run again only to change the list."""

import argparse
import csv
import hashlib
import re
import sys
from pathlib import Path

from .packages import FURNITURE, LICENCES, catalogue
from .subjects import COLUMNS, DROPPED, MODELS, held_out

SERIES = {
    "cafe set": ("cafe set",),
    "kitchen cabinet": (
        "cabinet",
        "island extension",
        "kitchen island",
        "kitchen sink",
        "upper shelves",
        "stove",
        "kitchen lower",
    ),
    "office table": ("wooden office", "office table", "simple desk", "lb desk", "custom desk", "desk table", "biurko"),
    "window": ("window",),
    "door": ("door", "puerta"),
    "socket": ("plug", "switch", "dimmer", "antenna", "socket", "rj"),
    "lamp": ("lamp", "lights", "farola"),
    "sofa": ("sofa", "couch", "futon", "armchair", "arm chair", "fotel"),
    "table": ("table", "desk"),
    "chair": ("chair", "silla", "stool", "seat", "thonet"),
    "bed": ("bed",),
    "radiator": ("radiator",),
    "person": ("male", "female", "mannequin"),
    "tree": ("tree", "pine", "maple", "palm", "poplar", "cypress", "beech", "acacia", "hedge", "bush"),
    "house plant": ("plant", "ficus", "bamboo", "spatifilum", "cactus", "bonsai", "maceta"),
    "vase": ("vase", "jar", "pottery"),
    "wardrobe": ("wardrobe", "cupboard", "locker"),
    "shelf": ("shel", "bookcase"),
    "glass": ("glass",),
    "bottle": ("bottle",),
    "plate": ("plate", "assiette", "bowl", "tray"),
}
"""Series of models of one author that look alike, by words that their names hold; the first that fits."""

ALONE = (
    "glasses",
    "sunglasses",
    "table football",
    "table tennis",
    "table fan",
    "table tennis bat",
    "table with tablecloth",
    "bedside table",
)
"""Names that hold such a word and mean something else."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="listing", description=__doc__)
    parser.add_argument("--packages", type=Path, required=True, help="folder that `fetch` filled")
    options = parser.parse_args(argv)
    rows = rows_of(options.packages / FURNITURE)
    with MODELS.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} models, {sum(row['side'] == 'held out' for row in rows)} held out")


def rows_of(furniture: Path) -> list[dict[str, str]]:
    """Rows of the list; a model's seed is its place among all, dropped ones included, so that dropping one moves no other."""
    dropped = {row["model"] for row in csv.DictReader(DROPPED.open(newline=""), delimiter="\t")}
    rows = []
    for collection, licence in LICENCES.items():
        for name, entry in catalogue(furniture, collection).items():
            file = furniture / collection / entry["model"].lstrip("/")
            seed = len(rows) + 1
            family = family_of(name, entry["creator"])
            row = {
                "model": f"{collection}/{name}",
                "title": entry["name"],
                "author": entry["creator"],
                "licence": licence,
                "source": source_of(file),
                "category": entry["category"],
                "family": family,
                "side": "held out" if held_out(family) else "training",
                "seed": str(seed),
                "file": entry["model"].lstrip("/"),
                "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            }
            rows.append(row)
    unknown = dropped - {row["model"] for row in rows}
    if unknown:
        sys.exit(f"dropped.tsv names models that are not there: {', '.join(sorted(unknown))}")
    return [row for row in rows if row["model"] not in dropped]


def words_of(name: str) -> str:
    """The words of a short name such as `tableWithTablecloth2`, without numbers."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return " ".join(re.findall(r"[a-z]+", spaced.lower()))


def family_of(name: str, author: str) -> str:
    """The family of a model: its words, or the series that they belong to, and who made it."""
    words = words_of(name)
    if words not in ALONE:
        words = next((series for series, parts in SERIES.items() if any(part in words for part in parts)), words)
    return f"{words}, {author}"


def source_of(file: Path) -> str:
    """The page of a BlendSwap model, as the files beside it or its own first lines name it."""
    texts = [other.read_text("latin-1") for other in sorted(file.parent.iterdir()) if other.suffix in (".txt", ".html")]
    with file.open(encoding="latin-1") as lines:
        texts.append(lines.read(1500))
    found = re.search(r"blendswap\.com/blends?/(?:view/)?(\d+)", " ".join(texts))
    return f"https://blendswap.com/blend/{found[1]}" if found else ""


if __name__ == "__main__":
    main(sys.argv[1:])
