"""Tables of the projection: a record of each fight, and how far the log was followed.

A record and the position stand in one transaction, so a process that goes on never leaves an entry
out and never counts one twice. The library refuses a position that another process has passed.
Everything here may be deleted: it is made anew from the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, Protocol

from eventsourcing.persistence import IntegrityError, Tracking, TrackingRecorder

from projections.campaigns.fight_record import VERSION

NAME: Final = f"campaigns_{VERSION}"
"""What the projection is called: a version that says something else has tables of its own."""

LOG: Final = "combatlog"
"""What the library calls the log that is followed."""

TABLES: Final = (
    f"CREATE TABLE IF NOT EXISTS {NAME}_records"
    " (combat TEXT PRIMARY KEY NOT NULL, record TEXT NOT NULL)",
    f"CREATE TABLE IF NOT EXISTS {NAME}_mark"
    " (number INTEGER PRIMARY KEY NOT NULL, generation TEXT NOT NULL, chain TEXT NOT NULL)",
)
_MOVE_MARK: Final = f"UPDATE {NAME}_mark SET chain = ? WHERE generation = ? RETURNING number"
_BEGIN: Final = (
    f"INSERT INTO {NAME}_mark (number, generation, chain) VALUES (1, ?, '')"
    " ON CONFLICT (number) DO UPDATE SET generation = excluded.generation, chain = ''"
)
_DROP: Final = f"DELETE FROM {NAME}_records"
_DROP_ONE: Final = f"{_DROP} WHERE combat = ?"
_PUT: Final = f"INSERT INTO {NAME}_records (combat, record) VALUES (?, ?)"
_RECORDS: Final = f"SELECT combat, record FROM {NAME}_records"


class Transaction(Protocol):
    """An open transaction; both raise the library's errors."""

    def execute(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Execute a statement with question marks; return its rows, if it has any."""

    def track(self, tracking: Tracking) -> None:
        """Move the position on; raises IntegrityError where it has been passed."""


class Overtaken(Exception):
    """Another process has followed the log as far already, or began it anew."""


class Mark(NamedTuple):
    """Since when the records are kept, and the chain of the last entry that was followed."""

    generation: str
    chain: str


class Place(NamedTuple):
    """How far the log was followed, and the mark; each is None before anything was."""

    position: int | None
    mark: Mark | None


class FightRecords(TrackingRecorder):
    """Records of fights with the position up to which the log was followed."""

    tracking_table: str

    def transaction(self, *, commit: bool) -> AbstractContextManager[Transaction]:
        """Open a transaction; raises the library's errors."""
        raise NotImplementedError

    def create_table(self) -> None:
        """Make the tables where there are none."""
        raise NotImplementedError

    def mark(self) -> Mark | None:
        """The mark; None before anything was followed."""
        return self.place().mark

    def place(self) -> Place:
        """The position and the mark of one moment: another process may move both meanwhile."""
        last = f"SELECT max(notification_id) FROM {self.tracking_table} WHERE application_name = ?"
        both = f"SELECT ({last}) AS last, generation, chain FROM (SELECT 1 AS one) AS always"
        with self.transaction(commit=False) as work:
            rows = work.execute(f"{both} LEFT JOIN {NAME}_mark ON number = one", LOG)
        position, generation, chain = rows[0]
        return Place(position, None if generation is None else Mark(generation, chain))

    def begin_anew(self) -> None:
        """Forget everything, so that the log is followed from its first entry on."""
        with self.transaction(commit=True) as work:
            # The position comes first, as in `put`: locked in one order, the two never deadlock.
            work.execute(f"DELETE FROM {self.tracking_table} WHERE application_name = ?", LOG)
            work.execute(_BEGIN, secrets.token_hex(8))
            work.execute(_DROP)

    def put(self, combat: str, record: str, tracking: Tracking, mark: Mark) -> None:
        """Put the record of a fight in the place of the one before, and move the position on.

        Without a record none is kept. Raises Overtaken; then nothing has changed.
        """
        try:
            with self.transaction(commit=True) as work:
                # The position comes first: a transaction that began as a reader could not wait.
                work.track(tracking)
                if not work.execute(_MOVE_MARK, mark.chain, mark.generation):
                    raise Overtaken("The records were begun anew.")
                work.execute(_DROP_ONE, combat)
                if record:
                    work.execute(_PUT, combat, record)
        except IntegrityError as error:
            raise Overtaken("Another process has followed the log as far.") from error

    def records(self, combats: Sequence[str]) -> dict[str, str]:
        """The records of some fights, as far as there are any."""
        marks = ", ".join("?" for _ in combats) or "NULL"
        with self.transaction(commit=False) as work:
            return dict(work.execute(f"{_RECORDS} WHERE combat IN ({marks})", *combats))

    def all(self) -> dict[str, str]:
        """Every record, by fight."""
        with self.transaction(commit=False) as work:
            return dict(work.execute(f"{_RECORDS} ORDER BY combat"))
