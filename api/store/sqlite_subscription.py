"""Subscriptions to a log in SQLite, which the library has none for."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from eventsourcing.persistence import ListenNotifySubscription

from api.store.sqlite_connection import connect

if TYPE_CHECKING:
    from api.store.sqlite import SQLiteRecorder

_PAUSE: Final = 0.02


class Subscription(ListenNotifySubscription["SQLiteRecorder"]):
    """Notifications as they come: woken at once by this process, within a moment by others."""

    def __init__(
        self, recorder: SQLiteRecorder, gt: int | None = None, topics: Sequence[str] = ()
    ) -> None:
        super().__init__(recorder, gt, topics)
        recorder.waiting.add(self._has_been_notified)
        # Else a commit between the first look and this line would be seen only with the next one.
        self._has_been_notified.set()
        self._watch_thread = Thread(target=self._watch, daemon=True)
        self._watch_thread.start()

    def stop(self) -> None:
        """End the subscription."""
        self._recorder.waiting.discard(self._has_been_notified)
        super().stop()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._watch_thread.join()

    def _watch(self) -> None:
        try:
            self._watch_other_connections()
        except Exception as error:
            self._thread_error = self._thread_error or error
            self.stop()

    def _watch_other_connections(self) -> None:
        """Look now and then whether another connection has committed; this costs no disk access."""
        seen = None
        with closing(connect(self._recorder.datastore.path, _PAUSE)) as connection:
            while not self._has_been_stopped:
                version = connection.execute("PRAGMA data_version").fetchone()
                if version != seen:
                    self._has_been_notified.set()
                seen = version
                time.sleep(_PAUSE)
