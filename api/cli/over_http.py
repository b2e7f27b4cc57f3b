"""A desk on a running server."""

from __future__ import annotations

from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from api.cli.desk import Desk, Reply
from api.cli.refusing import failed

WAIT = 60.0
"""Seconds to wait for an answer."""


class OverHttp(Desk):
    """One connection, kept open; raises Failed where nobody answers."""

    def __init__(self, url: str, token: str):
        parts = urlsplit(url)
        kinds = {"http": HTTPConnection, "https": HTTPSConnection}
        if parts.scheme not in kinds or not parts.hostname:
            raise failed(f"{url} is no address of a server. Write http://127.0.0.1:8000 or alike.")
        self.url, self.token = url.rstrip("/"), token
        self._below = parts.path.rstrip("/")
        self._connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=WAIT)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """A request; once more where the server had closed the connection meanwhile."""
        try:
            return self._once(method, path, headers, body)
        except (HTTPException, ConnectionError):
            self._connection.close()
        try:
            return self._once(method, path, headers, body)
        except (HTTPException, OSError) as error:
            raise failed(
                f"No server answers at {self.url} ({error}). Start one with `combatlog serve`, or"
                " leave --server and COMBATLOG_SERVER away to work on the files."
            ) from error

    def _once(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        self._connection.request(method, self._below + path, body or None, dict(headers))
        answer = self._connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Reply(answer.status, found, answer.read())

    def close(self) -> None:
        """Leave it."""
        self._connection.close()
