"""One command, one step: a key that is sent to several processes, and many who write at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from threading import Barrier, Event
from time import sleep
from typing import Any
from uuid import uuid4

import pytest

from api.handlers.transaction import Work
from api.service.dispatch import enter_command
from api.service.service import Receipt, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate
from domain import commands as c
from tests.support.clients.fixtures import services_over
from tests.support.clients.real_server import Client, Reply, Served
from tests.support.playing_service import opened, say
from tests.support.postgres import Dsn, url_of

pytestmark = pytest.mark.sweep(of="two hosts", share=4)

ROLL = {"type": "roll", "who": "ana"}


@pytest.fixture
def hosts(postgres_database: Dsn, tmp_path: Path) -> Iterator[tuple[Served, Served]]:
    """Two servers over one PostgreSQL, with the same keys."""
    url = url_of(postgres_database)
    migrate(Settings(url))
    one = Served(tmp_path, database=url)
    two = Served(tmp_path / "two", database=url, data=one.data)
    yield one, two
    for each in (one, two):
        each.close()


def at_once(clients: list[Client], times: int, path: str, body: object) -> Iterator[list[Reply]]:
    """What all are answered who send the same under the same key, so many times."""
    together = Barrier(len(clients))
    with ThreadPoolExecutor(len(clients)) as threads:
        for _ in range(times):
            key = uuid4().hex

            def send(client: Client, key: str = key) -> Reply:
                together.wait()
                return client.send("POST", path, body, Idempotency_Key=key)

            yield list(threads.map(send, clients))


def test_a_key_that_two_hosts_get_at_once_is_one_step_at_both(hosts: tuple[Served, Served]):
    combat, (ana, _) = hosts[0].combat()
    clients = [host.client(ana, combat) for host in hosts for _ in range(2)]
    for replies in at_once(clients, 40, "commands", ROLL):
        assert [r.status for r in replies] == [200] * 4, [r.data for r in replies]
        assert len({(r.json["step"], str(r.json["entries"])) for r in replies}) == 1
        assert sum(not r.json["replayed"] for r in replies) == 1


def test_a_combat_that_two_hosts_open_under_one_key_is_one(hosts: tuple[Served, Served]):
    opening = {"ruleset": "toy", "title": "The ford"}
    operators = [host.client(host.operator.token) for host in hosts for _ in range(2)]
    for replies in at_once(operators, 10, "/v1/combats", opening):
        assert [r.status for r in replies] == [201] * 4, [r.data for r in replies]
        assert len({r.json["combat"] for r in replies}) == 1


def test_a_hidden_roll_leaves_the_catalogue_as_another_process_has_written_it(
    two_services: tuple[Service, ...],
):
    one, other = two_services
    name = opened(one)
    say(other, name, c.Roll(who="ana"))
    say(one, name, c.Join(subject="dora", name="Dora", side="a"))
    listed = one.log.catalogue_row(name)
    assert listed is not None and "Dora" in listed.members
    say(other, name, c.Roll(who="ana", hidden=True))
    assert one.log.catalogue_row(name) == listed
    say(other, name, c.Roll(who="ana"))
    rolled = one.log.catalogue_row(name)
    assert rolled is not None and rolled == listed._replace(changed_at=rolled.changed_at)


def test_whoever_loses_a_race_is_next(two_services: tuple[Service, ...]):
    """A rival is always quicker, until the one that lost has the turn of the combat."""
    one, rival = two_services
    name, append = opened(one), one.log.append
    rivals: list[Future[Receipt]] = []
    with ThreadPoolExecutor(20) as threads:

        def append_second(*args: Any, **rows: Any) -> Any:
            rivals.append(threads.submit(say, rival, name, c.Roll(who="bert")))
            wait(rivals, 1)
            return append(*args, **rows)

        one.log.append = append_second  # type: ignore[method-assign]
        say(one, name, c.Roll(who="ana"))
        assert len(rivals) == 2
        assert len({each.result(5).step for each in rivals}) == 2


def test_six_who_write_to_one_combat_are_all_served(
    postgres_database: Dsn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """One of them has a slow host, and loses every race until it is its turn."""
    with services_over(Settings(url_of(postgres_database)), tmp_path, 6) as services:
        slow, *others = services
        combat, done = opened(slow), Event()
        slow_down(slow, monkeypatch)
        with ThreadPoolExecutor(5) as threads:
            quick = [threads.submit(rolls, service, combat, done) for service in others]
            try:
                for _ in range(5):
                    say(slow, combat, c.Roll(who="ana"))
            finally:
                done.set()
        assert all(each.result() for each in quick)


def slow_down(slow: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a service take a tenth of a second longer to decide."""

    def enter(work: Work, command: c.Command) -> None:
        enter_command(work, command)
        if work.effects is slow.effects:
            sleep(0.1)

    monkeypatch.setattr("api.service.service.enter_command", enter)


def rolls(service: Service, combat: str, done: Event) -> int:
    """How often somebody could roll until it was done."""
    said = 0
    while not done.is_set():
        say(service, combat, c.Roll(who="bert"))
        said += 1
    return said
