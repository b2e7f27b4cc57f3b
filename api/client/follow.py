"""Follow a log: a stream that resumes after the last entry, and pages where there is no stream."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from time import monotonic, sleep
from typing import Any, NamedTuple

from api.client.connection import BUSY, Connection, pauses, refused
from api.client.errors import Failed, NoAnswer, start_over
from api.client.transport import Reply

EVENTS = "text/event-stream"
PATIENCE = 300.0
"""Seconds without any answer after which following fails."""

WAIT = 20
"""Seconds for which a page waits for what comes next."""

AT_ONCE = 1.0
"""Seconds within which what ends without an entry is tried again only after a pause."""

FULL = 30.0
"""Seconds after which a server without room for a stream is asked for one again."""


class ServerEvent(NamedTuple):
    """Server-sent event: its name, its id, its data."""

    name: str
    id: str
    data: str


def server_events(lines: Iterable[bytes]) -> Iterator[ServerEvent]:
    """Yield the events of a stream; one that was cut short is left out."""
    said: dict[str, str] = {}
    for line in lines:
        name, _, value = line.decode().rstrip("\r\n").partition(": ")
        if name:
            said[name] = value
        elif said:
            yield ServerEvent(said.get("event", ""), said.get("id", ""), said.get("data", ""))
            said = {}


class Follower:
    """Reader of a log that goes on after its last entry, whatever happens to the connection."""

    def __init__(self, connection: Connection, address: str, after: str, token: str):
        self.connection, self.address, self.token = connection, address, token
        self.after, self.heard, self.without_stream = after, monotonic(), 0.0

    def entries(self) -> Iterator[Any]:
        """Yield every entry after the last, and each one as it comes; it never ends by itself.

        Raises StartOver where what was read no longer holds, NoAnswer after a long silence, and
        Failed where the log may not be read.
        """
        waits = pauses()
        while True:
            last, began = self.after, monotonic()
            try:
                yield from self._page() if began < self.without_stream else self._stream()
            except Failed as error:
                self._may_go_on(error)
            if self.after != last or monotonic() > began + AT_ONCE:
                waits = pauses()
            else:
                sleep(next(waits))

    def _stream(self) -> Iterator[Any]:
        """Yield entries as they come, until the connection is lost."""
        headers = {"Accept": EVENTS, "Last-Event-ID": self.after}
        bearer = self.connection.bearer(self.token)
        with self.connection.transport.listen(self.address, headers | bearer) as answer:
            if isinstance(answer, Reply):
                self._no_stream(answer)
                return
            for event in server_events(answer):
                self.heard = monotonic()
                if event.name == "entry":
                    self.after = event.id
                    yield json.loads(event.data)
                elif event.name == "again":
                    raise start_over()
                elif event.name == "full":
                    self.without_stream = monotonic() + FULL

    def _no_stream(self, reply: Reply) -> None:
        """Ask for pages from now on; raise Failed where the log may not be read."""
        if reply.status >= 400:
            raise refused(reply)
        self.without_stream = float("inf")

    def _page(self) -> Iterator[Any]:
        """Yield the entries of the next page, when there are any."""
        get = self.connection.get
        page = get(self.address, token=self.token, after=self.after, wait=WAIT).json
        self.heard = monotonic()
        for entry in page["items"]:
            self.after = entry["number"]
            yield entry

    def _may_go_on(self, error: Failed) -> None:
        """Raise a failure that does not pass by itself."""
        passes = isinstance(error, NoAnswer) or error.problem.get("status") in BUSY
        if not passes or monotonic() > self.heard + PATIENCE:
            raise error
