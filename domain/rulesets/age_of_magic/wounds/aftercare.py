"""Care of the wounded: shock, keeping going, weapons taken out, first aid, standing up."""

from __future__ import annotations

from domain.events.measures import units, written
from domain.ruleset.ruleset import END, Asking, Slot, Throw, Window
from domain.ruleset.scene import Scene
from domain.rulesets.age_of_magic import legality, manoeuvres, rolls
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import CARE, KEEP_GOING, SCALE, first_aid
from domain.rulesets.age_of_magic.weapons import handling
from domain.rulesets.age_of_magic.weapons.handling import first_level, needs_care, wound_name
from domain.step.step import Step

from .lasting_harm import expires, worsen

CAREFUL = 4 * SCALE
"""The difficulty of taking a weapon out with care."""


# --- shock ---------------------------------------------------------------------------------


def shocks(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each wound of somebody whose shock is still to come."""
    who = legality.target(scene, rolls.act_of(scene, asking.on))
    wounds = manoeuvres.wounds_before_shock(scene, who) if who in scene.present() else ()
    return tuple(
        Slot(id=w.id, who=who, about=f"{wound_name(w)} {nth}")
        for nth, w in enumerate(wounds, start=1)
    )


def shock_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """WP and Combat with Toughness, and what first aid has added."""
    treated = scene.combat.conditions.on(slot.who, "treated")
    bonuses = (c.detail["bonus"] for c in treated if c.detail.get("wound") == slot.id)
    aid = sum(units(bonus, SCALE) or 0 for bonus in bonuses)
    basic = (
        *rolls.traits(scene, slot.who, "WP", "Combat", "Toughness"),
        *rolls.parts(first_aid=aid),
    )
    return rolls.risked_throw(scene, slot.who, "shock", "resist", "7.7", *basic)


@RULES.stage("hour later")
def hour_later(step: Step) -> str | None:
    """7.6: The dying who had no first aid are dead within the hour."""
    who = legality.target(step, step.act)
    clocks = step.combat.conditions.on(who, "dying")
    for clock in clocks:
        expires(step, clock)
    return END if clocks else None


@RULES.stage("shocked")
def resolve_shock(step: Step) -> None:
    """7.7: A wound whose shock is not withstood is a level worse; a critical one kills."""
    who = legality.target(step, step.act)
    for wound in manoeuvres.wounds_before_shock(step, who):
        outcomes = ("withstands the shock", "is in shock")
        margin = rolls.resolve_roll(
            step, wound.id, CARE[first_level(wound)], outcomes, "shock", who
        )
        if margin is None:
            continue
        step.begin_condition(who, "borne", at=wound.at, detail={"wound": wound.id}, act=step.on)
        if margin < 0:
            worsen(step, wound)


# --- keeping going -------------------------------------------------------------------------


@RULES.stage("kept going")
def kept_going(step: Step) -> None:
    """7.2: The worst wound says how hard it is to keep going, hour by hour."""
    who = step.act.who
    outcomes = ("keeps going", "has to rest")
    rolls.resolve_roll(step, who, KEEP_GOING[rolls.worst_wound(step, who)], outcomes, "keep going")


# --- careful hands -------------------------------------------------------------------------


@RULES.stage("taken out")
def taken_out(step: Step) -> None:
    """7.5: Out of combat a weapon is taken out without harm at a difficulty of 4."""
    act, who = step.act, legality.target(step, step.act)
    outcomes = ("is taken out", "stays in the wound")
    margin = rolls.resolve_roll(step, act.who, CAREFUL, outcomes, "careful hands", who)
    out = margin is not None and margin >= 0
    for spike in handling.taken_out(step, act) if out else ():
        step.end_condition(spike, "taken out with care")


# --- on the field --------------------------------------------------------------------------


@RULES.stage("treated")
def resolve_first_aid(step: Step) -> None:
    """7.7: First aid that succeeds stops the clock of the dying, and helps against the shock."""
    [who] = step.act.targets
    wound = needs_care(step, who, step.act.using)
    if wound is None:
        return
    outcomes = ("is treated", "is not helped")
    margin = rolls.resolve_roll(step, step.act.who, CARE[first_level(wound)], outcomes, "care", who)
    if margin is not None and margin >= 0:
        detail = {"wound": wound.id, "bonus": written(first_aid(margin), SCALE)}
        step.begin_condition(who, "treated", at=wound.at, detail=detail, act=step.on)
        for clock in step.combat.conditions.on(who, "dying"):
            if clock.detail.get("wound") == wound.id:
                step.end_condition(clock, "treated")


@RULES.stage("stands up")
def stands_up(step: Step) -> None:
    """7.4: A combatant who stands up is no longer prone."""
    for down in step.combat.conditions.on(step.act.who, "prone"):
        step.end_condition(down, "stood up")


RULES.asks(
    Window("shock", "roll against the shock", "7.7", shocks, throw=shock_roll),
    rolls.of_traits(
        "keep going", "roll to keep going", "7.2", "resist", ("WP", "Athletics", "Stamina")
    ),
    rolls.of_traits("careful hands", "roll to take it out", "7.5", "attempt", ("Medicine", "CO")),
    rolls.of_traits("first aid", "roll first aid", "7.7", "attempt", ("Medicine", "CO")),
)
