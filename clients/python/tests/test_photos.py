"""Bodies hold photos of each kind, and are sent again whole."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import Service, form_of, picture, refusal

from edgematte import Client

Serving = Callable[..., Service]
CONTENT = bytes((at * at >> 3) & 255 for at in range(100_003))


def pieces(*sizes: int) -> Iterator[bytes]:
    at, turn = 0, 0
    while at < len(CONTENT):
        size = sizes[turn % len(sizes)]
        yield CONTENT[at : at + size]
        at, turn = at + size, turn + 1


async def awaited_pieces() -> AsyncIterator[bytes]:
    for piece in pieces(9999):
        yield piece


def written(folder: Path) -> Path:
    file = folder / "photo.jpg"
    file.write_bytes(CONTENT)
    return file


photos: dict[str, Callable[[Path], Any]] = {
    "bytes": lambda _: CONTENT,
    "a bytearray": lambda _: bytearray(CONTENT),
    "a view": lambda _: memoryview(CONTENT),
    "a path": written,
    "an open file": lambda folder: written(folder).open("rb"),
    "pieces": lambda _: pieces(65_536),
    "odd pieces": lambda _: pieces(1, 2, 3, 1000, 4),
    "a list": lambda _: list(pieces(5000)),
}
streams = ("an open file", "pieces", "odd pieces", "a list")


@pytest.mark.parametrize("kind", photos)
@pytest.mark.parametrize("name", ["cutout", "cutout_base64"])
def test_a_photo_is_sent_whole_each_time(service: Serving, tmp_path: Path, kind: str, name: str) -> None:
    answer = picture() if name == "cutout" else httpx.Response(200, json={})
    scripted = service(refusal(503, "SERVICE_UNAVAILABLE"), answer)
    scripted.call(name, photos[kind](tmp_path), edge_colors="original")
    assert len(scripted.requests) == 2
    for request in scripted.requests:
        if name == "cutout":
            assert form_of(request) == {"edge_colors": b"original", "file": CONTENT}
        else:
            text = base64.b64encode(CONTENT).decode()
            assert json.loads(request.content) == {"image_base64": text, "edge_colors": "original"}
        length = request.headers.get("Content-Length")
        assert length == (None if kind in streams else str(len(request.content)))


@pytest.mark.parametrize("kind", ["asyncio", "trio"])
@pytest.mark.usefixtures("clock")
def test_pieces_that_are_waited_for(kind: str) -> None:
    scripted = Service([lambda _: refusal(503, "SERVICE_UNAVAILABLE"), lambda _: picture()], kind)
    scripted.call("cutout", awaited_pieces())
    assert [form_of(request)["file"] for request in scripted.requests] == [CONTENT, CONTENT]


@pytest.mark.parametrize("name", ["cutout", "matte_base64"])
def test_an_address_is_sent_in_place_of_the_file(service: Serving, name: str) -> None:
    address = httpx.URL("https://images.example.com/a.jpg?b=ü")
    scripted = service(picture() if name == "cutout" else httpx.Response(200, json={}))
    scripted.call(name, address, refine="off")
    [request] = scripted.requests
    members = json.loads(request.content) if name != "cutout" else form_of(request)
    assert {key: value if isinstance(value, str) else value.decode() for key, value in members.items()} == {
        "refine": "off",
        "image_url": "https://images.example.com/a.jpg?b=%C3%BC",
    }


def test_an_option_may_be_a_file(service: Serving, tmp_path: Path) -> None:
    scripted = service(picture(), httpx.Response(200, json={}))
    scripted.call("cutout", b"photo", background_image=written(tmp_path))
    assert form_of(scripted.requests[0]) == {"background_image": CONTENT, "file": b"photo"}
    scripted.call("cutout_base64", b"photo", background_image=CONTENT)
    members = json.loads(scripted.requests[1].content)
    assert base64.b64decode(members["background_image"]) == CONTENT


def test_a_stream_that_fails_ends_the_call_with_its_own_fault(service: Serving) -> None:
    fault = OSError("the disk is gone")

    def failing() -> Iterator[bytes]:
        yield b"begun"
        raise fault

    scripted = service(picture())
    with pytest.raises(OSError) as raised:
        scripted.call("cutout", failing())
    assert raised.value is fault
    assert scripted.requests == []


def test_what_is_no_photo_is_said_before_anything_is_sent(service: Serving, tmp_path: Path) -> None:
    scripted = service(picture())
    with pytest.raises(FileNotFoundError):
        scripted.call("cutout", tmp_path / "none.jpg")
    for photo in ("photo.jpg", 7, None):
        with pytest.raises(TypeError, match="A photo is bytes"):
            scripted.call("cutout", photo)
    assert scripted.requests == []


def test_what_has_to_be_awaited_is_not_for_the_blocking_client() -> None:
    client = Client("https://api.example.org", http=httpx.Client(transport=httpx.MockTransport(lambda _: picture())))
    with pytest.raises(TypeError, match="use AsyncClient"):
        client.cutout(awaited_pieces())  # type: ignore[arg-type]
