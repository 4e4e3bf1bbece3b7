"""What the operations of both clients are made of."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx

from .answers import Answer, AsyncOpenPicture, Members, OpenPicture, Picture, SavedPicture
from .body import Body, Fields, form_body, json_body
from .errors import BrokenError
from .exchange import OpenAnswer, gathered
from .files import WholeFile
from .photo import AsyncPhoto, Photo, rereadable
from .sending import Names, Settings, send
from .ways import Awaiting, Blocking, Way, finished
from .whole import media_type_of

Opened = TypeVar("Opened", bound=Answer)


class Calls:
    """Each waits for its answer."""

    def __init__(self, http: httpx.Client, settings: Settings) -> None:
        self._core = _Core(Blocking(http), settings)

    def _picture(self, path: str, photo: Photo, options: Fields, *names: str | None) -> Picture:
        return finished(self._core.picture(path, photo, options, Names(*names)))

    def _save(
        self, path: str, to: str | os.PathLike[str], photo: Photo, options: Fields, *names: str | None
    ) -> SavedPicture:
        return finished(self._core.save(path, to, photo, options, Names(*names)))

    @contextmanager
    def _open(self, path: str, photo: Photo, options: Fields, *names: str | None) -> Iterator[OpenPicture]:
        opened = finished(self._core.open(OpenPicture, path, photo, options, Names(*names)))
        try:
            yield opened
        finally:
            finished(opened._open.close())

    def _members(self, path: str, photo: Photo, options: Fields, *names: str | None) -> Members[Any]:
        return finished(self._core.members(path, photo, options, Names(*names)))

    def _ask(self, path: str, request_id: str | None) -> Members[Any]:
        return finished(self._core.ask(path, request_id))


class AsyncCalls:
    """Each is awaited."""

    def __init__(self, http: httpx.AsyncClient, settings: Settings) -> None:
        self._core = _Core(Awaiting(http), settings)

    async def _picture(self, path: str, photo: AsyncPhoto, options: Fields, *names: str | None) -> Picture:
        return await self._core.picture(path, photo, options, Names(*names))

    async def _save(
        self, path: str, to: str | os.PathLike[str], photo: AsyncPhoto, options: Fields, *names: str | None
    ) -> SavedPicture:
        return await self._core.save(path, to, photo, options, Names(*names))

    @asynccontextmanager
    async def _open(
        self, path: str, photo: AsyncPhoto, options: Fields, *names: str | None
    ) -> AsyncIterator[AsyncOpenPicture]:
        opened = await self._core.open(AsyncOpenPicture, path, photo, options, Names(*names))
        try:
            yield opened
        finally:
            await opened._open.close()

    async def _members(self, path: str, photo: AsyncPhoto, options: Fields, *names: str | None) -> Members[Any]:
        return await self._core.members(path, photo, options, Names(*names))

    async def _ask(self, path: str, request_id: str | None) -> Members[Any]:
        return await self._core.ask(path, request_id)


class _Core:
    """The calls, whichever way they wait."""

    def __init__(self, way: Way, settings: Settings) -> None:
        self._way = way
        self._settings = settings

    async def picture(self, path: str, photo: AsyncPhoto, options: Fields, names: Names) -> Picture:
        async def whole(answer: OpenAnswer) -> Picture:
            content = await gathered(answer)
            return Picture(answer.request_id, answer.headers, content, media_type_of(answer.headers))

        return await send(self._way, self._settings, path, self._form(photo, options), names, whole)

    async def save(
        self, path: str, to: str | os.PathLike[str], photo: AsyncPhoto, options: Fields, names: Names
    ) -> SavedPicture:
        body = self._form(photo, options)
        # Begun before the call, so that nothing is paid that cannot be written.
        with WholeFile(Path(to)) as file:

            async def written(answer: OpenAnswer) -> SavedPicture:
                size = 0
                file.begin_again()
                async with answer as pieces:
                    async for piece in pieces:
                        size += len(piece)
                        await self._way.run(partial(file.write, piece))
                await self._way.run(file.keep)
                return SavedPicture(answer.request_id, answer.headers, Path(to), size, media_type_of(answer.headers))

            return await send(self._way, self._settings, path, body, names, written)

    async def open(
        self,
        kind: Callable[[str, httpx.Headers, str, OpenAnswer], Opened],
        path: str,
        photo: AsyncPhoto,
        options: Fields,
        names: Names,
    ) -> Opened:
        async def opened(answer: OpenAnswer) -> Opened:
            return kind(answer.request_id, answer.headers, media_type_of(answer.headers), answer)

        return await send(self._way, self._settings, path, self._form(photo, options), names, opened)

    async def members(self, path: str, photo: AsyncPhoto, options: Fields, names: Names) -> Members[Any]:
        body = json_body(rereadable(photo, self._way), options)
        return await send(self._way, self._settings, path, body, names, _members_of)

    async def ask(self, path: str, request_id: str | None) -> Members[Any]:
        return await send(self._way, self._settings, path, None, Names(None, request_id), _members_of)

    def _form(self, photo: AsyncPhoto, options: Fields) -> Body:
        return form_body(rereadable(photo, self._way), options)


async def _members_of(answer: OpenAnswer) -> Members[Any]:
    content = await gathered(answer)
    try:
        return Members(answer.request_id, answer.headers, json.loads(content))
    except ValueError as cause:
        raise BrokenError("No whole answer: it is no JSON", answer.request_id) from cause
