"""Streams of a table, opened over the application itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.clients.http_client import Caller, Table
from tests.support.clients.stream_listener import Listen, Listening


@pytest.fixture
def listen(table: Table) -> Iterator[Listen]:
    """Opens a stream of the table as somebody: `listen(table.ana, "?after=3")`."""

    def opened(caller: Caller, query: str = "", **more: Any) -> Listening:
        return Listening(table.app, f"{table.at}/events{query}", caller.token, **more)

    yield opened
    table.app.extensions["live"].close()
