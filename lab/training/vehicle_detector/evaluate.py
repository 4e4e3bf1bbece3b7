"""Measures `model.onnx` on photographs and writes `metrics.json`.

Three kinds of folder, all given on the command line:

- car photos with one accepted box each: how often, and how closely, the chosen box agrees;
- pictures of COCO in YOLO form: the same against hand-drawn boxes, and false alarms on the pictures without vehicles;
- any pictures without vehicles: false alarms.

Each picture is run once as a plain and once as a padded frame; every rule is then applied to the same outputs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from native_runtime import onnxruntime

from .agreement import agreement, with_interval
from .average_precision import average_precision
from .choose import CHOSEN, PADDING, Rule, Vehicle, box_area, choose, missing_margin, overlaps, vehicles
from .contact_sheet import write_sheets
from .convert import FRAME_PX, VEHICLES
from .frames import from_padded, open_picture, padded_frame, picture_files, plain_frame, with_progress
from .labelled import LabelProblem, accepted_boxes, coco_vehicles, largest

FAINTEST = 0.05
"""Anchors under this score are not kept; every rule's floor is above it."""
LARGE_AREA = 0.05
"""COCO pictures whose largest vehicle covers less of the picture are not counted."""
ALL_COLUMNS = tuple(range(len(VEHICLES)))
CARS = [name for name in VEHICLES if name != "motorcycle"]
RULES = {
    "chosen: score^4 x area, 0.25": CHOSEN,
    "score^4 x area, 0.15": Rule(0.15),
    "score^4 x area, 0.20": Rule(0.20),
    "score^4 x area, 0.30": Rule(0.30),
    "score^4 x area, 0.35": Rule(0.35),
    "score^4 x area, 0.30 then 0.20": Rule(0.30, second_floor=0.20),
    "score^2 x area, 0.25": Rule(0.25, score_power=2),
    "score^3 x area, 0.25": Rule(0.25, score_power=3),
    "score^6 x area, 0.25": Rule(0.25, score_power=6),
    "score^4 x area, 0.25, with motorcycles": Rule(0.25, columns=ALL_COLUMNS),
    "largest, 0.15": Rule(0.15, score_power=0),
    "largest, 0.20": Rule(0.20, score_power=0),
    "largest, 0.30": Rule(0.30, score_power=0),
    "largest, 0.30 then 0.15": Rule(0.30, score_power=0, second_floor=0.15),
    "largest, 0.40 then 0.15": Rule(0.40, score_power=0, second_floor=0.15),
}


@dataclass(frozen=True)
class Detections:
    """The network's answer for one picture; boxes relative to the picture, anchors under FAINTEST left out."""

    plain: tuple[np.ndarray, np.ndarray]
    padded: tuple[np.ndarray, np.ndarray]

    @property
    def both(self) -> tuple[np.ndarray, np.ndarray]:
        """The anchors of the two frames together."""
        (boxes, scores), (more_boxes, more_scores) = self.plain, self.padded
        return np.concatenate([boxes, more_boxes]), np.concatenate([scores, more_scores])


Pick = Callable[[Detections], Vehicle | None]


def picks() -> dict[str, Pick]:
    """Every rule on the plain frame, and the chosen rule on the padded frame and on both frames."""
    return {name: _on_plain_frame(rule) for name, rule in RULES.items()} | {
        "chosen rule, padded frame": lambda found: choose(*found.padded),
        "chosen rule, both frames": lambda found: choose(*found.both),
        "chosen rule, padded frame where the plain one is empty": lambda found: (
            choose(*found.plain) or choose(*found.padded)
        ),
    }


def _on_plain_frame(rule: Rule) -> Pick:
    return lambda found: choose(*found.plain, rule)


