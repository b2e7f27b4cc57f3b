"""Filled tables kept for the next question: those of a log as somebody sees it, up to an entry.

What was filled once answers every further question about the same, since a log is only added to.
Few are kept, by their size, and those of a log that is in memory no more answer nobody.
"""

from __future__ import annotations

import weakref
from collections import OrderedDict
from threading import Lock

from api.combats.viewers.viewer_log import Sight

MOST_BYTES = 32 * 1024 * 1024
"""How much is kept; the one asked longest ago goes first."""

Key = tuple["weakref.ref[Sight]", int]


class FilledTables:
    """Databases as bytes, by whose they are and up to which of his entries they reach."""

    def __init__(self, most: int = MOST_BYTES):
        self._most, self._size = most, 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, sight: Sight, last: int) -> bytes | None:
        """What was kept, if it still is."""
        key = weakref.ref(sight), last
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, sight: Sight, last: int, filled: bytes) -> None:
        """Keep it, and let go what is too much then; one alone that is too much is not kept."""
        with self._lock:
            self._size -= len(self._kept.pop((weakref.ref(sight), last), b""))
            self._kept[weakref.ref(sight), last] = filled
            self._size += len(filled)
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])
