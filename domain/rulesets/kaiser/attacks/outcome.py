"""6.2 to 6.4: the outcome of an attack: hit, miss or nothing; and the Counter after a miss."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import number
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import checks, costs, tables, weapons
from domain.rulesets.kaiser.wounds import harm
from domain.step.step import Step

from .counter import TIE, ask_counter, is_afar, no_counter, stopper_of
from .defence import defending_act, target_of, targets_in_order
from .defensive_roll import as_stanced, skill_of
from .offensive_roll import charge_bonus, record_meeting

Figures = dict[str, Any]
"""The numbers of an outcome; of a hit on a guard, the guard as well."""

NO_LOSS = ("total attack", "absorb hits")
"""4: stances under which a hit costs no AP."""


# --- the outcome ---------------------------------------------------------------------------


def struck(step: Step) -> str | None:
    """6.2: Higher is a hit, lower a miss that may be countered, and equal is nothing."""
    act = step.act
    target, asked = target_of(step, act), checks.question_params(step)
    _end_point(step, target)
    offence = number(asked, "attack")
    less: Figures = {"against": said} if (said := number(asked, "against")) else {}
    if target not in step.present():  # the next of a sweep is struck at by the same roll
        step.resolve("nobody is there", stage="struck", of=target, offence=offence, **less)
        return None
    answer = defending_act(step, act, target)
    figures: Figures = {"offence": offence, "defence": defence_of(step, answer, target), **less}
    for who in dict.fromkeys((target, answer.who if answer else target)):
        record_meeting(step, act.who, who)  # a guard who answers is met besides the ward
    by = offence - figures["defence"]
    if by > 0:
        return _hit(step, target, answer, {**figures, "degrees": by})
    if by < 0:
        return _resolve_miss(step, target, answer, {**figures, "degrees": -by})
    step.resolve("nothing", stage="struck", of=target, **figures, counter=TIE)
    return None


def _end_point(step: Step, target: str) -> None:
    """8.5: End the state of a captive struck at weapon's point, once the rolls have counted it."""
    for held in step.combat.conditions.on(target, tables.POINT):
        if (step.act.manoeuvre, step.act.who) == ("thrust", held.toward):
            step.end_condition(held, "the attack is made")


def defence_of(step: Step, answer: Doing | None, target: str) -> int:
    """6.1: The total against the attack; 0 where nobody defends."""
    if answer is not None:
        found = step.combat.exchange.outcome(answer.id, "defence")
        return number(found.figures, "defence") if found else 0
    if step.setting("undefended") == "skill":
        bare = max(step.trait(target, "block"), step.trait(target, "dodge"))
        return as_stanced(step, target, bare)
    return 0


def _hit(step: Step, target: str, answer: Doing | None, figures: Figures) -> str | None:
    """6.2: Units above absorption and armour, each worth the base damage; and 1 AP is lost."""
    guard = answer.who if answer and answer.manoeuvre == "defend another" else ""
    hurt = guard or target
    figures |= wound_of(step, hurt, figures["degrees"]) | ({"guard": guard} if guard else {})
    step.resolve("hit", stage="struck", of=target, **figures)
    for who in dict.fromkeys((target, hurt)):
        _shaken(step, who)
    _put_in_state(step, hurt)
    return harm(step, hurt, figures["damage"])


def wound_of(step: Step, who: str, dos: int) -> Figures:
    """6.2: The units that reach somebody, the base damage, and their product."""
    units = max(0, dos - step.trait(who, "absorption") - step.trait(who, "av"))
    special, base = costs.SPECIAL_ATTACKS.get(step.act.manoeuvre), base_damage(step, step.act)
    harms = special is None or special.harms
    return {"units": units, "base": base, "damage": units * base if harms else 0}


