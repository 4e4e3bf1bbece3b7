"""Whether an answer came to its end. Not every cut connection is an error to a client, nor to a proxy in between."""

from __future__ import annotations

import httpx

TAIL_BYTES = 22
"""As many bytes from the end as any format is known by."""
IEND = b"\0\0\0\0IEND\xae\x42\x60\x82"


class WholeCheck:
    """Looks at an answer's bytes as they pass."""

    def __init__(self, headers: httpx.Headers) -> None:
        self._type = media_type_of(headers)
        length = headers.get("Content-Length", "")
        # Where a proxy has compressed the body, its length cannot be checked.
        known = length.isdigit() and "Content-Encoding" not in headers
        self._announced = int(length) if known else None
        self._received = 0
        self._head = b""
        self._tail = b""

    def add(self, piece: bytes) -> None:
        """The next piece of the answer."""
        self._received += len(piece)
        self._head += piece[: TAIL_BYTES - len(self._head)]
        self._tail = (self._tail + piece[-TAIL_BYTES:])[-TAIL_BYTES:]

    def fault(self) -> str | None:
        """What is wrong with the answer once its last piece has been added; None where it is whole."""
        if self._announced is not None and self._announced != self._received:
            return f"{self._received} of {self._announced} bytes of the answer came"
        return None if self._ended() else f"the answer is no whole {self._type}"

    def _ended(self) -> bool:
        """Bodies that are no pictures are checked when they are parsed."""
        if self._type == "image/png":
            return self._tail.endswith(IEND)
        if self._type == "image/jpeg":
            return self._tail.endswith(b"\xff\xd9")
        if self._type == "image/webp":
            return int.from_bytes(self._head[4:8], "little") + 8 == self._received
        if self._type == "application/zip":
            # The record at the end of its directory, without a comment.
            return self._tail.startswith(b"PK\5\6")
        return True


def media_type_of(headers: httpx.Headers) -> str:
    """The media type of an answer, without parameters, in small letters."""
    text: str = headers.get("Content-Type", "")
    return text.split(";")[0].strip().lower()
