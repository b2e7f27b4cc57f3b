"""When the Round of Combat is over: pivots, reforms, overruns, and the end of Charging."""

from __future__ import annotations

from domain.ruleset import Asking, Blank, Choice, Slot, Until, Window
from domain.scene import Scene
from domain.step import Step

from .book import RULES
from .combat import participants
from .flight import stop_charging
from .units import in_order, is_engaged, side_of, stands

TURN = Until(span="turn")


def unopposed(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Units that held back, and those that no enemy touches any more."""
    return tuple(
        Slot(id=u, who=u) for u in participants(scene, asking.on)
        if stands(scene, u) and not is_engaged(scene, u) and not scene.has(u, "fleeing")
        and not scene.has(u, "pursued")
    )  # fmt: skip


def after_combat(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """9: A Pivot or a Reform; an Overrun for who charged and wiped out all it touched."""
    over = (Choice("overrun", "straight ahead, without a test"),)
    first = scene.has(slot.who, "charging") and not scene.has(slot.who, "restrained")
    turns = (Choice("pivot", "Post-Combat Pivot"), Choice("reform", "Post-Combat Reform"))
    return (*(over if first else ()), *turns)


@RULES.stage("post-combat")
def post_combat(step: Step) -> str | None:
    """9: Who is left without a foe may pivot or reform."""
    return step.ask("post-combat", then="post-combat-done")


@RULES.stage("post-combat-done")
def post_combat_done(step: Step) -> None:
    """9: A Post-Combat Reform costs Scoring until the start of the next Player Turn."""
    for slot, reply in step.replies() if step.closed and step.closed.about == "post-combat" else ():
        if reply.value == "reform":
            step.begin_condition(slot.who, "not scoring", key="post-combat reform", until=TURN)


def still_engaged(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """9: Combat Reforms are declared by the Active Player, then by the other."""
    order = in_order(scene, scene.actors()[0] if scene.actors() else "")
    return tuple(
        Slot(id=side, who=side, rank=rank) for rank, side in enumerate(order)
        if _fighting(scene, asking.on, side)
    )  # fmt: skip


def _fighting(scene: Scene, fight: str, side: str) -> tuple[str, ...]:
    return tuple(
        u
        for u in participants(scene, fight)
        if side_of(scene, u) == side and stands(scene, u) and is_engaged(scene, u)
    )


def combat_reforms(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Which of the units that still fight reform."""
    units = Blank("units", "some", _fighting(scene, asking.on, slot.who))
    return (Choice("reform", "Combat Reforms", (units,)),)


@RULES.stage("fight-over")
def fight_over(step: Step) -> None:
    """9: The first Round after a charge is over."""
    for unit in participants(step, step.on):
        stop_charging(step, unit, "the first Round is over")


RULES.asks(
    Window("post-combat", "pivot, reform or overrun?", "9", unopposed, after_combat, passes=True),
    Window("combat-reforms", "Combat Reforms?", "9", still_engaged, combat_reforms, passes=True),
)