class Detector:
    """The network in onnxruntime on one thread."""

    def __init__(self, model: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def run(self, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Boxes [N, A, 4] and scores [N, A, 4] of frames uint8 [N, 416, 416, 3]."""
        boxes, scores = self.session.run(["boxes", "scores"], {"image": frames})
        return boxes, scores

    def detect(self, path: Path) -> Detections:
        """Both frames of one picture, in one batch."""
        picture = open_picture(path)
        boxes, scores = self.run(np.stack([plain_frame(picture), padded_frame(picture)]))
        heard = scores.max(axis=2) >= FAINTEST
        plain = boxes[0][heard[0]], scores[0][heard[0]]
        padded = from_padded(boxes[1][heard[1]]), scores[1][heard[1]]
        return Detections(plain, padded)

    def milliseconds(self, batch: int, repeats: int = 15) -> float:
        """Time of the fastest of some runs on grey frames: other work on the machine only ever adds to it."""
        frames = np.full((batch, FRAME_PX, FRAME_PX, 3), 114, np.uint8)
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            self.run(frames)
            times.append(1000 * (time.perf_counter() - start))
        return round(min(times), 1)


def detect_all(detector: Detector, paths: list[Path], what: str) -> dict[Path, Detections]:
    """Detections of each picture, with progress on the console."""
    return {path: detector.detect(path) for path in with_progress(paths, what)}


def measure_boxes(found: dict[Path, Detections], wanted: dict[Path, np.ndarray]) -> dict[str, object]:
    """Per rule: agreement of the chosen box with the wanted box, and the pictures where it is under 0.7."""
    table: dict[str, object] = {}
    for name, pick in picks().items():
        ious = {path: _iou(pick(found[path]), box) for path, box in wanted.items()}
        wrong = {path.name: None if iou is None else round(iou, 2) for path, iou in ious.items() if (iou or 0) < 0.7}
        table[name] = agreement(list(ious.values())) | {"wrong": wrong}
    return table


def _iou(vehicle: Vehicle | None, box: np.ndarray) -> float | None:
    return None if vehicle is None else float(overlaps(vehicle.box, box[None])[0])


def measure_alarms(found: dict[Path, Detections]) -> dict[str, object]:
    """Per rule: share of pictures without a vehicle in which one is found, of any size and of at least 5 %."""
    table: dict[str, object] = {}
    for name, pick in picks().items():
        areas = np.array([float(box_area(vehicle.box)) if (vehicle := pick(each)) else 0.0 for each in found.values()])
        table[name] = {
            "alarms": with_interval(areas > 0, np.mean),
            "alarmsAtLeast5Percent": with_interval(areas >= 0.05, np.mean),
            "areas": {path.name: round(area, 3) for path, area in zip(found, areas.tolist(), strict=True) if area > 0},
        }
    return table


def measure_padding(found: dict[Path, Detections], wanted: dict[Path, np.ndarray]) -> dict[str, object]:
    """How far the wanted box reaches out of the chosen one, where the two agree at IoU 0.7."""
    chosen = {path: choose(*found[path].plain) for path in wanted}
    pairs = [(vehicle.box, wanted[path]) for path, vehicle in chosen.items() if vehicle]
    margins = np.array([missing_margin(box, whole) for box, whole in pairs if overlaps(box, whole[None])[0] >= 0.7])
    return {
        "n": len(margins),
        "marginQuantiles": {f"{q:g}": round(float(np.quantile(margins, q)), 3) for q in (0.5, 0.9, 0.95, 1)},
        "wholeInside": {f"{p:g}": with_interval(margins <= p, np.mean) for p in (0.04, 0.06, PADDING, 0.12)},
    }


def measure_accepted(detector: Detector, folder: Path, sheets: Path | None) -> dict[str, object]:
    """The car photos with accepted boxes; contact sheets of all of them on request."""
    found = detect_all(detector, picture_files(folder), "car photos")
    names = accepted_boxes(folder)
    wanted = {path: names[path.name] for path in found if path.name in names}
    if sheets:
        chosen = [(path, choose(*each.plain)) for path, each in found.items()]
        print(f"Contact sheets: {len(write_sheets(chosen, PADDING, sheets))} in {sheets}")
    return {"boxes": measure_boxes(found, wanted), "padding": measure_padding(found, wanted)}


def measure_coco(detector: Detector, images: Path, labels: Path) -> dict[str, object]:
    """Pictures of COCO; `labels` repeats the folders of `images`, with .txt for .jpg."""
    found = detect_all(detector, picture_files(images), "COCO")
    texts = {path: labels / path.relative_to(images).with_suffix(".txt") for path in found}
    wanted = _largest_vehicles(texts, CARS)
    empty = {path: each for path, each in found.items() if not len(coco_vehicles(texts[path], VEHICLES))}
    every = [
        (vehicles(*each.plain, FAINTEST, CHOSEN), coco_vehicles(texts[path], CARS)) for path, each in found.items()
    ]
    return {
        "averagePrecision50": {
            "vehicles": sum(len(boxes) for _, boxes in every),
            "value": round(average_precision(every), 3),
        },
        "boxes": measure_boxes(found, wanted),
        "boxesWithMotorcycles": measure_boxes(found, _largest_vehicles(texts, VEHICLES)),
        "padding": measure_padding(found, wanted),
        "alarms": measure_alarms(empty),
    }


def _largest_vehicles(texts: dict[Path, Path], names: Iterable[str]) -> dict[Path, np.ndarray]:
    """The largest box of each picture that has one of at least LARGE_AREA."""
    known = {path: coco_vehicles(text, names) for path, text in texts.items()}
    boxes = {path: largest(each) for path, each in known.items() if len(each)}
    return {path: box for path, box in boxes.items() if box_area(box) >= LARGE_AREA}


def measure(options: argparse.Namespace) -> dict[str, object]:
    """Everything the command line asks for."""
    detector = Detector(options.model)
    metrics: dict[str, object] = {
        "modelSha256": hashlib.sha256(options.model.read_bytes()).hexdigest(),
        "chosenRule": asdict(CHOSEN) | {"columns": " ".join(CARS), "padding": PADDING},
        "fastestMillisecondsOneThread": {f"batch{size}": detector.milliseconds(size) for size in (1, 2)},
    }
    if options.cars:
        metrics["carPhotos"] = measure_accepted(detector, options.cars, options.sheets)
    if options.coco:
        metrics["coco"] = measure_coco(detector, *options.coco)
    if options.without:
        paths = [path for folder in options.without for path in picture_files(folder)]
        paths = [path for path in _unrepeated(paths) if path.name not in options.skip]
        metrics["withoutVehicles"] = measure_alarms(detect_all(detector, paths, "pictures without vehicles"))
    return metrics


def _unrepeated(paths: list[Path]) -> list[Path]:
    """One path for each file name: the same sample picture comes with several packages."""
    return list({path.name: path for path in reversed(paths)}.values())[::-1]


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description="Measure model.onnx on photographs; writes metrics as JSON.")
    options.add_argument("model", type=Path, help="the ONNX file to measure")
    options.add_argument("output", type=Path, help="the JSON file to write")
    options.add_argument("--cars", type=Path, metavar="DIR", help="car photos with labels.json (accepted boxes)")
    options.add_argument(
        "--coco", type=Path, nargs=2, metavar=("IMAGES", "LABELS"), help="COCO pictures and YOLO text files"
    )
    options.add_argument(
        "--without", type=Path, action="append", default=[], metavar="DIR", help="pictures without vehicles; repeatable"
    )
    options.add_argument(
        "--skip", action="append", default=[], metavar="NAME", help="file name to leave out of --without; repeatable"
    )
    options.add_argument("--sheets", type=Path, metavar="DIR", help="write contact sheets of --cars here")
    return options


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    folders = [*filter(None, [options.cars]), *(options.coco or []), *options.without]
    missing = [str(path) for path in [options.model, *folders] if not path.exists()]
    if missing:
        print(f"Not found: {', '.join(missing)}", file=sys.stderr)
        return 1
    try:
        metrics = measure(options)
    except LabelProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    options.output.write_text(json.dumps(metrics, indent=2) + "\n")
    print(f"{options.output} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
