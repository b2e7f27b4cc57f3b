"""Positions of figures: squares of a grid, or base contact as the table says it."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.ruleset.params import number
from domain.ruleset.ruleset import Blank, Need, Params, Refused, Supply, by_name
from domain.ruleset.scene import Scene
from domain.step.step import Step

from .figures import SPEED, SQUARE, enemies, fit, is_enemy

Square = tuple[int, int]


def where(scene: Scene, who: str) -> str:
    """The square of somebody as it is written; empty where the table measures."""
    return scene.combat.places.of(who) or scene.word(who, "at")


def square(scene: Scene, who: str) -> Square | None:
    """The square of somebody; nothing where the table measures and says who touches whom."""
    return read_square(where(scene, who))


def read_square(place: str) -> Square | None:
    """A square as it is written, `3,-1`; nothing where it is none."""
    x, _, y = place.partition(",")
    return (int(x), int(y)) if SQUARE.fullmatch(place) else None


def apart(one: Square, other: Square) -> int:
    """Squares from one to another; a diagonal step counts as one."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def adjacent(scene: Scene, one: str, other: str) -> bool:
    """True for neighbouring squares, diagonals too; off the grid, where the table says so."""
    here, there = square(scene, one), square(scene, other)
    if here is None or there is None:
        return scene.fact("adjacent", one, other) == "yes"
    return apart(here, there) <= 1


def touching(scene: Scene, one: str, other: str) -> str:
    """The value of the fact of base contact, whether set or following from squares."""
    return "yes" if adjacent(scene, one, other) else "no"


def threats(scene: Scene, who: str) -> tuple[str, ...]:
    """The enemies adjacent to somebody."""
    return tuple(foe for foe in enemies(scene, who) if adjacent(scene, who, foe))


def stand_beside(step: Step, who: str, beside: tuple[str, ...]) -> None:
    """5.7: Off the grid: somebody moves, and touches these enemies and no others.

    They leave those too who have fallen or are gone, and may rise or come back.
    """
    enemies = (one for one in step.combat.roster.members if is_enemy(step, who, one))
    left = (foe for foe in enemies if adjacent(step, who, foe))
    for foe in dict.fromkeys((*left, *beside)):
        step.set_fact("adjacent", who, "yes" if foe in beside else "no", foe, basis="table")


# --- how far -------------------------------------------------------------------------------


def speed_left(scene: Scene, who: str, act: str = "") -> int:
    """How far somebody may still go in a move."""
    legs = (r for r in scene.combat.exchange.outcomes.get(act, ()) if r.stage == "leg")
    return scene.trait(who, "speed", SPEED) - sum(number(leg.figures, "distance") for leg in legs)


def can_go(scene: Scene, who: str, act: str = "") -> bool:
    """True while speed is left and, on the grid, a free square to spend it on."""
    left, here = speed_left(scene, who, act), square(scene, who)
    return left > 0 and (here is None or _reachable(scene, here, left) != ())


def leg_blanks(scene: Scene, who: str, act: str = "") -> tuple[Blank, ...]:
    """Blanks of a leg: a free square, or a distance and neighbours; and whether another follows."""
    left, here = speed_left(scene, who, act), square(scene, who)
    onward = Blank("onward", "one", ("yes",), optional=True, says="another leg after this one")
    if here is not None:
        return (Blank("to", "one", _reachable(scene, here, left), says="where to"), onward)
    speed = Supply("speed", left, who=who, pool="speed", clause="5.1")
    says = "next to which enemies"
    return (
        Blank("distance", "number", least=1, most=left, says="how far", supply=speed),
        Blank("beside", "some", enemies(scene, who), optional=True, says=says),
        onward,
    )


