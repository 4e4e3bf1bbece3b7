"""Metrics of a two-class classifier, in plain numpy. Labels are 1 for graphic; scores are P(graphic) in 0..1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def auc(labels: np.ndarray, scores: np.ndarray) -> float:
    """Area under the ROC curve by the rank sum; ties count half."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    for value in np.unique(scores[order][1:][np.diff(scores[order]) == 0]):
        ranks[scores == value] = ranks[scores == value].mean()
    positives = int(labels.sum())
    negatives = len(labels) - positives
    return float((ranks[labels == 1].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def accuracy(labels: np.ndarray, scores: np.ndarray) -> float:
    """Share of pictures on the right side of 0.5."""
    return float(((scores > 0.5) == (labels == 1)).mean())


def expected_calibration_error(labels: np.ndarray, scores: np.ndarray, bins: int = 15) -> float:
    """Guo et al. 2017: mean |accuracy - confidence| over equal-width confidence bins, weighted by their counts."""
    confidence = np.maximum(scores, 1 - scores)
    correct = (scores > 0.5) == (labels == 1)
    index = np.clip(np.ceil(confidence * bins).astype(int) - 1, 0, bins - 1)
    return float(
        sum(
            abs(correct[index == b].mean() - confidence[index == b].mean()) * (index == b).mean()
            for b in np.unique(index)
        )
    )


def negative_log_likelihood(labels: np.ndarray, scores: np.ndarray) -> float:
    """Mean -log probability of the true class, in nats."""
    return float(-np.log(np.clip(np.where(labels == 1, scores, 1 - scores), 1e-7, 1)).mean())


def bootstrap_interval(
    metric: Callable[[np.ndarray, np.ndarray], float],
    labels: np.ndarray,
    scores: np.ndarray,
    draws: int = 1000,
    seed: int = 0,
) -> tuple[float, float]:
    """95 % interval of a metric over pictures drawn with replacement, each class apart."""
    rng = np.random.default_rng(seed)
    classes = [np.flatnonzero(labels == c) for c in (0, 1)]
    values = []
    for _ in range(draws):
        drawn = np.concatenate([rng.choice(c, len(c)) for c in classes if len(c)])
        values.append(metric(labels[drawn], scores[drawn]))
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)
