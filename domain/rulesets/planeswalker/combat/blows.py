"""Locked combat: blow, blow back, and what is left standing."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import END, Asking, Slot, Throw, Window
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.windows import doer
from domain.rulesets.planeswalker import squares, zones
from domain.rulesets.planeswalker.counters import added_to_toughness, offset
from domain.rulesets.planeswalker.ending import fall, is_down
from domain.rulesets.planeswalker.ruleset import RULES
from domain.rulesets.planeswalker.tables import REACTS, dice, totals, who_is_named
from domain.rulesets.planeswalker.turn_state import has_keyword
from domain.step.step import Step

from .engagements import defender

FIRST = "first strike"


# --- blows ---------------------------------------------------------------------------------


def strikers(scene: Scene, act: Doing) -> tuple[str, str]:
    """Who strikes first, and who second: a defender alone with first strike comes first."""
    attacker, other = act.who, defender(scene, act)
    quick = has_keyword(scene, other, FIRST) and not has_keyword(scene, attacker, FIRST)
    return (other, attacker) if quick else (attacker, other)


def has_struck(scene: Scene, act: Doing, who: str) -> bool:
    """True for fighters who have struck in this fight, or let it be."""
    if who == act.who:
        return outcome(scene, act, "blow")
    return bool(_blows_back(scene, act)) or outcome(scene, act, "declined")


def outcome(scene: Scene, act: Doing, stage: str) -> bool:
    """True where an act has come to something at a stage."""
    return scene.combat.exchange.outcome(act.id, stage) is not None


def _blows_back(scene: Scene, act: Doing) -> tuple[Doing, ...]:
    acts = scene.combat.exchange.acts.values()
    return tuple(a for a in acts if a.on == act.id and a.manoeuvre == "strike back")


def is_beaten(scene: Scene, act: Doing, who: str) -> bool:
    """6.6: True for fighters with no Life left; without Life any damage that got through kills."""
    if zones.has_life(scene, who):
        return is_down(scene, who)
    blows = (act, *_blows_back(scene, act))
    struck = [r for b in blows for r in scene.combat.exchange.outcomes.get(b.id, ())]
    return any(r.of == who and r.figures.get("damage", 0) for r in struck)


@RULES.stage("exchange")
def exchange(step: Step) -> str | None:
    """6.3: The attacker strikes; the defender may strike back at once."""
    first, second = strikers(step, step.act)
    for who in (first, second):
        if not has_struck(step, step.act, who):
            if not _can_strike(step, who, first):
                return None
            if who != step.act.who:
                return step.ask("strike back", params={"who": who})
            return _strike(step, who, defender(step, step.act))
    return None


def _can_strike(step: Step, who: str, first: str) -> bool:
    """6.4: Who is beaten still strikes back, unless by first strike."""
    if not zones.is_in(step, step.act.who) or not zones.is_in(step, defender(step, step.act)):
        return False
    if not is_beaten(step, step.act, who):
        return True
    alone = has_keyword(step, first, FIRST) and not has_keyword(step, who, FIRST)
    return not alone and step.setting("fallen strike back") == "yes"


def _strike(step: Step, who: str, other: str) -> str | None:
    return step.ask("blow", params={"power": who, "toughness": other})


@RULES.stage("resolve strike back")
def resolve_strike_back(step: Step) -> str:
    """6.4: The defender has struck back, or lets it be."""
    if not _blows_back(step, step.act):
        step.resolve("not struck back", stage="declined")
    return "exchange"


@RULES.stage("swing")
def swing(step: Step) -> str | None:
    """6.4: The defender's Power against the attacker's Toughness."""
    attack = step.doing(step.act.on)
    return _strike(step, step.act.who, attack.who) if attack is not None else END


def fighters(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The striker, and the one struck if any Toughness is left to roll."""
    slots = tuple(Slot(id=word, who=str(who)) for word, who in asking.params.items())
    return tuple(s for s in slots if s.id == "power" or blow_roll(scene, asking, s).dice)


def blow_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """Power against Toughness, as many dice as somebody has of it."""
    return dice(scene, slot.who, slot.id.capitalize(), "6.3")


