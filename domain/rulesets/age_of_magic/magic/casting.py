"""Casting in combat: the preparation, the roll against the difficulty, and what comes of it."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import END, REFEREE, Asking, Choice, Slot, Until, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import doer, the_referee
from domain.rulesets.age_of_magic.attack import hurting_blows, is_void
from domain.rulesets.age_of_magic.legality import result, target
from domain.rulesets.age_of_magic.rolls import number, thrown, word
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import BOLT, MAGIC, SCALE
from domain.rulesets.age_of_magic.turn import one_of
from domain.step.step import Step

from . import enchantments

RESISTANCE = "cast resistance"


@RULES.stage("prepare")
def prepare(step: Step) -> str | None:
    """5.7: A spell is cast before anybody reacts to it, unless it takes time to prepare."""
    return None if enchantments.takes_preparation(step.act) else "cast"


@RULES.stage("cast")
def cast(step: Step) -> str | None:
    """8.4: The caster rolls, unless the casting was stopped."""
    if result(step, step.on, "casting"):
        return END
    void = is_void(step, step.act)
    if not void and not _is_broken_off(step):
        return step.ask("casting")
    basis = step.basis_of("disabled actor" if void else "wound interrupts")
    step.resolve("void" if void else "interrupted", stage="casting", basis=basis)
    return END


def _is_broken_off(step: Step) -> bool:
    """True where a wound interrupts a casting for 5 AP, and the caster took one meanwhile."""
    prepares = enchantments.takes_preparation(step.act)
    acts = step.combat.exchange.acts
    hurt = any(c.act in acts for c in step.combat.conditions.on(step.act.who, "wound"))
    return prepares and hurt and step.setting("wound interrupts") == "yes"


@RULES.stage("spell")
def spell(step: Step) -> str | None:
    """8.4: It works when the roll reaches the sum of the seven parts; else the referee rules."""
    rolled = thrown(step, step.act.who)
    if rolled is None:
        return END
    told: dict[str, Any] = {part: n for part, n in enchantments.difficulty(step.act).items() if n}
    difficulty = sum(told.values())
    works = rolled >= difficulty
    outcome = "succeeded" if works else "failed"
    figures = {"roll": rolled, "difficulty": difficulty, "margin": rolled - difficulty}
    step.resolve(outcome, stage="casting", basis="default", **figures, **told)
    return _works(step) if works else step.ask("failing")


def _works(step: Step) -> str:
    if step.act.manoeuvre == BOLT:
        return "strike"
    if step.act.manoeuvre == RESISTANCE:
        _protect(step)
    return _stage_after_cast(step)


def _stage_after_cast(step: Step) -> str:
    """Those aware of it react to what was cast, unless they did while it was prepared."""
    first = step.act.manoeuvre != BOLT and not enchantments.takes_preparation(step.act)
    return "declare" if first else END


def _protect(step: Step) -> None:
    """8.6: A point of resistance for each point of power."""
    act, power = step.act, number(step.act, "power", enchantments.MOST_PART)
    turns = number(act, "turns", enchantments.MOST_TURNS)
    until = Until(span="round", left=turns) if turns else None
    step.begin_condition(
        target(step, act),
        "resistance",
        level=power,
        until=until,
        act=step.on,
        key=word(act, "element", MAGIC, ""),
    )


@RULES.stage("ruled")
def apply_ruling(step: Step) -> str:
    """8.4: The referee rules what a failed casting comes to."""
    reply = step.reply(REFEREE)
    if reply is not None and reply.how == "answered":
        step.resolve(f"{reply.value} comes of it", stage="effect", basis="ruled")
    return _stage_after_cast(step)


# --- resistance ----------------------------------------------------------------------------


def resisters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each victim who has more to resist with than one thing, or one for some cases."""
    struck = [(blow, target(scene, blow)) for blow in hurting_blows(scene, asking.on)]
    able = ((blow, who) for blow, who in struck if enchantments.is_choice(scene, who))
    return tuple(Slot(id=who, who=who, about=blow.id) for blow, who in able)


def which(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """One of the enchantments, or none."""
    known = enchantments.enchantments(scene, slot.who)
    return (*(Choice(name, "resist with this") for name in known), Choice("none", "with none"))


@RULES.stage("warded")
def record_resistance(step: Step) -> str | None:
    """8.6: The target chooses which one counts against this attack; then its damage is rolled."""
    if step.closed is not None and step.closed.about == "resistance":
        _chosen(step)
    return step.ask("damage")


def _chosen(step: Step) -> None:
    for slot, reply in step.replies():
        level = SCALE * enchantments.enchantments(step, slot.who).get(reply.value, 0)
        step.resolve(reply.value, act=slot.about, stage="resistance", of=slot.who, level=level)


RULES.asks(
    Window("casting", "roll to cast", "8.4", doer, throw=enchantments.casting_roll, then="spell"),
    Window(
        "failing",
        "what comes of the failed casting?",
        "8.4",
        the_referee,
        one_of(
            Choice("nothing", "nothing comes of it"),
            Choice("something", "something does: set it by hand"),
        ),
        then="ruled",
    ),
    Window("resistance", "resist with which enchantment?", "8.6", resisters, which, then="warded"),
)
