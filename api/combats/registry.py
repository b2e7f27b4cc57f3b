"""The combats that are open, each behind its lock, read from the log when they are asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import monotonic

from api.combats.kept import KeptCombats, store_caches
from api.combats.open_combat import OpenCombat
from api.store.core.errors import Conflict, Unavailable
from api.store.core.stale_reads import stale_read
from api.store.log import CombatLog
from api.vault.key_check import check_brought_keys
from api.vault.key_files import Vault
from domain.ruleset.ruleset import Ruleset

MEMORY = 512 * 1024 * 1024
"""The bytes that open combats may take, unless the operator sets another limit."""


class Unknown(Exception):
    """There is no such combat."""


class NotInstalled(Unknown):
    """The game of a combat is not installed on this server."""


class OpenCombats:
    """Combats by name, kept in memory within a limit of bytes."""

    def __init__(
        self,
        log: CombatLog,
        vault: Vault,
        rulesets: Callable[[], dict[str, Ruleset]],
        memory: int = MEMORY,
    ):
        self._log, self._vault, self._rulesets = log, vault, rulesets
        self._kept = KeptCombats(rulesets, memory)
        self._lock = threading.Lock()

    def combat(self, name: str) -> OpenCombat:
        """A combat, from memory or from its log; raises Unknown, and Damaged once it was found."""
        if (damage := self._log.damaged.get(name)) is not None:
            raise damage.again()
        with self._lock:
            if (found := self._kept.use(name)) is not None:
                return found
        return self.keep(self.load(name))

    def begin(self, name: str, rules: Ruleset) -> OpenCombat:
        """A combat to be opened under a name; its log may have begun already."""
        combat = OpenCombat(name, rules, self._log, self._vault)
        if combat.line.entries:
            _must_be_whole(self._log, combat)
        return combat

    def keep(self, combat: OpenCombat) -> OpenCombat:
        """Keep a combat in memory; the one that is kept already, if there is one."""
        with self._lock:
            return self._kept.keep(combat)

    def load(self, name: str) -> OpenCombat:
        """A combat from its log, held to its keys and what stands beside its entries.

        It is not kept here. Raises Unknown, and NotInstalled.
        """
        check_brought_keys(self._log, self._vault, name)
        if (row := self._log.catalogue_row(name)) is None and self._log.head(name) is not None:
            raise self._log.broken("catalogue", name, "its line in the catalogue")
        if row is None:
            raise Unknown(f"there is no combat {name!r} here")
        if (rules := self._rulesets().get(row.ruleset)) is None:
            raise NotInstalled(f"the game {row.ruleset!r} of this combat is not installed here")
        combat = OpenCombat(name, rules, self._log, self._vault)
        if combat.revision != rules.revision:
            combat.rules = replace(combat.rules, takes_over=True)
        _must_be_whole(self._log, combat)
        return combat

    @contextmanager
    def lock_combat(self, name: str) -> Iterator[OpenCombat]:
        """A combat behind its lock, in step with its log as of when this thread took it first.

        One that is another in its log than in memory is read anew when it is next asked for. A read
        that may be answered from memory gets it as it was last, where the log is out of reach.
        """
        combat = self._acquire(name)
        combat.times_held += 1
        try:
            # A thread that holds it has looked when it took it first. What came since, it learns
            # by a Conflict when it appends.
            if combat.times_held == 1 and (self._log.is_shared or combat.may_be_behind):
                _catch_up(combat)
            yield combat
        except Conflict:
            self.let_go_of(combat)
            raise
        finally:
            if not combat.is_whole:
                self.let_go_of(combat)
            if combat.is_let_go:
                # While it is still held: what was appended through it is not acknowledged yet.
                self._doubt(name)
            combat.times_held -= 1
            combat.lock.release()

    def _acquire(self, name: str) -> OpenCombat:
        """Return a combat whose lock is held; one that was let go meanwhile is asked for anew."""
        while True:
            combat = self.combat(name)
            combat.lock.acquire()
            if not combat.is_let_go:
                return combat
            combat.lock.release()

    def let_go(self, name: str) -> None:
        """Forget what is in memory of a combat; it is read from its log when it is next asked for.

        For when something beside its log has changed, such as its keys.
        """
        with self._lock:
            self._kept.drop(name)

    def let_go_of(self, combat: OpenCombat) -> None:
        """Forget this one, and not another of the same name that was read anew meanwhile."""
        with self._lock:
            if not combat.is_let_go:
                self._kept.drop(combat.name)

    def _doubt(self, name: str) -> None:
        """Have the combat of a name caught up that was read anew while another one was still held.

        Through the other one something may have been appended meanwhile.
        """
        with self._lock:
            if (found := self._kept.find(name)) is not None:
                found.may_be_behind = True

    def when_let_go(self, tell: Callable[[], None]) -> None:
        """Tell whenever a combat is let go to make room for others."""
        self._kept.on_let_go = tell

    def close(self) -> None:
        """Store what speeds up the next start, until that fails once."""
        with self._lock:
            stored = True
            for combat in tuple(self._kept):
                stored = stored and store_caches(combat)
                self._kept.drop(combat.name)


def _catch_up(combat: OpenCombat) -> None:
    asked_at = monotonic()
    # Before the look: what comes into doubt meanwhile is looked at once more.
    combat.may_be_behind = False
    try:
        combat.catch_up()
    except BaseException as error:
        combat.may_be_behind = True
        may_use_memory = isinstance(error, Unavailable) and combat.is_whole
        if (reading := stale_read() if may_use_memory else None) is None:
            raise
        reading.use(combat.in_step_at)
    else:
        combat.in_step_at = asked_at


def _must_be_whole(log: CombatLog, combat: OpenCombat) -> None:
    """Raise Damaged where a combat does not end as it did, or rows beside it are missing."""
    head, entries = log.head(combat.name), combat.line.entries
    # Another process may have gone on meanwhile.
    if head is None or head.seq < entries or (head.seq == entries and head.chain != combat.chain):
        raise log.broken("heads", combat.name, "where it ends")
    log.check_rows(combat.name)
