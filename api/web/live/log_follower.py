"""The thread that follows the log, and starts anew where the database was lost."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock, Thread

from api.store.log import CombatLog

PAUSE = 1.0
"""Seconds before the log is followed again after something went wrong."""

_log = logging.getLogger(__name__)


class Feed:
    """Tells combat and number of every entry that any process appends; leaves none out.

    Where the database was lost it tries again from the last entry.
    """

    def __init__(self, log: CombatLog, appended: Callable[[str, int], None]):
        self._log, self._appended = log, appended
        self._position = 0
        self._stop_following: Callable[[], None] | None = None
        self._ended, self._lock = Event(), Lock()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin with what is appended from now on; raises `Unavailable`. Again does nothing."""
        with self._lock:
            if self._thread is None and not self._ended.is_set():
                self._position = self._log.last_position()
                self._thread = Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End it for good, and wait until it has."""
        self._ended.set()
        with self._lock:
            if self._stop_following is not None:
                self._stop_following()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._follow()
            except Exception:
                _log.warning("Live views wait for the log, which cannot be followed", exc_info=True)
                self._ended.wait(PAUSE)

    def _follow(self) -> None:
        with self._lock:
            if self._ended.is_set():
                return
            following = self._log.follow(self._position)
            self._stop_following = following.stop
        try:
            with following:
                for each in following:
                    self._appended(str(each.originator_id), each.originator_version)
                    self._position = each.id
        finally:
            with self._lock:
                self._stop_following = None
