"""The log in PostgreSQL: many writers, nothing missed, no timeout multiplied, no reply trusted."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import psycopg
import pytest

from api.store import (
    CombatLog,
    KeyTaken,
    Settings,
    Unavailable,
    WrongSettings,
    migrate,
    open_log,
)
from tests import postgres
from tests.api.test_store import entries, key_row, postgres_settings

TURN = "SELECT pg_advisory_xact_lock(hashtextextended('combatlog_events', 0))"


@pytest.fixture
def settings(postgres_database: postgres.Dsn) -> Settings:
    found = postgres_settings(postgres_database, wait=0.2)
    migrate(found)
    return found


@pytest.fixture
def log(settings: Settings) -> Iterator[CombatLog]:
    with open_log(settings) as opened:
        yield opened


@pytest.fixture
def other(settings: Settings) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Somebody else's connection to the same database, in a transaction."""
    with psycopg.connect(settings.database) as connection:
        yield connection


class TestWriters:
    WRITERS, STEPS = 4, 60

    def append_side_by_side(self, log: CombatLog) -> None:
        def fight(number: int) -> None:
            for seq in range(1, 2 * self.STEPS, 2):
                log.append(entries(seq, 2, combat=f"c-{number}"))

        with ThreadPoolExecutor(self.WRITERS) as threads:
            list(threads.map(fight, range(self.WRITERS)))

    def test_who_follows_the_notifications_misses_none_of_many_writers(self, settings):
        wanted = self.WRITERS * self.STEPS * 2
        patient = settings._replace(wait=30)
        with open_log(patient) as log, open_log(patient, writing=False) as follower:
            writer = Thread(target=self.append_side_by_side, args=(log,))
            writer.start()
            seen: list[int] = []
            while len(seen) < wanted and (writer.is_alive() or more(follower, seen)):
                seen += more(follower, seen)
            writer.join()
            assert seen == [n.id for n in log.recorder.select_notifications(1, wanted + 1)]
            assert len(seen) == wanted

    def test_a_subscriber_misses_none_of_many_writers(self, settings):
        wanted = self.WRITERS * self.STEPS * 2
        with (
            open_log(settings._replace(wait=30)) as log,
            log.recorder.subscribe(gt=0) as subscription,
        ):
            writer = Thread(target=self.append_side_by_side, args=(log,))
            writer.start()
            seen = [next(subscription).id for _ in range(wanted)]
            writer.join()
        assert seen == sorted(set(seen))

    def test_a_vacuum_does_not_hold_up_an_append(self, log, other):
        other.execute("LOCK TABLE combatlog_events IN SHARE UPDATE EXCLUSIVE MODE")
        log.append(entries())
        assert log.last_seq("c-1") == 1


def more(log: CombatLog, seen: list[int]) -> list[int]:
    start = seen[-1] if seen else 0
    found = log.recorder.select_notifications(start, 50, inclusive_of_start=False)
    return [notification.id for notification in found]


class TestWaiting:
    @pytest.fixture
    def tries(self, log: CombatLog, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Grows by one with every connection that is taken."""
        taken: list[int] = []
        take = log.recorder.datastore.get_connection

        def counted() -> object:
            taken.append(len(taken))
            return take()

        monkeypatch.setattr(log.recorder.datastore, "get_connection", counted)
        return taken

    def test_a_turn_that_never_comes_is_waited_for_once(self, log, other, tries):
        other.execute(TURN)
        with pytest.raises(Unavailable, match="another transaction holds a lock for too long"):
            log.recorder.datastore.pool  # noqa: B018
            log.recorder.insert_events
            append_without_asking_why(log)
        assert len(tries) == 1

    def test_the_library_s_own_reading_is_not_tried_ten_times_either(self, log, other, tries):
        other.execute("LOCK TABLE combatlog_events IN ACCESS EXCLUSIVE MODE")
        for read in (
            lambda: log.recorder.select_notifications(1, 10),
            lambda: log.recorder.select_events("c-1"),
            log.recorder.max_notification_id,
        ):
            tries.clear()
            with pytest.raises(Exception, match="lock timeout"):
                read()
            assert len(tries) == 1

    def test_a_pool_that_is_exhausted_is_told(self, settings, monkeypatch):
        monkeypatch.setenv("POSTGRES_POOL_SIZE", "1")
        monkeypatch.setenv("POSTGRES_MAX_OVERFLOW", "0")
        with (
            open_log(settings) as log,
            log.recorder.datastore.get_connection(),
            pytest.raises(Unavailable, match="connection"),
        ):
            log.last_seq("c-1")
