"""Statistics of a list of per-picture values, with a 95 % bootstrap interval over the pictures."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

DRAWS = 2000
SEED = 20261121


def with_interval(values: np.ndarray, statistic: Callable[..., np.ndarray]) -> dict[str, float | int]:
    """`statistic` (np.mean, np.median) of the values, and its 2.5 % and 97.5 % points over resampled pictures."""
    if values.size == 0:
        return {"n": 0}
    draws = np.random.default_rng(SEED).integers(0, values.size, (DRAWS, values.size))
    low, high = np.quantile(statistic(values[draws], axis=1), [0.025, 0.975])
    rounded = {"value": float(statistic(values)), "low": float(low), "high": float(high)}
    return {"n": int(values.size), **{name: round(number, 4) for name, number in rounded.items()}}


def agreement(ious: list[float | None]) -> dict[str, object]:
    """Summary of one overlap per picture; None where no box was found, which counts as overlap 0."""
    found = np.array([iou or 0.0 for iou in ious])
    return {
        "iouAtLeast0.7": with_interval(found >= 0.7, np.mean),
        "iouAtLeast0.9": with_interval(found >= 0.9, np.mean),
        "medianIou": with_interval(found, np.median),
        "noBox": with_interval(np.array([iou is None for iou in ious]), np.mean),
    }
