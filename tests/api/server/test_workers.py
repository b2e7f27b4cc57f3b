"""gunicorn for a server: several processes on PostgreSQL, one on SQLite, and what crosses them."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from flask import Flask

from api.server import serve, workers
from api.server.address_file import CannotServe
from api.server.serve import Installation, Where
from api.store.core.errors import Unavailable
from api.store.core.settings import Settings
from api.store.open_log import migrate
from tests.support.clients.real_server import Served
from tests.support.clients.reconnecting_client import Follower, lost_and_found
from tests.support.postgres import Dsn, url_of

pytestmark = pytest.mark.sweep(of="workers", share=4)


@pytest.fixture
def three(postgres_database: Dsn, tmp_path: Path) -> Iterator[Served]:
    """A server of three processes over one PostgreSQL."""
    migrate(Settings(url_of(postgres_database)))
    options = ("--workers", "3", "--streams", "20")
    server = Served(tmp_path, database=url_of(postgres_database), options=options)
    yield server
    server.stop()
    server.close()


def test_a_stream_hears_what_any_process_appends(three: Served):
    combat, (ana, bert) = three.combat()
    # Each on a connection of its own, so that all processes come to answer some of them.
    followers = [Follower(three, combat, token, seed=n) for n, token in enumerate([ana, bert] * 3)]
    for _ in range(6):
        number = three.client(ana, combat).says(type="roll", who="ana")["entries"][0]["number"]
        for each in followers:
            each.reads(until=number)
    whole = three.client(bert, combat).send("GET", "events?limit=500").json["items"]
    assert all(each.entries == whole for each in followers)


def test_lost_connections_cross_processes_without_a_hole(three: Served):
    assert lost_and_found(three, followers=6, disconnects=6, seed=3) == 36


def test_each_process_keeps_to_a_processor_of_its_own(three: Served):
    free = len(os.sched_getaffinity(0))
    taken = Counter(processors(three).values())
    assert len(taken) == min(3, free) and max(taken.values()) == -(-3 // free)


def test_a_process_that_ended_leaves_its_number_to_the_next(three: Served):
    first = processors(three)
    ended = min(first)
    os.kill(ended, signal.SIGKILL)
    now = processors(three, without=ended)
    [another] = {*now} - {*first}
    assert now[another] == first[ended]


def processors(server: Served, without: int = 0) -> dict[int, int]:
    """The processor of each of three processes, once they keep to one."""
    of, until = server.process.pid, monotonic() + 30
    while monotonic() < until:
        with suppress(ProcessLookupError):
            text = Path(f"/proc/{of}/task/{of}/children").read_text()
            found = {int(pid): os.sched_getaffinity(int(pid)) for pid in text.split()}
            found.pop(without, None)
            if [len(each) for each in found.values()] == [1, 1, 1]:
                return {pid: each.pop() for pid, each in found.items()}
        sleep(0.05)
    raise AssertionError("They never began.")


def test_it_stops_with_its_streams(three: Served):
    combat, (ana, _) = three.combat()
    follower = Follower(three, combat, ana, seed=1)
    follower.reads(until="3")
    assert three.stop(signal.SIGTERM) == 0
    assert "Stopped." in three.rest


def test_one_worker_serves_a_file(tmp_path: Path):
    server = Served(tmp_path, options=("--workers", "1"))
    try:
        combat, (ana, _) = server.combat()
        follower = Follower(server, combat, ana, seed=1)
        follower.reads(
            until=server.client(ana, combat).says(type="roll", who="ana")["entries"][0]["number"]
        )
        assert len(follower.entries) > 4
    finally:
        assert server.stop() == 0
        server.close()


def test_several_workers_on_a_file_are_refused_in_a_sentence(tmp_path: Path):
    server = Served.__new__(Served)
    server.folder, server.database, server.options = tmp_path, "", ("--workers", "2")
    server.data, server.plugin = tmp_path / "data", tmp_path
    process = server.run(0)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said.startswith("Error: An SQLite file has one writing process: start it with --workers")
    assert not os.path.exists(server.data / "combats.db")


def test_a_worker_that_begins_while_the_database_is_away_waits_for_it(tmp_path, monkeypatch):
    begun: list[str] = []

    @contextmanager
    def running(_: Installation, *, samples: bool) -> Iterator[str]:
        begun.append("a try")
        if len(begun) < 3:
            raise CannotServe("The database is away.") from Unavailable("away")
        yield "the service"

    monkeypatch.setattr(serve, "running_service", running)
    monkeypatch.setattr(workers, "PAUSE", 0.0)
    monkeypatch.setattr(serve, "application", application)
    monkeypatch.setattr(serve, "get_ready", lambda app, service, number: None)
    made = workers._Workers.__new__(workers._Workers)
    made._installation, made._where, made._open = Installation(tmp_path), Where(0), ExitStack()
    made._worker = SimpleNamespace(number=0, alive=True)  # type: ignore[assignment]
    assert made.load().name == "the service" and len(begun) == 3
    with pytest.raises(CannotServe, match="wrong for good"):
        monkeypatch.setattr(serve, "running_service", refusing)
        made.load()
    made._worker.alive = False
    with pytest.raises(SystemExit):
        made.load()


def application(service: str, where: Where) -> Flask:
    """An application of nothing."""
    return Flask(service)


def refusing(*_: object, **__: object) -> None:
    raise CannotServe("It is wrong for good.")
