"""Calls of either client: requests, retries and answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from conftest import ADDRESS, PNG, Clock, Service, form_of, picture, refusal

from edgematte import BrokenError, Client, Rate, RefusedError, Review

Serving = Callable[..., Service]


def json_answer(text: str) -> httpx.Response:
    return httpx.Response(200, headers={"Content-Type": "application/json"}, text=text)


def failing(failure: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def fail(_: httpx.Request) -> httpx.Response:
        raise failure

    return fail


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("cutout", "/v1.0/image-without-background"),
        ("matte", "/v1.0/alpha-channel"),
        ("car", "/v1.0/car-image-without-background"),
    ],
)
def test_a_picture_is_asked_for_by_a_form(service: Serving, name: str, path: str) -> None:
    scripted = service(picture(X_RateLimit_Limit="30", X_RateLimit_Remaining="29", X_RateLimit_Reset="1800000000"))
    answer = scripted.call(name, b"photo", include_image_type=False, roi=None)
    assert (answer.content, answer.type, answer.request_id) == (PNG, "image/png", "answered")
    assert answer.rate == Rate(limit=30, remaining=29, reset=1_800_000_000)
    [request] = scripted.requests
    assert (request.method, str(request.url)) == ("POST", ADDRESS + path)
    assert request.headers["X-API-Key"] == "test_key"
    assert len(request.headers["Idempotency-Key"]) == 36
    assert form_of(request) == {"include_image_type": b"false", "file": b"photo"}


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("cutout_base64", "/v1.0/image-without-background-base64"),
        ("matte_base64", "/v1.0/alpha-channel-base64"),
        ("car_base64", "/v1.0/car-image-without-background-base64"),
        ("layers", "/v1.0/car-layers-base64"),
    ],
)
def test_members_are_asked_for_by_json(service: Serving, name: str, path: str) -> None:
    scripted = service(json_answer('{"shadow_type":"ai"}'))
    assert scripted.call(name, b"photo", shadow_type="ai", roi=None).json == {"shadow_type": "ai"}
    assert str(scripted.requests[0].url) == ADDRESS + path
    assert json.loads(scripted.requests[0].content) == {"image_base64": "cGhvdG8=", "shadow_type": "ai"}


def test_points_are_sent_under_the_name_of_the_call_that_they_edit(service: Serving) -> None:
    scripted = service(picture(X_Matte_Uncertainty="0.812", X_Needs_Review="true"), picture())
    scripted.call("cutout", b"photo", idempotency_key="order 7")
    scripted.call("cutout", b"photo", idempotency_key="order 7", keep_points="812 340; 50% 40%", drop_points=None)
    first, edit = scripted.requests
    assert first.headers["Idempotency-Key"] == edit.headers["Idempotency-Key"] == "order 7"
    assert form_of(edit) == {"keep_points": b"812 340; 50% 40%", "file": b"photo"}


def test_an_answer_says_how_sure_it_is(service: Serving) -> None:
    uncertain = picture(X_Matte_Uncertainty="0.812", X_Needs_Review="true")
    scripted = service(uncertain, picture(X_Matte_Uncertainty="0.000", X_Needs_Review="false"), picture())
    assert scripted.call("cutout", b"photo").review == Review(uncertainty=0.812, needs_review=True)
    assert scripted.call("open_matte", b"photo")[0].review == Review(uncertainty=0.0, needs_review=False)
    assert scripted.call("car", b"photo").review is None


def test_credit_asks_for_the_balance(service: Serving) -> None:
    scripted = service(json_answer('{"credit":3,"expiration_date":"2027-01-31 00:00:00"}'))
    assert scripted.call("credit").json["credit"] == 3
    [request] = scripted.requests
    assert (request.method, str(request.url)) == ("GET", f"{ADDRESS}/available-credit")
    assert "Idempotency-Key" not in request.headers


def test_names_are_the_callers_and_a_server_in_front_adds_the_key(service: Serving) -> None:
    scripted = service(picture())
    front = {"address": f"{ADDRESS}/front/", "key": None}
    scripted.call("matte", b"photo", idempotency_key="order 7", request_id="call-7", settings=front)
    [request] = scripted.requests
    assert str(request.url) == f"{ADDRESS}/front/v1.0/alpha-channel"
    assert (request.headers["Idempotency-Key"], request.headers["X-Request-Id"]) == ("order 7", "call-7")
    assert "X-API-Key" not in request.headers
    scripted.call("matte", b"photo", idempotency_key="naïve", request_id="")
    sent = dict(scripted.requests[1].headers.raw)
    assert (sent[b"Idempotency-Key"], sent[b"X-Request-Id"]) == ("naïve".encode("latin-1"), b"")


@pytest.mark.parametrize(
    ("failure", "seconds"),
    [
        (refusal(429, "RATE_LIMITED", Retry_After="45"), 45),
        (refusal(503, "SERVICE_UNAVAILABLE", Retry_After="3"), 3),
        (refusal(503, "CREDITS_HELD", Retry_After="5"), 5),
        (refusal(409, "IDEMPOTENCY_IN_PROGRESS", Retry_After="2"), 2),
        (refusal(500, "INTERNAL_ERROR"), 0.5),
        (failing(httpx.ConnectError("refused")), 0.5),
        (failing(httpx.ReadTimeout("")), 0.5),
        (picture(PNG[:30]), 0.5),
        (picture(Content_Length="9999"), 0.5),
    ],
)
def test_what_may_pass_is_tried_again_under_the_same_name(
    service: Serving, clock: Clock, failure: Any, seconds: float
) -> None:
    scripted = service(failure, picture())
    assert scripted.call("cutout", b"photo").content == PNG
    assert seconds <= sum(clock.waits) <= seconds * 1.25
    names = [request.headers["Idempotency-Key"] for request in scripted.requests]
    assert len(names) == 2 and names[0] == names[1]
    ids = [request.headers["X-Request-Id"] for request in scripted.requests]
    assert ids[0] != ids[1]
    outcomes = [(each.failure is None, each.wait_seconds is None) for each in scripted.tries]
    assert outcomes == [(False, False), (True, True)]


def test_json_that_is_cut_is_tried_again(service: Serving) -> None:
    scripted = service(json_answer('{"alpha_base64":"iVBOR'), json_answer('{"alpha_base64":"iVBO"}'))
    assert scripted.call("matte_base64", b"photo").json == {"alpha_base64": "iVBO"}
    assert len(scripted.requests) == 2


def test_a_failure_is_waited_out_for_at_least_90_seconds_and_not_for_ever(service: Serving, clock: Clock) -> None:
    scripted = service(refusal(503, "SERVICE_UNAVAILABLE"))
    with pytest.raises(RefusedError) as failure:
        scripted.call("cutout", b"photo")
    assert (failure.value.status, failure.value.code) == (503, "SERVICE_UNAVAILABLE")
    assert 90 <= sum(clock.waits) <= 180
    assert len(scripted.requests) >= 7


def test_nothing_is_sent_again_where_the_caller_says_so(service: Serving) -> None:
    scripted = service(failing(httpx.ReadTimeout("")))
    with pytest.raises(BrokenError, match=r"^No whole answer: nothing came for 91 s$"):
        scripted.call("cutout", b"photo", settings={"retry_for_seconds": 0})
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(("length", "seconds"), [(5, 91), (10 * 1024 * 1024, 251)])
def test_silence_is_allowed_as_long_as_a_photo_may_take(service: Serving, length: int, seconds: float) -> None:
    scripted = service(picture())
    scripted.call("cutout", bytes(length))
    timeout = scripted.requests[0].extensions["timeout"]
    assert timeout == {"connect": seconds, "read": seconds, "write": seconds, "pool": None}


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 409, 413, 415, 422])
def test_what_would_come_again_is_refused_at_once(service: Serving, status: int) -> None:
    scripted = service(refusal(status, "A_CODE"))
    with pytest.raises(RefusedError, match=f"^{status} A_CODE: Because$") as failure:
        scripted.call("cutout", b"photo")
    assert (failure.value.request_id, failure.value.body) == ("refused", {"detail": "Because"})
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"detail": [{"msg": "one"}, {"msg": "two"}]}, "one; two"),
        ({"error": "Too Many Requests", "message": "Slowly"}, "Slowly"),
        ({"other": 1}, r'\{"other": 1\}'),
    ],
)
def test_the_words_of_a_refusal(service: Serving, body: object, words: str) -> None:
    with pytest.raises(RefusedError, match=f"^422 without a code: {words}$"):
        service(httpx.Response(422, json=body)).call("credit")


def test_what_a_proxy_says_in_html_is_kept_as_text(service: Serving) -> None:
    with pytest.raises(RefusedError) as failure:
        service(httpx.Response(404, html="<h1>no</h1>")).call("credit")
    assert (failure.value.body, failure.value.code) == ("<h1>no</h1>", "")


def test_a_redirect_is_not_followed_with_the_key(service: Serving) -> None:
    scripted = service(httpx.Response(302, headers={"Location": "https://elsewhere.example.org/"}))
    with pytest.raises(RefusedError, match="302"):
        scripted.call("credit")
    assert len(scripted.requests) == 1


def test_what_the_callers_own_connection_says_is_sent_too() -> None:
    requests: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return picture()

    http = httpx.Client(transport=httpx.MockTransport(answer), headers={"X-Tenant": "seven"})
    with Client(ADDRESS, http=http) as client:
        client.cutout(b"photo")
    assert requests[0].headers["X-Tenant"] == "seven"
    assert not http.is_closed


@pytest.mark.parametrize("address", ["api.example.org", "ftp://api.example.org", "https://", "https://a:b/"])
def test_an_address_is_one_of_the_web(address: str) -> None:
    with pytest.raises(ValueError, match="Expected an address"):
        Client(address)


def test_headers_that_say_nothing_of_use_are_passed_over(service: Serving) -> None:
    answer = service(picture(X_RateLimit_Limit="many", X_Matte_Uncertainty="some", X_Needs_Review="true")).call(
        "cutout", b"photo"
    )
    assert (answer.rate, answer.review) == (None, None)
