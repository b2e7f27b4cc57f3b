"""Which open combats are in memory as they are, which rest, and which are let go.

All of them together stay within a limit of bytes. The latest are kept as they are; those used
before them rest, which takes a fifth of the memory; the least recently used are let go.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator

from api.combats.open_combat import OpenCombat
from api.combats.weight import Weights
from api.store.core.errors import StoreError
from domain.ruleset.ruleset import Ruleset

MOST_IN_USE = 200
"""How many are kept as they are; those that rest take a moment longer to answer."""

GROWN = 64
"""Entries after which a combat that is asked for again and again is counted anew."""


class KeptCombats:
    """Open combats by name, the least recently used first. Good only behind a lock."""

    def __init__(self, rulesets: Callable[[], dict[str, Ruleset]], most: int):
        self._most, self._weights = most, Weights(rulesets)
        self._all: OrderedDict[str, OpenCombat] = OrderedDict()
        self._in_use: OrderedDict[str, OpenCombat] = OrderedDict()
        self._counted: dict[str, int] = {}
        self._latest: OpenCombat | None = None
        self._entries = 0
        self._bytes = 0
        self.on_let_go: Callable[[], None] = lambda: None
        """Called for each that is let go to make room."""

    def __iter__(self) -> Iterator[OpenCombat]:
        """Go through all of them."""
        return iter(self._all.values())

    @property
    def bytes(self) -> int:
        """What all of them take."""
        if self._latest is not None:
            self._count(self._latest)
        return self._bytes

    def use(self, name: str) -> OpenCombat | None:
        """Return a combat, which then comes last among those that rest or are let go."""
        if (latest := self._latest) is not None and latest.name == name:
            # It comes last already.
            if latest.line.entries - self._entries >= GROWN:
                self._put_last(latest)
            return latest
        if (found := self._all.get(name)) is not None:
            self._put_last(found)
        return found

    def keep(self, combat: OpenCombat) -> OpenCombat:
        """Keep a combat; return the one that is kept already, if there is one."""
        found = self._all.setdefault(combat.name, combat)
        self._put_last(found)
        return found

    def _put_last(self, combat: OpenCombat) -> None:
        self._in_use[combat.name] = combat
        for each in (self._all, self._in_use):
            each.move_to_end(combat.name)
        if self._latest is not None:
            self._count(self._latest)
        self._latest, self._entries = combat, combat.line.entries
        self._count(combat)
        self._make_room(combat)

    def _count(self, combat: OpenCombat) -> None:
        weight = self._weights.weight(combat)
        self._bytes += weight - self._counted.get(combat.name, 0)
        self._counted[combat.name] = weight

    def _make_room(self, asked: OpenCombat) -> None:
        """Let the least recently used rest, or go, until the others are few and light enough.

        The one that was asked for stays: else, where all others are held, it would be read from its
        log and let go again and again.
        """
        while len(self._in_use) > MOST_IN_USE and self._done_with(
            next(iter(self._in_use.values()))
        ):
            pass
        while self.bytes > self._most and (first := next(iter(self._all.values()))) is not asked:
            if not self._done_with(first):
                break

    def _done_with(self, combat: OpenCombat) -> bool:
        """Let a combat rest, or go where it rests already; False where somebody holds it."""
        if not combat.lock.acquire(blocking=False):
            self._all.move_to_end(combat.name)
            return False
        try:
            if combat.name in self._in_use:
                self._rest(combat)
            else:
                self._store_and_drop(combat)
        finally:
            combat.lock.release()
        return True

    def _rest(self, combat: OpenCombat) -> None:
        del self._in_use[combat.name]
        self._weights.put_to_rest(combat)
        self._count(combat)

    def _store_and_drop(self, combat: OpenCombat) -> None:
        store_caches(combat)
        self.drop(combat.name)
        self.on_let_go()

    def drop(self, name: str) -> None:
        """Let go of a combat at once."""
        if (combat := self._all.pop(name, None)) is not None:
            self._in_use.pop(name, None)
            self._bytes -= self._counted.pop(name)
            combat.is_let_go = True
            if combat is self._latest:
                self._latest = None


def store_caches(combat: OpenCombat) -> bool:
    """Store what speeds up the next opening; tells whether that worked."""
    try:
        return combat.store_caches(all_of_it=True)
    except StoreError:
        return False
