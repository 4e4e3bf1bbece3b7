"""Answers that are read as they come, and files that are there whole or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import anyio
import httpx
import pytest
from conftest import ADDRESS, PNG, Service, picture, refusal

from edgematte import AsyncClient, BrokenError, Client, RefusedError

Serving = Callable[..., Service]


def test_an_open_answer_gives_the_picture(service: Serving) -> None:
    opened, pieces = service(refusal(503, "X"), picture()).call("open_cutout", b"photo", crop="subject")
    assert (opened.request_id, opened.type, b"".join(pieces)) == ("answered", "image/png", PNG)


def test_an_open_answer_ends_in_an_error_where_it_is_cut(service: Serving) -> None:
    scripted = service(picture(PNG[:50]))
    with pytest.raises(BrokenError, match="the answer is no whole image/png"):
        scripted.call("open_matte", b"photo")
    assert len(scripted.requests) == 1


def test_a_picture_is_saved(service: Serving, tmp_path: Path) -> None:
    to = tmp_path / "cutout.png"
    scripted = service(picture(PNG[:60]), picture())
    saved = scripted.call("save_cutout", b"photo", to)
    assert (saved.path, saved.size, saved.type, saved.request_id) == (to, len(PNG), "image/png", "answered")
    assert to.read_bytes() == PNG
    assert [each.name for each in tmp_path.iterdir()] == ["cutout.png"]
    picture_again = service(picture()).call("cutout", b"photo")
    assert picture_again.save(str(tmp_path / "again.png")).read_bytes() == PNG


@pytest.mark.parametrize("before", [None, b"an older cutout"])
@pytest.mark.parametrize(
    ("answer", "failure"), [(picture(PNG[:60]), BrokenError), (refusal(422, "INVALID_IMAGE"), RefusedError)]
)
def test_no_part_of_an_answer_is_left_as_a_file(
    service: Serving, tmp_path: Path, answer: httpx.Response, failure: type[Exception], before: bytes | None
) -> None:
    to = tmp_path / "cutout.png"
    if before is not None:
        to.write_bytes(before)
    with pytest.raises(failure):
        service(answer).call("save_cutout", b"photo", to)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == (
        {} if before is None else {to.name: before}
    )


def test_nothing_is_paid_that_cannot_be_written(service: Serving, tmp_path: Path) -> None:
    scripted = service(picture())
    with pytest.raises(FileNotFoundError):
        scripted.call("save_cutout", b"photo", tmp_path / "no-folder" / "cutout.png")
    assert scripted.requests == []


class Watched(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of an answer that never ends, and knows whether it was closed."""

    closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield PNG[:8]
        raise AssertionError("Nobody reads on")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield PNG[:8]
        await anyio.sleep_forever()

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


def endless(stream: Watched) -> httpx.MockTransport:
    headers = {"Content-Type": "image/png"}
    return httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, stream=stream))


@pytest.mark.parametrize("pieces", [0, 1])
def test_the_connection_is_given_back_however_much_was_read(pieces: int) -> None:
    stream = Watched()
    client = Client(ADDRESS, http=httpx.Client(transport=endless(stream)))
    with client.open_cutout(b"photo") as opened:
        reading = iter(opened)
        for _ in range(pieces):
            assert next(reading) == PNG[:8]
        assert not stream.closed
    assert stream.closed


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_call_that_is_cancelled_leaves_no_connection_and_no_file(tmp_path: Path, backend: str) -> None:
    stream = Watched()

    async def cancelled() -> bool:
        client = AsyncClient(ADDRESS, http=httpx.AsyncClient(transport=endless(stream)))
        with anyio.move_on_after(0.05) as scope:
            await client.save_cutout(b"photo", tmp_path / "cutout.png")
        return scope.cancelled_caught

    assert anyio.run(cancelled, backend=backend)
    assert stream.closed
    assert list(tmp_path.iterdir()) == []
