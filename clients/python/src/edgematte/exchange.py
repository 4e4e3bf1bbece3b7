"""One request and its answer, once: the answer's pieces are watched until its end."""

from __future__ import annotations

import json
import math
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

import httpx

from .body import Body
from .errors import BrokenError, RefusedError
from .ways import Way
from .whole import WholeCheck, media_type_of

SILENCE_SECONDS = 90
"""Time for the service to work, and for pauses within its answer."""
SLOWEST_BYTES_PER_SECOND = 64 * 1024
"""An upload may last as long as at this rate; one of unknown length, as the largest."""
LARGEST_BYTES = 28 * 1024 * 1024


@dataclass(frozen=True)
class Exchange:
    """A request that can be sent any number of times."""

    url: str
    headers: httpx.Headers
    body: Body | None


class OpenAnswer:
    """A 200 whose body has not been read. An `async with` gives its pieces, once, and ends it, read or not.

    The pieces end in a BrokenError where the body is cut or stalls.
    """

    def __init__(
        self, way: Way, response: httpx.Response, pieces: AsyncGenerator[bytes, None], request_id: str
    ) -> None:
        self.headers = response.headers
        self.request_id: str = response.headers.get("X-Request-Id", request_id)
        self._way = way
        self._response = response
        self.pieces = pieces

    async def __aenter__(self) -> AsyncGenerator[bytes, None]:
        return self.pieces

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends it, read or not."""
        # What was never begun does not end what it reads.
        await self.pieces.aclose()
        await self._way.close(self._response)


async def exchange(way: Way, wanted: Exchange, request_id: str) -> OpenAnswer:
    """Sends the request.

    :param request_id: names this try
    :raises RefusedError: for any status but 200
    :raises BrokenError: where no answer comes
    :raises Exception: whatever reading the photo has raised
    """
    body = wanted.body
    silence = _silence(body)
    content = body.content() if body else None
    try:
        response = await way.send(_request(way, wanted, request_id, silence, content))
    except httpx.RequestError as cause:
        raise _broken(cause, body, request_id, silence) from cause
    finally:
        if content:
            await content.aclose()
    pieces = _watched(way, response, body, request_id, silence)
    answer = OpenAnswer(way, response, pieces, request_id)
    if response.status_code == 200:
        return answer
    error = _error_in(response.headers, await gathered(answer))
    raise RefusedError(response.status_code, response.headers, error, request_id)


async def gathered(answer: OpenAnswer) -> bytes:
    """All pieces, together."""
    async with answer as pieces:
        return b"".join([piece async for piece in pieces])


def _silence(body: Body | None) -> float:
    """How many seconds of silence are allowed."""
    if body is None:
        return SILENCE_SECONDS
    length = LARGEST_BYTES if body.length is None else body.length
    return SILENCE_SECONDS + math.ceil(length / SLOWEST_BYTES_PER_SECOND)


def _request(
    way: Way, wanted: Exchange, request_id: str, silence: float, content: AsyncGenerator[bytes, None] | None
) -> httpx.Request:
    headers = wanted.headers.copy()
    headers["X-Request-Id"] = request_id
    if wanted.body and wanted.body.length is not None:
        headers["Content-Length"] = str(wanted.body.length)
    return way.http.build_request(
        "POST" if content else "GET",
        wanted.url,
        headers=headers,
        content=way.body(content) if content else None,
        # Calls that wait for one another's connection are no silence of the service.
        timeout=httpx.Timeout(silence, pool=None),
    )


async def _watched(
    way: Way, response: httpx.Response, body: Body | None, request_id: str, silence: float
) -> AsyncGenerator[bytes, None]:
    check = WholeCheck(response.headers)
    try:
        async with aclosing(way.pieces(response)) as pieces:
            async for piece in pieces:
                check.add(piece)
                yield piece
        fault = check.fault()
        if fault is not None:
            raise BrokenError(f"No whole answer: {fault}", request_id)
    except (httpx.RequestError, httpx.StreamError) as cause:
        raise _broken(cause, body, request_id, silence) from cause
    finally:
        await way.close(response)


def _broken(cause: Exception, body: Body | None, request_id: str, silence: float) -> Exception:
    fault = body.fault() if body else None
    if fault is not None:
        return fault
    if isinstance(cause, httpx.LocalProtocolError):
        # Not the connection's fault: a header is none of HTTP, or a file has another length than when it was begun.
        return cause
    reason = f"nothing came for {silence:g} s" if isinstance(cause, httpx.TimeoutException) else str(cause)
    return BrokenError(f"No whole answer: {reason or type(cause).__name__}", request_id)


def _error_in(headers: httpx.Headers, content: bytes) -> object:
    text = content.decode(errors="replace")
    if media_type_of(headers) != "application/json":
        return text
    try:
        error: object = json.loads(text)
    except ValueError:
        return text
    return error
