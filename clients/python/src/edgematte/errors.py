"""What a call may end with instead of an answer."""

from __future__ import annotations

import json

import httpx


class EdgematteError(Exception):
    """No answer, or none of use."""

    request_id: str
    """Names the call in the service's logs; quote it to support."""

    def __init__(self, message: str, request_id: str) -> None:
        super().__init__(message)
        self.request_id = request_id


class RefusedError(EdgematteError):
    """The service has answered, and not with 200. Such a call costs nothing."""

    status: int
    code: str
    """`X-Error-Code`: the reason as one word, for programs. Empty where a proxy answers in the service's place."""
    body: object
    """The body's JSON; its text where it is none."""
    headers: httpx.Headers

    def __init__(self, status: int, headers: httpx.Headers, body: object, request_id: str) -> None:
        code = headers.get("X-Error-Code", "")
        message = f"{status} {code or 'without a code'}: {_words_of(body)}"
        super().__init__(message, headers.get("X-Request-Id", request_id))
        self.status = status
        self.code = code
        self.body = body
        self.headers = headers


class BrokenError(EdgematteError):
    """No whole answer: the connection broke, nothing came for too long, or the answer was cut."""


def _words_of(body: object) -> str:
    """The sentence in the body of an error, in each of its three shapes."""
    if not isinstance(body, dict):
        return str(body)[:200]
    detail = body.get("detail", body.get("message"))
    items = detail if isinstance(detail, list) else [detail]
    sentences = [item.get("msg") if isinstance(item, dict) else item for item in items]
    return "; ".join(each for each in sentences if isinstance(each, str)) or json.dumps(body)[:200]
