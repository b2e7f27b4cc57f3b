"""How requests travel: the interface that HTTP and the files have in common."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from api.client.errors import failure


class Reply(NamedTuple):
    """Answer to a request: status, headers by their names in small letters, body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, read; raises Failed where it is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise failure(f"What answers there is no combatlog: status {self.status}.") from error

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


Listening = AbstractContextManager[Reply | Iterator[bytes]]
"""A stream while it is open: its lines, or the reply where there is none."""


def is_stream(headers: Mapping[str, str]) -> bool:
    """Return whether an answer is a stream of events."""
    return headers.get("content-type", "").startswith("text/event-stream")


class Transport(ABC):
    """Way to a server or to files."""

    url = ""
    """Address of the server; empty where the files are worked on."""

    @abstractmethod
    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Send a request and return the answer, whatever it is; raise NoAnswer if none comes."""

    @abstractmethod
    def listen(self, path: str, headers: Mapping[str, str]) -> Listening:
        """Open a stream and return its lines as they come; the reply where it is no stream."""

    def close(self) -> None:  # noqa: B027 -- most have nothing to close
        """End the connection."""
