"""Counters: they have any name, outlast the combat, and only healing removes them (7.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.ruleset.ruleset import Mod, Params, PoolChanged
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .tables import COUNTERS

_ALTERS = re.compile(r"([+-]\d{1,2})/([+-]\d{1,2})")
"""Counters that alter Power and Toughness, each by so much: `+1/+1`."""


def place(step: Step, who: str, name: str, amount: int) -> None:
    """Put counters of a name on somebody."""
    if amount:
        step.fill(who, COUNTERS, step.balance_of(who, COUNTERS, name) + amount, name)


def heal_counters(step: Step, who: str, name: str, amount: int) -> None:
    """Remove so many counters of a name, or as many as there are."""
    step.lose(who, COUNTERS, min(amount, step.balance_of(who, COUNTERS, name)), name)


def bring_along(step: Step, who: str, traits: Mapping[str, object]) -> None:
    """Place the counters of a sheet, but none of a name that they have had already."""
    known = step.combat.pools.of.get(who, {})
    for key, amount in traits.items():
        kind, _, name = key.partition(" ")
        new = f"{COUNTERS}/{name}" not in known
        if kind == COUNTERS and name and new and isinstance(amount, int):
            place(step, who, name, amount)


def alter_stats(step: Step, event: PoolChanged) -> None:
    """Alter Power and Toughness by counters such as +1/+1, for as long as those stay."""
    found = _ALTERS.fullmatch(event.key)
    if found is None:
        return
    for old in step.combat.conditions.on(event.subject, COUNTERS):
        if old.key == event.key:
            step.end_condition(old, "another number of counters")
    by = zip(("Power", "Toughness"), map(int, found.groups()), strict=True)
    mods = tuple(Mod(trait=trait, value=value * event.balance) for trait, value in by)
    if event.balance:
        step.begin_condition(event.subject, COUNTERS, "default", key=event.key, mods=mods)


def carried_counters(scene: Scene, who: str) -> Params:
    """The counters of somebody, as the sheet for their next combat has them."""
    held = scene.combat.pools.of.get(who, {}).items()
    named = [(name.partition("/"), left) for name, left in held]
    counters: Params = {key: left for (pool, _, key), left in named if pool == COUNTERS}
    return {COUNTERS: {name: left for name, left in counters.items() if left}} if counters else {}
