"""Over a real connection that breaks: each break is tried again, and the picture is whole in the end."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio
import pytest
from conftest import PNG

from edgematte import AsyncClient, Client

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nConnection: close\r\n"
whole = HEAD + b"Content-Length: %d\r\n\r\n" % len(PNG) + PNG

broken: dict[str, bytes] = {
    "a reset before the answer": b"",
    "a reset within a chunked answer": HEAD + b"Transfer-Encoding: chunked\r\n\r\n1e\r\n" + PNG[:30] + b"\r\n",
    "fewer bytes than announced": HEAD + b"Content-Length: %d\r\n\r\n" % len(PNG) + PNG[:30],
    "an end in time, but not of the PNG": HEAD + b"Content-Length: 30\r\n\r\n" + PNG[:30],
}


@contextmanager
def server(answers: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Gives one answer a connection, and ends it with a reset where it is no whole one."""
    received: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for answer in answers:
            connection, _ = listener.accept()
            with connection:
                received.append(_request(connection))
                connection.sendall(answer)
                if answer != whole and b"Content-Length: 30" not in answer:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    thread = threading.Thread(target=serve)
    thread.start()
    with listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", received
        thread.join()


def _request(connection: socket.socket) -> bytes:
    """A request to the end of its form."""
    content = b""
    while not content.rstrip(b"0\r\n").endswith(b"--"):
        piece = connection.recv(65_536)
        if not piece:
            break
        content += piece
    return content


def saved(address: str, to: Path, photo: Callable[[], Iterator[bytes]]) -> None:
    with Client(address) as client:
        client.save_cutout(photo(), to)


def saved_awaiting(address: str, to: Path, photo: Callable[[], Iterator[bytes]]) -> None:
    async def save() -> None:
        async with AsyncClient(address) as client:
            await client.save_cutout(photo(), to)

    anyio.run(save)


@pytest.mark.parametrize("save", [saved, saved_awaiting])
@pytest.mark.parametrize("kind", broken)
def test_a_break_is_tried_again(
    kind: str, save: Callable[[str, Path, Callable[[], Iterator[bytes]]], None], tmp_path: Path
) -> None:
    def photo() -> Iterator[bytes]:
        yield b"a photo "
        yield b"in pieces"

    to = tmp_path / "cutout.png"
    with server([broken[kind], whole]) as (address, received):
        save(address, to, photo)
    assert to.read_bytes() == PNG
    assert [each.count(b"in pieces") for each in received] == [1, 1]
    assert [each.name for each in tmp_path.iterdir()] == ["cutout.png"]
