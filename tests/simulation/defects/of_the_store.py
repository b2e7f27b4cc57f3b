"""Defects of the store, put back: order of positions, subscriptions, group commit, counted rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from eventsourcing import postgres as library

from api.combats import registry
from api.combats.open_combat import OpenCombat
from api.store.core.errors import Unavailable
from api.store.log import CombatLog
from api.store.postgres import recorder
from api.store.postgres.recorder import Subscription
from api.store.sqlite import writer
from api.store.sqlite.writer import Positions, Step, Writer
from tests.simulation.defects.defect import Defect, put_back


@put_back(recorder, "_locks")
def _one_turn_for_each_combat(events: Sequence[Any]) -> Iterator[Any]:
    for stream in sorted({str(event.originator_id) for event in events}):
        yield recorder._SHARED, (stream,)


@put_back(Subscription, "_listen")
def _listen_without_looking(self: Subscription) -> None:
    library.PostgresSubscription._listen(self)


@put_back(Subscription, "_listen")
def _listen_until_cut(self: Subscription) -> None:
    with suppress(Exception):
        self._listen_until_stopped()


@put_back(Subscription, "_listen_until_stopped")
def _listen_without_asking(self: Subscription) -> None:
    with self._recorder.datastore.get_connection() as connection:
        connection.execute(f"LISTEN {self._recorder.channel_name}".encode())
        self._has_been_notified.set()
        while not self._has_been_stopped:
            for _ in connection.notifies(timeout=0.1, stop_after=1):
                self._has_been_notified.set()


def _future() -> Future[Positions]:
    """A future of the run that is under way."""
    made: Future[Positions] = vars(writer)["Future"]()
    return made


@put_back(Writer, "write")
def _give_up_what_is_written(self: Writer, insert: Callable[[Any], Positions]) -> Positions:
    step = Step(insert, _future())
    self._waiting.append(step)
    try:
        with self.turn():
            if not step.outcome.done():
                self._write(self._take_steps())
    except Unavailable:
        step.outcome.cancel()
        raise
    return step.outcome.result()


@put_back(Writer, "write")
def _write_what_was_given_up(self: Writer, insert: Callable[[Any], Positions]) -> Positions:
    step = Step(insert, _future())
    self._waiting.append(step)
    with self.turn():
        if not step.outcome.done():
            self._write(self._take_steps())
    return step.outcome.result()


@put_back(Writer, "_write")
def _refuse_all_for_one(self: Writer, steps: list[Step]) -> None:
    outcomes: list[Future[Positions]] = [step.outcome for step in steps]
    try:
        with self._begin_transaction() as cursor:
            positions = [step.insert(cursor) for step in steps]
    except BaseException as error:
        for outcome in outcomes:
            outcome.set_exception(error)
    else:
        for outcome, found in zip(outcomes, positions, strict=True):
            outcome.set_result(found)


@put_back(registry, "_must_be_whole")
def _nobody_goes_on_meanwhile(log: CombatLog, combat: OpenCombat) -> None:
    head, entries = log.head(combat.name), combat.line.entries
    if head is None or head.seq != entries or head.chain != combat.chain:
        raise log.broken("heads", combat.name, "where it ends")
    log.check_rows(combat.name)


@put_back(CombatLog, "_all")
def _nobody_is_forgotten_meanwhile(self: CombatLog, table: Any, combat: str) -> list[Any]:
    head = self.head(combat)
    found = self._rows(table, "WHERE combat = ?", combat)
    if head and len(found) < getattr(head, table.name):
        raise self.broken(table.name, combat, table.what)
    return found


DEFECTS = (
    Defect(
        "positions",
        "Positions became visible out of order, and who follows the log passed over late ones.",
        _one_turn_for_each_combat,
        found_at=111,
        seeds=400,
    ),
    Defect(
        "late listener",
        "What was committed between a subscriber's first look and its listening was seen only with"
        " the next commit.",
        _listen_without_looking,
        found_at=46,
    ),
    Defect(
        "silent cut",
        "A subscriber whose connection was cut waited for ever, and was not told.",
        _listen_until_cut,
        found_at=1,
    ),
    Defect(
        "dead connection",
        "A subscriber whose connection died without a word was told nothing any more.",
        _listen_without_asking,
        found_at=66,
    ),
    Defect(
        "given up",
        "On SQLite, who gave up waiting while another thread was writing the step was told that it"
        " was not stored, and it was.",
        _give_up_what_is_written,
        found_at=96,
    ),
    Defect(
        "written later",
        "On SQLite, a step that was given up while it waited was written later all the same.",
        _write_what_was_given_up,
        found_at=20,
    ),
    Defect(
        "group",
        "On SQLite, a step that was refused took the steps with it that shared its commit.",
        _refuse_all_for_one,
        found_at=0,
    ),
    Defect(
        "gone on meanwhile",
        "A combat that another process went on with while it was opened was taken for damaged.",
        _nobody_goes_on_meanwhile,
        found_at=9,
    ),
    Defect(
        "forgotten meanwhile",
        "A combat in which somebody was forgotten while it was opened was taken for damaged.",
        _nobody_is_forgotten_meanwhile,
        found_at=54,
        seeds=400,
    ),
)
