"""The clients."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from .operations_generated import AsyncOperations, Operations
from .sending import Settings, Try

RETRY_FOR_SECONDS = 180.0


class Client(Operations):
    """Calls of the service, each of which waits for its answer. For a `with`, or until `close`; threads may share it.

    Each call has a photo and options under the service's own names. It is sent again while its failure may be
    temporary, under one `Idempotency-Key`, so that it is paid once.

    :param address: of the service, or of a server of yours in front of it: `https://api.example.org`
    :param key: goes into `X-API-Key`; left out where a server in front of the service adds it
    :param retry_for_seconds: a call that failed is sent again while it is not older than that; 0 never sends again
    :param http: sends the requests, and is closed by its maker
    :param on_try: called with every try of every call, however it ended
    :raises ValueError: for an address that is none of the web

    All calls raise RefusedError where the service answers otherwise than with 200, and BrokenError where no whole
    answer came; both are an EdgematteError.
    """

    def __init__(
        self,
        address: str,
        key: str | None = None,
        *,
        retry_for_seconds: float = RETRY_FOR_SECONDS,
        http: httpx.Client | None = None,
        on_try: Callable[[Try], object] | None = None,
    ) -> None:
        settings = _settings(address, key, retry_for_seconds, on_try)
        self._http = http or httpx.Client()
        self._owned = http is None
        super().__init__(self._http, settings)

    def close(self) -> None:
        """Closes its connections."""
        if self._owned:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(AsyncOperations):
    """As `Client`, with calls that are awaited, under asyncio and under Trio. For an `async with`, or until `aclose`.

    A call that is cancelled gives its connection back.
    """

    def __init__(
        self,
        address: str,
        key: str | None = None,
        *,
        retry_for_seconds: float = RETRY_FOR_SECONDS,
        http: httpx.AsyncClient | None = None,
        on_try: Callable[[Try], object] | None = None,
    ) -> None:
        settings = _settings(address, key, retry_for_seconds, on_try)
        self._http = http or httpx.AsyncClient()
        self._owned = http is None
        super().__init__(self._http, settings)

    async def aclose(self) -> None:
        """Closes its connections."""
        if self._owned:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _settings(
    address: str, key: str | None, retry_for_seconds: float, on_try: Callable[[Try], object] | None
) -> Settings:
    try:
        url = httpx.URL(address)
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"Expected an address such as https://api.example.org, received {address}")
    return Settings(address.rstrip("/"), key, retry_for_seconds, on_try or (lambda _: None))
