"""What all parts of the log share: the tables of the database that they read and write."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import Any, Protocol

from api.store.core.error_messages import explain_failure
from api.store.core.errors import Unavailable
from api.store.core.recent_rows import RecentRows
from api.store.core.stale_reads import stale_read

Row = tuple[Any, ...]


class Ground(Protocol):
    """A recorder of the library that also takes queries."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to this log while it is open here."""

    def fetch(self, statement: str, values: Sequence[Any]) -> list[Row]:
        """All rows of a query."""

    def execute(self, statement: str, values: Sequence[Any]) -> None:
        """Execute one statement in a transaction of its own."""

    def turn(self, stream: str) -> AbstractContextManager[None]:
        """Let nobody else append to one stream meanwhile."""

    def await_standby(self) -> None:
        """Return once all that can be read is as safe as what is acknowledged."""

    def make_room(self) -> None:
        """Get ready to be written to for long."""

    def erase_deleted(self) -> None:
        """Leave nothing of deleted rows in the files; raises the library's errors."""


class Tables:
    """The tables of one database, for the process that opened it."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._process = os.getpid()
        self.recent = RecentRows()

    @property
    def ground(self) -> Ground:
        """The recorder behind the tables; raises `Unavailable` in a forked process."""
        self.check_process()
        return self._ground

    def check_process(self) -> None:
        """Raise `Unavailable` in a forked process.

        Connections that two processes share mix up what they send, and nobody notices at once.
        """
        if os.getpid() != self._process:
            raise Unavailable(
                "The log was opened before this process was forked. Open it after forking."
            )

    @contextmanager
    def ask(self, what: str) -> Iterator[None]:
        """Raise the store's error where the database fails; `what` says what then failed.

        A read that may be answered from memory asks in vain only once.
        """
        reading = stale_read()
        if reading and reading.is_away:
            raise Unavailable(f"{what}: the database is away; try again in a moment.")
        try:
            with explain_failure(what):
                yield
        except Unavailable:
            if reading:
                reading.is_away = True
            raise

    def fetch(self, statement: str, *values: Any) -> list[Row]:
        """All rows of a query; raises `Unavailable`."""
        with self.ask("Nothing could be read"):
            return self.ground.fetch(statement, values)

    def recall(self, statement: str, *values: Any) -> list[Row]:
        """All rows of a query; from memory where a read may be answered so. Raises `Unavailable`.

        A log that this process alone writes is in reach for as long as the process is.
        """
        reading = stale_read() if self.ground.is_shared else None
        if reading is None:
            return self.fetch(statement, *values)
        query, asked_at = (statement, values), monotonic()
        try:
            rows = self.fetch(statement, *values)
        except Unavailable:
            if (found := self.recent.find(query)) is None:
                raise
            reading.use(found.at)
            return found.rows
        self.recent.keep(query, rows, asked_at)
        return rows

    def first(self, statement: str, *values: Any) -> Row | None:
        """The first row of a query, if any; raises `Unavailable`."""
        return next(iter(self.fetch(statement, *values)), None)

    def execute(self, statement: str, *values: Any) -> None:
        """Execute one statement in a transaction of its own; raises `Unavailable`."""
        with self.ask("Nothing was stored"):
            self.ground.execute(statement, values)

    def await_standby(self) -> None:
        """Return once all that can be read is as safe as what is acknowledged; `Unavailable`."""
        with self.ask("Whether the step is safe cannot be found out"):
            self.ground.await_standby()
