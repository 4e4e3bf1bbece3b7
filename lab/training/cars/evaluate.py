"""Measures an exported car network on rendered frames of bodies and light that no training saw.

Writes JSON: each metric with n, its 95 % bootstrap interval over frames, and what trivial answers reach.
"""

import argparse
import json
import math
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from native_runtime import onnxruntime

from .dataset import Samples, read_panoramas
from .frames import Backgrounds, load_frames
from .heads import HEADS
from .traffic import Traffic

Row = dict[str, float]
Layers = dict[str, np.ndarray]


def main(argv: list[str]) -> None:
    """Command line of this step."""
    parser = argparse.ArgumentParser(prog="evaluate", description=__doc__)
    parser.add_argument("head", choices=sorted(HEADS))
    parser.add_argument("--model", type=Path, required=True, help="exported .onnx file")
    parser.add_argument("--frames", type=Path, required=True, help="folder that `render --split test` made")
    parser.add_argument("--panoramas", type=Path, required=True)
    parser.add_argument("--backgrounds", type=Path, nargs="*", default=[], help="photos that training did not see")
    parser.add_argument(
        "--cutouts", type=Path, nargs="*", default=[], help="cutouts that training did not see, put beside the car"
    )
    parser.add_argument("--out", type=Path, required=True, help="metrics.json")
    options = parser.parse_args(argv)
    head = HEADS[options.head]
    frames = load_frames(options.frames)
    panoramas = read_panoramas(options.panoramas, {frame.record["panorama"] for frame in frames})
    backgrounds, traffic = Backgrounds(sorted(options.backgrounds), panoramas), Traffic(frames, sorted(options.cutouts))
    session = onnxruntime.InferenceSession(str(options.model), providers=["CPUExecutionProvider"])
    alone = measure(session, Samples(frames, backgrounds, traffic, head, training=False, in_traffic=0))
    report = {"frames": len(alone), "all": summary(alone)}
    for model in sorted({row["model"] for row in alone}):
        report[model] = summary([row for row in alone if row["model"] == model])
    if head.name == "car-shadow":
        report["shadow on the photo"] = summary([row for row in alone if row["on_photo"]])
        report["no shadow on the photo"] = summary([row for row in alone if not row["on_photo"]])
    report["in traffic"] = summary(
        measure(session, Samples(frames, backgrounds, traffic, head, training=False, in_traffic=1))
    )
    options.out.write_text(json.dumps(report, indent=2) + "\n")
    print(json.dumps({"all": report["all"], "in traffic": report["in traffic"]}, indent=2))


