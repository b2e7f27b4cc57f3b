"""What all parts of the log share: the tables of the database that they read and write."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from api.store.core.error_messages import explain_failure
from api.store.core.errors import Unavailable

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

    def fetch(self, statement: str, *values: Any) -> list[Row]:
        """All rows of a query; raises `Unavailable`."""
        with explain_failure("Nothing could be read"):
            return self.ground.fetch(statement, values)

    def first(self, statement: str, *values: Any) -> Row | None:
        """The first row of a query, if any; raises `Unavailable`."""
        return next(iter(self.fetch(statement, *values)), None)

    def execute(self, statement: str, *values: Any) -> None:
        """Execute one statement in a transaction of its own; raises `Unavailable`."""
        with explain_failure("Nothing was stored"):
            self.ground.execute(statement, values)

    def await_standby(self) -> None:
        """Return once all that can be read is as safe as what is acknowledged; `Unavailable`."""
        with explain_failure("Whether the step is safe cannot be found out"):
            self.ground.await_standby()
