"""The two ways to wait. All else of a call is written once, as coroutines that wait by one of them."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Coroutine, Generator, Iterable
from typing import Protocol, TypeVar

import anyio
import anyio.to_thread
import httpx

Result = TypeVar("Result")


class Way(Protocol):
    """How a client waits for its connection, its files and the time."""

    awaits: bool
    """Whether it gives control away meanwhile."""

    @property
    def http(self) -> httpx.Client | httpx.AsyncClient:
        """What makes and sends its requests."""
        ...

    async def send(self, request: httpx.Request) -> httpx.Response:
        """Sends it. The answer is left open."""
        ...

    def body(self, pieces: AsyncGenerator[bytes, None]) -> Iterable[bytes] | AsyncIterable[bytes]:
        """The pieces as the connection asks for them."""
        ...

    def pieces(self, response: httpx.Response) -> AsyncGenerator[bytes, None]:
        """What an open answer holds, as it comes."""
        ...

    async def close(self, response: httpx.Response) -> None:
        """Ends an open answer, read or not."""
        ...

    async def run(self, work: Callable[[], Result]) -> Result:
        """Does what blocks for a moment, such as reading a file."""
        ...

    async def pause(self, seconds: float) -> None:
        """Waits."""
        ...


class Blocking:
    """Its coroutines never wait for one another: each step is done when it returns. `finished` carries them out."""

    awaits = False

    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return self.http.send(request, stream=True, follow_redirects=False)

    def body(self, pieces: AsyncGenerator[bytes, None]) -> Iterable[bytes]:
        return each_of(pieces)

    async def pieces(self, response: httpx.Response) -> AsyncGenerator[bytes, None]:
        for piece in response.iter_bytes():
            yield piece

    async def close(self, response: httpx.Response) -> None:
        response.close()

    async def run(self, work: Callable[[], Result]) -> Result:
        return work()

    async def pause(self, seconds: float) -> None:
        time.sleep(seconds)


class Awaiting:
    """Under asyncio and under Trio."""

    awaits = True

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def send(self, request: httpx.Request) -> httpx.Response:
        return await self.http.send(request, stream=True, follow_redirects=False)

    def body(self, pieces: AsyncGenerator[bytes, None]) -> AsyncIterable[bytes]:
        return pieces

    async def pieces(self, response: httpx.Response) -> AsyncGenerator[bytes, None]:
        async for piece in response.aiter_bytes():
            yield piece

    async def close(self, response: httpx.Response) -> None:
        # Also where the caller was cancelled: the connection is given back.
        with anyio.CancelScope(shield=True):
            await response.aclose()

    async def run(self, work: Callable[[], Result]) -> Result:
        return await anyio.to_thread.run_sync(work)

    async def pause(self, seconds: float) -> None:
        await anyio.sleep(seconds)


def finished(work: Coroutine[object, None, Result]) -> Result:
    """Carries out a coroutine that never waits."""
    try:
        work.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    raise RuntimeError("A step of a blocking call has waited")


def each_of(pieces: AsyncGenerator[bytes, None]) -> Generator[bytes, None, None]:
    """The pieces of a generator that never waits. It is closed with this one."""

    async def following() -> bytes | None:
        return await anext(pieces, None)

    try:
        while (piece := finished(following())) is not None:
            yield piece
    finally:
        finished(pieces.aclose())
