"""While the database is away commands get 503, and reads what is in memory, marked with its age."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.web.route_table import JSON, NDJSON
from tests.support.clients.fixtures import running
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table, json_of
from tests.support.clients.stream_listener import Listening
from tests.support.postgres import Dsn, shut, url_of

READS = ("", "state", "options", "events", "timeline", "events?after=2&limit=3", "/v1/combats")


@pytest.fixture
def url(postgres_database: Dsn) -> str:
    return url_of(postgres_database)


@pytest.fixture
def table(url: str, tmp_path: Path) -> Iterator[Table]:
    for service in running(url, tmp_path):
        yield Table.laid(service)


def test_reads_come_from_memory_with_their_age(table, url):
    table.operator.says("note", note="A bridge of rope")
    before = {path: table.ana.get(path) for path in READS}
    assert all("Age" not in answer.headers for answer in before.values())
    with shut(url):
        for path in READS:
            answer = table.ana.get(path)
            assert (answer.status_code, answer.data) == (200, before[path].data), path
            assert 0 <= int(answer.headers["Age"]) < 60
    wait_for_the_database(table)


def wait_for_the_database(table):
    until = time.monotonic() + 3
    while "Age" in table.ana.get("state").headers:
        assert time.monotonic() < until


def test_commands_are_told_to_come_back(table, url):
    with shut(url):
        for _ in range(2):
            answer = table.ana.post("commands", {"type": "roll", "who": "ana"}, Idempotency_Key="k")
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "1" and "Age" not in answer.headers
    until = time.monotonic() + 3
    while table.ana.post("commands", {"type": "roll", "who": "ana"}).status_code == 503:
        assert time.monotonic() < until


def test_what_is_not_in_memory_is_not_made_up(table, url):
    table.ana.get("state")
    with shut(url):
        for path in ("/v1/combats/c-unknown/state", "/v1/combats?q=never-asked"):
            answer = table.operator.get(path)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
        assert table.sue.get("state").status_code == 503  # a seat that was not here before


@pytest.mark.parametrize("accept", [JSON, NDJSON])
def test_words_that_are_not_in_memory_are_not_left_out(table, url, accept):
    table.operator.says("note", note="A bridge of rope")
    table.service.log.tables.recent.clear()
    table.ana.get("state")
    with shut(url):
        answer = table.ana.get("events", Accept=accept)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")


def test_who_waits_for_words_that_cannot_be_read_is_told_of_nothing_new(table, url):
    table.ana.get("state")
    with shut(url):
        waited = table.ana.get("events?after=2&wait=20")
        assert json_of(waited) == {"items": [], "next": None}


def test_a_stream_that_is_opened_meanwhile_is_opened_again(table, url):
    """From memory it would begin before what others appended, and nobody would tell it of that."""
    table.ana.get("events")
    table.app.extensions["live"].start()
    with shut(url):
        stream = Listening(table.app, f"{table.at}/events", table.ana.token).until_ended()
        assert [each.name for each in stream.events] == ["beat"]
        assert b"retry: 2000" in stream.chunks[0]
        waited = table.ana.get("events?after=9999&wait=1")
        assert json_of(waited) == {"items": [], "next": None}
    wait_for_the_database(table)
    last = table.ana.read("")["last"]
    Listening(table.app, f"{table.at}/events", table.ana.token).until(last)
    table.app.extensions["live"].close()


def test_pages_say_how_old_they_are(table, url):
    ana = Reader(table.app, table.tokens["ana"])
    at = f"/combats/{table.combat}"
    assert "can’t be reached" not in ana.get(at).text
    with shut(url):
        page = ana.get(at)
        assert "The database can’t be reached. This is how it stood" in page.text
        assert "Age" in page.headers


def test_what_was_forgotten_is_not_kept(table, url):
    table.operator.get("events")
    table.operator.post("forget", {"person": "p2"})
    with shut(url):
        assert "Anna Berg" not in table.operator.get("events").text
