"""Evaluate an exported network on the test split: packages that neither training nor calibration saw.

Whole pictures go in as the service sends them. Beside the plain pictures the same set is measured after four changes
(JPEG 40, a quarter of the resolution, grey-scale, centre crop), and a contact sheet shows the worst errors.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from native_runtime import onnxruntime
from PIL import Image, ImageDraw

from .dataset import GREY, flatten, stretched
from .manifest import LABELS, Picture, read_manifest
from .metrics import accuracy, auc, bootstrap_interval, expected_calibration_error, negative_log_likelihood

BARS = {"auc": 0.995, "accuracy": 0.97, "ece": 0.03, "worst_package_accuracy": 0.90}


def recompressed(image: Image.Image) -> Image.Image:
    """The picture after JPEG at quality 40."""
    buffer = io.BytesIO()
    flatten(image, GREY).save(buffer, "JPEG", quality=40)
    return Image.open(buffer)


def quartered(image: Image.Image) -> Image.Image:
    """The picture at a quarter of its width and height."""
    return flatten(image, GREY).resize((max(8, image.width // 4), max(8, image.height // 4)), Image.Resampling.BOX)


def centre(image: Image.Image) -> Image.Image:
    """The middle 70 % of width and height."""
    return image.crop(
        (int(image.width * 0.15), int(image.height * 0.15), int(image.width * 0.85), int(image.height * 0.85))
    )


CHANGES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "plain": lambda image: image,
    "jpeg 40": recompressed,
    "quarter resolution": quartered,
    "grey-scale": lambda image: flatten(image, GREY).convert("L").convert("RGB"),
    "centre crop": centre,
    "over white": lambda image: flatten(image, (255, 255, 255)),
}


def graphic_scores(
    session: onnxruntime.InferenceSession,
    root: Path,
    pictures: list[Picture],
    change: Callable[[Image.Image], Image.Image],
) -> np.ndarray:
    """P(graphic) of each picture after a change, float64 [N]."""
    size = session.get_inputs()[0].shape[1]
    scores = []
    for begin in range(0, len(pictures), 16):
        images = np.stack([stretched(change(Image.open(root / p.file)), size) for p in pictures[begin : begin + 16]])
        scores.append(session.run(None, {"image": images})[0][:, 1])
    return np.concatenate(scores).astype(np.float64)


def summary(labels: np.ndarray, scores: np.ndarray, intervals: bool) -> dict:
    """Counts and metrics of a set; with 95 % intervals where asked."""
    metrics = {"auc": auc, "accuracy": accuracy, "ece": expected_calibration_error, "nll": negative_log_likelihood}
    result: dict = {"n": len(labels), "photo": int((labels == 0).sum()), "graphic": int((labels == 1).sum())}
    for name, metric in metrics.items():
        result[name] = round(metric(labels, scores), 4)
        if intervals:
            result[name + "_95"] = [round(v, 4) for v in bootstrap_interval(metric, labels, scores)]
    return result


def per_source(pictures: list[Picture], labels: np.ndarray, scores: np.ndarray) -> list[dict]:
    """Accuracy and mean confidence in the right class of each test source, worst first."""
    rows = []
    for source in dict.fromkeys(p.source for p in pictures):
        chosen = np.array([p.source == source for p in pictures])
        right = np.where(labels[chosen] == 1, scores[chosen], 1 - scores[chosen])
        first = next(p for p in pictures if p.source == source)
        rows.append(
            {
                "source": source,
                "label": first.label,
                "licence": first.licence,
                "n": int(chosen.sum()),
                "accuracy": round(float((right > 0.5).mean()), 4),
                "photo_above_0.05": round(float((scores[chosen] < 0.95).mean()), 4),
                "mean_probability_of_right_class": round(float(right.mean()), 4),
            }
        )
    return sorted(rows, key=lambda row: (row["accuracy"], row["mean_probability_of_right_class"]))


def single_run_ms(file: Path) -> float:
    """Median time of one picture on one thread, in milliseconds."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(file, settings, providers=["CPUExecutionProvider"])
    size = session.get_inputs()[0].shape[1]
    image = np.random.default_rng(0).integers(0, 256, (1, size, size, 3), dtype=np.uint8)
    times = []
    for _ in range(40):
        start = time.perf_counter()
        session.run(None, {"image": image})
        times.append((time.perf_counter() - start) * 1e3)
    return float(np.median(times[5:]))


