"""Records of fights in an SQLite file of their own: the log's own file has one writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from eventsourcing.persistence import Tracking
from eventsourcing.sqlite import SQLiteCursor, SQLiteTrackingRecorder

from api.store.campaigns.records import TABLES, FightRecords


class _Work(NamedTuple):
    """An open transaction."""

    cursor: SQLiteCursor
    insert_tracking: Callable[[SQLiteCursor, Tracking], None]

    def execute(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        self.cursor.execute(statement, values)
        return [tuple(row) for row in self.cursor.fetchall()]

    def track(self, tracking: Tracking) -> None:
        self.insert_tracking(self.cursor, tracking)


class SQLiteRecords(SQLiteTrackingRecorder, FightRecords):
    """Records on SQLite; processes take turns to write."""

    tracking_table = "tracking"

    def construct_create_table_statements(self) -> list[str]:
        """The tables of the library, and ours."""
        return [*super().construct_create_table_statements(), *TABLES]

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[_Work]:
        """Open a transaction; raises the library's errors."""
        with self.datastore.transaction(commit=commit) as cursor:
            yield _Work(cursor, self._insert_tracking)
