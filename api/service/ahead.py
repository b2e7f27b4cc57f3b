"""Steps that are decided one after the other in memory, and stored together in one transaction."""

from __future__ import annotations

from collections.abc import Sequence

from api.combats.open_combat import OpenCombat
from api.handlers.transaction import Work
from api.store.core.rows import KeyRow
from api.store.core.side_rows import Beside


class Ahead:
    """A combat that is ahead of its log: each step is decided on those before it.

    Where `store` is not reached or fails, the combat has to be let go. Good only behind its lock.
    """

    def __init__(self, combat: OpenCombat):
        self.combat = combat
        self._parts: list[Beside] = []
        self._is_whole = True

    def enter(self, work: Work, keys: Sequence[KeyRow] = ()) -> None:
        """Take in the steps of a transaction, with the keys that stand for them."""
        sealed = work.seal(keys)
        work.absorb(sealed)
        self.combat.ahead += sealed.records
        self._parts.append(sealed)

    def note_keys(self, keys: Sequence[KeyRow]) -> None:
        """Store keys that stand for no step of these."""
        self._parts.append(Beside(keys=keys))

    def cut(self, kept: int) -> None:
        """Store only the first so many parts; the combat has to be let go."""
        del self._parts[kept:]
        self._is_whole = False

    def store(self) -> None:
        """Store all of it in one transaction."""
        together = Beside.together(self._parts)
        self.combat.log.append(together.records, together)
        if self._is_whole:
            self.combat.ahead.clear()
            self.combat.store_caches()
