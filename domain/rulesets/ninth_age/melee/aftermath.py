"""When the Round of Combat is over: pivots, reforms, overruns, and the end of Charging."""

from __future__ import annotations

from domain.ruleset.ruleset import Asking, Blank, Choice, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.rulesets.ninth_age import states, units
from domain.rulesets.ninth_age.legality import rank
from domain.rulesets.ninth_age.ruleset import RULES
from domain.step.step import Step

from .arming import by_side
from .combat_round import left_of, participants

NEXT_TURN = Until(span="turn", edge="begin")
AFTER = ("post combat", "no more foes")
"""The questions that are answered with a pivot, a reform or an overrun."""


def unopposed_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Units that held back, and those that no enemy touches any more."""
    alone = (u for u in left_of(scene, asking.on) if _is_left_alone(scene, u))
    return units.each(u for u in alone if not scene.has(u, "pursued"))


def _is_left_alone(scene: Scene, unit: str) -> bool:
    """True for a unit, not one who stands in another, that no enemy touches and that holds."""
    return not (
        units.in_contact(scene, unit) or scene.has(unit, "fleeing") or units.host(scene, unit)
    )


def after_combat(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """9: A Pivot or a Reform; an Overrun for who charged and wiped out all it touched.

    10: The Shaken neither overrun nor reform.
    """
    over = (Choice("overrun", "straight ahead, without a test"),)
    first = scene.has(slot.who, "charging") and not scene.has(slot.who, "restrained")
    pivot = Choice("pivot", "Post-Combat Pivot")
    reform = Choice("reform", "Post-Combat Reform", (rank(scene, slot.who),))
    if scene.has(slot.who, "shaken"):
        return (pivot,)
    return (*(over if first else ()), pivot, reform)


@RULES.stage("post combat done")
def post_combat_done(step: Step) -> None:
    """9: A Post-Combat Reform costs Scoring until the start of the next Player Turn."""
    for slot, reply in step.replies() if step.closed and step.closed.about in AFTER else ():
        if reply.value == "reform":
            step.begin_condition(slot.who, "not scoring", key="post combat reform", until=NEXT_TURN)
            states.set_files(step, slot.who, reply.params.get("files"))


# --- units whose foes are gone before the Melee Phase --------------------------------------


def foeless(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Units that were engaged in this turn and have no foe left, the Active Player's first."""
    own = (
        u
        for side in units.sides(scene)
        for u in units.army(scene, side)
        if scene.has(u, "has fought")
    )
    return by_side(scene, tuple(u for u in own if _is_left_alone(scene, u)))


@RULES.stage("no more foes")
def no_more_foes(step: Step) -> str | None:
    """9: At the start of the Melee Phase the units left without foes are done with that first."""
    return step.ask("no more foes") if foeless(step, Asking("", "")) else None


@RULES.stage("foeless done")
def foeless_done(step: Step) -> None:
    """9: It is as after a Round, and nobody of them is Charging any more."""
    post_combat_done(step)
    for slot, _ in step.replies("no more foes"):
        states.stop_charging(step, slot.who, "no foe is left")


# --- units that fight on -------------------------------------------------------------------


def still_engaged(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Combat Reforms are declared by the Active Player, then by the other."""
    return units.ranked_slots(
        s for s in units.active_first(scene) if _fighting(scene, asking.on, s)
    )


def _fighting(scene: Scene, fight: str, side: str) -> tuple[str, ...]:
    own = (u for u in left_of(scene, fight, side) if units.in_contact(scene, u))
    return tuple(u for u in own if not units.host(scene, u))


def combat_reforms(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which of the units that still fight reform."""
    blank = Blank("units", "some", _fighting(scene, asking.on, slot.who))
    return (Choice("reform", "Combat Reforms", (blank,)),)


@RULES.stage("fight over")
def fight_over(step: Step) -> None:
    """9: The first Round after a charge is over."""
    for unit in participants(step, step.on):
        states.stop_charging(step, unit, "the first Round is over")


RULES.asks(
    Window(
        "post combat",
        "pivot, reform or overrun?",
        "9",
        unopposed_slots,
        after_combat,
        passes=True,
        then="post combat done",
    ),
    Window(
        "no more foes",
        "no foe is left: pivot, reform or overrun?",
        "9",
        foeless,
        after_combat,
        passes=True,
        then="foeless done",
    ),
    Window("combat reforms", "Combat Reforms?", "9", still_engaged, combat_reforms, passes=True),
)
