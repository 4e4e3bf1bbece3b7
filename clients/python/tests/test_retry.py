"""Which failures are waited out, for how long, and what counts as whole."""

from __future__ import annotations

import httpx
import pytest

from edgematte import BrokenError, EdgematteError, RefusedError
from edgematte.retry import seconds_to_wait
from edgematte.whole import WholeCheck


def refused(status: int, **headers: str) -> RefusedError:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return RefusedError(status, httpx.Headers(named), {}, "id")


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        (refused(429), 0.5),
        (refused(502), 0.5),
        (refused(503), 0.5),
        (refused(504), 0.5),
        (refused(409, X_Error_Code="IDEMPOTENCY_IN_PROGRESS", Retry_After="2"), 2),
        (BrokenError("cut", "id"), 0.5),
    ],
)
def test_what_may_pass_is_waited_out(failure: EdgematteError, seconds: float) -> None:
    assert seconds_to_wait(failure, 1, 0) == seconds
    assert seconds_to_wait(failure, 9, 0) == 30


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 409, 413, 415, 422])
def test_what_would_come_again_is_not(status: int) -> None:
    assert seconds_to_wait(refused(status, Retry_After="1"), 1) is None


@pytest.mark.parametrize("status", [408, 500])
def test_faults_are_tried_three_times(status: int) -> None:
    assert [seconds_to_wait(refused(status), tries, 0) for tries in (1, 2, 3)] == [0.5, 1, None]


def test_waits_double_up_to_half_a_minute_and_are_up_to_a_quarter_longer() -> None:
    def waits(chance: float) -> list[float | None]:
        return [seconds_to_wait(BrokenError("", ""), tries, chance) for tries in range(1, 9)]

    assert waits(0) == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert waits(1) == [0.625, 1.25, 2.5, 5, 10, 20, 37.5, 37.5]
    chosen = seconds_to_wait(BrokenError("", ""), 1)
    assert chosen is not None and 0.5 <= chosen <= 0.625


def test_retry_after_is_the_least_and_a_date_in_it_is_passed_over() -> None:
    assert seconds_to_wait(refused(429, Retry_After="45"), 1, 0) == 45
    assert seconds_to_wait(refused(503, Retry_After="1"), 4, 0) == 4
    assert seconds_to_wait(refused(503, Retry_After="Mon, 23 Nov 2026 06:00:00 GMT"), 1, 0) == 0.5


files = {
    "image/png": b"\x89PNG\r\n\x1a\n what is between \0\0\0\0IEND\xae\x42\x60\x82",
    "image/jpeg": b"\xff\xd8\xff what is between \xff\xd9",
    "image/webp": b"RIFF\x1b\0\0\0WEBP what is between it all",
    "application/zip": b"PK\3\4 whatever PK\5\6" + bytes(18),
}


def fault_of(headers: dict[str, str], content: bytes, size: int = 7) -> str | None:
    check = WholeCheck(httpx.Headers(headers))
    for at in range(0, len(content), size):
        check.add(content[at : at + size])
    return check.fault()


@pytest.mark.parametrize("kind", files)
def test_a_picture_is_whole_where_it_ends_as_its_format_ends(kind: str) -> None:
    for size in (1, 7, 100_000):
        assert fault_of({"Content-Type": f"{kind}; x=y"}, files[kind], size) is None
    for length in (len(files[kind]) - 1, len(files[kind]) // 2, 0):
        assert fault_of({"Content-Type": kind}, files[kind][:length]) == f"the answer is no whole {kind}"


def test_fewer_or_more_bytes_than_announced_are_a_fault() -> None:
    assert fault_of({"Content-Length": "10"}, bytes(9)) == "9 of 10 bytes of the answer came"
    assert fault_of({"Content-Length": "10"}, bytes(11)) == "11 of 10 bytes of the answer came"
    assert fault_of({"Content-Length": "10"}, bytes(10)) is None
    assert fault_of({"Content-Length": "10", "Content-Encoding": "gzip"}, bytes(90)) is None
