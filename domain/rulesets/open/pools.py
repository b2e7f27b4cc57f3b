"""Pools of any name: what a deed costs its doer and takes from others, and what is set by hand.

What a deed says of a pool is told apart from its other words by its first: `cost hp` is paid by the
doer, `their hp` is taken from those it is aimed at. So a pool may have any name, also `rounds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from domain.ruleset.params import number, text
from domain.ruleset.ruleset import NAME_LETTERS, TEMPORARY, Blank, Deed, Limits, Refused, by_name
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .presets.preset import preset_of
from .sheet_fields import MOST, NO_FACTS

COST = "cost "
"""What is paid by the doer: so much of `cost hp`."""

THEIR = "their "
"""What is taken from those a deed is aimed at: so much of `their hp`."""

HOW_MUCH = Blank("by", "number", (), 1, MOST, says="how much")
LIMITS = (
    Blank("to", "number", (), -MOST, MOST, optional=True, says="to how much"),
    Blank("least", "number", (), -MOST, 0, optional=True, says="never less than"),
    Blank("most", "number", (), 0, MOST, optional=True, says="never more than"),
    Blank(TEMPORARY, "number", (), 0, MOST, optional=True, says="temporary points, lost first"),
)


_TEMPORARY_POINTS = re.compile(r"temp(?:orary)? (?P<pool>.+)", re.I)
"""What people call the points of a pool that are lost first."""


def here(scene: Scene) -> tuple[str, ...]:
    """Everybody and everything that is openly here: fighters, sides, things, the field."""
    return scene.once(("here",), lambda: _here(scene))


def _here(scene: Scene) -> tuple[str, ...]:
    return tuple(m.subject for m in scene.combat.roster.present())


def own_pools(scene: Scene, who: str) -> tuple[str, ...]:
    """The pools that somebody has; temporary points belong to theirs."""
    return scene.once(("own pools", who), lambda: _own_pools(scene, who))


def _own_pools(scene: Scene, who: str) -> tuple[str, ...]:
    mine = scene.combat.pools.of.get(who, {})
    return tuple(pool for pool in mine if not pool.endswith(f"/{TEMPORARY}"))


def all_pools(scene: Scene) -> tuple[str, ...]:
    """The pools that anybody or anything here has."""
    return scene.once(("pools",), lambda: _all_pools(scene))


def _all_pools(scene: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys(p for who in here(scene) for p in own_pools(scene, who)))


def of_whom(scene: Scene) -> Blank:
    """Whose it is, where it is not the doer's own."""
    says = "of whom, if not its own"
    return scene.once(("of",), lambda: Blank("of", "one", here(scene), optional=True, says=says))


def whose(step: Step) -> str:
    """Whose pool or fact is meant."""
    return text(step.act.params, "of", step.act.who)


# --- what a deed costs, and takes --------------------------------------------------------------


def keeps_budgets(scene: Scene) -> bool:
    """True where nobody may spend more than he has."""
    return scene.once(("budgets",), lambda: scene.setting("budgets")) == "kept"


def spent(scene: Scene, who: str) -> Iterator[Blank]:
    """One blank for each pool of the doer."""
    kept, words = keeps_budgets(scene), preset_of(scene).pool_words
    for pool in own_pools(scene, who):
        most = max(0, scene.balance_of(who, pool)) if kept else MOST
        says = f"{words.get(pool, pool)} spent"
        yield Blank(COST + pool, "number", (), 0, most, optional=True, says=says)


def taken(scene: Scene) -> Iterator[Blank]:
    """One blank for each pool that those who are aimed at may have."""
    words = preset_of(scene).pool_words
    for pool in all_pools(scene):
        says = f"{words.get(pool, pool)} taken from them"
        yield Blank(THEIR + pool, "number", (), 0, MOST, optional=True, says=says)


def price(scene: Scene, deed: Deed) -> dict[str, int]:
    """What was said to be spent; where budgets are loose, it is lost instead."""
    if not deed.params or not keeps_budgets(scene):
        return {}
    pools = own_pools(scene, deed.who)
    return {pool: n for pool in pools if (n := number(deed.params, COST + pool))}


def lose_costs(step: Step) -> None:
    """Where budgets are loose, what a deed costs is lost, also below nothing."""
    act = step.act
    for pool in () if keeps_budgets(step) else own_pools(step, act.who):
        if cost := number(act.params, COST + pool):
            step.carry_out(loss(act.who, pool, cost))


def loss(who: str, pool: str, points: int) -> dict[str, Any]:
    """So much is lost of a pool and a key of it, as a result of a deed."""
    name, _, key = pool.partition("/")
    return {"what": "pool", "subject": who, "pool": name, "key": key, "delta": -points}


