"""What open combats weigh in memory: reckoned by their entries, at rates that are sampled."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from statistics import fmean
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from domain.ruleset.ruleset import Ruleset

_SHARED = (type, ModuleType, FunctionType, BuiltinFunctionType, CodeType)
"""What all combats have in common."""

BASE = 20_000
"""Bytes of a combat without any entry."""

SAMPLED = 64
"""The first and then one in so many combats that are put to rest is weighed object by object."""

ALLOCATED = 1.07
"""What the allocator takes for each byte of an object."""


class Rates(NamedTuple):
    """Bytes of an entry for each who sees it: at rest, and what is on top while it is in use."""

    resting: float = 500.0
    in_use: float = 2_500.0


class Weights:
    """The rates of each game, and what a combat weighs by them."""

    def __init__(self, rulesets: Callable[[], dict[str, Ruleset]]) -> None:
        self._rulesets = rulesets
        self._rates: dict[str, Rates] = {}
        self._rests: dict[str, int] = {}

    def weight(self, combat: OpenCombat) -> int:
        """Return the bytes that a combat takes."""
        rates = self._rates.get(combat.rules.key, Rates())
        seen = combat.line.entries * rates.resting + combat.recent_entries * rates.in_use
        return int(ALLOCATED * (BASE + seen * _eyes(combat)))

    def put_to_rest(self, combat: OpenCombat) -> None:
        """Let a combat rest; now and then the rates of its game are sampled by it."""
        key = combat.rules.key
        self._rests[key] = (rests := self._rests.get(key, 0)) + 1
        if combat.is_resting or (rests - 1) % SAMPLED:
            combat.rest()
        else:
            shared = self._rulesets().get(key, combat.rules)
            self._rates[key] = _sample(combat, shared, self._rates.get(key))


def _eyes(combat: OpenCombat) -> int:
    return 1 + len(combat.sights)


def _sample(combat: OpenCombat, shared: Ruleset, before: Rates | None) -> Rates:
    """Put a combat to rest, weighed before and after; a sample counts as much as all before."""
    recent, eyes = combat.recent_entries, _eyes(combat)
    in_use = measure(combat, shared)
    combat.rest()
    resting = measure(combat, shared)
    found = Rates(
        max(resting - BASE, 0) / max(combat.line.entries * eyes, 1),
        (in_use - resting) / max(recent * eyes, 1),
    )
    return found if before is None else Rates(*map(fmean, zip(before, found, strict=True)))


def measure(combat: OpenCombat, shared: Ruleset) -> int:
    """Return the bytes of all that only this combat holds."""
    seen = {id(combat.log)}
    _walk([combat.vault, shared], seen)
    return _walk([combat], seen)


def _walk(due: list[object], seen: set[int]) -> int:
    """Add all that is reached from some objects to what was seen; the bytes of what is new."""
    found = 0
    while due:
        each = due.pop()
        if id(each) not in seen and not isinstance(each, _SHARED):
            seen.add(id(each))
            found += sys.getsizeof(each)
            due.extend(gc.get_referents(each))
    return found
