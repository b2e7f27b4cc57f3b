"""Requests over HTTP, by the standard library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, Request

from api.client.errors import failure, no_answer
from api.client.transport import Reply, Transport, is_stream

WAIT = 60.0
"""Seconds to wait for an answer."""

SILENCE = 25.0
"""Seconds without a word after which a stream counts as lost; a beat comes every ten."""

_HTTP = OpenerDirector()
for _handler in (HTTPHandler(), HTTPSHandler()):
    _HTTP.add_handler(_handler)  # no proxies and no redirects, and errors are answers as well


class HttpTransport(Transport):
    """Way to a server. A request has a connection of its own, so that threads may share it."""

    def __init__(self, url: str):
        if not _is_address(url):
            raise failure(f"{url} is no address of a server. Write http://127.0.0.1:8000 or alike.")
        self.url = url.rstrip("/")

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a request and return the answer."""
        with self._open(Request(self.url + path, body or None, dict(headers), method=method)) as it:
            return Reply(it.status, _headers(it), it.read())

    @contextmanager
    def listen(self, path: str, headers: Mapping[str, str]) -> Iterator[Reply | Iterator[bytes]]:
        """Open a stream and return its lines as they come; the reply where it is no stream."""
        with self._open(Request(self.url + path, headers=dict(headers)), SILENCE) as it:
            found = _headers(it)
            streams = is_stream(found)
            yield iter(it.readline, b"") if streams else Reply(it.status, found, it.read())

    @contextmanager
    def _open(self, request: Request, wait: float = WAIT) -> Iterator[Any]:
        try:
            with _HTTP.open(request, timeout=wait) as answer:
                yield answer
        except (HTTPException, OSError, ValueError) as error:
            raise no_answer(
                f"No server answers at {self.url} ({error}). Start one with `combatlog serve`, or"
                " name no server to work on the files."
            ) from error


def _is_address(url: str) -> bool:
    try:
        found = urlsplit(url)
        return found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        return False


def _headers(answer: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in answer.headers.items()}
