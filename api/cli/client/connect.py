"""Connect to a server that is named, to the one that runs on the data folder, or to the files."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, Request

from api.cli.client.client import Client, Reply
from api.cli.client.errors import Failed, failure
from api.server.address_file import running_at

PATIENCE = 5.0
"""Seconds to wait while another command has the files."""

WAIT = 60.0
"""Seconds to wait for an answer."""

_PAUSE = 0.05


class Place(NamedTuple):
    """Which installation is meant: a folder, a database or a server, and with which token."""

    data: Path
    database: str = ""
    server: str = ""
    token: str = ""

    @property
    def exists(self) -> bool:
        """Whether there is an installation already."""
        return bool(self.database) or (self.data / "combats.db").exists()


_HTTP = OpenerDirector()
for _handler in (HTTPHandler(), HTTPSHandler()):
    _HTTP.add_handler(_handler)  # no proxies and no redirects, and errors are answers as well


class HttpClient(Client):
    """Client over HTTP; raises Failed where nobody answers."""

    def __init__(self, url: str, token: str):
        if not url.startswith(("http://", "https://")):
            raise failure(f"{url} is no address of a server. Write http://127.0.0.1:8000 or alike.")
        self.url, self.token = url.rstrip("/"), token

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a request and return the answer."""
        request = Request(self.url + path, body or None, dict(headers), method=method)
        try:
            with _HTTP.open(request, timeout=WAIT) as answer:
                found = {name.lower(): value for name, value in answer.headers.items()}
                return Reply(answer.status, found, answer.read())
        except (HTTPException, OSError, ValueError) as error:
            raise failure(
                f"No server answers at {self.url} ({error}). Start one with `combatlog serve`, or"
                " leave --server and COMBATLOG_SERVER away to work on the files."
            ) from error


@contextmanager
def connect(place: Place, creates: bool = False, empty: bool = False) -> Iterator[Client]:
    """Connect to an installation, and close it at the end; raise Failed where there is none."""
    with ExitStack() as open_until_the_end:
        if empty and not place.server and not place.exists:
            folder = open_until_the_end.enter_context(TemporaryDirectory())
            place, creates = Place(Path(folder)), True
        yield open_until_the_end.enter_context(closing(_wait_for_client(place, creates)))


def _wait_for_client(place: Place, creates: bool) -> Client:
    """Return the first client that answers; wait for another command that has the files."""
    until = time.monotonic() + PATIENCE
    while True:
        running = running_at(place.data)
        if place.server or running:
            return HttpClient(place.server or running, place.token or _token(place, running))
        if not creates and not place.exists:
            raise failure(
                f"There are no combats in {place.data}. Begin with `combatlog serve` or"
                " `combatlog play FILE`, or say where they are: --data, --database or --server."
            )
        from api.cli.client.local import LocalClient
        from api.server.serve import Installation

        try:
            return LocalClient(Installation(place.data, place.database), place.token)
        except Failed as busy:
            if "pid" not in busy.problem or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


def _token(place: Place, running: str) -> str:
    """Return the operator's token of the data folder, for its own server alone.

    Empty for another server, and for those who may not read it.
    """
    if place.server and place.server.rstrip("/") != running.rstrip("/"):
        return ""
    try:
        return (place.data / "keys" / "operator.token").read_text().strip()
    except OSError:
        return ""
