"""Which failures may pass, and how long to wait for that."""

from __future__ import annotations

import random
import re

from .errors import EdgematteError, RefusedError

LONGEST_SECONDS = 30.0
"""The longest wait that nobody asked for."""
TRIES_OF_FAULTS = 3
"""A fault of the service, or a slow upload, may repeat itself: it is not worth all of the time."""
PASSING = (429, 502, 503, 504)
FAULTS = (408, 500)


def seconds_to_wait(failure: EdgematteError, tries: int, chance: float | None = None) -> float | None:
    """How long to wait before a call is sent again.

    :param failure: what the last try ended with
    :param tries: how many there were, at least 1
    :param chance: 0 to 1: callers that failed together shall not come back together
    :returns: seconds, never less than `Retry-After` asks for; None where the same request would fail again
    """
    asked = 0.0
    if isinstance(failure, RefusedError):
        if not _may_pass(failure, tries):
            return None
        asked = _seconds_of(failure.headers.get("Retry-After", ""))
    growing = min(LONGEST_SECONDS, 0.5 * 2 ** min(tries - 1, 10))
    return float(max(asked, growing) * (1 + (random.random() if chance is None else chance) / 4))


def _may_pass(failure: RefusedError, tries: int) -> bool:
    if failure.status in FAULTS:
        return tries < TRIES_OF_FAULTS
    return failure.status in PASSING or failure.code == "IDEMPOTENCY_IN_PROGRESS"


def _seconds_of(text: str) -> float:
    """A date in its place is ignored."""
    return float(text) if re.fullmatch(r"\d+(\.\d+)?", text, re.ASCII) else 0.0
