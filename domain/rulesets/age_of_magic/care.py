"""First aid on the field, standing up, and what the referee rules by the way."""

from __future__ import annotations

from domain.measures import written
from domain.ruleset import Asking, Slot, Throw, Window
from domain.scene import Scene
from domain.step import Step
from domain.windows import doer

from .book import RULES
from .handling import first_level, needs_care
from .rolls import risked, thrown, traits
from .tables import CARE, SCALE, first_aid


def first_aid_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """CO and Medicine."""
    basic = traits(scene, slot.who, "Medicine", "CO")
    return risked(scene, slot.who, "first aid", "attempt", "7.7", *basic)


@RULES.stage("treated")
def treated(step: Step) -> None:
    """7.7: First aid that succeeds stops the clock of the dying, and helps against the shock."""
    [who] = step.act.targets
    wound, rolled = needs_care(step, who, step.act.using), thrown(step, step.act.who)
    if wound is None or rolled is None:
        return
    difficulty = CARE[first_level(wound)]
    margin = rolled - difficulty
    outcome = "is treated" if margin >= 0 else "is not helped"
    step.resolve(outcome, stage="care", of=who, roll=rolled, difficulty=difficulty)
    if margin >= 0:
        detail = {"wound": wound.id, "bonus": written(first_aid(margin), SCALE)}
        step.begin_condition(who, "treated", at=wound.at, detail=detail, source=step.on)
        for clock in step.combat.conditions.on(who, "dying"):
            if clock.detail.get("wound") == wound.id:
                step.end_condition(clock, "treated")


@RULES.stage("stands-up")
def stands_up(step: Step) -> None:
    """7.4: Who stands up is prone no more."""
    for down in step.combat.conditions.on(step.act.who, "prone"):
        step.end_condition(down, "stood up")


RULES.asks(Window("first aid", "roll first aid", "7.7", doer, throw=first_aid_roll))