def contact_sheet(
    root: Path, pictures: list[Picture], scores: np.ndarray, labels: np.ndarray, file: Path, count: int = 96
) -> None:
    """Save the pictures with the lowest probability of their label, worst first, each with that probability."""
    right = np.where(labels == 1, scores, 1 - scores)
    cell, columns = 150, 12
    order = np.argsort(right, kind="stable")[:count]
    sheet = Image.new("RGB", (columns * cell, -(-len(order) // columns) * (cell + 14)), "white")
    draw = ImageDraw.Draw(sheet)
    for place, index in enumerate(order):
        x, y = place % columns * cell, place // columns * (cell + 14)
        image = flatten(Image.open(root / pictures[index].file), GREY)
        image.thumbnail((cell - 4, cell - 4))
        sheet.paste(image, (x, y))
        draw.text(
            (x, y + cell - 3),
            f"{right[index]:.2f} {pictures[index].label[0]} {pictures[index].source}"[:25],
            fill="black",
        )
    sheet.save(file)


def main(argv: list[str]) -> int:
    """Command line entry; exit status 0 whether or not the bars are met, they are printed and stored."""
    parser = argparse.ArgumentParser(
        prog="evaluate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of prepare")
    parser.add_argument("--model", type=Path, required=True, help="the .onnx file")
    parser.add_argument("--out", type=Path, required=True, help="metrics.json to write")
    parser.add_argument("--sheet", type=Path, help="picture of the worst errors to write")
    parser.add_argument("--split", default="test", choices=["test", "calibration"])
    options = parser.parse_args(argv)
    manifest = read_manifest(options.data / "manifest.jsonl")
    pictures = [p for p in manifest if p.split == options.split]
    labels = np.array([LABELS.index(p.label) for p in pictures])
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(options.model, settings, providers=["CPUExecutionProvider"])
    by_change = {name: graphic_scores(session, options.data, pictures, change) for name, change in CHANGES.items()}
    scores = by_change["plain"]
    sources = per_source(pictures, labels, scores)
    plain = summary(labels, scores, intervals=True)
    values = {**{k: plain[k] for k in ("auc", "accuracy", "ece")}, "worst_package_accuracy": sources[0]["accuracy"]}
    met = {k: bool(values[k] <= bar if k == "ece" else values[k] >= bar) for k, bar in BARS.items()}
    result = {
        "model": {
            "bytes": options.model.stat().st_size,
            "sha256": hashlib.sha256(options.model.read_bytes()).hexdigest(),
            "one_thread_ms": round(single_run_ms(options.model), 1),
        },
        "split": options.split,
        "plain": plain,
        "baseline_majority_class": {"accuracy": round(max(labels.mean(), 1 - labels.mean()), 4), "auc": 0.5},
        "bars": {k: {"bar": BARS[k], "value": values[k], "met": met[k]} for k in BARS},
        "changed": {name: summary(labels, s, intervals=False) for name, s in by_change.items() if name != "plain"},
        "sources": sources,
        "pictures_per_split": {
            split: {label: sum(p.split == split and p.label == label for p in manifest) for label in LABELS}
            for split in ("train", "calibration", "test")
        },
    }
    options.out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.sheet:
        contact_sheet(options.data, pictures, scores, labels, options.sheet)
    print(json.dumps({k: result[k] for k in ("model", "plain", "bars")}, indent=1))
    for row in sources:
        print(
            f"{row['accuracy']:.3f} {row['photo_above_0.05']:.3f} {row['mean_probability_of_right_class']:.3f} {row['n']:4} {row['label']:7} {row['source']}"
        )
    for name, row in result["changed"].items():
        print(f"{name}: auc {row['auc']} accuracy {row['accuracy']} ece {row['ece']}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
