"""A call: a request that is sent until it is answered, or until its failure will not pass."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import httpx

from .answers import Answer, Rate, rate_of
from .body import Body
from .errors import EdgematteError, RefusedError
from .exchange import Exchange, OpenAnswer, exchange
from .retry import seconds_to_wait
from .ways import Way

Answered = TypeVar("Answered", bound=Answer)


@dataclass(frozen=True)
class Try:
    """How one request of a call went."""

    request_id: str
    failure: EdgematteError | None
    """None where it has succeeded."""
    rate: Rate | None
    wait_seconds: float | None
    """How long the call now waits before it is sent again; None where it is not."""


@dataclass(frozen=True)
class Settings:
    """Settings of all calls of a client."""

    address: str
    key: str | None
    retry_for_seconds: float
    on_try: Callable[[Try], object]


@dataclass(frozen=True)
class Names:
    """A caller's names for a call; where None, a new key is made for each call, a new request id for each try."""

    idempotency_key: str | None
    request_id: str | None


async def send(
    way: Way,
    settings: Settings,
    path: str,
    body: Body | None,
    names: Names,
    read: Callable[[OpenAnswer], Awaitable[Answered]],
) -> Answered:
    """Sends a call again and again under one `Idempotency-Key` while its failure may pass.

    :param read: makes the answer of what has come; a BrokenError of it is such a failure too
    """
    wanted = Exchange(settings.address + path, _headers(settings, body, names), body)
    until = time.monotonic() + settings.retry_for_seconds
    tries = 0
    while True:
        tries += 1
        request_id = _named(names.request_id)
        try:
            answer = await read(await exchange(way, wanted, request_id))
        except EdgematteError as failure:
            seconds = seconds_to_wait(failure, tries)
            wait = seconds if seconds is not None and time.monotonic() + seconds <= until else None
            rate = rate_of(failure.headers) if isinstance(failure, RefusedError) else None
            settings.on_try(Try(failure.request_id, failure, rate, wait))
            if wait is None:
                raise
        else:
            settings.on_try(Try(answer.request_id, None, answer.rate, None))
            return answer
        await way.pause(wait)


def _headers(settings: Settings, body: Body | None, names: Names) -> httpx.Headers:
    # As RFC 9110, section 5.5, has them, and as `fetch` sends them.
    headers = httpx.Headers(encoding="latin-1")
    if settings.key is not None:
        headers["X-API-Key"] = settings.key
    if body is not None:
        headers["Content-Type"] = body.type
        headers["Idempotency-Key"] = _named(names.idempotency_key)
    return headers


def _named(name: str | None) -> str:
    return str(uuid.uuid4()) if name is None else name
