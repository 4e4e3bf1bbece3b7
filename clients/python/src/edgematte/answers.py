"""What calls give back."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

import httpx

from .exchange import OpenAnswer
from .files import WholeFile
from .ways import each_of

Json = TypeVar("Json")


@dataclass(frozen=True)
class Rate:
    """The rate window of the key, as an answer states it."""

    limit: int
    """Requests in any 60 seconds."""
    remaining: int
    reset: int
    """Unix seconds at which a request is free."""


@dataclass(frozen=True)
class Review:
    """The uncertainty of a picture's matte."""

    uncertainty: float
    """0 without any sign that the matte is wrong, to 1 where nothing was found. Not a probability."""
    needs_review: bool
    """Whether a person should check the answer before it is used."""


@dataclass(frozen=True)
class Answer:
    """The headers of an answer."""

    request_id: str
    """Names the call in the service's logs."""
    headers: httpx.Headers

    @property
    def rate(self) -> Rate | None:
        """The rate window; None where the answer states none."""
        return rate_of(self.headers)

    @property
    def review(self) -> Review | None:
        """None where the answer does not state it: of `credit`, and of a service of an older version."""
        uncertainty = self.headers.get("X-Matte-Uncertainty", "")
        needs_review = self.headers.get("X-Needs-Review")
        try:
            return None if needs_review is None else Review(float(uncertainty), needs_review == "true")
        except ValueError:
            return None


@dataclass(frozen=True)
class Picture(Answer):
    """A picture, whole."""

    content: bytes = field(repr=False)
    type: str
    """Its media type: `image/png`."""

    def save(self, to: str | os.PathLike[str]) -> Path:
        """Writes it to a file that is there whole, or as it was before. :raises OSError: where it cannot be written"""
        with WholeFile(Path(to)) as file:
            file.write(self.content)
            file.keep()
        return Path(to)


@dataclass(frozen=True)
class SavedPicture(Answer):
    """A picture that was written to a file."""

    path: Path
    size: int
    """In bytes."""
    type: str


@dataclass(frozen=True)
class Members(Answer, Generic[Json]):
    """A JSON answer."""

    json: Json


@dataclass(frozen=True)
class OpenPicture(Answer):
    """A picture that is read as it comes, once: `for piece in picture`."""

    type: str
    _open: OpenAnswer = field(repr=False)

    def __iter__(self) -> Iterator[bytes]:
        """Ends in a BrokenError where the answer is cut: what was read is then no picture."""
        return each_of(self._open.pieces)


@dataclass(frozen=True)
class AsyncOpenPicture(Answer):
    """A picture that is read as it comes, once: `async for piece in picture`."""

    type: str
    _open: OpenAnswer = field(repr=False)

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Ends in a BrokenError where the answer is cut: what was read is then no picture."""
        return self._open.pieces


def rate_of(headers: httpx.Headers) -> Rate | None:
    """The rate window that headers state; None where they state none."""
    try:
        return Rate(*(int(headers.get(f"X-RateLimit-{name}", "")) for name in ("Limit", "Remaining", "Reset")))
    except ValueError:
        return None
