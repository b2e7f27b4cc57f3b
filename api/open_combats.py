"""The combats that are in memory, each behind its lock, the least recently used let go."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from api.forks import Fork, fits, is_fork
from api.open_combat import OpenCombat
from api.store import CombatLog
from api.vault import Vault
from domain.ruleset import Ruleset

MOST_OPEN = 200


class Unknown(Exception):
    """There is no such combat."""


class OpenCombats:
    """Combats and forks by name, read from the log when they are asked for."""

    def __init__(
        self, log: CombatLog, vault: Vault, rulesets: Callable[[], dict[str, Ruleset]]
    ):  # fmt: skip
        self._log, self._vault, self._rulesets = log, vault, rulesets
        self._open: OrderedDict[str, OpenCombat] = OrderedDict()
        self._lock = threading.Lock()

    def combat(self, name: str) -> OpenCombat:
        """A combat, from memory or from its log; raises Unknown."""
        with self._lock:
            if (found := self._open.get(name)) is not None:
                self._open.move_to_end(name)
                return found
        return self.keep(self._loaded(name))

    def keep(self, combat: OpenCombat) -> OpenCombat:
        """Keep a combat in memory; the one that is kept already, if there is one."""
        with self._lock:
            found = self._open.setdefault(combat.name, combat)
            self._let_go_of_the_oldest()
        return found

    def _loaded(self, name: str) -> OpenCombat:
        """A combat or a fork from its log."""
        if (fork := self._log.fork(name) if is_fork(name) else None) is not None:
            if not fits(fork, base := self.combat(fork.combat)):
                raise Unknown(f"what the fork {name!r} goes on from is not here any more")
            return Fork(fork, base, self._log, self._vault)
        row = self._log.catalogue_row(name)
        rules = self._rulesets().get(row.ruleset) if row else None
        if rules is None:
            raise Unknown(f"there is no combat {name!r} here")
        return OpenCombat(name, rules, self._log, self._vault)

    @contextmanager
    def held(self, name: str) -> Iterator[OpenCombat]:
        """A combat behind its lock, in step with its log."""
        combat = self.combat(name)
        with combat.lock:
            if self._log.shared:
                combat.catch_up()
            yield combat

    def let_go(self, name: str) -> None:
        """Forget what is in memory of a combat; it is read from its log when it is next asked for.

        For when something beside its log has changed, such as its keys.
        """
        with self._lock:
            self._open.pop(name, None)

    def _let_go_of_the_oldest(self) -> None:
        """Let go the least recently used combats that nobody holds."""
        while len(self._open) > MOST_OPEN:
            name, oldest = next(iter(self._open.items()))
            if not oldest.lock.acquire(blocking=False):
                self._open.move_to_end(name)
                return
            oldest.store_caches(all_of_it=True)
            del self._open[name]
            oldest.lock.release()

    def close(self) -> None:
        """Store what speeds up the next start."""
        with self._lock:
            for combat in self._open.values():
                combat.store_caches(all_of_it=True)
            self._open.clear()