@RULES.stage("struck")
def struck(step: Step) -> str:
    """6.3: What Power is above Toughness is damage; a breach leaves no Toughness.

    Nothing comes of a blow where one of the two has gone meanwhile.
    """
    rolled, asked = totals(step), step.closed.params if step.closed else {}
    striker, other = str(asked["power"]), str(asked["toughness"])
    onward = END if step.act.manoeuvre == "strike back" else "exchange"
    if not (zones.is_in(step, striker) and zones.is_in(step, other)):
        return onward
    power, toughness = rolled.get(striker, 0), rolled.get(other, 0)
    over, tramples = power - toughness, has_keyword(step, striker, "trample")
    damage = squares.damage(step, over, tramples)
    through = squares.passed_on(step, over, tramples, step.balance_of(other, "life"))
    says = "gets through" if damage else "does not get through"
    figures: dict[str, Any] = {"power": power, "toughness": toughness, "damage": damage}
    step.resolve(says, stage="blow", of=other, **figures)
    _hurt(step, other, damage)
    _hit_summoner(step, other, through)
    return onward


def _hurt(step: Step, who: str, damage: int) -> None:
    """6.5: Damage is taken from Life, and Toughness is broken until the turn ends."""
    if not damage:
        return
    if zones.has_life(step, who):
        step.lose(who, "life", damage)
    whole_again = not step.has(who, "broken") or step.trait(who, "Toughness") > 0
    if step.setting("toughness break") == "zero" and whole_again:
        _break_toughness(step, who)


def _hit_summoner(step: Step, summon: str, damage: int) -> None:
    """6.9: What is left of a blow that killed a summon hits its summoner."""
    if damage and (mage := zones.master(step, summon)) != summon:
        step.resolve("hits the summoner", stage="summoner", of=mage, basis="ruled", damage=damage)
        step.lose(mage, "life", damage)


def _break_toughness(step: Step, who: str) -> None:
    """Leave nothing of Toughness, nor of what raises or reduces it now."""
    for old in step.combat.conditions.on(who, "broken"):
        step.end_condition(old, "broken again")
    step.clause = "6.5"
    altered = step.combat.conditions.on(who)
    step.begin_condition(who, "broken", step.basis_of("toughness break"), act=step.on)
    for each in altered:
        offset(step, each.id, added_to_toughness(each.mods))


# --- afterwards ----------------------------------------------------------------------------


@RULES.stage("part")
def part(step: Step) -> None:
    """6.7: The beaten fall, and those who are left are Close again."""
    who, other = step.act.who, defender(step, step.act)
    here = [w for w in (who, other) if zones.is_in(step, w)]
    down = [w for w in here if is_beaten(step, step.act, w)]
    if zones.zone(step, who, other) == zones.LOCKED:
        step.set_fact("zone", who, zones.CLOSE, other)
    for each in down:
        fall(step, each)
    if other in down:
        fate, step.clause = _fate(step, other)
        step.resolve(fate, stage="part", of=other)


def _fate(scene: Scene, who: str) -> tuple[str, str]:
    """What has become of a beaten fighter, and by which clause."""
    if zones.is_in(scene, who):
        return "regenerated", "4.5"
    return ("defeated", "7.3") if zones.is_mage(scene, who) else ("killed", "6.6")


@RULES.stage("trample")
def trample(step: Step) -> str | None:
    """6.8: Trample that dealt enough to kill or defeat goes on with a move at once."""
    who = step.act.who
    beat = outcome(step, step.act, "part") and has_keyword(step, who, "trample")
    goes_on = beat and zones.is_in(step, who) and zones.enemies(step, who)
    return step.ask("trample") if goes_on else None


@RULES.stage("put off guard")
def put_off_guard(step: Step) -> None:
    """6.7: An attacker who is left is off guard, except with vigilance."""
    who = step.act.who
    steady = has_keyword(step, who, "vigilance") or step.has(who, "off guard")
    if zones.is_in(step, who) and not steady:
        step.begin_condition(who, "off guard", act=step.on)


RULES.asks(
    Window(
        "strike back", "strike back?", "6.4", who_is_named, **REACTS, then="resolve strike back"
    ),
    Window("blow", "roll", "6.3", fighters, throw=blow_roll, then="struck"),
    Window("trample", "trample on?", "6.8", doer, takes=("follow on",), passes=True),
)
