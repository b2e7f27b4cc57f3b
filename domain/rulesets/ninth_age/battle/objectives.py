"""Objectives, and the score of the battle when the last Game Turn is over."""

from __future__ import annotations

from typing import Any

from domain.events.measures import written
from domain.ruleset.params import names
from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Supply, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import states, units
from domain.rulesets.ninth_age.declared import confirm
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

GAME_TURNS = 6
PRIMARY, MOST_THROUGH, MARKERS = 3, 3, 3
"""13: Battle Points of the objective, the most units that break through, and all the spoils."""

FIFTHS = 5
"""13: An objective is worth one of so many parts of the Army Points."""

BANDS = (5, 10, 20, 30, 40, 50)
"""13: Differences in percent of the Army Size, each a Battle Point more than 10; above, 6."""


def is_played_for(scene: Scene, objective: str) -> bool:
    """True where the battle has this objective."""
    return any(scene.fact("objective", side) == objective for side in units.sides(scene))


# --- hold the ground -----------------------------------------------------------------------


def scoring(scene: Scene, side: str) -> tuple[str, ...]:
    """10: The Scoring Units of a side: fleeing ones and those that lost it do not count."""
    found = (u for u in units.army(scene, side) if units.is_(scene, u, "Scoring"))
    return tuple(u for u in found if not units.is_in_state(scene, u, "fleeing", "not scoring"))


