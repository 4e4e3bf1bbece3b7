"""Counts a critic once, with a limit that is fixed before, on answers of the service to photographs that nothing was chosen by.

The first run writes what was measured: for each answer the service's own uncertainty and what the critic says. Later runs read it, so
that the table can be made again from what is committed.
"""

import argparse
import json
import sys
from math import sqrt
from pathlib import Path

import numpy as np
from native_runtime import onnxruntime

from .evaluate import QUALITIES, REVIEW_FROM, shown

DEVIATE = 1.959964
"""Normal deviate of a two-sided interval of 95 %."""


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="closed", description=__doc__)
    parser.add_argument("--measured", type=Path, required=True, help="JSON; made of the next three if missing")
    parser.add_argument("--photos", type=Path, help="folder")
    parser.add_argument("--answers", type=Path, help="folder that `npm run contact-sheet` wrote")
    parser.add_argument("--model", type=Path, help="the exported critic")
    parser.add_argument("--verdicts", type=Path, help="JSON by name; without it nothing is counted")
    parser.add_argument("--limit", type=float, default=0.55, help="of the critic (0.55)")
    options = parser.parse_args(argv)
    if not options.measured.exists():
        measured = measure(options.photos, options.answers, options.model)
        options.measured.write_text(json.dumps(measured, indent=2) + "\n")
    if options.verdicts:
        measured, verdicts = (json.loads(file.read_text()) for file in (options.measured, options.verdicts))
        print(table(measured, verdicts, options.limit))


def measure(photos: Path, answers: Path, model: Path) -> dict[str, dict[str, float]]:
    """By the photograph's name: `uncertainty` as the service said it, and `failed` as the critic does."""
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    measured = {}
    for file, facts in json.loads((answers / "answers.json").read_text()).items():
        name = Path(file).stem
        seen = shown(photos / file, answers / "cutouts" / f"{name}.png")
        failed = float(session.run(["failed"], {"image": seen[None]})[0][0])
        measured[name] = {"uncertainty": facts["uncertainty"], "failed": round(failed, 4)}
    return measured


def table(measured: dict[str, dict[str, float]], verdicts: dict[str, dict[str, str]], limit: float) -> str:
    """In Markdown: of the answers of each verdict, how many are flagged by the service, by the critic and by either."""
    if measured.keys() != verdicts.keys():
        sys.exit(f"Only one of both files has {', '.join(sorted(measured.keys() ^ verdicts.keys()))}")
    names = sorted(measured)
    quality = np.array([verdicts[name]["quality"] for name in names])
    service = np.array([measured[name]["uncertainty"] >= REVIEW_FROM for name in names])
    failed = np.array([measured[name]["failed"] for name in names])
    critic = failed >= limit
    lines = [f"| Flagged, {len(names)} answers | {' | '.join(QUALITIES)} |", "|---" * 4 + "|"]
    for word, flagged in (("service", service), ("critic", critic), ("either", service | critic)):
        cells = (share(int((flagged & (quality == each)).sum()), int((quality == each).sum())) for each in QUALITIES)
        lines.append(f"| {word} | {' | '.join(cells)} |")
    bad, good = failed[(quality == "not") & ~service], failed[(quality == "sell") & ~service]
    area = (bad[:, None] > good).mean() if bad.size and good.size else float("nan")
    lines += ["", f"Area under ROC of the critic, not against sell, not flagged by the service: {area:.2f}"]
    return "\n".join(lines)


def share(hits: int, of: int) -> str:
    """As `14 of 20 (70 %; 48-86)`: with the 95 % interval of Wilson (1927)."""
    if of == 0:
        return "0 of 0"
    rate, squared = hits / of, DEVIATE**2 / of
    half = sqrt(squared * rate * (1 - rate) + squared**2 / 4)
    low, high = ((rate + squared / 2 + sign * half) / (1 + squared) for sign in (-1, 1))
    return f"{hits} of {of} ({100 * rate:.0f} %; {100 * max(0, low):.0f}-{100 * min(1, high):.0f})"


if __name__ == "__main__":
    main(sys.argv[1:])
