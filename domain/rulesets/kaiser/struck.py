"""6.2 to 6.4: what came of an attack: hit, miss or nothing; and the Counter that a miss allows."""

from __future__ import annotations

from typing import Any

from domain.ruleset import END, Asking, Deed, Manoeuvre, Slot, Stage, Window, by_name
from domain.scene import Doing, Scene
from domain.step import Step

from . import arms
from .allowed import ATTACKS, barred_from_attack, no_attack
from .attack import STRUCK, circumstances
from .checks import number, numbers, refuse
from .defence import as_stanced, made, skill_of, swept, target_of
from .maneuvers import MANEUVERS
from .offence import charge_bonus, is_hand_to_hand, met
from .wounds import harm, lose_ap

NO_LOSS = ("total attack", "absorb hits")
"""4: stances under which a hit costs no AP."""


# --- the outcome ---------------------------------------------------------------------------


def struck(step: Step) -> str | None:
    """6.2 to 6.4: Higher is a hit, lower a miss that may be countered, and equal is nothing."""
    act, question = step.act, step.closed
    target = target_of(step, act)
    if target not in step.present():
        step.resolve("nobody is there", stage="struck", of=target)
        return None
    offence = number(question.params, "attack") if question else 0
    answer = made(step, act, target)
    defence = defence_of(step, answer, target)
    met(step, act.who, target)
    dos = offence - defence
    if dos > 0:
        return _hit(step, target, answer, offence, defence)
    if dos == 0:
        step.resolve("nothing", stage="struck", of=target, offence=offence, defence=defence)
        return None
    bonus = -dos // 2
    step.resolve(
        "missed", stage="struck", of=target, offence=offence, defence=defence, dos=-dos,
        bonus=bonus,
    )  # fmt: skip
    return _missed(step, answer, bonus)


def defence_of(step: Step, answer: Doing | None, target: str) -> int:
    """6.1: what stands against the attack; nothing where nobody defends."""
    if answer is not None:
        found = step.combat.exchange.outcome(answer.id, "defence")
        return number(found.figures, "defence") if found else 0
    if step.setting("undefended") == "skill":
        bare = max(step.trait(target, "block"), step.trait(target, "dodge"))
        return as_stanced(step, target, bare)
    return 0


def _hit(step: Step, target: str, answer: Doing | None, offence: int, defence: int) -> str | None:
    """6.2: Units above absorption and armour, each worth the base damage; and 1 AP is lost."""
    act, dos = step.act, offence - defence
    guard = answer.who if answer and answer.manoeuvre == "defend another" else ""
    hurt = guard or target
    figures: dict[str, Any] = wound_of(step, hurt, dos) | ({"guard": guard} if guard else {})
    step.resolve("hit", stage="struck", of=target, offence=offence, defence=defence, dos=dos,
                 **figures)  # fmt: skip
    for who in dict.fromkeys((target, hurt)):
        _shaken(step, who)
    _maneuvered(step, target)
    wounded = harm(step, hurt, number(figures, "damage"))
    if guard and reaches_all(step, act):
        return f"{wounded},ward-struck" if wounded else "ward-struck"
    return wounded


def wound_of(step: Step, who: str, dos: int) -> dict[str, int | str]:
    """6.2: The units that reach somebody, the base damage, and what they come to."""
    units = max(0, dos - step.trait(who, "absorption") - step.trait(who, "av"))
    maneuver, base = MANEUVERS.get(step.act.manoeuvre), base_damage(step, step.act)
    harms = maneuver is None or maneuver.harms
    return {"units": units, "base": base, "damage": units * base if harms else 0}


def reaches_all(scene: Scene, act: Doing) -> bool:
    """8: True for an area or a sweep, from which a guard who fails does not keep the wound."""
    area = act.manoeuvre == "cast" and arms.spell_word(scene, act.who, act.using, "area") == "True"
    return area or act.manoeuvre == "sweeping"


def ward_struck(step: Step) -> str | None:
    """8: What an area or a sweep does to the ward, beside what it has done to the guard."""
    hit = step.combat.exchange.outcome(step.on, "struck")
    if hit is None or hit.of not in step.present():
        return None
    figures: dict[str, Any] = wound_of(step, hit.of, number(hit.figures, "dos"))
    step.resolve("hit", stage="ward", of=hit.of, **figures)
    return harm(step, hit.of, figures["damage"])


def _shaken(step: Step, who: str) -> None:
    """3.3: A hit costs 1 AP, but for some stances and creatures."""
    unshaken = any(step.has(who, name) for name in NO_LOSS) or step.word(who, "ludus") == "True"
    if not unshaken:
        lose_ap(step, who, 1)


