"""When the fight is over: the shock of wounds, keeping going, and weapons taken out with care."""

from __future__ import annotations

from domain.measures import units, written
from domain.ruleset import END, Asking, Slot, Throw, Window
from domain.scene import Scene
from domain.step import Step
from domain.windows import doer

from .allowed import target
from .book import RULES
from .handling import conditions_of, first_level, needs_care
from .harmed import expires, spikes, worsen
from .manoeuvres import unborne
from .rolls import parts, risked, thrown, traits, worst_wound
from .tables import CARE, KEEP_GOING, LEVELS, SCALE, first_aid

CAREFUL = 4 * SCALE
"""The difficulty of taking a weapon out with care."""


# --- shock ---------------------------------------------------------------------------------


def shocks(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each wound of somebody whose shock is still to come."""
    act = scene.doing(asking.on)
    who = target(scene, act) if act is not None else ""
    wounds = unborne(scene, who) if who in scene.present() else ()
    return tuple(
        Slot(id=w.id, who=who, about=f"{LEVELS[first_level(w)]}, {w.at or 'somewhere'} {nth}")
        for nth, w in enumerate(wounds, start=1)
    )


def shock_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """WP and Combat with Toughness, and what first aid has added."""
    aid = sum(
        units(c.detail["bonus"], SCALE) or 0
        for c in conditions_of(scene, slot.who, "treated")
        if c.detail.get("wound") == slot.id
    )
    basic = (*traits(scene, slot.who, "WP", "Combat", "Toughness"), *parts(first_aid=aid))
    return risked(scene, slot.who, "shock", "resist", "7.7", *basic)


@RULES.stage("hour-later")
def hour_later(step: Step) -> str | None:
    """7.6: Who was dying and had no first aid has not lived to see the hour."""
    who = target(step, step.act)
    clocks = step.combat.conditions.on(who, "dying")
    for clock in clocks:
        expires(step, clock)
    return END if clocks else None


@RULES.stage("shocked")
def shocked(step: Step) -> None:
    """7.7: A wound whose shock is not withstood is a level worse; a critical one kills."""
    who = target(step, step.act)
    for wound in unborne(step, who):
        rolled = thrown(step, wound.id)
        if rolled is None:
            continue
        difficulty = CARE[first_level(wound)]
        withstood = rolled >= difficulty
        step.resolve(
            "withstands the shock" if withstood else "is in shock",
            stage="shock",
            of=who,
            roll=rolled,
            difficulty=difficulty,
        )
        step.begin_condition(who, "borne", at=wound.at, detail={"wound": wound.id}, source=step.on)
        if not withstood:
            worsen(step, wound)


# --- keeping going -------------------------------------------------------------------------


def keep_going_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """WP and Athletics with Stamina."""
    basic = traits(scene, slot.who, "WP", "Athletics", "Stamina")
    return risked(scene, slot.who, "keep going", "resist", "7.2", *basic)


@RULES.stage("kept-going")
def kept_going(step: Step) -> None:
    """7.2: The worst wound says how hard it is to keep going, hour by hour."""
    who, rolled = step.act.who, thrown(step, step.act.who)
    if rolled is not None:
        difficulty = KEEP_GOING[worst_wound(step, who)]
        outcome = "keeps going" if rolled >= difficulty else "has to rest"
        step.resolve(outcome, stage="keep going", roll=rolled, difficulty=difficulty)


# --- careful hands -------------------------------------------------------------------------


def careful_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """CO and Medicine."""
    basic = traits(scene, slot.who, "Medicine", "CO")
    return risked(scene, slot.who, "careful hands", "attempt", "7.5", *basic)


@RULES.stage("taken-out")
def taken_out(step: Step) -> None:
    """7.5: Out of combat a weapon is taken out without harm at a difficulty of 4."""
    rolled, who = thrown(step, step.act.who), target(step, step.act)
    if rolled is None:
        return
    out = rolled >= CAREFUL
    step.resolve(
        "is taken out" if out else "stays in the wound",
        stage="careful hands",
        of=who,
        roll=rolled,
        difficulty=CAREFUL,
    )
    for spike in spikes(step, who, step.act.using)[:1] if out else ():
        step.end_condition(spike, "taken out with care")


RULES.asks(
    Window("shock", "roll against the shock", "7.7", shocks, throw=shock_roll),
    Window("keep going", "roll to keep going", "7.2", doer, throw=keep_going_roll),
    Window("careful hands", "roll to take it out", "7.5", doer, throw=careful_roll),
)


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
