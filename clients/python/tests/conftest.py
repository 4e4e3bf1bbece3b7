"""A service with the answers of a test, a clock without waiting, and calls of either client."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import httpx
import pytest

import edgematte
import edgematte.sending
import edgematte.ways
from edgematte import AsyncClient, Client, Try

ADDRESS = "https://api.example.org"


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


PNG = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", bytes(13)) + _chunk(b"IDAT", bytes(70)) + _chunk(b"IEND", b"")

Answering = Callable[[httpx.Request], httpx.Response]


def picture(content: bytes = PNG, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(
        200, headers={"Content-Type": "image/png", "X-Request-Id": "answered", **named}, content=content
    )


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(
        status, headers={"X-Error-Code": code, "X-Request-Id": "refused", **named}, json={"detail": "Because"}
    )


@dataclass
class Clock:
    """Time that passes by waiting alone."""

    now: float = 1000.0
    waits: list[float] = field(default_factory=list)

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    async def sleep_awaited(self, seconds: float) -> None:
        self.sleep(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr(edgematte.sending, "time", clock)
    monkeypatch.setattr(edgematte.ways, "time", clock)
    monkeypatch.setattr(anyio, "sleep", clock.sleep_awaited)
    yield clock


@dataclass
class Service:
    """Gives its answers one after the other, the last one for ever."""

    answers: list[Answering]
    kind: str
    requests: list[httpx.Request] = field(default_factory=list)
    tries: list[Try] = field(default_factory=list)

    def call(self, name: str, *given: Any, settings: dict[str, Any] | None = None, **named: Any) -> Any:
        """What a call of the client gives back. What is opened is read to its end, and given with its pieces."""
        chosen: dict[str, Any] = {
            "address": ADDRESS,
            "key": "test_key",
            "on_try": self.tries.append,
            **(settings or {}),
        }
        if self.kind == "Client":
            with httpx.Client(transport=httpx.MockTransport(self._handle)) as http:
                answer = getattr(Client(**chosen, http=http), name)(*given, **named)
                if not name.startswith("open_"):
                    return answer
                with answer as opened:
                    return opened, list(opened)
        return anyio.run(partial(self._awaited, chosen, name, given, named), backend=self.kind)

    async def _awaited(self, chosen: dict[str, Any], name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        async with httpx.AsyncClient(transport=httpx.MockTransport(self._handle)) as http:
            called = getattr(AsyncClient(**chosen, http=http), name)(*given, **named)
            if not name.startswith("open_"):
                return await called
            async with called as opened:
                return opened, [piece async for piece in opened]

    def _handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return self.answers[min(len(self.requests), len(self.answers)) - 1](request)


@pytest.fixture(params=["Client", "asyncio", "trio"])
def service(request: pytest.FixtureRequest, clock: Clock) -> Callable[..., Service]:
    """A service of those answers, called by each client: by `AsyncClient` under asyncio and under Trio."""

    def of(*answers: Answering | httpx.Response) -> Service:
        each = [answer if callable(answer) else partial(_anew, answer) for answer in answers]
        return Service(each, request.param)

    return of


def _anew(answer: httpx.Response, _: httpx.Request) -> httpx.Response:
    return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)


def form_of(request: httpx.Request) -> dict[str, bytes]:
    """The parts of a form by their names."""
    boundary = request.headers["Content-Type"].split("boundary=")[1].encode()
    parts = request.content.split(b"--" + boundary)[1:-1]
    heads = [part[2:-2].split(b"\r\n\r\n", 1) for part in parts]
    return {head.split(b'name="')[1].split(b'"')[0].decode(): content for head, content in heads}
