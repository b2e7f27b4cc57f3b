"""The connections of a log: lost ones are replaced; nobody queues while the database is away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection
from psycopg.rows import DictRow, dict_row

from api.store.postgres.connection import hosts_of, limited_to

SOON: Final = 0.2
"""Seconds to wait for a connection while the database is away: no queue of commands builds up."""


class Datastore(PostgresDatastore):
    """The library's datastore; it notices when the database is away, and when it is back.

    `wait` is how many seconds to wait for a connection or a lock.
    """

    def __init__(self, made: PostgresDatastore, conninfo: str, wait: float) -> None:
        # The library's factory makes one of its own class, whose pool is not open yet.
        self.__dict__.update(vars(made))
        self.wait = wait
        self.pool.conninfo, self.pool.kwargs = conninfo, {"row_factory": dict_row}
        # Before the first connection each host but the last may be silent.
        self.pool.timeout = wait * len(list(hosts_of(conninfo)))
        # Two locks may be waited for. No answer takes longer, however the server was lost.
        self.pool.connection_class = limited_to(2 * wait + 1)
        # The pool doubles its delay for as long as it tries. It tries no longer than anybody waits,
        # and begins anew with whoever asks next.
        self.pool.reconnect_timeout = wait
        self._answered = self._replaced = monotonic()

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """A connection. When one turns out to be lost, so are the others: they are replaced."""
        began, taken = monotonic(), None
        try:
            with super().get_connection() as taken:
                yield taken
        except Exception:
            if taken is None or taken.broken:
                self._note_loss(began, replace=taken is not None)
            raise
        self._answered, self.pool.timeout = monotonic(), self.wait

    def _note_loss(self, began: float, *, replace: bool) -> None:
        """Wait for connections only shortly from now on, unless one has worked meanwhile.

        An answer older than the wait counts for nothing: the server may have frozen right after it.
        """
        if replace and self._replaced < began:
            self._replaced = monotonic()
            self.pool.drain()
        if self._answered < max(began, monotonic() - self.wait):
            self.pool.timeout = min(SOON, self.wait)
