"""What a victim suffers, under his old impairment: pain reaction, knock-back, then the wound."""

from __future__ import annotations

from domain.ruleset import END
from domain.step import Step

from . import arms, tables
from .aiming import unsettle
from .allowed import target
from .attack import area
from .book import RULES
from .riding import unseat
from .rolls import thrown
from .tables import FATAL, KNOCKED, LEVELS, SCALE
from .wounds import figure, level, type_of


@RULES.stage("suffer")
def suffer(step: Step) -> str:
    """6.9: Pain reaction and knock-back come first, the wound's impairment after them."""
    gone = target(step, step.act) not in step.present()
    return "wounded" if gone or level(step, step.act) == FATAL else step.setting("first-suffered")


@RULES.stage("pain")
def pain(step: Step) -> str | None:
    """7.1: A wound, even a scratch, has a pain reaction."""
    hurts = level(step, step.act) > 0
    return step.ask("pain", then="pained") if hurts else _after_pain(step)


def _after_pain(step: Step) -> str:
    return "knock-back" if step.setting("first-suffered") == "pain" else "wounded"


@RULES.stage("pained")
def pained(step: Step) -> str:
    """7.1: The pain reaction knocks out, stuns, staggers, or is borne."""
    who = target(step, step.act)
    rolled = thrown(step, who)
    if rolled is None:
        return "wounded"
    outcome = tables.pain(rolled, step.setting("pain-gap"))
    basis = step.basis_of("pain-gap") if tables.is_pain_gap(rolled) else "stated"
    step.resolve(outcome, stage="pain", of=who, basis=basis, pain=rolled)
    if step.rules.condition(outcome) and not step.has(who, outcome):
        step.begin_condition(who, outcome, source=step.on)
    _shaken(step, who, outcome)
    return _after_pain(step)


def _shaken(step: Step, who: str, outcome: str) -> None:
    """The AP that being stunned or staggered costs, and what falls from the hand that was hit."""
    if outcome in _AP_LOST:
        step.lose(who, "ap", step.left(who, "ap") if outcome == "stunned" else SCALE)
    side, _, limb = area(step.act).rpartition(" ")
    if limb in _LETS_GO.get(outcome, ()):
        for weapon in arms.held_in(step, who, side):
            step.set_fact("bears", who, "no", weapon)


_AP_LOST = ("stunned", "staggered")
_LETS_GO = {"stunned": ("arm", "hand"), "staggered": ("hand",)}
"""Where a hit that stuns or staggers makes the hand let go."""


@RULES.stage("knock-back")
def knock_back(step: Step) -> str | None:
    """7.3: Every hit is rolled against, even one that wounds nobody."""
    return step.ask("knock-back", then="knocked")


@RULES.stage("knocked")
def knocked(step: Step) -> str:
    """7.3: The roll against the damage, before armour and soak, says who stands firm."""
    who = target(step, step.act)
    rolled = thrown(step, who)
    if rolled is None:
        return "wounded"
    difficulty = figure(step, step.act, "damage", "basic")
    short = difficulty - rolled
    outcome = tables.knock_back(short, step.setting("knock-back-gap"))
    basis = step.basis_of("knock-back-gap") if tables.is_knock_back_gap(short) else "stated"
    step.resolve(
        outcome, stage="knock-back", of=who, basis=basis, roll=rolled, difficulty=difficulty
    )
    _thrown_about(step, who, outcome)
    return "pain" if step.setting("first-suffered") == "knock-back" else "wounded"


def _thrown_about(step: Step, who: str, outcome: str) -> None:
    """Out of reach if knocked back, short of AP, and down if knocked over or short of too many."""
    cost = KNOCKED.get(outcome, 0)
    falls = outcome == "knocked over" or step.left(who, "ap") < cost
    if falls:
        unseat(step, who)
    if outcome in ("knocked back", "knocked over"):
        unsettle(step, who, outcome)
        step.set_fact("adjacent", who, "no", step.act.who)
    if cost:
        step.lose(who, "ap", cost)
    if falls and not step.has(who, "prone"):
        step.begin_condition(who, "prone", source=step.on)


@RULES.stage("wounded")
def wounded(step: Step) -> str:
    """7.2: Every wound stands by itself, with its place, level and type; a fatal one kills."""
    blow, dealt = step.act, level(step, step.act)
    who = target(step, blow)
    if dealt:
        kind = type_of(step, blow)
        detail = {"level": LEVELS[dealt], "type": kind, "by": blow.who, "with": blow.using}
        step.begin_condition(
            who, "wound", level=dealt, at=area(blow), detail=detail, source=step.on
        )
    if dealt == FATAL:
        step.begin_condition(who, "dead", source=step.on)
    return END
