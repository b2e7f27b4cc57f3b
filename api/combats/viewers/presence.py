"""Who is there: whose seat asked for something lately, be it over a stream that is open."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from api.store.core.errors import StoreError
from api.store.log import CombatLog

AWAY = 60_000
"""Milliseconds without a request after which somebody is taken to be away."""

NOTED = 20_000
"""Milliseconds between two notes for other processes, where there are any."""


class Presence:
    """When each seat was last seen. Kept in memory; beside a shared log also noted there.

    Before `since` (a server's beginning) anybody may have been there.
    """

    def __init__(self, log: CombatLog, now: Callable[[], int], since: int = 0):
        self.since = since
        self._log, self._now, self._lock = log, now, Lock()
        self._seen: dict[str, dict[str, int]] = {}

    def record_activity(self, combat: str, seat: str) -> None:
        """Somebody has just asked for something."""
        at = self._now()
        with self._lock:
            seen = self._seen.setdefault(combat, {})
            due = self._log.is_shared and at - seen.get(seat, 0) >= NOTED
            if due or not self._log.is_shared:
                seen[seat] = at
        if due:
            # Nobody is refused anything where that fails; the next request notes it.
            with suppress(StoreError):
                self._log.put_seen(combat, seat, at)

    def here(self, combat: str) -> frozenset[str]:
        """The seats that were seen within a minute, by any process."""
        since = self._now() - AWAY
        return frozenset(seat for seat, at in self._last_seen(combat).items() if at > since)

    def is_away(self, combat: str, seat: str) -> bool:
        """True for a seat from which nothing was asked for a minute, as far as that is known."""
        # A shared log is told a little late.
        late = NOTED if self._log.is_shared else 0
        at = max(self._last_seen(combat).get(seat, -late) + late, self.since)
        return self._now() - at >= AWAY

    def _last_seen(self, combat: str) -> dict[str, int]:
        with self._lock:
            seen = dict(self._seen.get(combat, {}))
        if self._log.is_shared:
            noted = self._log.last_seen(combat)
            seen = {s: max(seen.get(s, 0), noted.get(s, 0)) for s in {*seen, *noted}}
        return seen
