"""Steps that wait are written together, and yet each of them stands or falls alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import cast

import pytest

from api.store.core.errors import Conflict, Unavailable
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from api.store.sqlite.recorder import SQLiteRecorder
from api.store.sqlite.writer import Writer
from tests.api.store.test_log import entries, key_row, sqlite_settings


@pytest.fixture
def log(tmp_path: Path) -> Iterator[CombatLog]:
    settings = sqlite_settings(tmp_path, wait=10)
    migrate(settings)
    with open_log(settings) as opened:
        yield opened


def writer_of(log: CombatLog) -> Writer:
    writer = cast(SQLiteRecorder, log.recorder).datastore.writer
    assert writer is not None
    return writer


def piled_up(log: CombatLog, *combats: str) -> list[Future[Sequence[int]]]:
    """A step for each combat, all waiting while somebody else has the turn, then let go."""
    writer = writer_of(log)
    with ExitStack() as stack, writer.turn():
        pool = stack.enter_context(ThreadPoolExecutor(len(combats)))
        futures = [
            pool.submit(log.append, entries(combat=c, count=3), Beside(keys=[key_row(combat=c)]))
            for c in combats
        ]
        while len(writer._waiting) < len(combats):
            pass
    return futures


class TestTogether:
    def test_those_that_wait_share_one_commit(self, log):
        commits: list[str] = []
        writer_of(log)._connection.set_trace_callback(
            lambda said: commits.append(said) if said == "COMMIT" else None
        )
        positions = [f.result() for f in piled_up(log, "c-1", "c-2", "c-3", "c-4")]
        assert len(commits) == 1
        assert sorted(p for each in positions for p in each) == list(range(1, 13))
        for name, each in zip(("c-1", "c-2", "c-3", "c-4"), positions, strict=True):
            found = log.recorder.select_notifications(start=each[0], limit=3)
            assert [n.id for n in found] == each
            assert {n.originator_id for n in found} == {name}

    def test_one_that_is_refused_spoils_nothing_for_the_others(self, log):
        log.append(entries(combat="c-2", count=1))
        one, refused, other = piled_up(log, "c-1", "c-2", "c-3")
        assert len(one.result()) == len(other.result()) == 3
        with pytest.raises(Conflict, match="entry 1 of combat c-2 first"):
            refused.result()
        assert [log.last_seq(c) for c in ("c-1", "c-2", "c-3")] == [3, 1, 3]
        assert log.find_key("c-2", "s1", "k-1") is None

    def test_who_gives_up_waiting_is_not_written_later(self, log):
        writer = writer_of(log)
        writer.wait = 0.05
        with (
            ThreadPoolExecutor(1) as pool,
            writer.turn(),
            pytest.raises(Unavailable, match=r"Other threads have been writing for 0\.05 s"),
        ):
            pool.submit(log.append, entries()).result()
        log.append(entries(combat="c-2"))
        assert log.last_seq("c-1") == 0

    def test_who_gives_up_on_a_step_that_is_being_written_learns_how_that_ended(self, log):
        writer = writer_of(log)
        writer.wait = 0.05
        with ThreadPoolExecutor(1) as pool:
            with writer.turn():
                mine = pool.submit(log.append, entries(), Beside(keys=[key_row()]))
                while not (steps := writer._take_steps()):
                    pass
                sleep(0.2)
                assert not mine.done()
                writer._write(steps)
            assert mine.result(10) == [1]
        assert log.find_key("c-1", "s1", "k-1") is not None

    def test_a_step_of_many_entries_keeps_its_order(self, log):
        assert log.append(entries(count=150)) == list(range(1, 151))
        assert [r.seq for r in log.read("c-1")] == list(range(1, 151))
