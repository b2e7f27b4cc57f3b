"""The follower of the log tells what anybody appended, whatever breaks off meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import ApplicationRecorder, Notification, Subscription

from api.server.app import create_app
from api.store.core.errors import Unavailable
from api.web.live.hub import Hub
from tests.support.clients.fixtures import running
from tests.support.clients.http_client import Table
from tests.support.clients.stream_listener import Listen, Listening, last, roll
from tests.support.postgres import url_of


class Shaky:
    """A log that can be followed for two entries at a time."""

    def __init__(self, following: Subscription[ApplicationRecorder]):
        self.following, self.stop = following, following.stop

    def __enter__(self) -> Any:
        self.following.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.following.__exit__(*error)

    def __iter__(self) -> Iterator[Notification]:
        for each, _ in zip(self.following, range(2), strict=False):
            yield each
        raise OSError("the database is away")


def test_the_log_is_followed_again_where_that_broke_off(
    table: Table, listen: Listen, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("api.web.live.log_follower.PAUSE", 0.001)
    follow, begun = table.service.log.follow, list[int]()

    def shaky(after: int) -> Any:
        begun.append(after)
        return Shaky(follow(after))

    monkeypatch.setattr(table.service.log, "follow", shaky)
    stream = listen(table.ana).until(last(table.ana))
    for _ in range(5):
        stream.until(roll(table))
    assert stream.entries == table.ana.read("events?limit=500")["items"]
    assert len(begun) > 2 and begun == sorted(begun)


def test_where_the_database_fails_while_lines_are_written_they_come_later(
    table: Table, listen: Listen, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("api.web.live.log_follower.PAUSE", 0.001)
    stream = listen(table.ana).until(last(table.ana))
    write, failures = Hub._written, iter([Unavailable("the database is away")])

    def fail_once(*given: Any) -> Any:
        for failure in failures:
            raise failure
        return write(*given)

    monkeypatch.setattr(Hub, "_written", fail_once)
    assert stream.until(roll(table)).entries == table.ana.read("events?limit=500")["items"]


def test_what_another_process_appends_is_heard_here(postgres_database: Any, tmp_path: Path):
    [here, there] = [next(running(url_of(postgres_database), tmp_path)) for _ in range(2)]
    table = Table.laid(here)
    app = create_app(there)
    stream = Listening(app, f"{table.at}/events", table.ana.token).until(last(table.ana))
    number = [roll(table, hidden) for hidden in (False, True, False)][-1]
    assert stream.until(number).entries == table.ana.read("events?limit=500")["items"]
    there.close()
    stream.until_ended()
    here.close()
