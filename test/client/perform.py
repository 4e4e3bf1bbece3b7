"""Makes the calls that its input names, one a line, through the client, and prints the results."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from collections.abc import Iterator
from typing import Any

import httpx

from edgematte import AsyncClient, Client, Members, Picture, RefusedError

Said = dict[str, Any]


def arguments(call: Said) -> tuple[list[Any], Said]:
    names = {name: call[written] for name, written in wire.items() if call.get(written) is not None}
    if call["method"] == "credit":
        return [], {name: value for name, value in names.items() if name == "request_id"}
    photo = base64.b64decode(call["photo"])
    return [pieces(photo) if call["streamed"] else photo], {**call["options"], **names}


wire = {"idempotency_key": "idempotencyKey", "request_id": "requestId"}


def pieces(photo: bytes) -> Iterator[bytes]:
    return (photo[at : at + 65_536] for at in range(0, len(photo), 65_536))


def answered(answer: Picture | Members[Any] | RefusedError) -> Said:
    if isinstance(answer, Picture):
        return said(200, answer.headers, answer.content)
    if isinstance(answer, RefusedError):
        return said(answer.status, answer.headers, json.dumps(answer.body).encode())
    return said(200, answer.headers, json.dumps(answer.json).encode())


def said(status: int, headers: httpx.Headers, body: bytes) -> Said:
    return {"status": status, "headers": headers.multi_items(), "body": base64.b64encode(body).decode()}


def perform(http: httpx.Client, call: Said) -> Said:
    given, named = arguments(call)
    client = Client(call["base"], call.get("key"), retry_for_seconds=0, http=http)
    try:
        return answered(getattr(client, call["method"])(*given, **named))
    except RefusedError as failure:
        return answered(failure)


async def perform_awaited(http: httpx.AsyncClient, call: Said) -> Said:
    given, named = arguments(call)
    client = AsyncClient(call["base"], call.get("key"), retry_for_seconds=0, http=http)
    try:
        return answered(await getattr(client, call["method"])(*given, **named))
    except RefusedError as failure:
        return answered(failure)


def main(kind: str) -> None:
    loop = asyncio.new_event_loop()
    blocking, awaiting = httpx.Client(), httpx.AsyncClient()
    for line in sys.stdin:
        call = json.loads(line)
        try:
            if kind == "AsyncClient":
                result = loop.run_until_complete(perform_awaited(awaiting, call))
            else:
                result = perform(blocking, call)
        except Exception as failure:
            result = {"failure": repr(failure)}
        print(json.dumps(result), flush=True)
    loop.run_until_complete(awaiting.aclose())
    blocking.close()


main(sys.argv[1])