def losses(step: Step, targets: list[str]) -> Iterator[dict[str, Any]]:
    """What the deed takes from each of those it strikes, of the pools that they have."""
    for who in targets:
        for pool in own_pools(step, who):
            if points := number(step.act.params, THEIR + pool):
                yield loss(who, pool, points)


def say_what_nobody_has(step: Step, targets: list[str]) -> None:
    """Say of what the deed would take some, and nobody among those it strikes has any."""
    params = step.act.params
    had = {THEIR + pool for who in targets for pool in own_pools(step, who)}
    for name in params:
        if name.startswith(THEIR) and number(params, name) and name not in had:
            step.resolve(f"nobody has any {name.removeprefix(THEIR)}", stage="lands")


# --- set by hand ---------------------------------------------------------------------------------


def less(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Return what is left open where somebody loses of a pool of their own."""
    return Blank("pool", "one", own_pools(scene, deed.who), says="of what"), HOW_MUCH


def more(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Return what is left open where somebody gains of a pool, also of a new one."""
    return _which(scene), HOW_MUCH


def anew(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Return what is left open where a pool or its limits are set."""
    return _which(scene), *LIMITS, of_whom(scene)


def _which(scene: Scene) -> Blank:
    most, says = NAME_LETTERS, "of what, old or new"
    return scene.once(
        ("pool",), lambda: Blank("pool", "text", all_pools(scene), 0, most, says=says)
    )


def lost(step: Step) -> None:
    """So much of a pool is gone; below nothing as well, where it has no least."""
    pool, by = str(step.act.params.get("pool")), number(step.act.params, "by")
    step.carry_out(loss(step.act.who, pool, by))


def gain_points(step: Step) -> None:
    """So much more; a pool that was not there before begins at nothing."""
    pool, key = _named(step)
    step.gain(step.act.who, pool, number(step.act.params, "by"), key)


def set_points(step: Step) -> None:
    """A pool holds so much from now on, with its limits and temporary points as far as said."""
    who, params, (pool, key) = whose(step), step.act.params, _named(step)
    before = step.combat.pools
    limits, new = _limits(step, before.limits_of(who, pool, key)), not before.has(who, pool, key)
    step.limit_pool(who, pool, limits, key, trims="to" not in params)
    if "to" in params or new:
        step.set_pool(who, pool, number(params, "to"), key)
    if TEMPORARY in params and not key:
        step.set_pool(who, pool, number(params, TEMPORARY), TEMPORARY)
    if step.combat.pools is before:
        step.resolve("nothing")


def _limits(step: Step, limits: Limits) -> Limits:
    """The limits as they are, but for those that were said; the least gives way to the most."""
    said = {
        end: number(step.act.params, end) for end in ("least", "most") if end in step.act.params
    }
    limits = limits._replace(**said)
    return limits._replace(least=limits.most) if limits.is_empty else limits


def _named(step: Step) -> tuple[str, str]:
    """The pool that is named, and a key of it: `mana/red`, or `temporary hit points` of hp."""
    who, said = whose(step), text(step.act.params, "pool", "points")
    pool, key = pool_meant(step, who, said)
    check_pool(step, who, pool, key)
    return pool, key


def check_pool(scene: Scene, who: str, pool: str, key: str) -> None:
    """Refuse to change as a pool what the preset calls a number or a word, as long as it is one."""
    kind = preset_of(scene).fact(pool)
    if kind is None or scene.combat.pools.has(who, pool, key):
        return
    now = scene.fact(pool, who)
    line = f"{by_name(who)}: fact {kind.says} = {now if type(now) in (int, str) else 5}"
    why = f"{kind.says} is a fact, not a pool: set it, such as {line}"
    if pool in NO_FACTS:
        why = f"{kind.says} is no pool: change it on the sheet"
    raise Refused("", why, None, "/change/pool")


def pool_meant(scene: Scene, who: str, said: str, key: str = "") -> tuple[str, str]:
    """Return the pool of somebody that a name means, and a key of it.

    A pool of exactly that name goes first, then one that the preset calls so. The temporary points
    are those of a pool that is there.
    """
    has, own_name = scene.combat.pools.has, preset_of(scene).own_name
    pool, _, part = said.partition("/")
    pool, key = pool or "points", key or part
    if has(who, pool) or has(who, pool, key):
        return pool, key
    found = None if key else _TEMPORARY_POINTS.fullmatch(pool)
    if found and has(who, of := own_name(found["pool"])):
        return of, TEMPORARY
    return own_name(pool), key
