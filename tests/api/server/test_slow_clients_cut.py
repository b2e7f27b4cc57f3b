"""Who is cut off and who is not, on a server with few places and little patience."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from waitress.channel import HTTPChannel

from api.server.http_server import Channel
from tests.support.clients import real_server as processes
from tests.support.clients.real_server import Served
from tests.support.clients.slow_clients import (
    BODY,
    HEAD,
    OPENED,
    close_all,
    connected,
    fight,
    is_closed,
    running,
)

pytestmark = pytest.mark.sweep(of="slow clients", share=8)

HASTY = (
    "from api.server import http_server as h; h.PATIENCE, h.IDLE, h.LOOKS, h.OTHERS, h.AT_ONCE,"
    " h.NEWCOMERS = 1.0, 5.0, 0.1, 12, 4, 8; "
)
"""A server with places for twenty, and patience for a second, so that the tests need not wait."""
PLACES = 20
LONG = 6.0
"""Seconds that no request here takes; a connection may rest for nearly as long."""


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    """Close what a test opened, and let the server notice, so that no place is taken for long."""
    yield
    close_all()
    time.sleep(0.3)


@pytest.fixture(scope="module", params=[(), ("--workers", "1")], ids=["serve", "workers"])
def hasty(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Served]:
    """A server with few places and little patience, in both modes."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(processes, "MAIN", HASTY + processes.MAIN)
        with running(tmp_path_factory.mktemp("hasty"), "--streams", "4", *request.param) as server:
            yield server


def test_a_newcomer_gets_the_place_of_the_longest_waiting(hasty: Served):
    combat, ana = fight(hasty)
    stream, number = opened_stream(hasty, combat, ana)
    resting = hasty.client(None)
    resting.send("GET", "/health/live")
    slow = [connected(hasty, HEAD) for _ in range(PLACES + 5)]
    assert hasty.client(None).send("GET", "/health/live").status == 200
    assert is_closed(slow[0], 2) and is_closed(slow[1], 2) and not is_closed(slow[-1])
    before = resting.connection.sock
    assert resting.send("GET", "/health/live").status == 200
    assert resting.connection.sock is before
    until(stream, hasty.client(ana, combat).says(type="roll", who="ana")["entries"][0]["number"])
    assert number


def test_who_was_just_answered_is_resting_at_once(monkeypatch: pytest.MonkeyPatch):
    channel, seen = object.__new__(Channel), []
    channel.requests, channel.total_outbufs_len, channel.answered = ["asked"], 0, False

    def answered(self: Any) -> None:
        self.requests.pop()
        seen.append(self.rests)  # the loop makes room just here, in a thread of its own

    monkeypatch.setattr(HTTPChannel, "service", answered)
    channel.service()
    assert seen == [True] and channel.rests


def opened_stream(served: Served, combat: str, token: str) -> tuple[http.client.HTTPResponse, str]:
    """A stream, and the number of the first entry on it."""
    client = served.client(token, combat)
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    client.connection.request("GET", f"{client.at}/events?after=0", headers=headers)
    answer = client.connection.getresponse()
    OPENED.append(answer)
    assert answer.status == 200
    return answer, until(answer, "1")


def until(stream: http.client.HTTPResponse, number: str) -> str:
    """Read until the entry of a number, and that number."""
    while line := stream.readline():
        if line == f"id: {number}\n".encode():
            return number
    raise AssertionError(f"the stream ended before {number}")


def test_dripping_buys_no_time(hasty: Served):
    began = time.monotonic()
    silent, empty = connected(hasty), connected(hasty)
    header, body = connected(hasty, HEAD), connected(hasty, BODY)
    dripping = {empty: b"\r\n", header: b"X", body: b" "}
    left = [silent, *dripping]
    while left:
        closed = [each for each in left if is_closed(each, 0.05)]
        took = time.monotonic() - began
        assert took < LONG, left
        assert not closed or took > 0.8
        left = [each for each in left if each not in closed]
        for each in left:
            with suppress(OSError):
                each.send(dripping.get(each, b""))


def test_a_large_import_on_a_slow_line_arrives(hasty: Served):
    combat, ana = fight(hasty)
    client = hasty.client(ana, combat)
    for _ in range(30):
        client.says(type="roll", who="ana", count=100)
    operator = hasty.client(hasty.operator.token, combat)
    data = operator.send("GET", "export?keys=1").data
    request = hasty.client(None).connection
    request.putrequest("POST", "/v1/import")
    for header in (
        ("Authorization", f"Bearer {hasty.operator.token}"),
        ("Content-Length", str(len(data))),
        ("Content-Type", "application/x-ndjson"),
    ):
        request.putheader(*header)
    request.endheaders()
    part = len(data) // 25 + 1
    for at in range(0, len(data), part):  # longer than the patience, and below 100 kB a second
        assert 1_000 < part < 10_000, part
        request.send(data[at : at + part])
        time.sleep(0.1)
    answer = request.getresponse()
    assert answer.status == 200, answer.read()


def test_streams_may_be_quiet_and_connections_rest_only_for_a_while(hasty: Served):
    combat, ana = fight(hasty)
    stream, _ = opened_stream(hasty, combat, ana)
    resting = hasty.client(ana, combat)
    resting.says(type="roll", who="ana")
    before = resting.connection.sock
    time.sleep(1.5)
    number = resting.says(type="roll", who="ana")["entries"][0]["number"]
    assert resting.connection.sock is before
    until(stream, number)
    assert before is not None and is_closed(before, 2 * LONG)
    time.sleep(1)
    until(stream, hasty.client(ana, combat).says(type="roll", who="ana")["entries"][0]["number"])
