"""The whole training on a rented GPU by one command that goes on where it stopped: unpacks the pieces, cuts out photographs, composes scenes,
makes passes, trains, judges and exports. Ends by itself after `--minutes`. Needs `lab/evaluation` on PYTHONPATH.

Steps are the programs beside it, several at once; what each printed is in WORK/logs. A run and its figures:
lab/evaluation/experiments/understanding.md.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import pieces

ROOT = Path(__file__).resolve().parents[3]
CHOOSER = ROOT / "models" / "pass-chooser" / "model.onnx"
EMPTY = 0.004
"""Mean opacity of both passes, at most, of a photograph without a subject."""
SHOWN = 0.01
"""The same, at least, of one whose cutout is used."""


@dataclass(frozen=True)
class Job:
    """A program, as Python finds it, with its options; its name is that of its log."""

    name: str
    module: str
    arguments: list[str] = field(default_factory=list)


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="shelf", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--pieces", type=Path, required=True, help="folder with the pieces that `pieces` packed")
    parser.add_argument("--work", type=Path, required=True, help="folder for all that is made; goes on from it")
    parser.add_argument("--minutes", type=float, default=9, help="end after so many (9); the same command goes on")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) * 3 // 4), help="programs at once")
    parser.add_argument("--share", type=float, default=1, help="of the scenes of a whole run: 0.01 to try (1)")
    parser.add_argument("--empty", type=float, default=0.3, help="share of scenes without a subject (0.3)")
    parser.add_argument("--adds", action="store_true", help="the network may only add to what is served")
    parser.add_argument("--samples", type=int, default=25600, help="that a training sees")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--learned", type=Path, help="what `export` wrote, to go on from")
    options = parser.parse_args(argv)
    until = time.monotonic() + options.minutes * 60
    options.work.mkdir(parents=True, exist_ok=True)
    for name, step in (("unpacked", unpack), ("cut", cut), ("scenes", scenes), ("trained", train), ("judged", judge)):
        done = options.work / f"{name}.done"
        if not done.exists():
            if not step(options, until):
                sys.exit(f"The time is over before {name}: the same command goes on")
            done.touch()
        print(f"{name}, {max(0, until - time.monotonic()) / 60:.1f} min left", flush=True)


def unpack(options: argparse.Namespace, until: float) -> bool:
    """What came in pieces, as files."""
    pieces.unpack(options.pieces, options.work)
    sides = json_lines(options.work / "renders" / "subjects.jsonl")
    for side in ("training", "held out"):
        write_list(
            options,
            f"renders-{side.replace(' ', '-')}",
            [f"{each['subject']}.png" for each in sides if each["side"] == side],
            "renders",
        )
    found = json_lines(options.work / "foregrounds" / "subjects.jsonl")
    for split in ("tuning", "held_out"):
        write_list(
            options, f"foregrounds-{split}", [each["file"] for each in found if each["split"] == split], "foregrounds"
        )
    return True


def cut(options: argparse.Namespace, until: float) -> bool:
    """Subjects of the photographs, and those photographs that show none."""
    jobs = []
    for name in ("photos", "held-out-photos"):
        files = (options.work / f"{name}.txt").read_text().splitlines()
        files = files[: max(4, round(len(files) * options.share))]
        for number in range(4):
            part = options.work / f"{name}-{number}.txt"
            part.write_text("".join(f"{file}\n" for file in files[number::4]))
            out = options.work / f"cut-{name}" / str(number)
            jobs.append(
                Job(
                    f"cut-{name}-{number}",
                    "chooser.cutouts",
                    ["--photos", str(part), "--out", str(out), *matte(options)],
                )
            )
    if not all_run(jobs, options, until):
        return False
    grounds = json.loads((options.work / pieces.GROUNDS).read_text())
    for name in ("photos", "held-out-photos"):
        found = [
            record | {"folder": journal.parent}
            for journal in sorted(options.work.glob(f"cut-{name}/*/cutouts.jsonl"))
            for record in json_lines(journal)
        ]
        known = [str((options.work / path).resolve()) for path in grounds if path.startswith(f"{name}/")]
        cutouts = [
            each["folder"] / f"{each['name']}.png"
            for each in found
            if each["taken"] and each["covered"] > SHOWN and each["file"] not in known
        ]
        by_cover = sorted(found, key=lambda each: each["covered"])
        empty = [each["file"] for number, each in enumerate(by_cover) if number < 2 or each["covered"] < EMPTY]
        if name == "photos":
            # Those that are judged stay what they were, by rule alone.
            empty = list(dict.fromkeys([*empty, *known]))
        for listed, paths in ((f"cut-{name}", cutouts), (f"empty-{name}", empty), (f"grounds-{name}", known)):
            (options.work / f"{listed}.txt").write_text("".join(f"{path}\n" for path in paths))
        print(f"{name}: {len(found)}, {len(cutouts)} cut out, {len(empty)} without a subject", flush=True)
    return True


def scenes(options: argparse.Namespace, until: float) -> bool:
    """Scenes with passes, those that are judged first."""
    jobs = [*judged_scenes(options), *taught_scenes(options)]
    if not all_run(jobs, options, until):
        return False
    made = [
        Job(
            f"passes-{number}",
            "understanding.prepare",
            [
                "--scenes",
                str(options.work / "shop" / str(number)),
                "--out",
                str(options.work / "passes" / str(number)),
                *matte(options),
            ],
        )
        for number in range(8)
    ]
    if not all_run(made, options, until):
        return False
    # The held-out side of all is one set.
    for file in options.work.glob("passes/*/held-out/*.npz"):
        link = options.work / "judged" / "shop" / f"{file.parts[-3]}-{file.name}"
        link.parent.mkdir(parents=True, exist_ok=True)
        if not link.exists():
            link.hardlink_to(file)
    return True


def judged_scenes(options: argparse.Namespace) -> list[Job]:
    """Sets whose subjects and backgrounds no training sees."""
    return [
        prepared(options, "judged/cutouts", 120, 7, "held-out-photos", ["cut-held-out-photos"]),
        prepared(options, "judged/behind", 60, 7, "held-out-photos", ["cut-held-out-photos"], "--kinds", "behind"),
        prepared(options, "judged/empty", 60, 15, "held-out-photos", [], "--empty"),
        prepared(options, "judged/grounds", 60, 16, "held-out-photos", [], "--empty", listed="grounds"),
        prepared(options, "judged/foregrounds", 50, 3, "held-out-photos", ["foregrounds-held_out"]),
        prepared(
            options,
            "judged/foregrounds-behind",
            50,
            4,
            "held-out-photos",
            ["foregrounds-held_out"],
            "--kinds",
            "behind",
        ),
        prepared(options, "judged/groups", 60, 8, "held-out-photos", ["cut-held-out-photos"], "--kinds", "group"),
        prepared(options, "judged/renders", 100, 5, "held-out-photos", ["renders-held-out"]),
    ]


def taught_scenes(options: argparse.Namespace) -> list[Job]:
    """Sets to train on, in parts that programs make beside one another."""
    jobs = [
        Job(f"shop-{number}", "shop_scenes.compose", [
            "--partial", "--subjects", str(options.work / "renders"), "--photos", str(options.work / "photos.txt"),
            "--held-out-photos", str(options.work / "held-out-photos.txt"), "--out", str(options.work / "shop" / str(number)),
            "--seed", str(number + 1), "--count", str(scaled(options, 135)),
        ])
        for number in range(8)
    ]  # fmt: skip
    for number in range(6):
        jobs.append(prepared(options, f"taught/cutouts-{number}", 160, 100 + number, "photos", ["cut-photos"]))
        jobs.append(prepared(options, f"taught/renders-{number}", 140, 200 + number, "photos", ["renders-training"]))
    for number in range(2):
        both = ["cut-photos", "renders-training"]
        jobs.append(
            prepared(options, f"taught/behind-{number}", 130, 300 + number, "photos", both, "--kinds", "behind")
        )
        jobs.append(prepared(options, f"taught/groups-{number}", 200, 350 + number, "photos", both, "--kinds", "group"))
    for number in range(4):
        folder = str(options.work / "cut-photos" / str(number))
        jobs.append(prepared(options, f"taught/as-taken-{number}", 20, 600, "photos", [], "--photos", folder))
    jobs.append(prepared(options, "taught/foregrounds", 160, 500, "photos", ["foregrounds-tuning"]))
    jobs.append(
        prepared(options, "taught/foregrounds-behind", 60, 501, "photos", ["foregrounds-tuning"], "--kinds", "behind")
    )
    # All scenes above are some 3,840 at a share of 1.
    empty = round(3840 * options.empty / (1 - options.empty) / 6)
    jobs += [
        prepared(options, f"taught/empty-{number}", empty, 400 + number, "photos", [], "--empty") for number in range(6)
    ]
    return jobs


def prepared(
    options: argparse.Namespace,
    name: str,
    count: int,
    seed: int,
    photos: str,
    cutouts: list[str],
    *more: str,
    listed: str = "empty",
) -> Job:
    """`chooser.prepare` of so many scenes before the photographs of a list."""
    subjects = [str(options.work / f"{each}.txt") for each in cutouts]
    arguments = [
        "--backgrounds",
        str(options.work / f"{listed}-{photos}.txt"),
        "--out",
        str(options.work / name),
        "--count",
        str(scaled(options, count)),
        "--seed",
        str(seed),
    ]
    return Job(
        name.replace("/", "-"),
        "chooser.prepare",
        [*arguments, *matte(options), *(["--cutouts", *subjects] if subjects else []), *more],
    )


def train(options: argparse.Namespace, until: float) -> bool:
    """The network with adapters; the time that is left is its own."""
    left = (until - time.monotonic()) / 60 - 0.5
    folders = [
        str(folder) for folder in sorted(options.work.glob("taught/*")) + sorted(options.work.glob("passes/*/training"))
    ]
    learned = ["--learned", str(options.learned)] if options.learned else []
    job = Job("train", "understanding.train", [
        "--scenes", *folders, "--start", str(CHOOSER), "--tokens", str(options.work / "tokens.onnx"), "--rank", "8", "--free", "--spoiled", "0.3",
        "--rate", "1e-3", "--batch", str(options.batch), "--samples", str(options.samples), "--out", str(options.work / "free.pt"),
        "--minutes", f"{max(0.1, left):.2f}", *learned, *adds(options),
    ])  # fmt: skip
    return left > 0 and all_run([job], options, until) and ended(options)


def ended(options: argparse.Namespace) -> bool:
    """Whether the training has seen all its samples."""
    file = options.work / "free.pt"
    if not file.exists():
        return False
    import torch

    step = torch.load(file, map_location="cpu", weights_only=True)["step"]
    return step >= options.samples // options.batch


def judge(options: argparse.Namespace, until: float) -> bool:
    """Figures of every judged set, and the file of the repository."""
    jobs = [
        Job(
            "export",
            "understanding.export",
            [
                "--learned",
                str(options.work / "free.pt"),
                "--tokens",
                str(options.work / "tokens.onnx"),
                "--out",
                str(options.work / "model.onnx"),
            ],
        )
    ]
    for folder in sorted(options.work.glob("judged/*")):
        arguments = [
            "--scenes",
            str(folder),
            "--served",
            str(CHOOSER),
            "--understanding",
            str(options.work / "free.pt"),
            "--tokens",
            str(options.work / "tokens.onnx"),
            *adds(options),
        ]
        jobs.append(
            Job(
                f"figures-{folder.name}",
                "understanding.evaluate",
                [*arguments, "--out", str(options.work / "figures" / folder.name)],
            )
        )
    if not all_run(jobs, options, until):
        return False
    for job in jobs[1:]:
        print((options.work / "logs" / f"{job.name}.txt").read_text(), flush=True)
    return True


def all_run(jobs: list[Job], options: argparse.Namespace, until: float) -> bool:
    """Runs programs, some at once, until all are done or the time is over. Exits with the end of its log where one fails."""
    logs = options.work / "logs"
    logs.mkdir(exist_ok=True)
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("lab/training", "lab/evaluation"))
    # Programs share the cores: threads of their own would wait for one another.
    environment = os.environ | {"PYTHONPATH": paths, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    waiting, running = list(jobs), {}
    try:
        while waiting or running:
            if time.monotonic() > until:
                return False
            while waiting and len(running) < options.workers:
                job = waiting.pop(0)
                with (logs / f"{job.name}.txt").open("w") as log:
                    command = [sys.executable, "-m", job.module, *job.arguments]
                    running[subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)] = job
            for program in [each for each in running if each.poll() is not None]:
                job = running.pop(program)
                if program.returncode:
                    sys.exit(f"{job.name} failed: {(logs / f'{job.name}.txt').read_text()[-800:]}")
            time.sleep(0.1)
        return True
    finally:
        for program in running:
            program.terminate()
            program.wait()


def scaled(options: argparse.Namespace, count: int) -> int:
    """So many at this run's share, at least one."""
    return max(1, round(count * options.share))


def adds(options: argparse.Namespace) -> list[str]:
    return ["--adds"] if options.adds else []


def matte(options: argparse.Namespace) -> list[str]:
    return ["--matte", str(options.work / "matte.onnx")]


def write_list(options: argparse.Namespace, name: str, files: list[str], folder: str) -> None:
    """A text file with paths in a folder."""
    (options.work / f"{name}.txt").write_text("".join(f"{options.work / folder / file}\n" for file in files))


def json_lines(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text().splitlines()]


if __name__ == "__main__":
    main(sys.argv[1:])
