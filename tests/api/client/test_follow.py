"""A log is followed without a hole and without a double, whatever happens to the connection."""

from __future__ import annotations

from itertools import islice

import pytest

from api.client.client import Client
from api.client.errors import Failed, NoAnswer, StartOver
from api.client.follow import FULL, PATIENCE
from tests.api.client.conftest import Clock
from tests.support.clients.scripted_transport import (
    LOST,
    Said,
    Scripted,
    entry,
    event,
    problem,
    reply,
)

TOKEN = "secret"


def page(*numbers: int) -> Said:
    return reply({"items": [{"number": str(n)} for n in numbers], "next": None})


def followed(server: Scripted, count: int, after: str = "0") -> list[str]:
    combat = Client(server, TOKEN).combat("c")
    return [each["number"] for each in islice(combat.events(after, follow=True), count)]


def resumed(server: Scripted) -> list[str]:
    """After which entry each stream was asked for."""
    return [
        headers["Last-Event-ID"] for method, _, headers, _ in server.asked if method == "LISTEN"
    ]


def test_entries_come_one_by_one_and_beats_are_no_entries(clock: Clock):
    server = Scripted([event("beat"), entry(4), event("beat"), entry(5)])
    assert followed(server, 2, after="3") == ["4", "5"]
    assert resumed(server) == ["3"]
    assert (
        server.asked[0][2]["Authorization"] == f"Bearer {TOKEN}" and TOKEN not in server.asked[0][1]
    )


def test_a_lost_connection_is_taken_up_after_the_last_whole_entry(clock: Clock):
    server = Scripted(
        [entry(1), entry(2)[:-1]],  # cut short: the second entry has no end
        None,
        [LOST],
        problem(503),
        [entry(2), entry(3)],
    )
    assert followed(server, 3) == ["1", "2", "3"]
    assert resumed(server) == ["0", "1", "1", "1", "1"]


def test_where_there_is_no_room_it_reads_pages_for_a_while(clock: Clock):
    server = Scripted([event("full")], page(1), page(2), [entry(3)])
    entries = Client(server, TOKEN).combat("c").events(follow=True)
    assert [next(entries)["number"] for _ in range(2)] == ["1", "2"]
    clock.now += FULL
    assert next(entries)["number"] == "3" and resumed(server) == ["0", "2"]
    paths = [path for method, path, _, _ in server.asked if method == "GET"]
    assert paths == [f"/v1/combats/c/events?after={n}&wait=20" for n in (0, 1)]


def test_where_a_proxy_holds_streams_back_it_reads_pages(clock: Clock):
    server = Scripted(reply({"items": []}), page(1), page(), page(2))
    assert followed(server, 2) == ["1", "2"]
    assert resumed(server) == ["0"]


def test_a_log_that_changed_has_to_be_read_anew(clock: Clock):
    with pytest.raises(StartOver, match="from the start"):
        followed(Scripted([entry(1), event("again")]), 5)


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_log_that_may_not_be_read_is_not_asked_for_again(clock: Clock, status: int):
    with pytest.raises(Failed) as found:
        followed(Scripted(problem(status)), 1)
    assert found.value.problem["status"] == status


def test_after_a_long_silence_it_fails(clock: Clock):
    with pytest.raises(NoAnswer):
        followed(Scripted([entry(1)], *[None] * 500), 2)
    assert PATIENCE <= sum(clock.slept) <= PATIENCE + 10
