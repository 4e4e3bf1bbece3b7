"""The picture that a caller sends, as something that can be sent more than once."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Iterable
from contextlib import aclosing
from pathlib import Path
from typing import BinaryIO, Protocol, TypeAlias, TypeGuard, runtime_checkable

import httpx

from .ways import Way

File: TypeAlias = bytes | bytearray | memoryview | os.PathLike[str]
"""A whole file: its bytes or its path."""
Photo: TypeAlias = File | BinaryIO | Iterable[bytes] | httpx.URL
"""A file of a format that the service reads, an open file, bytes as they come; or a public address of it."""
AsyncPhoto: TypeAlias = Photo | AsyncIterable[bytes]
"""As `Photo`, or bytes that are waited for."""

AT_ONCE = 64 * 1024
"""How much of a file is read at once."""


class Rereadable:
    """A photo that can be read from its beginning any number of times."""

    def __init__(self, length: int | None, pieces: Callable[[], AsyncGenerator[bytes, None]]) -> None:
        self.length = length
        """In bytes; None of a stream."""
        self.fault: Exception | None = None
        """What reading it has raised; None while it is well."""
        self._pieces = pieces

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """All of it, from its beginning."""
        try:
            async with aclosing(self._pieces()) as pieces:
                async for piece in pieces:
                    yield piece
        except Exception as fault:
            self.fault = fault
            raise


def rereadable(photo: AsyncPhoto, way: Way) -> Rereadable | httpx.URL:
    """An address stays one. A stream keeps what was read of it, at most what the service accepts: 20 MB.

    :raises TypeError: for what is no photo
    :raises OSError: for a path that cannot be read
    """
    if isinstance(photo, httpx.URL):
        return photo
    if isinstance(photo, bytes | bytearray | memoryview):
        whole = memoryview(photo).cast("B")
        return Rereadable(len(whole), lambda: _of_bytes(whole))
    if isinstance(photo, os.PathLike):
        path = Path(photo)
        return Rereadable(path.stat().st_size, lambda: _of_file(path, way))
    if isinstance(photo, AsyncIterable):
        if not way.awaits:
            raise TypeError("Client cannot read an asynchronous iterable: use AsyncClient")
        awaited = aiter(photo)
        return Rereadable(None, _Kept(lambda: anext(awaited, None)).pieces)
    if isinstance(photo, str) or not isinstance(photo, Iterable):
        raise TypeError("A photo is bytes, a pathlib.Path, an open file, an iterable of bytes, or an httpx.URL")
    # Lines of a file are odd pieces: it is read by itself.
    each = iter(lambda: photo.read(AT_ONCE) or None, None) if isinstance(photo, _Read) else iter(photo)
    return Rereadable(None, _Kept(lambda: way.run(lambda: next(each, None))).pieces)


def is_file(value: object) -> TypeGuard[File]:
    """Whether it is a whole file."""
    return isinstance(value, bytes | bytearray | memoryview | os.PathLike)


def bytes_of(file: File) -> bytes:
    """All of a file. :raises OSError: where it cannot be read"""
    return Path(file).read_bytes() if isinstance(file, os.PathLike) else bytes(file)


@runtime_checkable
class _Read(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Kept:
    """A stream that is read once and given any number of times."""

    def __init__(self, following: Callable[[], Awaitable[bytes | None]]) -> None:
        self._following = following
        self._kept: list[bytes] = []
        self._ended = False

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        at = 0
        while at < len(self._kept) or await self._more():
            yield self._kept[at]
            at += 1

    async def _more(self) -> bool:
        """Whether there was one more piece."""
        if self._ended:
            return False
        piece = await self._following()
        if piece is None:
            self._ended = True
        else:
            self._kept.append(piece)
        return piece is not None


async def _of_bytes(whole: memoryview) -> AsyncGenerator[bytes, None]:
    for at in range(0, len(whole), AT_ONCE):
        yield bytes(whole[at : at + AT_ONCE])


async def _of_file(path: Path, way: Way) -> AsyncGenerator[bytes, None]:
    file = await way.run(lambda: path.open("rb"))
    with file:
        while piece := await way.run(lambda: file.read(AT_ONCE)):
            yield piece
