"""Which open combats are in memory as they are, which rest, and which are let go.

All of them together stay within a limit of bytes. The latest are kept as they are, within a share
of it. Those used before them rest, which takes a fifth of the memory. The least recently used are
let go.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain

from api.combats.open_combat import OpenCombat
from api.combats.weight import Weights
from api.store.core.errors import StoreError
from domain.ruleset.ruleset import Ruleset

IN_USE = 0.5
"""The share of the limit for those kept as they are; the others take a moment longer to answer."""

GROWN = 64
"""Entries after which a combat that is asked for again and again is counted anew."""


class _Counted:
    """Combats by name, the least recently used first, and the bytes that they take."""

    def __init__(self) -> None:
        self.combats: OrderedDict[str, OpenCombat] = OrderedDict()
        self.weights: dict[str, int] = {}
        self.bytes = 0

    def count(self, combat: OpenCombat, weight: int) -> None:
        self.combats[combat.name] = combat
        self.bytes += weight - self.weights.get(combat.name, 0)
        self.weights[combat.name] = weight

    def drop(self, name: str) -> OpenCombat | None:
        self.bytes -= self.weights.pop(name, 0)
        return self.combats.pop(name, None)


class KeptCombats:
    """Open combats by name. Good only behind a lock."""

    def __init__(self, rulesets: Callable[[], dict[str, Ruleset]], most: int):
        self._most, self._weights = most, Weights(rulesets)
        self._in_use, self._resting = _Counted(), _Counted()
        self._latest: OpenCombat | None = None
        self._entries = 0
        self.on_let_go: Callable[[], None] = lambda: None
        """Called for each that is let go to make room."""

    def __iter__(self) -> Iterator[OpenCombat]:
        """Go through all of them, the least recently used first."""
        return chain(self._resting.combats.values(), self._in_use.combats.values())

    @property
    def bytes(self) -> int:
        """What all of them take."""
        if self._latest is not None:
            self._count(self._latest)
        return self._in_use.bytes + self._resting.bytes

    def use(self, name: str) -> OpenCombat | None:
        """Return a combat, which then comes last among those that rest or are let go."""
        if (latest := self._latest) is not None and latest.name == name:
            # It comes last already.
            if latest.line.entries - self._entries >= GROWN:
                self._put_last(latest)
            return latest
        if (found := self.find(name)) is not None:
            self._put_last(found)
        return found

    def keep(self, combat: OpenCombat) -> OpenCombat:
        """Keep a combat; return the one that is kept already, if there is one."""
        found = self.find(combat.name) or combat
        self._put_last(found)
        return found

    def _group(self, name: str) -> _Counted:
        return self._in_use if name in self._in_use.combats else self._resting

    def find(self, name: str) -> OpenCombat | None:
        """Return a combat if it is kept, without using it."""
        return self._group(name).combats.get(name)

    def _put_last(self, combat: OpenCombat) -> None:
        if self._latest is not None:
            self._count(self._latest)
        self._resting.drop(combat.name)
        self._latest, self._entries = combat, combat.line.entries
        self._count(combat)
        self._in_use.combats.move_to_end(combat.name)
        self._make_room(combat)

    def _count(self, used: OpenCombat) -> None:
        self._in_use.count(used, self._weights.weight(used))

    def _make_room(self, asked: OpenCombat) -> None:
        """Let the least recently used rest, or go, until the others are light enough.

        The one that was asked for stays: else, where all others are held, it would be read from its
        log and let go again and again.
        """
        share, used = self._most * IN_USE, self._in_use.combats.values()
        while self._in_use.bytes > share and (first := next(iter(used))) is not asked:
            if not self._done_with(first, self._rest):
                break
        while self.bytes > self._most and (first := next(iter(self))) is not asked:
            if not self._done_with(first, self._store_and_drop):
                break

    def _done_with(self, combat: OpenCombat, leave: Callable[[OpenCombat], None]) -> bool:
        """Let a combat rest, or go; False where somebody holds it."""
        if not combat.lock.acquire(blocking=False):
            self._group(combat.name).combats.move_to_end(combat.name)
            return False
        try:
            leave(combat)
        finally:
            combat.lock.release()
        return True

    def _rest(self, combat: OpenCombat) -> None:
        self._in_use.drop(combat.name)
        self._weights.put_to_rest(combat)
        self._resting.count(combat, self._weights.weight(combat))

    def _store_and_drop(self, combat: OpenCombat) -> None:
        store_caches(combat)
        self.drop(combat.name)
        self.on_let_go()

    def drop(self, name: str) -> None:
        """Let go of a combat at once."""
        if (combat := self._group(name).drop(name)) is not None:
            combat.is_let_go = True
            if combat is self._latest:
                self._latest = None


def store_caches(combat: OpenCombat) -> bool:
    """Store what speeds up the next opening; tells whether that worked."""
    try:
        return combat.store_caches(all_of_it=True)
    except StoreError:
        return False