def goal_of(scene: Scene, who: str, params: Params, left: int) -> None:
    """5.1: the goal is a free square within the speed left; raises Refused otherwise.

    Off the grid there is nothing to say.
    """
    here, to = square(scene, who), params.get("to", "")
    if here is None:
        return
    goal = read_square(str(to))
    numbers = {"left": left}
    if goal is None:
        what = f"{to!r} is no square such as 3,-1" if to else "say to which square"
        raise Refused("5.1", what, numbers, "/params/to")
    if goal == here:
        raise Refused("5.1", f"{by_name(who)} stands on {to} already", numbers, "/params/to")
    if there := [w for w in fit(scene) if square(scene, w) == goal]:
        why, need = f"{by_name(there[0])} stands on {to}", Need("item", "free square", str(to))
        raise Refused("5.1", why, numbers, "/params/to", missing=[need])
    if (far := apart(here, goal)) > left:
        why = f"{to} is {far} squares away; {left} are left"
        need = Need("distance", "squares", who, left, far, "<=")
        raise Refused("5.1", why, numbers, "/params/to", missing=[need])
    if there := [w for w in fit(scene) if square(scene, w) == toward(here, goal)]:
        stays = f"{by_name(who)} would not leave {written(here)}"
        why = f"{by_name(there[0])} stands in the way: {stays}"
        need = Need("item", "free way", there[0])
        raise Refused("5.1", why, numbers, "/params/to", missing=[need])


def written(at: Square) -> str:
    """A square as it is written: `3,-1`."""
    return f"{at[0]},{at[1]}"


def _reachable(scene: Scene, here: Square, left: int) -> tuple[str, ...]:
    """Every free square within some steps, row by row; none whose first step is taken."""
    return scene.once(("reach", written(here), str(left)), partial(_free, scene, here, left))


def _free(scene: Scene, here: Square, left: int) -> tuple[str, ...]:
    full, (x, y), span = occupied_squares(scene), here, range(-left, left + 1)
    squares = ((x + across, y + up) for up in span for across in span)
    free = (goal for goal in squares if goal not in full and toward(here, goal) not in full)
    return tuple(map(written, free))


def occupied_squares(scene: Scene) -> frozenset[Square]:
    """The squares on which somebody fit stands."""
    squares = (square(scene, who) for who in fit(scene))
    return frozenset(s for s in squares if s is not None)


# --- walking -------------------------------------------------------------------------------


class Walk(NamedTuple):
    """Result of a leg: its end, its length, and the enemies that stopped it."""

    end: Square
    distance: int
    stopped_by: tuple[str, ...]


def walk(scene: Scene, who: str, start: Square, goal: Square) -> Walk:
    """Square by square toward a goal, until an enemy comes adjacent or somebody is in the way."""
    here, before, taken = start, beside(scene, who, start), 0
    full = occupied_squares(scene)
    while here != goal and (ahead := toward(here, goal)) not in full:
        here, taken = ahead, taken + 1
        near = beside(scene, who, here)
        if stopped_by := tuple(foe for foe in near if foe not in before):
            return Walk(here, taken, stopped_by)
        before = near
    return Walk(here, taken, ())


def toward(here: Square, goal: Square) -> Square:
    """The next square on the way to another."""
    (x, y), (to_x, to_y) = here, goal
    return x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)


def beside(scene: Scene, who: str, here: Square) -> tuple[str, ...]:
    """The enemies next to a square."""
    foes = ((foe, square(scene, foe)) for foe in enemies(scene, who))
    return tuple(foe for foe, at in foes if at is not None and apart(here, at) <= 1)


# --- meeting half way -----------------------------------------------------------------------


def meeting(scene: Scene, first: str, other: str) -> tuple[Square, Square]:
    """The ends of two who step toward each other in turn, until they touch or stop."""
    two, full = (first, other), occupied_squares(scene)
    at = [here for who in two if (here := square(scene, who)) is not None]
    left = [speed_left(scene, who) for who in two]
    before = [_beside_others(scene, two, at, mover) for mover in (0, 1)]
    held: set[int] = set()
    while len(held) < 2:
        for mover in (0, 1):
            goal = at[1 - mover]
            ahead = toward(at[mover], goal)
            near = _beside_others(scene, two, at, mover)
            stopped = not near <= before[mover]
            if left[mover] <= 0 or ahead == goal or ahead in full or stopped:
                held.add(mover)
            if mover not in held:
                before[mover] = near
                at[mover], left[mover] = ahead, left[mover] - 1
    return at[0], at[1]


def _beside_others(
    scene: Scene, two: tuple[str, str], at: list[Square], mover: int
) -> frozenset[str]:
    """The enemies beside the mover, except the one whom it meets."""
    return frozenset(beside(scene, two[mover], at[mover])) - {two[1 - mover]}
