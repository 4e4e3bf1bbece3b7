"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import uuid
from pathlib import Path


class WholeFile:
    """Is written beside its place, and moved there once it is whole. For a `with`, after which nothing else is left.

    :raises OSError: where it cannot be written
    """

    def __init__(self, to: Path) -> None:
        self._to = to
        self._part = to.with_name(f".{to.name}.{uuid.uuid4()}.part")

    def __enter__(self) -> WholeFile:
        self._file = self._part.open("xb")
        return self

    def write(self, piece: bytes) -> None:
        """Adds to it."""
        self._file.write(piece)

    def begin_again(self) -> None:
        """Removes what was written."""
        self._file.seek(0)
        self._file.truncate()

    def keep(self) -> None:
        """It is whole."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.replace(self._to)

    def __exit__(self, *_: object) -> None:
        try:
            self._file.close()
        finally:
            self._part.unlink(missing_ok=True)
