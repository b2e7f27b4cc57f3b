"""Counters: they have any name, outlast the combat, and only healing removes them (7.4).

What they and others add to Toughness is offset where that is broken (6.5).
"""

from __future__ import annotations

import re

from domain.ruleset.ruleset import Mod, Params, PoolChanged, Until
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


def alter_stats(step: Step, event: PoolChanged) -> None:
    """Alter Power and Toughness by counters such as +1/+1, for as long as those stay."""
    found, offset_so_far = _ALTERS.fullmatch(event.key), 0
    if found is None:
        return
    for old in step.combat.conditions.on(event.subject, COUNTERS):
        if old.key == event.key:
            offset_so_far = _offset_of(step, old.id)
            step.end_condition(old, "another number of counters")
    by = zip(("Power", "Toughness"), map(int, found.groups()), strict=True)
    mods = tuple(Mod(trait=trait, value=value * event.balance) for trait, value in by)
    if event.balance:
        new = step.begin_condition(event.subject, COUNTERS, "default", key=event.key, mods=mods)
        [_, stays, _] = sorted((0, offset_so_far, added_to_toughness(mods)))
        offset(step, new, stays)


# --- what a breach has offset ----------------------------------------------------------------


def added_to_toughness(mods: tuple[Mod, ...]) -> int:
    """Return what a condition with these mods adds to Toughness."""
    return sum(mod.value for mod in mods if mod.trait == "Toughness" and mod.how == "add")


def offset(step: Step, condition: str, amount: int) -> None:
    """6.5: Offset what a condition adds to broken Toughness, while both last."""
    if not amount:
        return
    altering, until = step.combat.conditions.all[condition], Until(span="condition", name=condition)
    who, mods = altering.subject, (Mod(trait="Toughness", value=-amount),)
    *_, broken = step.combat.conditions.on(who, "broken")
    step.begin_condition(who, "offset", key=altering.key, mods=mods, parent=broken.id, until=until)


def _offset_of(scene: Scene, condition: str) -> int:
    """Return how much of what a condition adds to Toughness is offset."""
    offsets = scene.combat.conditions.all.values()
    mods = (each.mods for each in offsets if each.name == "offset" and each.hangs_on(condition))
    return -sum(map(added_to_toughness, mods))


# --- kept for the next combat ----------------------------------------------------------------


def carried_counters(scene: Scene, who: str) -> Params:
    """The counters of somebody, as the sheet for their next combat has them."""
    held = scene.combat.pools.of.get(who, {}).items()
    named = [(name.partition("/"), left) for name, left in held]
    counters: Params = {key: left for (pool, _, key), left in named if pool == COUNTERS}
    return {COUNTERS: {name: left for name, left in counters.items() if left}} if counters else {}
