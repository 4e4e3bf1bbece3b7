"""Fetches the packages of the 3-D models, and checks each model against the list.

Needs apt-get (whose lists are up to date), dpkg-deb and pip. What is there already is not fetched again.
"""

import argparse
import hashlib
import sys
from pathlib import Path

from .packages import FURNITURE, fetch
from .subjects import BODIES, Subject, subjects


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="fetch", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for what is unpacked, 350 MB")
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    fetch(options.out)
    listed = [each for each in subjects() if each.category != BODIES]
    wrong = sorted({each.model for each in listed if not is_listed(options.out / FURNITURE, each)})
    if wrong:
        sys.exit(f"{len(wrong)} models are not what the list says: {', '.join(wrong[:5])}")
    print(f"{len({each.model for each in listed})} models are there, for {len(listed)} subjects")


def is_listed(furniture: Path, subject: Subject) -> bool:
    """Whether a model's file is the one that the list was made from."""
    file = furniture / subject.model.split("/")[0] / subject.file
    return file.exists() and hashlib.sha256(file.read_bytes()).hexdigest() == subject.sha256


if __name__ == "__main__":
    main(sys.argv[1:])
