"""A step goes into the log whole or not at all, and comes out as it went in; on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import pytest
from eventsourcing.persistence import OperationalError

from api.store.core.errors import Conflict, KeyTaken, Rejected, Unavailable
from api.store.core.rows import CatalogueRow, KeyRow, PersonRow, Record, SecretRow, TextRow
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from domain.log import sealing
from tests.support import postgres

BLIND = bytes(range(32))
NAME = "combat.noted/1"
MAC = b"m" * 32


def postgres_settings(dsn: postgres.Dsn, wait: float = 2.0) -> Settings:
    return Settings(postgres.url_of(dsn), wait)


def sqlite_settings(folder: Path, wait: float = 2.0) -> Settings:
    return Settings(f"sqlite:///{folder}/combats.db", wait)


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """A database of either kind, empty."""
    if request.param == "sqlite":
        return sqlite_settings(tmp_path)
    return postgres_settings(request.getfixturevalue("postgres_database"))


@pytest.fixture
def log(settings: Settings) -> Iterator[CombatLog]:
    """An empty log of either kind."""
    migrate(settings)
    with open_log(settings) as opened:
        yield opened


def entries(
    first: int = 1, count: int = 1, combat: str = "c-1", before: bytes = sealing.GENESIS
) -> list[Record]:
    """A step of sealed entries, the first with a command."""
    records = []
    for seq in range(first, first + count):
        body, command = f"{NAME}\nentry {seq}".encode(), b"kept" if seq == first else b""
        leaf, before = sealing.seal(BLIND, combat, seq, body, command, before)
        records.append(Record(combat, seq, NAME, body, command, leaf, before))
    return records


def is_whole(records: list[Record]) -> bool:
    """Whether these are all entries from the first on, each sealed onto the one before."""
    before = sealing.GENESIS
    for seq, r in enumerate(records, 1):
        sealed = sealing.seal(BLIND, r.combat, seq, r.body, r.command, before)
        if (r.seq, r.leaf, r.chain) != (seq, *sealed):
            return False
        before = r.chain
    return True


def key_row(key: str = "k-1", step: int = 1, seat: str = "s1", combat: str = "c-1") -> KeyRow:
    return KeyRow(combat, seat, key, MAC, step)


def catalogue_row(combat: str = "c-1", changed_at: int = 1, **different: object) -> CatalogueRow:
    row = CatalogueRow(combat, "The bridge", "open", "open", "Ann, Bob", 1, changed_at)
    return row._replace(**different)  # type: ignore[arg-type]


class TestAppending:
    def test_what_is_appended_is_read_back(self, log):
        step = entries(count=3)
        log.append(step)
        assert list(log.read("c-1")) == step
        assert is_whole(list(log.read("c-1")))

    def test_any_bytes_come_back_as_they_went_in(self, log):
        every_byte = bytes(range(256))
        record = Record("c-1", 1, NAME, every_byte, every_byte[::-1], every_byte[:32], bytes(32))
        empty = Record("c-1", 2, NAME, b"", b"", bytes(32), every_byte[-32:])
        log.append([record, empty])
        assert list(log.read("c-1")) == [record, empty]

    def test_a_hash_of_another_size_is_a_mistake_of_the_caller(self, log):
        with pytest.raises(ValueError, match="32 bytes, not 31, 32"):
            log.append([entries()[0]._replace(leaf=bytes(31))])

    def test_positions_run_through_all_combats(self, log):
        assert log.append(entries(count=2)) == [1, 2]
        assert log.append(entries(combat="c-2")) == [3]
        assert log.append(entries(first=3)) == [4]

    def test_who_comes_second_has_a_conflict_and_nothing_of_his_step_is_stored(self, log):
        log.append(entries(count=2))
        with pytest.raises(Conflict, match="entry 2 of combat c-1") as caught:
            log.append(entries(first=2, count=3), Beside(keys=[key_row()], people=[PERSON]))
        assert "decide again" in str(caught.value)
        assert log.last_seq("c-1") == 2
        assert log.find_key("c-1", "s1", "k-1") is None
        assert log.people("c-1") == []

    def test_of_many_who_append_the_same_entry_one_wins(self, log):
        def try_to_append(number: int) -> int:
            try:
                log.append(entries(), Beside(keys=[key_row(f"k-{number}", number)]))
            except Conflict:
                return 0
            return number

        with ThreadPoolExecutor(8) as threads:
            winners = [won for won in threads.map(try_to_append, range(1, 33)) if won]
        assert len(winners) == 1
        assert log.find_key("c-1", "s1", f"k-{winners[0]}") is not None
        assert len(list(log.read("c-1"))) == 1

    def test_threads_append_to_their_combats_side_by_side(self, log):
        def fight(combat: str) -> list[Record]:
            chain = sealing.GENESIS
            for first in range(1, 41, 2):
                step = entries(first, 2, combat, chain)
                log.append(step)
                chain = step[-1].chain
            return list(log.read(combat))

        with ThreadPoolExecutor(8) as threads:
            fights = list(threads.map(fight, [f"c-{n}" for n in range(8)]))
        assert [len(fight) for fight in fights] == [40] * 8
        assert all(map(is_whole, fights))


PERSON = PersonRow("c-1", "p1", b"salt", b"name")
TEXT = TextRow("c-1", "t1", "p1", ("p2", "p3"), b"salt", b"words")
SECRET = SecretRow("c-1", "s1", b"h" * 32)


class TestOneTransaction:
    def test_everything_of_a_step_is_stored_together(self, log):
        row = catalogue_row()
        log.append(
            entries(),
            Beside(
                keys=[key_row()], catalogue=row, texts=[TEXT], people=[PERSON], secrets=[SECRET]
            ),
        )
        assert log.find_key("c-1", "s1", "k-1") == key_row()
        assert log.combats() == [row]
        assert log.text("c-1", "t1") == TEXT
        assert log.person("c-1", "p1") == PERSON
        assert log.seat_of(b"h" * 32) == ("c-1", "s1")

    @pytest.mark.parametrize(
        "wrong",
        [
            {"catalogue": catalogue_row(status="lost")},
            {"secrets": [SECRET, SECRET._replace(seat="s2")]},
            {"people": [PERSON._replace(name=cast(bytes, None))]},
        ],
        ids=["a status that does not exist", "one token for two seats", "a name that is missing"],
    )
    def test_a_row_that_is_refused_takes_the_whole_step_with_it(self, log, wrong):
        with pytest.raises(Rejected, match="nothing was stored"):
            log.append(entries(count=2), Beside(**{"keys": [key_row()], "texts": [TEXT], **wrong}))
        assert log.last_seq("c-1") == 0
        assert log.find_key("c-1", "s1", "k-1") is None
        assert log.texts("c-1") == []
        assert log.combats() == []
        assert log.recorder.max_notification_id() is None

    def test_a_row_that_is_a_mistake_of_the_caller_stores_nothing(self, log):
        with pytest.raises(TypeError, match="not JSON serializable"):
            log.append(entries(), Beside(texts=[TEXT._replace(mentions=(cast(str, object()),))]))
        assert log.last_seq("c-1") == 0
        log.append(entries())

    def test_rows_may_change_without_an_entry(self, log):
        log.append(entries(), Beside(texts=[TEXT]))
        assert not log.append([], Beside(texts=[TEXT._replace(mentions=("p4",))]))
        assert log.texts("c-1") == [TEXT._replace(mentions=("p4",))]

    def test_nothing_at_all_may_be_appended(self, log):
        assert not log.append([])

    def test_the_log_goes_on_after_a_step_that_failed(self, log):
        with pytest.raises(Rejected):
            log.append(entries(), Beside(catalogue=catalogue_row(status="lost")))
        log.append(entries(), Beside(catalogue=catalogue_row()))
        assert log.last_seq("c-1") == 1


class TestIdempotency:
    def test_a_key_that_is_known_gives_back_its_mac_and_step(self, log):
        log.append(entries(), Beside(keys=[key_row(step=7)]))
        with pytest.raises(KeyTaken) as caught:
            log.append(entries(first=2), Beside(keys=[key_row(step=8)._replace(mac=b"x" * 32)]))
        assert (caught.value.mac, caught.value.step) == (MAC, 7)
        assert log.last_seq("c-1") == 1

    def test_a_key_counts_for_its_seat_and_combat_alone(self, log):
        log.append(entries(), Beside(keys=[key_row()]))
        log.append(entries(first=2), Beside(keys=[key_row(seat="s2")]))
        log.append(entries(combat="c-2"), Beside(keys=[key_row(combat="c-2")]))
        assert log.find_key("c-2", "s1", "k-1") == key_row(combat="c-2")
        assert log.find_key("c-2", "s2", "k-1") is None

    def test_who_lost_the_reply_learns_that_his_step_was_stored(self, log, monkeypatch):
        reply_lost_after(monkeypatch, log)
        with pytest.raises(Unavailable, match="acknowledged"):
            log.append(entries(), Beside(keys=[key_row()]))
        monkeypatch.undo()
        with pytest.raises(KeyTaken) as caught:
            log.append(entries(), Beside(keys=[key_row()]))
        assert caught.value.step == 1
        with pytest.raises(Conflict):
            log.append(entries(), Beside(keys=[key_row("another")]))


def reply_lost_after(monkeypatch: pytest.MonkeyPatch, log: CombatLog) -> None:
    """The next step is committed, but the connection breaks before anybody is told."""
    insert = log.recorder.insert_events

    def commit_and_break(*events: object, **rows: object) -> None:
        insert(*events, **rows)  # type: ignore[arg-type]
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(log.recorder, "insert_events", commit_and_break)
