"""The log in PostgreSQL: many writers, nothing missed, no timeout multiplied, no reply lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from itertools import takewhile
from threading import Event, Thread
from typing import cast

import psycopg
import pytest
from eventsourcing.persistence import Notification, OperationalError
from psycopg.rows import DictRow

from api.store.core.errors import Conflict, KeyTaken, Unavailable, WrongSettings
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.store.postgres.durability import STATE
from api.store.postgres.recorder import PostgresRecorder, Subscription
from tests.api.store.test_log import entries, key_row, postgres_settings
from tests.support import postgres

TURN = "SELECT pg_advisory_xact_lock(hashtextextended('combatlog_events', 0))"

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"


@pytest.fixture
def settings(postgres_database: postgres.Dsn) -> Settings:
    found = postgres_settings(postgres_database)
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
        connection.rollback()


class TestTurn:
    def test_nobody_appends_to_a_combat_while_another_has_its_turn(self, log, settings):
        with open_log(settings) as rival, ThreadPoolExecutor(2) as threads:
            with log.turn("c-1"):
                waits = threads.submit(rival.append, entries())
                elsewhere = threads.submit(rival.append, entries(combat="c-2"))
                assert len(elsewhere.result(5)) == 1
                assert list(log.read("c-1")) == [] and not waits.done()
                log.append(entries())
            with pytest.raises(Conflict):
                waits.result(5)

    def test_a_refusal_amid_a_turn_is_told_as_ever_and_ends_it(self, log):
        log.append(entries(), Beside(keys=[key_row()]))
        with pytest.raises(KeyTaken), log.turn("c-1"):
            log.append(entries(first=2), Beside(keys=[key_row()]))
        log.append(entries(first=2))

    def test_a_turn_that_others_hold_too_long_is_told(self, log, settings):
        with (
            open_log(settings._replace(wait=0.1)) as rival,
            log.turn("c-1"),
            pytest.raises(Unavailable, match="holds a lock for too long"),
            rival.turn("c-1"),
        ):
            pass


class TestWriters:
    WRITERS, STEPS = 4, 60
    ENTRIES = 2 * WRITERS * STEPS

    def append_side_by_side(self, log: CombatLog) -> None:
        """Many writers at once, and a last entry when all are done."""

        def fight(number: int) -> None:
            for seq in range(1, 2 * self.STEPS, 2):
                log.append(entries(seq, 2, combat=f"c-{number}"))

        try:
            with ThreadPoolExecutor(self.WRITERS) as threads:
                list(threads.map(fight, range(self.WRITERS)))
        finally:
            log.append(entries(combat="the end"))

    def test_who_follows_the_notifications_misses_none_of_many_writers(self, settings):
        patient = settings._replace(wait=30)
        with open_log(patient) as log, open_log(patient, writing=False) as follower:
            writer = Thread(target=self.append_side_by_side, args=(log,))
            writer.start()
            seen: list[Notification] = []
            while not seen or seen[-1].originator_id != "the end":
                start = seen[-1].id if seen else 0
                seen += follower.recorder.select_notifications(start, 50, inclusive_of_start=False)
            writer.join()
            assert seen == log.recorder.select_notifications(1, self.ENTRIES + 2)
        assert len(seen) == self.ENTRIES + 1

    def test_a_subscriber_misses_none_of_many_writers(self, settings):
        with (
            open_log(settings._replace(wait=30)) as log,
            log.recorder.subscribe(gt=0) as subscription,
        ):
            writer = Thread(target=self.append_side_by_side, args=(log,))
            writer.start()
            seen = list(takewhile(lambda n: n.originator_id != "the end", subscription))
            writer.join()
            assert seen == log.recorder.select_notifications(1, self.ENTRIES)
        assert len(seen) == self.ENTRIES

    def test_what_is_committed_just_before_a_subscriber_listens_is_not_missed(
        self, log, monkeypatch
    ):
        looked = Event()
        pull, listen = Subscription._pull, Subscription._listen

        def look_first(subscription: Subscription) -> None:
            pull(subscription)
            looked.set()

        def listen_late(subscription: Subscription) -> None:
            looked.wait()
            log.append(entries())
            listen(subscription)

        monkeypatch.setattr(Subscription, "_pull", look_first)
        monkeypatch.setattr(Subscription, "_listen", listen_late)
        with ThreadPoolExecutor(1) as thread, log.recorder.subscribe(gt=0) as subscription:
            assert thread.submit(next, subscription).result(30).originator_id == "c-1"

    def test_a_subscriber_whose_connection_is_cut_is_told(self, log, other):
        with log.recorder.subscribe(gt=0) as subscription, ThreadPoolExecutor(1) as thread:
            waiting = thread.submit(next, subscription)
            while not waiting.done():
                other.execute(CUT)
                other.rollback()
            with pytest.raises(OperationalError, match="connection"):
                waiting.result()

    def test_a_vacuum_does_not_hold_up_an_append(self, log, other):
        other.execute("LOCK TABLE combatlog_events IN SHARE UPDATE EXCLUSIVE MODE")
        log.append(entries())
        assert log.last_seq("c-1") == 1


class TestWaiting:
    @pytest.fixture
    def hasty(self, settings: Settings) -> Iterator[CombatLog]:
        """A log that waits for a lock no longer than its URL allows."""
        url = f"{settings.database}&options=-c%20lock_timeout%3D50"
        with open_log(Settings(url)) as opened:
            yield opened

    @pytest.fixture
    def tries(self, hasty: CombatLog, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Grows with every connection that is taken."""
        taken: list[str] = []
        datastore = cast(PostgresRecorder, hasty.recorder).datastore
        take = datastore.get_connection

        def counted() -> AbstractContextManager[psycopg.Connection[DictRow]]:
            taken.append("a try")
            return take()

        monkeypatch.setattr(datastore, "get_connection", counted)
        return taken

    def test_a_turn_that_never_comes_is_waited_for_once(self, hasty, other, tries):
        other.execute(TURN)
        with pytest.raises(Unavailable, match="another transaction holds a lock for too long"):
            hasty.append(entries(), Beside(keys=[key_row()]))
        assert tries == ["a try"]
        other.rollback()
        hasty.append(entries(), Beside(keys=[key_row()]))

    @pytest.mark.parametrize(
        "read",
        [
            lambda log: log.recorder.select_notifications(1, 10),
            lambda log: log.recorder.select_events("c-1"),
            lambda log: log.recorder.max_notification_id(),
        ],
    )
    def test_the_reading_of_the_library_is_tried_once_as_well(self, hasty, other, tries, read):
        other.execute("LOCK TABLE combatlog_events IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(OperationalError, match="lock timeout"):
            read(hasty)
        assert tries == ["a try"]

    def test_a_pool_that_is_exhausted_is_told(self, settings, monkeypatch):
        monkeypatch.setenv("POSTGRES_POOL_SIZE", "1")
        monkeypatch.setenv("POSTGRES_MAX_OVERFLOW", "0")
        with (
            open_log(settings) as log,
            cast(PostgresRecorder, log.recorder).datastore.get_connection(),
            pytest.raises(Unavailable, match=r"couldn't get a connection after 2.00 sec"),
        ):
            log.last_seq("c-1")


class TestRestart:
    def test_after_a_restart_of_the_server_one_call_fails_and_the_next_ones_work(self, log, other):
        log.append(entries())
        cast(PostgresRecorder, log.recorder).datastore.pool.wait()
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        with pytest.raises(Unavailable, match="see that the server runs"):
            log.append(entries(first=2), Beside(keys=[key_row()]))
        log.append(entries(first=2), Beside(keys=[key_row()]))
        assert [log.last_seq("c-1") for _ in range(9)] == [2] * 9


class TestRefusals:
    def test_the_switch_that_loses_notifications_is_refused(self, settings, monkeypatch):
        monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", "y")
        with pytest.raises(WrongSettings, match="Unset it"):
            open_log(settings)

    def test_a_log_for_reading_cannot_be_written_by_any_way(self, settings):
        with (
            open_log(settings, writing=False) as reader,
            pytest.raises(Unavailable, match="reading only"),
        ):
            reader.append(entries())

    def test_a_server_that_is_not_there_is_told_without_the_password(self, tmp_path):
        url = f"postgresql://gm:s3cret@/combats?host={tmp_path}"
        for attempt in (open_log, migrate):
            with pytest.raises(Unavailable, match="see that the server runs") as caught:
                attempt(Settings(url))
            assert "s3cret" not in str(caught.value)

    @pytest.mark.parametrize(
        "url", ["postgresql://gm:s3c@ret@[host/combats", "postgresql://gm:ret@host/?sslmoed=x"]
    )
    def test_a_url_that_cannot_be_read_is_told_without_the_password(self, url):
        with pytest.raises(WrongSettings, match="written %40") as caught:
            open_log(Settings(url))
        assert "ret@" not in str(caught.value)


def test_a_standby_is_seen_without_the_right_to_see_what_it_does(other):
    """PostgreSQL shows the state of a standby as NULL to a role without `pg_monitor`."""
    other.execute("CREATE TEMP VIEW pg_stat_replication AS SELECT NULL::text AS state")
    other.execute("SET search_path = pg_temp, pg_catalog")
    *_, standbys = other.execute(STATE).fetchone()
    assert standbys == 1
