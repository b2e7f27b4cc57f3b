"""Servers as a client may meet them: busy, gone, cut short, behind a proxy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from api.client.errors import no_answer
from api.client.transport import Reply, Transport

LOST = b"lost"
"""In place of a line: the connection is lost."""

Said = Reply | Sequence[bytes] | None
"""A reply, the lines of a stream, or nothing where nobody answers."""


def reply(value: Any = None, status: int = 200, **headers: str) -> Reply:
    """A reply in JSON; names of headers have underscores."""
    found = {name.replace("_", "-"): text for name, text in headers.items()}
    return Reply(status, found, json.dumps(value).encode())


def problem(status: int, **headers: str) -> Reply:
    """A problem document."""
    said = {"type": "/problems/x", "title": "X", "status": status, "detail": "No."}
    return reply(said, status, **headers)


def entry(number: int) -> bytes:
    """The lines of a stream that tell of an entry."""
    return b'id: %d\nevent: entry\ndata: {"number": "%d"}\n\n' % (number, number)


def event(name: str) -> bytes:
    """The lines of an event without an entry."""
    return f"event: {name}\ndata: {{}}\n\n".encode()


class Scripted(Transport):
    """A way to a server that answers by a list, and notes what it was asked."""

    url = "http://scripted"

    def __init__(self, *said: Said):
        self.said = list(said)
        self.asked: list[tuple[str, str, Mapping[str, str], bytes]] = []

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Answer with the next reply."""
        answer = self._next(method, path, headers, body)
        assert isinstance(answer, Reply), "a stream is listened to"
        return answer

    @contextmanager
    def listen(self, path: str, headers: Mapping[str, str]) -> Iterator[Reply | Iterator[bytes]]:
        """Answer with the next reply, or with the lines of the next stream."""
        answer = self._next("LISTEN", path, headers, b"")
        yield answer if isinstance(answer, Reply) else _lines(answer)

    def _next(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> Reply | Sequence[bytes]:
        self.asked.append((method, path, headers, body))
        assert self.said, f"asked once more: {method} {path}"
        answer = self.said.pop(0)
        if answer is None:
            raise no_answer("Nobody answers.")
        return answer


def _lines(events: Sequence[bytes]) -> Iterator[bytes]:
    for each in events:
        if each is LOST:
            raise no_answer("The connection was lost.")
        yield from each.splitlines(keepends=True)
