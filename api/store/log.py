"""The combat log: append a step whole or not at all, and read it back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, cast

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, DataError, IntegrityError, Subscription

from api.store.checkpoints import Caches
from api.store.core.error_messages import explain_failure
from api.store.core.errors import Conflict, Damaged, KeyTaken, Rejected, StoreError
from api.store.core.migrations import EVENTS
from api.store.core.rows import KeyRow, Record
from api.store.core.settings import Settings
from api.store.core.side_rows import NOTHING, Beside
from api.store.core.tables import Ground, Tables
from api.store.lookups import Lookups

_PAGE: Final = 256

_NAMED: Final = (
    f"SELECT originator_version FROM {EVENTS} WHERE originator_id = ? AND topic = ?"
    " ORDER BY originator_version"
)
_IN_DOUBT: Final = "The step is not acknowledged, so append it again with its key"
_LAST_SEQ: Final = f"SELECT MAX(originator_version) FROM {EVENTS} WHERE originator_id = ?"


class CombatLog(Lookups, Caches, Application[str]):
    """The log of all combats of one database; `open_log` opens it, `close` closes it.

    It is an application of the library `eventsourcing`: its notification log, its subscriptions and
    its tracking recorders work on it. Threads may share it; forked processes may not.
    """

    name = "combatlog"
    env = {
        "MAPPER_TOPIC": "api.store.core.records:RecordMapper",
        "ORIGINATOR_ID_TYPE": "text",
        # Kept connections take turns, and one that is used again at once is faster by a third; so
        # one is kept, and others come while they are needed.
        "POSTGRES_POOL_SIZE": "1",
        "POSTGRES_MAX_OVERFLOW": "14",
    }

    settings: Settings
    """Where its database is."""

    damaged: dict[str, Damaged]
    """The combats that were found to be damaged since the log was opened."""

    def construct_recorder(self) -> ApplicationRecorder:
        """The recorder of the library's factory, which must be one of ours."""
        recorder = super().construct_recorder()
        self.tables, self.damaged = Tables(cast(Ground, recorder)), {}
        return recorder

    @property
    def is_shared(self) -> bool:
        """Whether other processes may append to this log while it is open here."""
        return self.tables.ground.is_shared

    @contextmanager
    def turn(self, combat: str) -> Iterator[None]:
        """Let no other process append to a combat meanwhile; for one that lost a race for it.

        Raises `Unavailable` where others take too long.
        """
        with explain_failure("The combat could not be locked"), self.tables.ground.turn(combat):
            yield

    def make_room(self) -> None:
        """Get ready to be written to for long, so that no step has to wait for tidying up."""
        self.tables.ground.make_room()

    def erase_deleted(self) -> None:
        """Leave nothing of deleted rows in the tables of the live database, nor in its free pages.

        On SQLite also nothing in its write-ahead log. Raises `Unavailable`: then try again.
        """
        self.tables.recent.clear()
        with explain_failure("Traces of what is deleted are left in the files"):
            self.tables.ground.erase_deleted()

    def append(self, records: Sequence[Record], beside: Beside = NOTHING) -> Sequence[int]:
        """Store a step and what stands beside it in one transaction, and return once it is safe.

        Returns the positions of the records among all entries of all combats. Raises `Conflict` if
        another writer has appended first; `KeyTaken` if this very step was appended before;
        `Unavailable` if the database cannot be written; `Rejected` if it refuses another row. Then
        nothing is acknowledged. After `Unavailable`, append again with the same key to find out.
        """
        self.tables.check_process()
        beside = beside._replace(records=records)
        with explain_failure(_IN_DOUBT):
            try:
                return [each.notification.id for each in self.events.put(records, beside=beside)]
            except (IntegrityError, DataError) as error:
                raise self._refusal(records, beside.keys, error) from error

    def _refusal(
        self, records: Sequence[Record], keys: Sequence[KeyRow], error: Exception
    ) -> StoreError:
        """Why the database refused a step. The key is looked up first: it may be our own step."""
        first = records[0] if records else None
        found = (self.find_key(each.combat, each.seat, each.key, each.line) for each in keys)
        if taken := next(filter(None, found), None):
            return KeyTaken(
                f"Step {taken.step} was appended under this key before.", taken.mac, taken.step
            )
        if first and self._goes_on_elsewhere(first):
            return Conflict(
                f"Another writer has appended entry {first.seq} of combat {first.combat} first."
                " Read on from there and decide again."
            )
        return Rejected(f"The database refuses a row of this step; nothing was stored ({error}).")

    def _goes_on_elsewhere(self, first: Record) -> bool:
        """Whether a step cannot be the next of its combat."""
        head = self.head(first.combat)
        ahead = self.last_seq(first.combat) >= first.seq
        return ahead or (head is not None and head.seq != first.seq - 1)

    def read(self, combat: str, first: int = 1, last: int | None = None) -> Iterator[Record]:
        """The entries of a combat from `first` to `last`, both included, in order.

        They come in pages, so that neither memory nor the database is held up by a slow reader.
        Raises `Unavailable` and `Damaged` on the way.
        """
        while last is None or first <= last:
            seq = first - 1
            for seq, record in enumerate(self._page(combat, first, last), start=first):
                if record.seq != seq:
                    raise Damaged(f"Entry {seq} of combat {combat} is missing.", combat, seq)
                yield record
            if seq < first + _PAGE - 1:
                return
            first += _PAGE

    def _page(self, combat: str, first: int, last: int | None) -> Iterator[Record]:
        """Return some entries; where that fails for damage, find the one that cannot be read."""
        try:
            return self._select(combat, first, last, _PAGE)
        except Damaged:
            end = first + _PAGE - 1
            for seq in range(first, (end if last is None else min(last, end)) + 1):
                self._try(combat, seq)
            raise

    def _try(self, combat: str, seq: int) -> None:
        try:
            self._select(combat, seq, seq, 1)
        except Damaged as error:
            said = f"Entry {seq} of combat {combat} cannot be read: {error}"
            raise Damaged(said, combat, seq) from error

    def _select(self, combat: str, first: int, last: int | None, limit: int) -> Iterator[Record]:
        self.tables.check_process()
        with self.tables.ask("Nothing could be read"):
            found = self.events.get(combat, gt=first - 1, lte=last, limit=limit)
        return cast(Iterator[Record], found)

    def last_position(self) -> int:
        """Where the last entry of all combats stands, 0 if there is none; raises `Unavailable`."""
        with self.tables.ask("The end of the log cannot be found"):
            return self.recorder.max_notification_id() or 0

    def chain_at(self, position: int) -> str:
        """The chain of the entry at a position, as hex; empty where there is none."""
        with explain_failure("Nothing could be read"):
            found = self.recorder.select_notifications(position, 1, stop=position)
        return "".join(cast(Record, self.mapper.to_domain_event(it)).chain.hex() for it in found)

    def follow(self, after: int) -> Subscription[ApplicationRecorder]:
        """Subscribe to what is appended after a position, by this process or another.

        To be used in a `with`; yields notifications until `stop`. Raises the library's errors where
        the database is lost: follow again from the last position.
        """
        return self.recorder.subscribe(gt=after)

    def entries_named(self, combat: str, name: str) -> list[int]:
        """The numbers of a combat's entries of one type, in order; raises `Unavailable`."""
        return [row[0] for row in self.tables.fetch(_NAMED, combat, name)]

    def last_seq(self, combat: str) -> int:
        """The number of the last entry of a combat, 0 if there is none; raises `Unavailable`."""
        row = self.tables.first(_LAST_SEQ, combat)
        return (row[0] if row else None) or 0