def reaches_all(scene: Scene, act: Doing) -> bool:
    """8: True for an area or a sweep, from which a guard who fails does not keep the wound."""
    if act.manoeuvre == "cast":
        return weapons.spell_word(scene, act.who, act.using, "area") == "True"
    return act.manoeuvre == "sweeping"


def ward_struck(step: Step) -> str | None:
    """8: Wound the ward as well, by an area or a sweep that has hit its guard."""
    hit = step.combat.exchange.outcome(step.on, "struck")
    guarded = hit is not None and "guard" in hit.figures and reaches_all(step, step.act)
    if hit is None or not guarded or hit.of not in step.present():
        return None
    figures = wound_of(step, hit.of, number(hit.figures, "degrees"))
    step.resolve("hit", stage="ward", of=hit.of, **figures)
    return harm(step, hit.of, figures["damage"])


def _shaken(step: Step, who: str) -> None:
    """3.3: A hit costs 1 AP, but for some stances and creatures."""
    unshaken = any(step.has(who, name) for name in NO_LOSS) or step.word(who, "ludus") == "True"
    if not unshaken:
        step.lose(who, "ap", 1)


def base_damage(scene: Scene, act: Doing) -> int:
    """6.2: the weapon's damage and the Strength modifier, twice that with both hands."""
    if act.manoeuvre == "cast":
        return weapons.spell(scene, act.who, act.using, "damage")
    hands = max(1, weapons.value(scene, act.who, act.using, "hands"))
    if weapons.is_ranged(scene, act.who, act.using) and scene.setting("strength of shots") == "no":
        hands = 0
    strength = hands * scene.trait(act.who, "strength modifier")
    damage = weapons.value(scene, act.who, act.using, "damage")
    return max(1, damage + strength + charge_bonus(scene, act))


def _put_in_state(step: Step, target: str) -> None:
    """5: A special attack that succeeds puts the target in a state; 9.6: in the same once."""
    special, who = costs.SPECIAL_ATTACKS.get(step.act.manoeuvre), step.act.who
    if not special or not special.state:
        return
    key = weapons.struck_away(step, target) if special.state == "disarmed" else ""
    known = [c for c in step.combat.conditions.on(target, special.state) if c.key == key]
    held_anew = special.state in tables.HELD and all(c.toward != who for c in known)
    if held_anew or not known:
        step.begin_condition(target, special.state, key=key, toward=who)


# --- the Counter ---------------------------------------------------------------------------


def _resolve_miss(step: Step, target: str, answer: Doing | None, figures: Figures) -> str | None:
    """6.3, 8.4: Ask the winner for a Counter; who dodges a sweep waits until it is over."""
    why, bonus = no_counter(step, step.act, answer), figures["degrees"] // 2
    more = {"counter": why} if why else {"bonus": bonus}
    step.resolve("missed", stage="struck", of=target, **figures, **more)
    if why or answer is None:
        return None
    waits = step.act.manoeuvre == "sweeping" and skill_of(answer) == "dodge"
    return None if waits else ask_counter(step, {answer.who: bonus})


def sweep_on(step: Step) -> str | None:
    """8.4: Go on to the next of a sweep; once it is over or stopped, who dodged may counter."""
    act, outcomes = step.act, step.combat.exchange.outcomes.get(step.on, ())
    done = [r for r in outcomes if r.stage == "struck"]
    sweeps = act.manoeuvre == "sweeping"
    stopper = stopper_of(step, act) if sweeps else ""
    if not stopper and len(done) < len(targets_in_order(act)):
        return "ask defence"
    missed = {r.of: number(r.figures, "bonus") for r in done if sweeps and "bonus" in r.figures}
    answers = ((defending_act(step, act, w), b) for w, b in missed.items())
    bonus = {a.who: b for a, b in answers if a and skill_of(a) == "dodge" and not is_afar(a)}
    bonus.pop(stopper, None)  # asked already: one Counter to one attack
    return ask_counter(step, bonus)


STAGES = (struck, ward_struck, sweep_on)
