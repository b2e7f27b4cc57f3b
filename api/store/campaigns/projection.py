"""The projection that keeps the records of fights, run by the library over the log.

A record is made of a whole fight, so that an undo or a correction changes it like any other entry.
It is made once the last entry of the fight that is in the log has come: whatever comes before it
needs none, which also makes a rebuild quick.

Any number of processes may run it. Each entry is carried out by the one that comes first; another
one that comes later is refused by the position, and goes on behind it after a pause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from eventsourcing.persistence import Tracking
from eventsourcing.projection import Projection, ProjectionRunner

from api.store.campaigns.open_records import environment, open_records, records_class
from api.store.campaigns.records import LOG, NAME, FightRecords, Mark, Overtaken
from api.store.core.rows import Record
from api.store.log import CombatLog
from api.store.open_log import log_environment


class Reader(NamedTuple):
    """What the projection asks of the fights.

    `last_seq` is the last entry of a fight. `record` is what is kept of it, as JSON; nothing where
    it counts in no campaign. `rest` is called before a record is made.
    """

    last_seq: Callable[[str], int]
    record: Callable[[str], str]
    rest: Callable[[], None] = lambda: None


class FightProjection(Projection[FightRecords]):
    """Projection that keeps a record of each fight."""

    name = NAME

    def __init__(self, view: FightRecords, reader: Reader) -> None:
        super().__init__(view)
        self._reader = reader
        self._generation = _generation(view)
        self._ends: dict[str, int] = {}

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """Make the record of a fight anew, once for all of its entries; raises Overtaken."""
        record: Record = domain_event
        if self._goes_on(record):
            return
        self._reader.rest()
        if self._goes_on(record):
            return
        if self.view.has_tracking_id(LOG, tracking.notification_id):
            raise Overtaken("Another process has followed the log as far.")
        mark = Mark(self._generation, record.chain.hex())
        self.view.put(record.combat, self._reader.record(record.combat), tracking, mark)

    def _goes_on(self, record: Record) -> bool:
        """Whether there is a later entry of the same fight, which will come."""
        if self._ends.get(record.combat, 0) <= record.seq:
            self._ends[record.combat] = self._reader.last_seq(record.combat)
        return record.seq < self._ends[record.combat]


def _generation(view: FightRecords) -> str:
    mark = view.mark()
    return mark.generation if mark else ""


class Runner:
    """The projection at work, in threads of the library, until it stops or is stopped."""

    def __init__(self, running: ProjectionRunner[CombatLog, FightRecords]) -> None:
        self._running = running

    def wait(self) -> None:
        """Wait until it ends; raises Overtaken, and what went wrong."""
        self._running.run_forever()

    @property
    def has_ended(self) -> bool:
        """Whether it stopped, or something went wrong."""
        return self._running.is_interrupted.is_set()

    def stop(self) -> None:
        """End it."""
        self._running.stop()


@contextmanager
def running(log: CombatLog, reader: Reader) -> Iterator[Runner]:
    """Run the projection from where the last process stopped; `log` is read by another connection.

    Raises what went wrong while it ran.
    """
    must_fit(log)

    class Bound(FightProjection):
        """The projection with what it asks."""

        name = NAME

        def __init__(self, view: FightRecords) -> None:
            super().__init__(view, reader)

    settings = log.settings
    runner = ProjectionRunner(
        application_class=CombatLog,
        projection_class=Bound,
        view_class=records_class(settings),
        env=log_environment(settings, writing=False) | environment(settings),
    )
    try:
        with runner:
            yield Runner(runner)
    finally:
        runner.view.datastore.close()  # type: ignore[attr-defined]


def must_fit(log: CombatLog) -> None:
    """Begin anew where the records were kept of another log, such as before it was restored."""
    with open_records(log.settings) as records:
        position, mark = records.place()
        if position is not None and (mark is None or mark.chain != log.chain_at(position)):
            records.begin_anew()
