"""Charge moves: one charger after another rolls its range, and moves or fails."""

from __future__ import annotations

from domain.ruleset.ruleset import Asking, Modifier, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import rolls, settings, states, units
from domain.rulesets.ninth_age.attacks.casualties import suffer_loss
from domain.rulesets.ninth_age.declared import unit_asked
from domain.rulesets.ninth_age.legality import charged_by
from domain.rulesets.ninth_age.ruleset import RULES
from domain.rulesets.ninth_age.tables import HALVES, distance_in_halves, inches
from domain.rulesets.ninth_age.turn import actor
from domain.step.step import Step

CHAMPION_LEAST = 4
"""C6: With a Champion the dice count as at least this, for success only."""


def chargers(scene: Scene, side: str) -> tuple[str, ...]:
    """The units of a side that still have to move their charge."""
    found = (u for u in units.army(scene, side) if units.leader(scene, u) == u)
    return tuple(u for u in found if scene.has(u, "charging") and not scene.has(u, "moved"))


@RULES.stage("charge moves")
def charge_moves(step: Step) -> str | None:
    """C6: The Active Player says who moves next, until all chargers have."""
    side = step.actors()[0]
    for unit in chargers(step, side):
        _forget_the_gone(step, unit)
    return step.ask("charge moves") if chargers(step, side) else None


def movers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """C6: The Active Player, as long as a charger of theirs has a target left."""
    return tuple(s for s in actor(scene, asking) if _charged_and_left(scene, s.who))


def _charged_and_left(scene: Scene, side: str) -> bool:
    targets = (target for unit in chargers(scene, side) for target in charged_by(scene, unit))
    return any(units.stands(scene, target) for target in targets)


def _forget_the_gone(step: Step, unit: str) -> None:
    """10: End charges at targets that left the table, also for Characters in the unit."""
    for one in units.body(step, unit):
        for condition in step.combat.conditions.on(one, "charging"):
            if not units.stands(step, condition.toward):
                step.end_condition(condition, "nobody is left to charge")


def range_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """2D6 and the lowest Advance Rate in the unit; Maximised for Swiftstride."""
    advance = Modifier(source="Advance Rate", value=units.slowest(scene, slot.who, "Advance"))
    dice = 3 if units.is_(scene, slot.who, "Swiftstride") else 2
    return rolls.plain(slot.who, "charge range", "move", dice, "C6", advance, keep=2)


@RULES.stage("charge range")
def charge_range(step: Step) -> str | None:
    """C6: The Charge Range is rolled; by all who charge that target, where so settled."""
    others = rivals(step, step.act.who, step.act.targets[0])
    together = step.setting("combined charges") == "all roll first"
    found = (step.act.who, *(others if together else ()))
    waiting = [u for u in found if u in step.present() and not step.has(u, "rolled")]
    if not waiting:
        return None
    with settings.based_on(step, *("combined charges",) if others else ()):
        return step.ask("charge range", params={"unit": waiting[0]})


def rivals(scene: Scene, unit: str, target: str) -> tuple[str, ...]:
    """C6: The other units that charge a target and have not moved yet."""
    found = (u for u in chargers(scene, units.side_of(scene, unit)) if u != unit)
    return tuple(u for u in found if target in charged_by(scene, u))


@RULES.stage("range rolled")
def range_rolled(step: Step) -> str | None:
    """C6: A unit that rolls before it moves keeps the two dice that count."""
    if step.setting("combined charges") == "one by one":
        return None
    for slot, reply in step.replies():
        if reply.how == "rolled":
            high, low = sorted(rolls.faces(step, slot.who), reverse=True)[:2]
            step.begin_condition(slot.who, "rolled", detail={"high": high, "low": low})
    asked = step.closed.slots if step.closed else ()
    unrolled = [s for s in asked if s.who in step.present() and not step.has(s.who, "rolled")]
    return None if unrolled else "charge range"


@RULES.stage("charged")
def resolve_charge(step: Step) -> None:
    """C6: A range of the distance or more, with room, brings it into contact.

    Where the target is gone by then, the charge is over, and the unit has not moved.
    """
    who, target, params = step.act.who, step.act.targets[0], step.act.params
    if not units.stands(step, target):
        _forget_the_gone(step, who)
        return
    dice = _dice(step, who)
    least = CHAMPION_LEAST if units.is_(step, who, "Champion") else 0
    reach = max(sum(dice), least) + units.slowest(step, who, "Advance")
    far = distance_in_halves(params, "distance")
    states.move(step, who, "charge")
    if reach * HALVES < far or params.get("room") == "no":
        _fails(step, who, target, reach, far, max(dice, default=0))
    elif step.has(target, "fleeing"):
        _catches(step, who, target, reach, far)
    else:
        step.resolve("comes home", stage="charge", of=target, range=reach, distance=inches(far))
        step.set_fact("engaged", who, "yes", target)
        if step.fact("facing", target, who) != "front":
            step.set_fact("facing", target, "front", who)
        states.stop_charging(step, who, "it charged another", but=target)


def _dice(step: Step, who: str) -> list[int]:
    """The two dice that count, rolled now or kept; none where its owner has left."""
    for rolled in step.combat.conditions.on(who, "rolled"):
        return [int(str(rolled.detail[name])) for name in ("high", "low")]
    return sorted(rolls.faces(step, who), reverse=True)[:2]


def _fails(step: Step, who: str, target: str, reach: int, far: int, moves: int) -> None:
    """C6: It moves the highest die, its models are Shaken, and it is no longer Charging."""
    step.resolve("fails", stage="charge", of=target, range=reach, distance=inches(far), moves=moves)
    states.stop_charging(step, who, "the charge failed")
    states.shake(step, who, "failed charge")


def _catches(step: Step, who: str, target: str, reach: int, far: int) -> None:
    """C6: Charging a Fleeing unit leaves one Shaken; what becomes of the fleer is a setting."""
    basis = step.basis_of("fleer caught")
    caught = step.setting("fleer caught") == "destroyed"
    outcome = "runs it down" if caught else "reaches it"
    step.resolve(outcome, stage="charge", of=target, basis=basis, range=reach, distance=inches(far))
    states.stop_charging(step, who, "it charged a fleer")
    states.shake(step, who, "charged a fleer")
    if caught:
        states.take_all(step, *units.within(step, target))
        suffer_loss(step, target, units.hp(step, target), "")


RULES.asks(
    Window(
        "charge moves",
        "move a charger",
        "C6",
        movers,
        takes=("action",),
        then="charge moves",
        stale=True,
    ),
    Window(
        "charge range",
        "roll the Charge Range",
        "C6",
        unit_asked,
        throw=range_roll,
        then="range rolled",
    ),
)
