"""Live over real sockets: more streams than workers, random disconnects, stopping in order."""

from __future__ import annotations

import http.client
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.server.http_server import WORKING
from api.store.core.settings import Settings
from api.store.open_log import migrate
from tests.support.clients.real_server import Served
from tests.support.clients.reconnecting_client import Follower, lost_and_found
from tests.support.postgres import url_of

pytestmark = pytest.mark.sweep(of="live server", share=4)


@pytest.fixture(params=["sqlite", "postgres"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    """A server over each of the databases, for forty streams."""
    database = ""
    if request.param == "postgres":
        database = url_of(request.getfixturevalue("postgres_database"))
        migrate(Settings(database))
    server = Served(tmp_path, database=database, options=("--streams", "40"))
    yield server
    server.close()


def test_more_streams_than_workers_hold_up_nobody_and_end_with_the_server(served: Served):
    combat, tokens = served.combat()
    open_, referee = list[Any](), served.client(served.operator.token, combat)
    for number in range(3 * WORKING):
        connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
        headers = {"Authorization": f"Bearer {tokens[number % 2]}", "Accept": "text/event-stream"}
        connection.request("GET", f"/v1/combats/{combat}/events?after=4", headers=headers)
        open_.append((connection, connection.getresponse()))
    number = referee.says(type="roll", who="referee", sides=20)["entries"][0]["number"]
    for _, answer in open_:
        while answer.readline() != f"id: {number}\n".encode():
            pass
    assert served.stop(signal.SIGTERM) == 0
    # The databases of the tests are quick, and say so.
    lines = served.errors.splitlines()
    assert [line for line in lines if "could lose acknowledged steps" not in line] == []
    for connection, answer in open_:
        answer.read()
        connection.close()


def test_whoever_loses_his_connection_ends_with_the_same_log(served: Served):
    assert lost_and_found(served, followers=6, disconnects=12, seed=7) == 72


def test_a_restart_is_a_disconnect(served: Served):
    combat, (ana, _) = served.combat()
    follower = Follower(served, combat, ana, seed=1)
    referee = served.client(served.operator.token, combat)
    follower.reads(until=referee.says(type="roll", who="referee")["entries"][0]["number"])
    port = served.port
    served.stop(signal.SIGKILL)
    served.start(port)
    referee = served.client(served.operator.token, combat)
    follower.reads(until=referee.says(type="roll", who="referee")["entries"][0]["number"])
    whole = referee.send("GET", "events?limit=500").json["items"]
    assert [each["number"] for each in follower.entries] == [each["number"] for each in whole]
