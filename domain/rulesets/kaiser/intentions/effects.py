"""4: effects of an intention when it is shown: weapons, wards, stances, movement."""

from __future__ import annotations

from domain.ruleset.params import names
from domain.ruleset.ruleset import Mod
from domain.rulesets.kaiser import checks, weapons
from domain.rulesets.kaiser.actions.movement import add_distance
from domain.rulesets.kaiser.costs import wards
from domain.rulesets.kaiser.tables import INITIATIVE
from domain.step.step import Step

STRIKE_PER_ATTACK = 10


def ready_weapons(step: Step) -> None:
    """4: The weapons are in hand; one attack, and one more for each 10 full points of Strike."""
    _take_up(step)
    more = step.trait(step.act.who, "strike") // STRIKE_PER_ATTACK
    step.fill(step.act.who, "attacks", 1 + max(0, more))


def _take_up(step: Step) -> None:
    """2.2: The worst penalty of the weapons weighs on initiative, and so does a second one.

    Those of another intention count with them, as all are declared for the round.
    """
    who, act = step.act.who, step.act
    now = (act.using, *names(act.params, "others"))
    chosen = tuple(dict.fromkeys((*weapons.declared(step, who), *now)))
    checks.end_state(step, who, "armed", "more weapons")
    others = [w for w in chosen if not weapons.is_shield(step, who, w)]
    worst = max((weapons.value(step, who, w, "penalty") for w in others), default=0)
    mods = (Mod(trait=INITIATIVE, value=-worst), Mod(trait=INITIATIVE, value=-(len(chosen) > 1)))
    step.begin_condition(
        who, "armed", key=", ".join(chosen), mods=tuple(m for m in mods if m.value)
    )


def charging(step: Step) -> None:
    """4: A charge includes a Run."""
    _take_up(step)
    step.begin_condition(step.act.who, "charging", key=step.act.using)
    add_distance(step, "run")


def running(step: Step) -> None:
    """4: The distance of a Run or Sprint; a sprinter is quicker."""
    add_distance(step, step.act.manoeuvre)
    if step.act.manoeuvre == "sprint":
        step.begin_condition(step.act.who, "sprinting")


def guarding(step: Step) -> None:
    """4: Each combatant guarded is a ward until the End phase."""
    for ward in wards(step.act.params):
        step.begin_condition(ward, "ward", toward=step.act.who)


def stance(step: Step) -> None:
    """4: A stance, until the End phase; the state is called like the intention."""
    step.begin_condition(step.act.who, step.act.manoeuvre)


def anticipating(step: Step) -> None:
    """4: No surprise by those named; the first opposed check against each is 4 lower."""
    for foe in names(step.act.params, "of"):
        step.begin_condition(step.act.who, "anticipating", toward=foe)


def alert(step: Step) -> None:
    """4: No surprise by anybody."""
    step.begin_condition(step.act.who, "alert")


def manifest(step: Step) -> None:
    """7: The Final Potential, to be split over several checks; concentrating brings none.

    What concentrating brings is not in the rules found: it is the table's word.
    """
    if step.act.params.get("how") == "concentrate":
        return
    step.begin_condition(step.act.who, "manifesting")
    step.fill(step.act.who, "potential", step.trait(step.act.who, "potential"))


def whole_round(step: Step) -> None:
    """4: Nothing else is done; it comes about in the End phase."""
    what = str(step.act.params.get("what", ""))
    step.begin_condition(
        step.act.who,
        "whole round",
        key=step.act.manoeuvre,
        toward=step.act.targets[0] if step.act.targets else "",
        detail={"what": what},
    )


STAGES = (
    ready_weapons,
    charging,
    running,
    guarding,
    stance,
    anticipating,
    alert,
    manifest,
    whole_round,
)
