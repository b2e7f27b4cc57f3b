"""Whoever listens to a combat over the application itself, without a socket."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flask import Flask

from api.web.route_table import EVENTS
from tests.support.clients.http_client import Caller, Table

WAIT = 20.0


class Event(NamedTuple):
    """A server-sent event; its data read."""

    name: str
    id: str
    data: Any


class Listening:
    """A stream that is read in a thread, chunk by chunk as they are sent."""

    def __init__(
        self,
        app: Flask,
        path: str,
        token: str | None,
        last: str = "",
        cookie: str = "",
        environ: dict[str, Any] | None = None,
    ):
        client = app.test_client()
        if cookie:
            client.set_cookie("combatlog", cookie)
        headers = {"Accept": EVENTS}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Last-Event-ID": last} if last else {}
        self.answer = client.get(path, headers=headers, environ_overrides=environ or {})
        self.chunks: list[bytes] = []
        self.ended = False
        self._more = threading.Condition()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for chunk in self.answer.response:
            with self._more:
                self.chunks.append(bytes(chunk))  # type: ignore[arg-type]
                self._more.notify_all()
        with self._more:
            self.ended = True
            self._more.notify_all()

    @property
    def events(self) -> list[Event]:
        """Everything that came."""
        return events(b"".join(self.chunks))

    @property
    def entries(self) -> list[Any]:
        """The entries that came."""
        return [each.data for each in self.events if each.name == "entry"]

    @property
    def numbers(self) -> list[str]:
        """The numbers of the entries that came."""
        return [each.id for each in self.events if each.name == "entry"]

    def until(self, number: str) -> Listening:
        """Wait for an entry of that number."""
        line = f"id: {number}\n".encode()
        with self._more:
            come = self._more.wait_for(lambda: any(line in chunk for chunk in self.chunks), WAIT)
            assert come, self.numbers
        return self

    def until_ended(self) -> Listening:
        """Wait for the end of the stream."""
        with self._more:
            assert self._more.wait_for(lambda: self.ended, WAIT)
        return self


Listen = Callable[..., Listening]


def last(caller: Caller) -> str:
    return str(caller.read("")["last"])


def roll(table: Table, hidden: bool = False) -> str:
    """A roll of the referee's; its last number as he counts."""
    said = table.rita.says("roll", who="referee", sides=20, hidden=hidden)
    return str(said["entries"][-1]["number"])


def events(sent: bytes) -> list[Event]:
    """Server-sent events as a browser reads them."""
    return [_event(part.splitlines()) for part in sent.decode().split("\n\n") if part]


def _event(lines: Iterable[str]) -> Event:
    said = dict(line.split(": ", 1) for line in lines)
    return Event(said["event"], said.get("id", ""), json.loads(said["data"]))
