"""Effects of a hit on its victim, in order: pain reaction, knock back, then the wound."""

from __future__ import annotations

from domain.ruleset.ruleset import ConditionBegan
from domain.rulesets.age_of_magic import legality, positions, riding, rolls, tables
from domain.rulesets.age_of_magic.attack import area
from domain.rulesets.age_of_magic.ranged.manoeuvres import UNSETTLING, unsettle
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import FATAL, KNOCKED, LEVELS, SCALE
from domain.rulesets.age_of_magic.unarmed.blows import knocks
from domain.rulesets.age_of_magic.unarmed.holds import end_holds_of
from domain.rulesets.age_of_magic.weapons import weapons
from domain.step.step import Step

from .wounding import initially, kind_of, level


@RULES.stage("suffer")
def suffer(step: Step) -> str:
    """6.9: Pain reaction and knock back come first, the wound's impairment after them."""
    gone = legality.target(step, step.act) not in step.present()
    return "wounded" if gone or level(step, step.act) == FATAL else step.setting("first suffered")


@RULES.stage("pain")
def pain(step: Step) -> str | None:
    """7.1: A wound, even a scratch, has a pain reaction."""
    hurts = level(step, step.act) > 0
    return step.ask("pain") if hurts else _after(step, "pain")


def _after(step: Step, suffered: str) -> str:
    """The other of the two if this one was the first, else the wound."""
    other = "knock back" if suffered == "pain" else "pain"
    return other if step.setting("first suffered") == suffered else "wounded"


@RULES.stage("pained")
def resolve_pain(step: Step) -> str:
    """7.1: The pain reaction knocks out, stuns, staggers, or is borne."""
    who = legality.target(step, step.act)
    rolled = rolls.thrown(step, who)
    if rolled is None:
        return "wounded"
    outcome = tables.pain(rolled, step.setting("pain gap"))
    basis = step.basis_of("pain gap") if tables.is_pain_gap(rolled) else "stated"
    step.resolve(outcome, stage="pain", of=who, basis=basis, pain=rolled)
    if step.has(who, outcome):
        _end_holds_and_aim(step, who, outcome)  # nothing begins that would end them
    elif step.rules.condition(outcome):
        step.begin_condition(who, outcome, act=step.on)
    _shaken(step, who, outcome)
    return _after(step, "pain")


def _shaken(step: Step, who: str, outcome: str) -> None:
    """The AP that being stunned or staggered costs, and what falls from the hand that was hit."""
    if outcome in _AP_LOST:
        step.lose(who, "ap", step.balance_of(who, "ap") if outcome == "stunned" else SCALE)
    side, _, limb = area(step.act).rpartition(" ")
    if limb in _LETS_GO.get(outcome, ()):
        for weapon in weapons.held_in(step, who, side):
            step.set_fact("bears", who, "no", weapon)


_AP_LOST = ("stunned", "staggered")
_LETS_GO = {"stunned": ("arm", "hand"), "staggered": ("hand",)}
"""Where a hit that stuns or staggers makes the hand let go."""


@RULES.stage("knock back")
def knock_back(step: Step) -> str | None:
    """7.3: Every hit is rolled against, even one that wounds nobody; but no lock."""
    return step.ask("knock back") if knocks(step.act) else _after(step, "knock back")


@RULES.stage("knocked")
def resolve_knock_back(step: Step) -> str:
    """7.3: The roll against the damage, before armour and soak, says who stands firm."""
    who = legality.target(step, step.act)
    rolled = rolls.thrown(step, who)
    if rolled is None:
        return "wounded"
    difficulty = legality.figure(step, step.on, "damage", "basic")
    short = difficulty - rolled
    outcome = tables.knock_back(short, step.setting("knock back gap"))
    basis = step.basis_of("knock back gap") if tables.is_knock_back_gap(short) else "stated"
    step.resolve(
        outcome, stage="knock back", of=who, basis=basis, roll=rolled, difficulty=difficulty
    )
    _thrown_about(step, who, outcome)
    return _after(step, "knock back")


def _thrown_about(step: Step, who: str, outcome: str) -> None:
    """Move who was knocked back a hex, take the AP, and lay down who is over or short of AP."""
    cost = KNOCKED.get(outcome, 0)
    falls = outcome == "knocked over" or step.balance_of(who, "ap") < cost
    if falls:
        riding.throw_from_mount(step, who)
    if outcome in ("knocked back", "knocked over"):
        unsettle(step, who, outcome)
        _moved_back(step, who)
    if cost:
        step.lose(who, "ap", cost)
    if falls:
        positions.begin_once(step, who, "prone", step.on)


def _moved_back(step: Step, who: str) -> None:
    """Move somebody a hex away from the attacker: beside those whose hex was shared."""
    shared = positions.sharing_hex(step, who)
    if step.act.who not in shared:
        step.set_fact("adjacent", who, "no", step.act.who)
    for other in shared:
        step.set_fact("adjacent", who, "yes", other)
        step.set_fact("close", who, "no", other)


@RULES.stage("wounded")
def record_wound(step: Step) -> None:
    """7.2: Every wound stands by itself, with its place, level and type; a fatal one kills."""
    blow, dealt = step.act, level(step, step.act)
    who = legality.target(step, blow)
    if dealt:
        step.begin_condition(
            who, "wound", level=dealt, at=area(blow), detail=_detail(step, dealt), act=step.on
        )
    if dealt == FATAL:
        step.begin_condition(who, "dead", act=step.on)


def _detail(step: Step, dealt: int) -> dict[str, str]:
    """The level, type, doer and weapon of a wound; and its first level if different."""
    blow, first = step.act, initially(step, step.act)[0]
    tool = blow.using or blow.manoeuvre
    detail = {"level": LEVELS[dealt], "type": kind_of(step, blow), "by": blow.who, "with": tool}
    return detail | ({"initially": LEVELS[first]} if first != dealt else {})


@RULES.stage("shaken")
def shaken(step: Step) -> None:
    """7.9: The staggered, stunned or worse end their holds; 7.10: they are no longer set."""
    began = step.event
    if isinstance(began, ConditionBegan):
        _end_holds_and_aim(step, began.subject, began.name)


def _end_holds_and_aim(step: Step, who: str, why: str) -> None:
    end_holds_of(step, who, why)
    if why in UNSETTLING:
        unsettle(step, who, why)
