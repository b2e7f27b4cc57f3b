"""Who is at the table just now: a seat from which nothing was asked for a minute is away.

Kept in memory, and where several processes serve one log, now and then beside it as well.
"""

from __future__ import annotations

from api.store import CombatLog

AWAY = 60_000
"""Milliseconds without any request after which a seat is away."""

TOLD = 15_000
"""How often, in milliseconds, other processes are told that a seat is there."""


class Presence:
    """When each seat was last heard of. Before `since`, all of them may have been."""

    def __init__(self, log: CombatLog, since: int = 0):
        self.log, self.since = log, since
        self._seen: dict[tuple[str, str], int] = {}
        self._told: dict[tuple[str, str], int] = {}

    def heard(self, combat: str, seat: str, at: int) -> None:
        """Something was asked with the token of a seat."""
        self._seen[combat, seat] = at
        if self.log.shared and at - self._told.get((combat, seat), 0) >= TOLD:
            self._told[combat, seat] = at
            self.log.put_seen(combat, seat, at)

    def is_away(self, combat: str, seat: str, at: int) -> bool:
        """True for a seat from which nothing was asked for a minute."""
        seen = max(self._seen.get((combat, seat), 0), self.since)
        if at - seen >= AWAY and self.log.shared:
            # Others write it down a little late.
            seen = max(seen, self.log.seen(combat, seat) + TOLD)
        return at - seen >= AWAY
