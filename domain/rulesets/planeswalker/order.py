"""The rotation: the order by Speed, fixed for the combat."""

from __future__ import annotations

from domain.ruleset import END, Asking, Slot, Throw, Window
from domain.scene import Scene
from domain.step import Step

from .book import RULES
from .held import ORDER, still_to_come, waits_ahead
from .rolls import totals
from .zones import fighting, master

Groups = tuple[tuple[str, ...], ...]


def one_die(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """An opposing die."""
    return Throw(slot.who, "who comes first", "order", sides=6, clause="3.1")


# --- the order -----------------------------------------------------------------------------


@RULES.stage("order")
def order(step: Step) -> str | None:
    """3.1: The highest Speed first, fixed for the combat; who joined since is seated by Speed."""
    standing = step.combat.clock.orders.get(ORDER)
    seats = ordered(step)
    line = list(standing.line()) if standing else []
    late = sorted((w for w in seats if w not in line), key=lambda w: -speed_of(step, w))
    if not late:
        return None
    groups = _by_speed(step, tuple(late)) if standing is None else _seated(step, line, late)
    return _set(step, groups)


def ordered(scene: Scene) -> tuple[str, ...]:
    """3.1: Who has a seat; an order that is set is kept from rotation to rotation as well."""
    return tuple(w for w in fighting(scene) if master(scene, w) == w)


def speed_of(scene: Scene, who: str) -> int:
    """By what turns are ordered."""
    return scene.trait(who, "Speed")


def _by_speed(scene: Scene, seats: tuple[str, ...]) -> Groups:
    speeds = dict.fromkeys(speed_of(scene, w) for w in seats)
    return tuple(tuple(w for w in seats if speed_of(scene, w) == speed) for speed in speeds)


def _seated(scene: Scene, line: list[str], late: list[str]) -> Groups:
    """3.5: Who joins late comes right after the last who is as fast."""
    for who in late:
        before = [n for n, w in enumerate(line) if speed_of(scene, w) >= speed_of(scene, who)]
        line.insert(max(before, default=-1) + 1, who)
    return tuple((who,) for who in line)


def _set(step: Step, groups: Groups) -> str | None:
    """Set the order; those who are equal throw for it."""
    scores = {who: speed_of(step, who) for group in groups for who in group}
    step.set_order(ORDER, groups, scores, why="Speed")
    return step.ask("tie") if any(len(group) > 1 for group in groups) else None


def tied(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Everybody who shares a place in the order."""
    groups = scene.combat.clock.orders[ORDER].order
    return tuple(Slot(id=w, who=w) for group in groups if len(group) > 1 for w in group)


@RULES.stage("ties")
def ties(step: Step) -> str | None:
    """3.1: Opposing dice, again until they differ."""
    rolled = totals(step)
    if not rolled:
        return None
    groups = tuple(
        part for group in step.combat.clock.orders[ORDER].order for part in _apart(group, rolled)
    )
    return _set(step, groups)


def _apart(group: tuple[str, ...], rolled: dict[str, int]) -> Groups:
    faces = sorted({rolled.get(w, 0) for w in group}, reverse=True)
    return tuple(tuple(w for w in group if rolled.get(w, 0) == face) for face in faces)


@RULES.stage("turns")
def turns(step: Step) -> str | None:
    """3.2: The next in the order; a delayed turn not used until then is lost."""
    who = next((w for w in still_to_come(step) if not waits_ahead(step, w)), "")
    if not who:
        return END
    step.begin_turn(who)
    return None


RULES.orders[ORDER] = ordered
RULES.asks(Window("tie", "who comes first?", "3.1", tied, throw=one_die, then="ties"))
