"""Records of fights in PostgreSQL, beside the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresDatastore, PostgresTrackingRecorder
from psycopg import Cursor
from psycopg.rows import DictRow
from psycopg.sql import SQL

from api.store.campaigns.records import TABLES, FightRecords
from api.store.postgres.recorder import with_placeholders


class _Work(NamedTuple):
    """An open transaction."""

    cursor: Cursor[DictRow]
    insert_tracking: Callable[[Cursor[DictRow], Tracking], None]

    def execute(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        self.cursor.execute(with_placeholders(statement), values)
        has_rows = self.cursor.description is not None
        return [tuple(row.values()) for row in self.cursor.fetchall()] if has_rows else []

    def track(self, tracking: Tracking) -> None:
        self.insert_tracking(self.cursor, tracking)


class PostgresRecords(PostgresTrackingRecorder, FightRecords):
    """Records on PostgreSQL."""

    def __init__(self, datastore: PostgresDatastore, **names: Any) -> None:
        super().__init__(datastore, **names)
        self.tracking_table = self.tracking_table_name
        self.sql_create_statements += [SQL(statement).format() for statement in TABLES]

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[_Work]:
        """Open a transaction; raises the library's errors."""
        with self.datastore.transaction(commit=commit) as cursor:
            yield _Work(cursor, self._insert_tracking)
