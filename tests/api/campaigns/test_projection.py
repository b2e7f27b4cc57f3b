"""The projection: exactly once after any interruption, beside others, and the same from nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import Tracking

from api.campaigns.projector import Projector
from api.combats.registry import OpenCombats
from api.service.service import Service
from api.store.campaigns import projection
from api.store.campaigns.open_records import open_records, records_file
from api.store.campaigns.projection import Reader, running
from api.store.campaigns.records import LOG, FightRecords, Overtaken
from api.store.campaigns.sqlite_records import SQLiteRecords
from api.store.log import CombatLog
from api.store.open_log import open_log
from domain import commands as c
from tests.support.playing_service import opened, play, say


def played(service: Service, fights: int = 3, steps: int = 6) -> list[str]:
    """Fights that were begun, with some random play, undos among it."""
    names = [opened(service, policy="free") for _ in range(fights)]
    for seed, name in enumerate(names):
        play(service, name, Random(seed), steps)
    return names


@contextmanager
def projector(service: Service) -> Iterator[Projector]:
    """A projection over a log of its own, as another process has it."""
    with closing(open_log(service.log.settings, writing=False)) as log:
        found = Projector(log, OpenCombats(log, service.vault, service.rulesets), gently=False)
        try:
            yield found
        finally:
            found.stop()


def followed(service: Service) -> dict[str, str]:
    """The records after all is counted, by a process of its own."""
    with projector(service) as found:
        assert found.wait(20)
    return all_of(service)


def all_of(service: Service) -> dict[str, str]:
    with open_records(service.log.settings) as records:
        return records.all()


def expected(service: Service) -> dict[str, str]:
    """What is to come of it: the record of each fight by itself."""
    direct = Projector(service.log, service.combats)
    names = sorted(service.log.names())
    return {name: record for name in names if (record := direct.record(name))}


def test_the_records_are_those_of_the_fights_on_either_database(either_service: Service):
    names = played(either_service)
    assert followed(either_service) == expected(either_service)
    say(either_service, names[0], c.Rewind(how="undo"))
    assert followed(either_service) == expected(either_service)


def test_a_rebuild_comes_to_the_same_bytes(either_service: Service):
    played(either_service)
    before = followed(either_service)
    with open_records(either_service.log.settings) as records:
        records.begin_anew()
        assert records.all() == {} and records.max_tracking_id(LOG) is None
    assert followed(either_service) == before


class Killed(BaseException):
    """A process was killed here."""


def cut_off(monkeypatch: pytest.MonkeyPatch, after: int) -> list[int]:
    """Let the process die before its next statement but so many; the list counts them."""
    done: list[int] = []
    whole = FightRecords.put

    def put(self: FightRecords, *said: Any) -> None:
        transaction = type(self).transaction

        @contextmanager
        def cut(own: FightRecords, *, commit: bool) -> Iterator[Any]:
            with transaction(own, commit=commit) as work:
                yield Cut(work)
                die_at(len(done))

        def die_at(place: int) -> None:
            done.append(place)
            if place == after:
                raise Killed

        class Cut:
            def __init__(self, work: Any) -> None:
                self.work = work

            def execute(self, *said: Any) -> Any:
                die_at(len(done))
                return self.work.execute(*said)

            def track(self, *said: Any) -> None:
                die_at(len(done))
                self.work.track(*said)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(type(self), "transaction", cut)
            whole(self, *said)

    monkeypatch.setattr(FightRecords, "put", put)
    return done


@pytest.mark.sweep(share=2)
def test_it_goes_on_exactly_once_after_an_end_between_any_two_effects(
    either_service: Service, monkeypatch: pytest.MonkeyPatch
):
    played(either_service)
    want, place = expected(either_service), 0
    while True:
        with open_records(either_service.log.settings) as records:
            records.begin_anew()
        with monkeypatch.context() as patched:
            done = cut_off(patched, place)
            ended = died(either_service)
        before = all_of(either_service)
        assert set(before) < set(want) if ended else before == want
        assert all(want[name] == record for name, record in before.items())
        assert followed(either_service) == want
        if not ended:
            break
        place += 1
    # Four statements and a commit for each fight.
    assert place == len(done) == 5 * len(want)


def died(service: Service) -> bool:
    """Follow the log until the process dies; False where it came to its end."""
    direct = Projector(service.log, service.combats)
    last = service.log.last_position()
    try:
        reader = Reader(service.log.last_seq, direct.record)
        # Opened first: it makes tables, which is none of the statements that are counted.
        with open_records(service.log.settings) as records, running(service.log, reader) as runner:
            while not runner.has_ended and not records.has_tracking_id(LOG, last):
                time.sleep(0.005)
    except Killed:
        return True
    return False


def test_two_processes_count_each_entry_once(either_service: Service):
    names = played(either_service)
    with projector(either_service) as one, projector(either_service) as other:
        one.start()
        other.start()
        for seed in range(12):
            play(either_service, names[seed % len(names)], Random(seed), 2)
        assert one.wait(20) and other.wait(20)
        assert all_of(either_service) == expected(either_service)
    with projector(either_service) as third:
        assert third.wait(20)


def test_the_one_who_comes_later_is_refused(either_service: Service):
    played(either_service, 1)
    followed(either_service)
    with open_records(either_service.log.settings) as records:
        before, mark = records.all(), records.mark()
        position = records.max_tracking_id(LOG)
        assert mark is not None and position is not None
        with pytest.raises(Overtaken):
            records.put("c-1", "{}", Tracking(LOG, position), mark)
        with pytest.raises(Overtaken):
            stale = mark._replace(generation="another")
            records.put("c-1", "{}", Tracking(LOG, position + 1), stale)
        assert (records.all(), records.max_tracking_id(LOG)) == (before, position)


def test_records_of_another_log_are_made_anew(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    played(service, 1)
    followed(service)
    with open_records(service.log.settings) as records:
        mark, position = records.mark(), records.max_tracking_id(LOG)
        assert mark is not None and position is not None
        # As after a restored backup: the log has another entry there.
        strange = mark._replace(chain="00")
        records.put("c-strange", "[]", Tracking(LOG, position + 1), strange)

    def looks_late(log: CombatLog) -> None:
        time.sleep(0.2)
        looks(log)

    looks = projection.must_fit
    monkeypatch.setattr(projection, "must_fit", looks_late)
    assert followed(service) == expected(service)


def test_who_looks_while_another_counts_begins_nothing_anew(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    [name] = played(service, 1)
    followed(service)
    say(service, name, c.Roll(who="ana"))
    with open_records(service.log.settings) as records:
        mark = records.mark()
    assert mark is not None

    def reads_early(self: FightRecords, application: str) -> int | None:
        """Read the position; right after that another process counts."""
        monkeypatch.undo()
        found, last = self.max_tracking_id(application), service.log.last_position()
        self.put(name, "[]", Tracking(LOG, last), mark._replace(chain=service.log.chain_at(last)))
        return found

    monkeypatch.setattr(SQLiteRecords, "max_tracking_id", reads_early)
    projection.must_fit(service.log)
    with open_records(service.log.settings) as records:
        assert records.mark().generation == mark.generation and records.all()  # type: ignore[union-attr]


def test_a_fight_that_cannot_be_read_holds_up_no_other(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    names = played(service)
    service.log.broken("texts", names[1], "its words")
    assert sorted(expected(service)) == sorted({*names} - {names[1]})


def test_a_fight_that_cannot_be_counted_holds_up_no_other(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    names = played(service)

    def fails(self: Projector, combat: str) -> str:
        if combat == names[1]:
            raise ValueError("a mistake in a game")
        return whole(self, combat)

    whole = Projector._record
    monkeypatch.setattr(Projector, "_record", fails)
    assert sorted(followed(service)) == sorted({*names} - {names[1]})


def test_a_reader_waits_for_no_rest_of_the_projection(service: Service):
    names = played(service, 1)
    gently = Projector(service.log, service.combats)
    try:
        assert gently.wait(20)
        gently._worked = 60.0
        say(service, names[0], c.Note(note="on we go"))
        waited = threading.Event()
        assert not waited.wait(0.05)
        assert gently.wait(5)
    finally:
        gently.stop()


def test_who_opens_a_new_file_at_once_waits_for_the_others(service: Service):
    failed: list[BaseException] = []

    def opens(together: threading.Barrier) -> None:
        together.wait()
        try:
            with open_records(service.log.settings) as records:
                assert records.all() == {}
        except BaseException as error:
            failed.append(error)

    for _ in range(40):
        for file in (path := records_file(service.log.settings)).parent.glob(f"{path.name}*"):
            file.unlink()
        together = threading.Barrier(6)
        threads = [threading.Thread(target=opens, args=(together,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []
