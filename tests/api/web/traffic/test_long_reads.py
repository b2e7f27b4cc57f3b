"""Long reads take turns: one in each lane, one for each caller, so many a minute."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, Semaphore
from time import monotonic
from typing import Any

import pytest
from flask import Flask

from api.web.auth import NOBODY, THE_OPERATOR, Caller
from api.web.problems import Problem
from api.web.traffic import long_reads
from api.web.traffic.long_reads import Gate, Lane, Lanes
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table

ANA, BERT = Caller(combat="c-1", seat="s1"), Caller(combat="c-1", seat="s2")
APP = Flask("lanes")


class Crowd:
    """Requests that hold a lane until they are let go."""

    def __init__(self, lanes: Lanes):
        self.lanes, self.running, self.pool = lanes, list[str](), ThreadPoolExecutor(20)
        self._go: dict[str, Event] = {}
        self._begun: dict[str, Event] = {}

    def comes(self, name: str, lane: Lane, caller: Caller, address: str = "") -> Future[None]:
        """A request that wants a lane."""
        self._go[name], self._begun[name] = Event(), Event()

        def holds() -> None:
            of_address = APP.test_request_context(environ_base={"REMOTE_ADDR": address})
            with of_address, self.lanes.hold_lane(lane, caller):
                self._begun[name].set()
                self._go[name].wait(5)

        return self.pool.submit(holds)

    def has_begun(self, name: str, within: float = 2.0) -> bool:
        return self._begun[name].wait(within)

    def goes(self, name: str) -> None:
        self._go[name].set()


@contextmanager
def crowd(found: Lanes) -> Iterator[Crowd]:
    made = Crowd(found)
    try:
        yield made
    finally:
        for name in made._go:
            made.goes(name)
        made.pool.shutdown()


def test_a_lane_does_one_at_a_time_in_order_of_arrival_and_lanes_keep_nobody_from_each_other():
    with crowd(Lanes()) as all_of:
        all_of.comes("first", "queries", ANA)
        assert all_of.has_begun("first")
        all_of.comes("second", "queries", BERT)
        assert not all_of.has_begun("second", 0.1)
        all_of.comes("third", "queries", NOBODY, "10.0.0.1")
        all_of.comes("audit", "audits", NOBODY, "10.0.0.2")
        assert all_of.has_begun("audit") and not all_of.has_begun("third", 0.1)
        all_of.goes("first")
        assert all_of.has_begun("second") and not all_of.has_begun("third", 0.1)
        all_of.goes("second")
        assert all_of.has_begun("third")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((ANA, ""), (ANA, ""), True),
        ((ANA, "10.0.0.1"), (ANA, "10.0.0.2"), True),
        ((ANA, ""), (BERT, ""), False),
        ((NOBODY, "10.0.0.1"), (NOBODY, "10.0.0.1"), True),
        ((NOBODY, "10.0.0.1"), (NOBODY, "10.0.0.2"), False),
    ],
)
def test_a_caller_has_one_in_all_lanes(
    one: tuple[Caller, str], other: tuple[Caller, str], same: bool
):
    with crowd(Lanes()) as all_of:
        all_of.comes("one", "queries", *one)
        assert all_of.has_begun("one")
        all_of.comes("other", "archives", *other)
        assert all_of.has_begun("other", 0.2 if same else 2.0) is not same
        all_of.goes("one")
        assert all_of.has_begun("other")


def test_who_waits_too_long_is_refused_and_leaves_the_line():
    with crowd(Lanes(patience=0.1)) as all_of:
        all_of.comes("one", "queries", ANA)
        assert all_of.has_begun("one")
        with pytest.raises(Problem, match="take turns") as refused:
            all_of.comes("other", "queries", BERT).result(5)
        assert refused.value.kind.status == 429 and "Retry-After" in refused.value.headers
        all_of.goes("one")
        all_of.comes("later", "queries", BERT)
        assert all_of.has_begun("later")


def test_who_has_hung_up_leaves_the_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(long_reads, "LOOK", 0.01)
    monkeypatch.setattr(long_reads, "MOST_WAITING", 1)
    hung_up = Event()

    def waits(found: Lanes) -> None:
        environ = {"waitress.client_disconnected": hung_up.is_set}
        with APP.test_request_context(environ_base=environ), found.hold_lane("queries", BERT):
            pass

    with crowd(Lanes()) as all_of:
        all_of.comes("one", "queries", ANA)
        assert all_of.has_begun("one")
        waiting = all_of.pool.submit(waits, all_of.lanes)
        with pytest.raises(TimeoutError):
            waiting.result(0.1)
        hung_up.set()
        with pytest.raises(Problem, match="take turns"):
            waiting.result(5)
        all_of.comes("next in line", "queries", NOBODY, "10.0.0.1")
        assert not all_of.has_begun("next in line", 0.1)
        all_of.goes("one")
        assert all_of.has_begun("next in line")


def test_no_more_wait_than_there_are_threads_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(long_reads, "MOST_WAITING", 2)
    with crowd(Lanes()) as all_of:
        all_of.comes("one", "queries", ANA)
        assert all_of.has_begun("one")
        for n in (1, 2):
            all_of.comes(f"waits {n}", "queries", NOBODY, f"10.0.0.{n}")
            assert not all_of.has_begun(f"waits {n}", 0.1)
        with pytest.raises(Problem, match="take turns"):
            all_of.comes("too many", "queries", NOBODY, "10.0.0.3").result(5)


def test_a_budget_is_each_callers_own_and_who_has_used_it_up_is_refused_slowly():
    found, began = Lanes(budget=3, delay=0.2), monotonic()
    with APP.test_request_context():
        for caller in (ANA, BERT):
            for _ in range(3):
                with found.hold_lane("queries", caller):
                    pass
        assert monotonic() - began < 0.2
        with pytest.raises(Problem, match="too often"), found.hold_lane("audits", ANA):
            pass
        assert monotonic() - began >= 0.2
        for _ in range(10):
            with found.hold_lane("queries", THE_OPERATOR):
                pass


def environ(path: str) -> dict[str, Any]:
    """A request as WSGI has it."""
    server = {"SERVER_NAME": "x", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    return {"REQUEST_METHOD": "GET", "PATH_INFO": path, **server}


def sends_nothing(*_: Any) -> Any:
    raise AssertionError("nothing is sent")


def test_who_waits_for_a_lane_keeps_no_command_out():
    found, inside = Lanes(), Semaphore(0)

    def answer(asked: Any, start: Any) -> list[bytes]:
        inside.release()
        with APP.request_context(asked):
            if asked["PATH_INFO"] == "/long":
                with found.hold_lane("queries", BERT):
                    return [b"long"]
        return [b"short"]

    gate = Gate(answer, 1)
    with crowd(found) as all_of:
        all_of.comes("one", "queries", ANA)
        assert all_of.has_begun("one")
        long = all_of.pool.submit(gate, environ("/long"), sends_nothing)
        assert inside.acquire(timeout=2)
        short = all_of.pool.submit(gate, environ("/short"), sends_nothing)
        assert short.result(2) == [b"short"] and not long.done()
        all_of.goes("one")
        assert long.result(2) == [b"long"]


@pytest.fixture
def entered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lanes that were entered, one after the other."""
    found: list[str] = []

    @contextmanager
    def noted(self: Lanes, lane: Lane, caller: Caller) -> Iterator[None]:
        found.append(lane)
        yield

    monkeypatch.setattr(Lanes, "hold_lane", noted)
    return found


LONG = (
    "query?named=rolls",
    "audit",
    "audit?picture=luck as image/svg+xml",
    "evidence as application/zip",
)


@pytest.mark.parametrize("path", LONG)
def test_long_reads_take_turns(table: Table, path: str, entered: list[str]):
    table.operator.get(path)
    assert len(entered) == 1


PAGES = ("ask?named=rolls", "ask.csv?named=rolls", "audit", "audit.md", "bundle.zip", "replay.html")


@pytest.mark.parametrize("page", PAGES)
def test_pages_take_turns_as_programs_do(table: Table, at: str, page: str, entered: list[str]):
    Reader(table.app, table.service.vault.operator_token()).get(f"{at}/{page}")
    assert len(entered) == 1


def test_previews_of_corrections_and_remedies_take_turns(table: Table, entered: list[str]):
    table.operator.tries("correct", how="annul", step=4)
    table.operator.tries("contest", entry=4, claim={"remedy": "go-back", "to": 2})
    table.operator.tries("rewind")
    assert entered == ["dry runs", "dry runs"]
    table.operator.post("why-not", {"type": "correct", "how": "annul", "step": 4})
    table.operator.post("why-not", {"type": "rewind", "how": "undo"})
    assert entered == ["dry runs"] * 3