def last_player(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for the side that had the last Player Turn."""
    return units.each(scene.combat.clock.order("player turns")[-1:])


def ground_held(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which Scoring Units are within 6" of the centre."""
    blanks = tuple(Blank(side, "some", scoring(scene, side)) for side in units.sides(scene))
    return (Choice("within 6 inches of the centre", "Scoring Units there", blanks),)


@RULES.stage("hold the ground")
def hold_the_ground(step: Step) -> str | None:
    """13: At the end of each Game Turn after the first the ground is counted."""
    if not is_played_for(step, "hold the ground") or step.combat.clock.rounds < 2:
        return None
    return step.ask("hold the ground")


@RULES.stage("ground counted")
def ground_counted(step: Step) -> str | None:
    """13: The side with most Scoring Units there gains a counter."""
    counts: dict[str, int] = {}
    for _, reply in step.replies():
        for side in units.sides(step):
            counts[side] = len(names(reply.params, side))
    for side in counts:
        if counts[side] > counts.get(units.other_side(step, side), 0):
            states.gain(step, side, units.COUNTERS, 1)
    order = step.combat.clock.order("player turns")
    said = {side: f"{number} there" for side, number in counts.items()}
    return confirm(step, order[-1], said) if counts else None


# --- the score -----------------------------------------------------------------------------


@RULES.stage("last game turn")
def last_game_turn(step: Step) -> None:
    """1: The game ends when both have had six Player Turns; then it is scored."""
    if step.combat.clock.rounds == GAME_TURNS:
        for unit in (u for u in step.present() if step.fact("place", u) == units.IN_AMBUSH):
            step.begin_condition(unit, "destroyed", key="never arrived")
        step.declare("score", step.queue("the end"))


def objective_said(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Blanks for each side's share of the objective: units in the enemy's zone, or markers."""
    blanks = tuple(_share_of(scene, side) for side in units.sides(scene))
    return (Choice("objective", "what each has of it", blanks),)


def _share_of(scene: Scene, side: str) -> Blank:
    """13: At most its Scoring Units break through; the sides share the markers of the spoils."""
    blank = Blank(side, "number", (), 0, MOST_THROUGH, says="units or markers")
    if is_played_for(scene, "breakthrough"):
        return blank._replace(most=min(MOST_THROUGH, len(scoring(scene, side))))
    if is_played_for(scene, "spoils of war"):
        first = units.sides(scene)[0]
        markers = Supply("markers", MARKERS, pool=units.COUNTERS, clause="13")
        besides = first if side != first else ""
        return blank._replace(most=MARKERS, supply=markers, besides=besides)
    return blank


@RULES.stage("objective counted")
def objective_counted(step: Step) -> str | None:
    """13: Counters are known; of any other objective the table says what each side has."""
    if is_played_for(step, "hold the ground"):
        return None
    return step.ask("objective held")


@RULES.stage("objective told")
def objective_told(step: Step) -> str | None:
    """13: Keep each side's share of the objective as counters; the other side confirms it."""
    for slot, reply in step.replies():
        held = {side: reply.params.get(side, 0) for side in units.sides(step)}
        for side, said in held.items():
            if isinstance(said, int) and said:
                step.fill(side, units.COUNTERS, said)
        return confirm(step, slot.who, held)
    return None


def worth(scene: Scene, unit: str) -> int:
    """13: Victory Points for a unit: all when destroyed, half when broken down, if so played.

    Fleeing or Decimated counts half, rounded up, and both count in full.
    """
    points = scene.trait(unit, "Points")
    if not units.stands(scene, unit):
        return points
    if scene.setting("half points") == "no":
        return 0
    halves = scene.has(unit, "fleeing") + units.is_decimated(scene, unit)
    return points if halves > 1 else -(-points * halves // 2)


def whole_army(scene: Scene, side: str) -> tuple[str, ...]:
    """13: Every unit of a side, also a destroyed one that was taken out of the fight."""
    members, here = scene.combat.roster.members, scene.present()
    own = (u for u, member in members.items() if member.side == side)
    return tuple(u for u in own if u in here or scene.has(u, "destroyed"))


def size(scene: Scene, side: str) -> int:
    """The points of a whole army."""
    return sum(scene.trait(u, "Points") for u in whole_army(scene, side))


def short_result(difference: int, army_points: int) -> str:
    """13: Less than 10% of the Army Points is a draw, to 50% a win, more a massacre."""
    if 10 * difference < army_points:
        return "draw"
    return "win" if 2 * difference <= army_points else "massacre"


def battle_points(difference: int, army_points: int) -> int:
    """13: The winner's Battle Points of 20, by the difference in percent of the Army Size."""
    return 10 + sum(100 * difference > band * army_points for band in BANDS)


@RULES.stage("battle scored")
def battle_scored(step: Step) -> None:
    """13: Victory Points, the objective, and what they come to; nothing where a side has left."""
    both = units.in_order(step, "")
    if len(both) < 2:
        return
    one, other = both
    lost = {side: sum(worth(step, u) for u in whole_army(step, side)) for side in (one, other)}
    points = {one: lost[other], other: lost[one]}
    holder = _holder(step, one, other)
    army_points = max(1, size(step, one), size(step, other))
    basis = step.basis_of("half points")
    for side, made in points.items():
        figures: dict[str, Any] = {
            "points": made,
            "counters": step.balance_of(side, units.COUNTERS),
        }
        step.resolve("Victory Points", stage=f"points {side}", of=side, basis=basis, **figures)
    if step.setting("score") == "battle points":
        _battle(step, points, holder, army_points)
    else:
        _short(step, points, holder, army_points)


def _holder(step: Step, one: str, other: str) -> str:
    """13: The side with more of the objective; empty where both have the same."""
    mine, its = step.balance_of(one, units.COUNTERS), step.balance_of(other, units.COUNTERS)
    return one if mine > its else other if its > mine else ""


def _short(step: Step, points: dict[str, int], holder: str, army_points: int) -> None:
    """13: The objective is worth exactly a fifth of the Army Points."""
    fifths = {side: made * FIFTHS for side, made in points.items()}
    if holder:
        fifths[holder] += army_points
        worth = written(army_points, FIFTHS)
        step.resolve("holds the objective", stage="objective", of=holder, worth=worth)
    best, worst = sorted(fifths, key=lambda side: -fifths[side])
    difference = fifths[best] - fifths[worst]
    outcome = short_result(difference, army_points * FIFTHS)
    of, basis = best if outcome != "draw" else "", step.basis_of("score")
    figures: dict[str, Any] = {"difference": written(difference, FIFTHS)}
    figures |= {"army points": army_points}
    step.resolve(outcome, stage="result", of=of, basis=basis, **figures)


def _battle(step: Step, points: dict[str, int], holder: str, army_points: int) -> None:
    """13: Battle Points always add up to 20; the objective moves three of them."""
    best, worst = sorted(points, key=lambda side: -points[side])
    made = {best: battle_points(points[best] - points[worst], army_points)}
    made[worst] = 20 - made[best]
    if holder:
        moved = min(PRIMARY, made[units.other_side(step, holder)])
        made[holder] += moved
        made[units.other_side(step, holder)] -= moved
    basis = step.basis_of("score")
    for side, battle in made.items():
        step.resolve("Battle Points", stage=f"result {side}", of=side, basis=basis, battle=battle)


RULES.asks(
    Window("the end", "the battle is scored", "13"),
    Window(
        "hold the ground",
        "which Scoring Units hold the ground?",
        "13",
        last_player,
        ground_held,
        then="ground counted",
    ),
    Window(
        "objective held",
        "what has each side of the objective?",
        "13",
        last_player,
        objective_said,
        then="objective told",
    ),
)
