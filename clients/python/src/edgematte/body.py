"""The bodies of requests: a form with a file, or JSON with Base64. A streamed photo makes a streamed body."""

from __future__ import annotations

import base64
import json
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass

import httpx

from .photo import Rereadable, bytes_of, is_file

Fields = Mapping[str, object]
"""Values of options by their names; what is None is not sent."""


@dataclass(frozen=True)
class Body:
    """The body of a request, made anew for each try."""

    type: str
    length: int | None
    """None where it is not known beforehand."""
    content: Callable[[], AsyncGenerator[bytes, None]]
    fault: Callable[[], Exception | None]
    """What reading the photo has raised; None while it is well."""


def form_body(photo: Rereadable | httpx.URL, options: Fields) -> Body:
    """`multipart/form-data`: the options as parts, then the file, or its address. RFC 7578."""
    boundary = f"edgematte-{uuid.uuid4()}"

    def part(name: str, content: bytes) -> bytes:
        return f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'.encode() + content

    def field(name: str, value: object) -> bytes:
        if is_file(value):
            return part(name, file_head + bytes_of(value) + b"\r\n")
        return part(name, f"\r\n\r\n{_text_of(value)}\r\n".encode())

    file_head = b'; filename="photo"\r\nContent-Type: application/octet-stream\r\n\r\n'
    fields = b"".join(field(name, value) for name, value in _given(options))
    end = f"--{boundary}--\r\n".encode()
    media_type = f"multipart/form-data; boundary={boundary}"
    if isinstance(photo, httpx.URL):
        return _whole(media_type, fields + field("image_url", str(photo)) + end)
    return _around(media_type, fields + part("file", file_head), photo.pieces, photo.length, b"\r\n" + end, photo)


def json_body(photo: Rereadable | httpx.URL, options: Fields) -> Body:
    """`application/json`: the image as Base64, then the options; or the options and its address."""
    members = {name: _member_of(value) for name, value in _given(options)}
    if isinstance(photo, httpx.URL):
        return _whole("application/json", json.dumps({**members, "image_url": str(photo)}).encode())
    written = json.dumps(members)
    tail = ('"}' if not members else f'",{written[1:]}').encode()
    length = None if photo.length is None else (photo.length + 2) // 3 * 4
    return _around("application/json", b'{"image_base64":"', lambda: _base64_of(photo), length, tail, photo)


def _whole(media_type: str, content: bytes) -> Body:
    async def once() -> AsyncGenerator[bytes, None]:
        yield content

    return Body(media_type, len(content), once, lambda: None)


def _around(
    media_type: str,
    head: bytes,
    middle: Callable[[], AsyncGenerator[bytes, None]],
    middle_length: int | None,
    tail: bytes,
    photo: Rereadable,
) -> Body:
    async def content() -> AsyncGenerator[bytes, None]:
        yield head
        async with aclosing(middle()) as pieces:
            async for piece in pieces:
                yield piece
        yield tail

    length = None if middle_length is None else len(head) + middle_length + len(tail)
    return Body(media_type, length, content, lambda: photo.fault)


async def _base64_of(photo: Rereadable) -> AsyncGenerator[bytes, None]:
    """Base64 of the pieces, padded at their end alone. RFC 4648, section 4."""
    rest = b""
    async with aclosing(photo.pieces()) as pieces:
        async for piece in pieces:
            joined = rest + piece
            whole = len(joined) - len(joined) % 3
            rest = joined[whole:]
            if whole:
                yield base64.b64encode(joined[:whole])
    if rest:
        yield base64.b64encode(rest)


def _given(options: Fields) -> list[tuple[str, object]]:
    return [(name, value) for name, value in options.items() if value is not None]


def _text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _member_of(value: object) -> object:
    return base64.b64encode(bytes_of(value)).decode() if is_file(value) else value