def base_damage(scene: Scene, act: Doing) -> int:
    """6.2: the weapon's damage and the Strength modifier, twice that with both hands."""
    if act.manoeuvre == "cast":
        return arms.spell(scene, act.who, act.using, "damage")
    hands = max(1, arms.value(scene, act.who, act.using, "hands"))
    weak = arms.is_ranged(scene, act.who, act.using) and scene.setting("strength-of-shots") == "no"
    damage = arms.value(scene, act.who, act.using, "damage")
    extra = (0 if weak else hands) * scene.trait(act.who, "strength modifier")
    return max(1, damage + extra + charge_bonus(scene, act))


def _maneuvered(step: Step, target: str) -> None:
    """5: A maneuver that succeeds puts the target in a state."""
    maneuver = MANEUVERS.get(step.act.manoeuvre)
    if maneuver and maneuver.state:
        key = arms.struck_away(step, target) if maneuver.state == "disarmed" else ""
        step.begin_condition(target, maneuver.state, key=key, toward=step.act.who)


# --- the Counter ---------------------------------------------------------------------------


def _missed(step: Step, answer: Doing | None, bonus: int) -> str | None:
    """6.3, 8.4: Who won may counter; in a sweep one who dodged waits until it is over."""
    if answer is None or _is_afar(answer) or not is_hand_to_hand(step, step.act):
        return None
    if step.act.manoeuvre == "sweeping" and skill_of(answer) == "dodge":
        return None
    stops = step.act.manoeuvre == "sweeping"
    then = END if stops else "sweep-on"
    return step.ask("counter", then=then, params={"bonus": {answer.who: bonus}})


def _is_afar(answer: Doing) -> bool:
    """8: A guard who put up a barrier did not step in, and is not hand to hand."""
    return answer.params.get("how", "step") != "step"


def sweep_on(step: Step) -> str | None:
    """8.4: The next of a sweep; when all are done, whoever dodged it may counter."""
    line, outcomes = swept(step.act), step.combat.exchange.outcomes.get(step.on, ())
    done = [r for r in outcomes if r.stage == "struck"]
    if len(done) < len(line):
        return "offered"
    if step.act.manoeuvre != "sweeping":
        return None
    missed = {r.of: number(r.figures, "bonus") for r in done if r.outcome == "missed"}
    answers = ((made(step, step.act, w), b) for w, b in missed.items())
    bonus = {a.who: b for a, b in answers if a and skill_of(a) == "dodge" and not _is_afar(a)}
    return step.ask("counter", then=END, params={"bonus": dict(bonus)}) if bonus else None


def counterers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """8: who may strike back, each once; the bonus is theirs."""
    acts = scene.combat.exchange.acts.values()
    back = {a.who for a in acts if a.on == asking.on and a.kind and a.manoeuvre in ATTACKS}
    return tuple(
        Slot(id=w, who=w, barred="8" if w in back else _barred(scene, w))
        for w in numbers(asking.params, "bonus")
        if w in scene.present()
    )


def _barred(scene: Scene, who: str) -> str:
    """8.1, 5: reactions that are barred, and every attack after a Complete one."""
    return barred_from_attack(scene, who) or no_attack(scene, who)


def _countered(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8: a Counter is at whoever made the attack."""
    act = scene.doing(deed.on)
    return (act.who,) if act else ()


def _counter_cost(scene: Scene, deed: Deed) -> dict[str, int]:
    """8.2: 1 AP, and one of the round's attacks where the table wants the intention."""
    needs = scene.setting("counter-needs-intention") == "yes"
    return {"ap": 1, "attacks": 1} if needs else {"ap": 1}


def _is_won(scene: Scene, deed: Deed) -> None:
    """8: a Counter comes after a defence that was won, and at no other moment."""
    question = scene.question()
    if question is None or question.about != "counter":
        raise refuse("8", "a Counter answers an attack that was defended by 1 or more",
                     open=question.about if question else "nothing")  # fmt: skip


def _may_counter(scene: Scene, deed: Deed) -> None:
    if clause := _barred(scene, deed.who):
        raise refuse(clause, f"{by_name(deed.who)} may not attack now, not even by Counter")
    if scene.setting("counter-needs-intention") == "yes" and not scene.left(deed.who, "attacks"):
        raise refuse("8.2", f"{by_name(deed.who)} has no attack left to counter with", left=0,
                     legal="the Attack intention, and one of its attacks")  # fmt: skip


def _weapons(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """8.2: what is in hand; where no intention is wanted, any weapon for hand to hand."""
    if scene.setting("counter-needs-intention") == "yes":
        return arms.ready(scene, deed.who)
    return arms.for_hand_to_hand(scene, deed.who)


MANOEUVRES = (
    Manoeuvre(
        "counter", "strike back", "8", ("reaction",), STRUCK, target=True, targets=_countered,
        usings=_weapons, blanks=circumstances, cost=_counter_cost, moment=_is_won,
        allows=_may_counter,
    ),
)  # fmt: skip

WINDOWS = (
    Window("counter", "strike back?", "8", counterers, takes=("reaction",), many=True, passes=True,
           stale=True),
)  # fmt: skip

STAGES: dict[str, Stage] = {"struck": struck, "ward-struck": ward_struck, "sweep-on": sweep_on}
