"""Subscriptions to a log in PostgreSQL, with a gap of the library's closed."""

from __future__ import annotations

from eventsourcing.postgres import PostgresSubscription
from psycopg.sql import SQL, Identifier


class Subscription(PostgresSubscription):
    """The library's subscription; it looks once more after it has begun to listen.

    Else what was committed between its first look and then would be seen only with the next commit.
    """

    def _listen(self) -> None:
        try:
            self._listen_until_stopped()
        except BaseException as error:
            self._thread_error = self._thread_error or error
            self.stop()

    def _listen_until_stopped(self) -> None:
        with self._recorder.datastore.get_connection() as connection:
            connection.execute(SQL("LISTEN {0}").format(Identifier(self._recorder.channel_name)))
            self._has_been_notified.set()
            while not self._has_been_stopped:
                for _ in connection.notifies(timeout=0.1, stop_after=1):
                    self._has_been_notified.set()
