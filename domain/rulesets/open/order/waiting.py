"""Who has still to go in the round, one by one or side by side, and who is passed over."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.ruleset.ruleset import Queue
from domain.ruleset.scene import Scene
from domain.state.course.order_line import Groups

from .settings import AS_USUAL, BY_SIDE, DOWN, FREE, HP, ORDER, REPORTED, how_made

DELAYING, INTERRUPTED, READY = "delaying", "interrupted", "ready"
"""The conditions by which somebody's turn comes later, goes on later, or is used in part."""


def line(scene: Scene) -> Groups:
    """Everybody in the order, newcomers last; or the sides in the order in which they came in.

    Who has no side is one alone. An order that another program reported is the whole of it.
    """
    how = how_made(scene)
    if how == BY_SIDE:
        sides: dict[str, list[str]] = {}
        for who in scene.present():
            member = scene.member(who)
            sides.setdefault(member.side if member and member.side else who, []).append(who)
        return tuple(map(tuple, sides.values()))
    standing = scene.combat.clock.orders.get(ORDER)
    if standing is not None and how == REPORTED:
        return standing.order
    groups = standing.order if standing else ()
    placed = {who for group in groups for who in group}
    return (*groups, *((who,) for who in scene.present() if who not in placed))


def to_come(scene: Scene) -> Groups:
    """The places whose turns are to come: somebody with several has used the first of them."""
    over, here = Counter(scene.combat.clock.path[0].done), set(scene.present())
    found = []
    for group in line(scene):
        found.append(tuple(who for who in group if not _uses_up(over, who) and who in here))
    return tuple(filter(None, found))


def _uses_up(over: Counter[str], who: str) -> bool:
    over[who] -= 1
    return over[who] >= 0


def delaying(scene: Scene) -> tuple[str, ...]:
    """Who goes later than their place, and has not come in yet."""
    later = _under(scene, DELAYING)
    return tuple(who for who in scene.present() if who in later) if later else ()


def interrupted(scene: Scene) -> tuple[str, ...]:
    """Whose turn goes on before the next begins."""
    stopped, path = _under(scene, INTERRUPTED), scene.combat.clock.path
    held = path[0].held if stopped and path else ()
    return tuple(who for who in held if who in stopped and who in scene.present())


def conditions_of(scene: Scene, who: str, *names: str) -> tuple[Any, ...]:
    """The conditions of these names that somebody is under, in any letters, oldest first."""
    return tuple(c for c in scene.combat.conditions.on(who) if c.name.casefold() in names)


def _under(scene: Scene, *names: str) -> set[str]:
    """Who is under a condition of one of these names, in any letters."""
    bearers = scene.once(("bearers",), lambda: _bearers(scene))
    return {who for name in names for who in bearers.get(name, ())}


def _bearers(scene: Scene) -> dict[str, set[str]]:
    """Everybody who is under a condition, by its name in small letters."""
    found: dict[str, set[str]] = {}
    for condition in scene.combat.conditions.all.values():
        found.setdefault(condition.name.casefold(), set()).add(condition.subject)
    return found


def next_group(scene: Scene) -> tuple[str, ...]:
    """Who comes next; those who delay come when all others have gone."""
    waiting, later = to_come(scene), delaying(scene)
    now = (tuple(who for who in group if who not in later) for group in waiting)
    return next(filter(None, now), waiting[0] if waiting else ())


def passed_over(scene: Scene) -> tuple[str, ...]:
    """Who is down where the table does not give them turns as usual."""
    if scene.setting("down") == AS_USUAL:
        return ()
    named = _under(scene, *DOWN)
    return tuple(who for who in scene.present() if who in named or is_at_zero(scene, who))


def is_at_zero(scene: Scene, who: str) -> bool:
    """True for who has hp, in any letters, and none is left."""
    pools = scene.combat.pools.of.get(who, {})
    return any(left <= 0 for pool, left in pools.items() if pool.casefold() == HP)


def queue(scene: Scene) -> Queue:
    """Who has still to go in this round, as the table's setting has it."""
    gone = scene.combat.clock.path[0].done
    here = tuple(who for who in gone if who in scene.present())
    if how_made(scene) == FREE:
        asked = scene.present() if scene.question_about() == "next" else ()
        return Queue(tuple((who,) for who in scene.present() if who not in gone), here, asked)
    waiting, first = to_come(scene), interrupted(scene)
    waiting = tuple(sorted(waiting, key=lambda group: not set(group) & set(first)))
    return Queue(waiting, here, (), True, delaying(scene), passed_over(scene))
