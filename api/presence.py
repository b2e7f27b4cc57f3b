"""Who is there: whose seat asked for something lately, be it over a stream that is open."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from api.store import CombatLog, StoreError

AWAY = 60_000
"""Milliseconds without a request after which somebody is taken to be away."""

NOTED = 20_000
"""Milliseconds between two notes for other processes, where there are any."""


class Presence:
    """When each seat was last seen. Kept in memory; beside a shared log also noted there."""

    def __init__(self, log: CombatLog, now: Callable[[], int]):
        self._log, self._now, self._lock = log, now, Lock()
        self._seen: dict[str, dict[str, int]] = {}

    def seen(self, combat: str, seat: str) -> None:
        """Somebody has just asked for something."""
        at = self._now()
        with self._lock:
            seen = self._seen.setdefault(combat, {})
            due = self._log.shared and at - seen.get(seat, 0) >= NOTED
            if due or not self._log.shared:
                seen[seat] = at
        if due:
            self._note(combat, seat, at)

    def _note(self, combat: str, seat: str, at: int) -> None:
        try:
            self._log.put_seen(combat, seat, at)
        except StoreError:
            # Nobody is refused anything for that; the next request notes it.
            return

    def here(self, combat: str) -> frozenset[str]:
        """The seats that were seen within a minute, by any process."""
        with self._lock:
            seen = dict(self._seen.get(combat, {}))
        if self._log.shared:
            noted = self._log.seen(combat)
            seen = {s: max(seen.get(s, 0), noted.get(s, 0)) for s in {*seen, *noted}}
        since = self._now() - AWAY
        return frozenset(seat for seat, at in seen.items() if at > since)