def measure(session: onnxruntime.InferenceSession, samples: Samples) -> list[Row]:
    """One row of metrics for each frame."""
    head, names = samples.head, [output.name for output in session.get_outputs()]
    rows, mean_map = [], mean_shadow(samples) if head.name == "car-shadow" else None
    for index, frame in enumerate(samples.frames):
        picture, truth = samples[index]
        image = (picture.numpy().transpose(1, 2, 0) * 255 + 0.5).astype(np.uint8)
        answers = {name: answer[0] for name, answer in zip(names, session.run(None, {"image": image[None]}))}
        wanted = {name: layer.numpy() for name, layer in truth.items()}
        row = MEASURES[head.name](answers, wanted, mean_map)
        rows.append({"model": frame.record["model"], "on_photo": bool(truth["on_photo"]), **row})
        print(f"\r{index + 1}/{len(samples)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return rows


def mean_shadow(samples: Samples) -> np.ndarray:
    """The mean shadow of all frames: a trivial answer to beat."""
    return np.mean([samples[index][1]["shadow"].numpy() for index in range(len(samples))], 0)


def measure_parts(answers: Layers, truth: Layers, _: object) -> Row:
    """Errors of opacity inside the true glass and on its see-through part (opacity below 0.9), of glass and outline."""
    opacity, inside = answers["opacity"] / 255, truth["glass"] >= 0.5
    clear = inside & (truth["opacity"] < 0.9)
    error = np.abs(opacity - truth["opacity"])
    outside = (truth["silhouette"] >= 0.99) & (truth["glass"] < 0.01)
    glass, car = answers["glass"] >= 128, answers["car"] >= 128
    is_car = truth["silhouette"] >= 0.5
    return {
        "glass_iou": intersection_over_union(glass, inside),
        "car_iou": intersection_over_union(car, is_car),
        "car_iou_of_matte": intersection_over_union(truth["matte"] >= 0.5, is_car),
        "mae_in_glass": mean(error[inside]),
        "mae_in_glass_if_closed": mean(1 - truth["opacity"][inside]),
        "mae_in_glass_if_0.8": mean(np.abs(0.8 - truth["opacity"][inside])),
        "mae_see_through": mean(error[clear]),
        "mae_see_through_if_closed": mean(1 - truth["opacity"][clear]),
        "off_by_0.3": mean((error[inside] > 0.3).astype(float)),
        "opened_outside_glass": mean((opacity[outside] < 0.9).astype(float)),
    }


def measure_shadow(answers: Layers, truth: Layers, mean_map: np.ndarray) -> Row:
    """Root mean square and balanced error of the mask where the ground is visible."""
    seen = truth["visible"] > 0.5
    answer = answers["shadow"] / 255
    shade, wanted = answer[seen], truth["shadow"][seen]
    dark, is_dark = shade >= 0.3, wanted >= 0.3
    missed = ratio((~dark & is_dark).sum(), is_dark.sum())
    invented = ratio((dark & ~is_dark).sum(), (~is_dark).sum())
    columns = np.broadcast_to(np.arange(answer.shape[1]), answer.shape)[seen]
    return {
        "square_error": mean((shade - wanted) ** 2),
        "square_error_if_none": mean(wanted**2),
        "square_error_if_mean": mean((mean_map[seen] - wanted) ** 2),
        "balanced_error": 50 * (missed + invented) if is_dark.any() else math.nan,
        "same_side": same_side(columns, shade, wanted),
        "similarity": structural_similarity(answer * seen, truth["shadow"] * seen),
    }


def same_side(columns: np.ndarray, shade: np.ndarray, wanted: np.ndarray) -> float:
    """1 where the shadow is on the true side of the picture, 0 on the other; not a number where it is on neither."""
    if wanted.sum() < 1 or shade.sum() < 1:
        return math.nan
    middle = columns.mean()
    true_side = (columns * wanted).sum() / wanted.sum() - middle
    if abs(true_side) < 0.03 * columns.max():
        return math.nan
    return float(((columns * shade).sum() / shade.sum() - middle) * true_side > 0)


def measure_view(answers: Layers, truth: Layers, _: object) -> Row:
    """Errors in degrees; a flip is the opposite end, a mirror the other side."""
    answer, (azimuth, elevation) = answers["view"], truth["view"]
    error = apart(answer[0], azimuth)
    return {
        "azimuth_error": error,
        "within_30": float(error <= 30),
        "front_rear_flip": float(apart(answer[0], (180 - azimuth) % 360) < 30 and error > 60),
        "left_right_flip": float(apart(answer[0], -azimuth % 360) < 30 and error > 60),
        "half_turn": float(apart(answer[0], azimuth + 180) < 30),
        "elevation_error": abs(float(answer[1] - elevation)),
        "elevation_error_if_8": abs(8 - float(elevation)),
    }


def intersection_over_union(a: np.ndarray, b: np.ndarray) -> float:
    """Of two masks; 1 where both are empty."""
    either = (a | b).sum()
    return float((a & b).sum() / either) if either else 1.0


def structural_similarity(a: np.ndarray, b: np.ndarray) -> float:
    """Mean SSIM (Wang et al., IEEE TIP 2004) of two maps in 0..1 over windows of 8 by 8."""
    height, width = (side // 8 * 8 for side in a.shape)

    def windows(map_: np.ndarray) -> np.ndarray:
        return map_[:height, :width].reshape(height // 8, 8, width // 8, 8).swapaxes(1, 2).reshape(-1, 64)

    a, b = windows(a), windows(b)
    mean_a, mean_b = a.mean(1), b.mean(1)
    covariance = ((a - mean_a[:, None]) * (b - mean_b[:, None])).mean(1)
    likeness = (2 * mean_a * mean_b + 0.01**2) * (2 * covariance + 0.03**2)
    return float((likeness / ((mean_a**2 + mean_b**2 + 0.01**2) * (a.var(1) + b.var(1) + 0.03**2))).mean())


def apart(a: float, b: float) -> float:
    """Degrees between two azimuths, 0 to 180."""
    return abs((float(a) - float(b) + 180) % 360 - 180)


MEASURES: dict[str, Callable[[Layers, Layers, Any], Row]] = {
    "car-parts": measure_parts,
    "car-shadow": measure_shadow,
    "car-view": measure_view,
}


def summary(rows: list[Row]) -> dict:
    """Mean of every metric over frames with its interval; medians and roots where the bars name them."""
    found: dict[str, dict] = {}
    for name in [key for key in rows[0] if key not in ("model", "sun", "on_photo")] if rows else []:
        values = np.array([row[name] for row in rows if not math.isnan(row[name])])
        if len(values) == 0:
            continue
        found[name] = interval(values, np.mean)
        if name.startswith("square_error"):
            found[name.replace("square", "rms")] = interval(values, lambda each: float(np.sqrt(np.mean(each))))
        if name == "azimuth_error":
            found["azimuth_error_median"] = interval(values, np.median)
    return found


def interval(values: np.ndarray, statistic: Callable[[np.ndarray], float]) -> dict:
    """A statistic with n and its 95 % percentile bootstrap interval."""
    rng = random.Random(5)
    drawn = sorted(float(statistic(np.array(rng.choices(values, k=len(values))))) for _ in range(400))
    return {
        "value": round(float(statistic(values)), 4),
        "n": len(values),
        "interval": [round(drawn[10], 4), round(drawn[389], 4)],
    }


def mean(values: np.ndarray) -> float:
    """The mean; not a number for none."""
    return float(values.mean()) if values.size else math.nan


def ratio(part: float, whole: float) -> float:
    """A share; 0 of nothing."""
    return float(part) / float(whole) if whole else 0.0


if __name__ == "__main__":
    main(sys.argv[1:])
