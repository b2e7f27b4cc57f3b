"""Rows that reads have found lately, for reads while the database is away."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock
from time import monotonic
from typing import Any, Final, NamedTuple

MOST_QUERIES: Final = 2_000
"""Queries whose rows are kept, the latest ones."""
MOST_ROWS: Final = 200
"""Rows of a query up to which they are kept."""
LONGEST: Final = 3_600.0
"""Seconds after which rows are no longer kept: some of them may have been deleted meanwhile."""


class _Found(NamedTuple):
    """The rows of a query, and when it was asked."""

    at: float
    rows: list[tuple[Any, ...]]


class RecentRows:
    """The rows of the latest queries. Threads may share it."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, _Found] = OrderedDict()
        self._lock = Lock()

    def keep(self, query: Hashable, rows: Sequence[tuple[Any, ...]], asked_at: float) -> None:
        """Keep what a query asked at a time has found, in place of what it found before."""
        with self._lock:
            self._found.pop(query, None)
            if len(rows) <= MOST_ROWS:
                self._found[query] = _Found(asked_at, list(rows))
            while self._found and self._is_over(asked_at):
                self._found.popitem(last=False)

    def _is_over(self, now: float) -> bool:
        oldest = next(iter(self._found.values()))
        return len(self._found) > MOST_QUERIES or now - oldest.at > LONGEST

    def find(self, query: Hashable) -> _Found | None:
        """What a query found lately, if that is kept."""
        with self._lock:
            found = self._found.get(query)
        return found if found and monotonic() - found.at <= LONGEST else None

    def clear(self) -> None:
        """Keep nothing of what was found."""
        with self._lock:
            self._found.clear()
