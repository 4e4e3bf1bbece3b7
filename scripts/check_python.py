"""`npm run python`: style and types of Python in all folders, with the tools that clients/python names.

The tools are put into `dist/python-tools`, once for each change of what is to be installed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "dist" / "python-tools"
CLIENT = ROOT / "clients" / "python"
LISTS = (
    CLIENT / "requirements.txt",
    CLIENT / "requirements-tests.txt",
    ROOT / "lab" / "requirements-tests.txt",
)
TYPED = ("lab/training", "lab/evaluation", "scripts")
"""Held to the settings of the project; the client has stricter ones of its own."""


def main() -> int:
    """The exit status: 0 where nothing is wrong."""
    if not install():
        print("There is no python3 here that can make a virtual environment with its tools: nothing was checked")
        return 0 if "python" in os.environ.get("ALLOW_SKIPS", "").split(",") else 1
    failed = [
        name
        for name, folder, command in (
            ("style", ROOT, ("ruff", "check", "--no-cache", ".")),
            ("format", ROOT, ("ruff", "format", "--no-cache", "--check", ".")),
            ("types", ROOT, ("mypy", "--cache-dir", str(PLACE / "mypy"), *TYPED)),
            ("types of the client", CLIENT, ("mypy", "--cache-dir", str(PLACE / "mypy-client"))),
        )
        if not passes(name, folder, *command)
    ]
    if {"style", "format"} & set(failed):
        ruff = PLACE.relative_to(ROOT) / "bin" / "ruff"
        print(f"What can be mended is mended by: {ruff} check --fix && {ruff} format")
    return 1 if failed else 0


def install() -> bool:
    """Makes the environment unless it is there; whether it is there then."""
    wanted = hashlib.sha256(b"".join(file.read_bytes() for file in (*LISTS, CLIENT / "pyproject.toml"))).hexdigest()
    stamp = PLACE / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return True
    print("Installing what checks Python", flush=True)
    listed = [argument for file in LISTS for argument in ("-r", str(file))]
    pip = [str(PLACE / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    try:
        venv.create(PLACE, clear=True, with_pip=True)
        subprocess.run([*pip, *listed, "-e", str(CLIENT)], check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    stamp.write_text(wanted)
    return True


def passes(name: str, folder: Path, program: str, *arguments: str) -> bool:
    """Runs a tool, whose output is printed."""
    print(f"{name}: ", end="", flush=True)
    return subprocess.run([PLACE / "bin" / program, *arguments], cwd=folder, check=False).returncode == 0


sys.exit(main())
