"""5, 6.1: attacks: their weapons, targets, costs and circumstances."""

from __future__ import annotations

from typing import Any

from domain.ruleset.params import number
from domain.ruleset.ruleset import (
    END,
    Blank,
    Deed,
    Manoeuvre,
    Need,
    Params,
    Window,
    by_name,
    not_yet,
)
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.kaiser import checks, costs, legality, weapons
from domain.step.step import Step

from .defence import target_of
from .offensive_roll import charge_bonus, counted_against, is_shot, offence

STRUCK = ("attack", "ask defence", "struck", "ward struck", "sweep on")
"""The stages of everything that strikes: roll, defence, outcome; then the next of a sweep."""

ALONE = "a Complete Attack excludes every other attack"


# --- weapons and blanks -------------------------------------------------------------------


def weapons_in_hand(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """4: the weapons declared for this round."""
    return weapons.ready(scene, deed.who)


def missile_weapons(scene: Scene, deed: Deed) -> tuple[str, ...]:
    """5: those of the weapons in hand that shoot or are thrown."""
    return tuple(w for w in weapons_in_hand(scene, deed) if weapons.is_ranged(scene, deed.who, w))


def circumstances(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """Blanks for the circumstances of an attack; of a shot distance, cover and movement too."""
    defensively = Blank(
        "defensively", "one", ("yes", "no"), optional=True, says="shooting defensively"
    )
    shot = (
        Blank("feet", "number", (), 0, 2000, optional=True, says="how far"),
        Blank("cover", "one", ("yes", "no"), optional=True),
        *(() if deed.manoeuvre == "cast" else (defensively,)),
        Blank("walked", "number", (), 0, 1000, optional=True, says="feet you moved before"),
        Blank("target walked", "number", (), 0, 1000, optional=True, says="feet it moved before"),
        Blank("new target", "one", ("yes", "no"), optional=True, says="not shot at before"),
    )
    other = (
        Blank("flanking", "one", ("flank", "behind"), optional=True, says="where you stand"),
        Blank("advantage", "number", (), -5, 5, optional=True, says="dice by the table's word"),
        Blank("table", "number", (), -30, 30, optional=True, says="by the table's word"),
    )
    return (*(shot if is_shot(scene, deed) else ()), *other)


# --- legality ------------------------------------------------------------------------------


def check_attack(scene: Scene, deed: Deed) -> None:
    """4, 5: with an attack left, and not after a Complete Attack."""
    if legality.times(scene, deed.who, "complete attack", "charge"):
        raise checks.refuse("5", ALONE, not_yet("complete attack", deed.who))
    if not scene.balance_of(deed.who, "attacks"):
        why = f"{by_name(deed.who)} has no attack left this round"
        made = legality.attacks_made(scene, deed.who)
        raise checks.refuse("4", why, legality.attack_left(scene, deed.who), numbers={"made": made})
    _check_no_aim(scene, deed)


def _check_no_aim(scene: Scene, deed: Deed) -> None:
    if legality.times(scene, deed.who, "aim"):
        why = f"{by_name(deed.who)} has taken aim: no attack in the same round"
        raise checks.refuse("5", why, Need("limit", "aim", deed.who, 0, 1, "<="))


def check_complete_attack(scene: Scene, deed: Deed) -> None:
    """5: a Complete Attack excludes every other attack."""
    check_attack(scene, deed)
    _check_first_attack(scene, deed)


def _check_first_attack(scene: Scene, deed: Deed) -> None:
    if made := legality.attacks_of_any_kind(scene, deed.who):
        raise checks.refuse("5", ALONE, Need("limit", "attacks", deed.who, 0, made, "<="))


def check_charge(scene: Scene, deed: Deed) -> None:
    """4: one Complete Attack after moving straight, with the Charge intention."""
    legality.check_once(scene, deed)
    if not scene.has(deed.who, "charging"):
        why = f"{by_name(deed.who)} has not intended to charge"
        raise checks.refuse("4", why, Need("condition", "charging", deed.who))
    _check_first_attack(scene, deed)
    _check_no_aim(scene, deed)


def check_offhand(scene: Scene, deed: Deed) -> None:
    """5: after an attack, or what replaced it, with another one-handed weapon, once a round."""
    legality.check_once(scene, deed, *legality.OFFHAND)
    legality.check_attack_left(scene, deed.who)
    if not legality.attacks_made(scene, deed.who):
        need = Need("limit", "attacks", deed.who, 1, 0, ">=")
        raise checks.refuse("5", "an Offhand Attack comes after an Attack", need)
    if deed.using == weapons.last_swung(scene, deed.who):
        need = Need("item", "weapon", deed.who, deed.using, deed.using, "!=")
        why = "an Offhand Attack is made with another weapon"
        raise checks.refuse("5", why, need).but(pointer="/using")
    if weapons.value(scene, deed.who, deed.using, "hands") > 1:
        need = Need("item", f"hands for {deed.using}", deed.who, 1, 2, "<=")
        raise checks.refuse("5", f"{deed.using} takes both hands", need).but(pointer="/using")
    if len(weapons.ready(scene, deed.who)) < 2:
        need = Need("item", "weapons ready", deed.who, 2, 1, ">=")
        raise checks.refuse("5", "an Offhand Attack wants another weapon", need)


def charge_blanks(scene: Scene, deed: Deed) -> tuple[Blank, ...]:
    """4: how far the charge went in a straight line; no farther than one has moved."""
    gone = max(0, weapons.distance(scene, deed.who, "run") - scene.balance_of(deed.who, "movement"))
    moved = Blank("moved", "number", (), 0, gone, says="feet moved straight")
    return moved, *circumstances(scene, deed)


# --- the stages ---------------------------------------------------------------------------


def charge_home(step: Step) -> None:
    """4: A charge ends hand to hand; from far off, blocks suffer for it until the End phase."""
    who, [foe] = step.act.who, step.act.targets
    step.set_fact(weapons.ENGAGED, who, "yes", foe, basis="table")
    if charge_bonus(step, step.act):
        step.begin_condition(who, "winded by the charge")


def foes_shot_past(scene: Scene, act: Doing) -> tuple[str, ...]:
    """8: the foes hand to hand with a careless shooter, but for the targets."""
    shot = weapons.is_ranged(scene, act.who, act.using) and act.manoeuvre != "cast"
    careless = shot and act.params.get("defensively") != "yes"
    foes = weapons.opposite(scene, act.who) if careless else ()
    return tuple(w for w in foes if w not in act.targets)


def past(step: Step) -> str | None:
    """8: The opening was after the shooter's roll; now the target defends."""
    return step.ask("defend", params={"attack": number(checks.question_params(step), "attack")})


def ask_defence(step: Step) -> str | None:
    """6.1: With the Offensive Roll known, ask the target and its guards for a defence."""
    question = step.closed
    if question is not None and question.params.get("of", question.about) == "attack":
        totals = checks.roll_totals(step)
        if totals is None:
            return None
        if step.act.who not in totals:
            return _come_to_nothing(step)
        total = totals[step.act.who]
        _swung(step)
        _end_aim(step)
        near = foes_shot_past(step, step.act)
        if near:
            return step.ask("opening", params={"left": list(near), "attack": total})
        return _ask_to_meet(step, total)
    before = step.combat.exchange.outcome(step.on, "struck")
    figures = before.figures if before else {}
    return _ask_to_meet(step, number(figures, "offence") - number(figures, "against"))


def _come_to_nothing(step: Step) -> str:
    """8.3, 9.6: End an attack whose doer fell, or left, before it was rolled."""
    step.clause = "9.6"
    step.resolve("comes to nothing", stage="attack")
    return END


def _ask_to_meet(step: Step, total: int) -> str | None:
    """6.1: Ask for a defence; 8.4: the one roll of a sweep may count less against some."""
    sweeps = step.act.manoeuvre == "sweeping"
    less = counted_against(step, step.act.who, target_of(step, step.act)) if sweeps else 0
    against: Params = {"against": less} if less else {}
    return step.ask("defend", params={"attack": total + less, **against})


def _end_aim(step: Step) -> None:
    """5: Aim is for the next shot; with that it is over."""
    shot = weapons.is_ranged(step, step.act.who, step.act.using) and step.act.manoeuvre != "cast"
    for aim in step.combat.conditions.on(step.act.who, "aiming") if shot else ():
        step.end_condition(aim, "the shot is made")


def _swung(step: Step) -> None:
    """5: Record with which of several weapons the last attack was made."""
    for armed in step.combat.conditions.on(step.act.who, "armed"):
        held = armed.key.split(", ")
        if len(held) > 1 and step.act.manoeuvre not in legality.OFFHAND and step.act.using in held:
            step.change_condition(armed, held.index(step.act.using) + 1, armed.left)


def _within_reach(scene: Scene, deed: Deed) -> tuple[str, ...]:
    return weapons.within_reach(scene, deed.who, deed.using)


def striking_action(name: str, says: str, clause: str, *first: str, **more: Any) -> Manoeuvre:
    """Make an action that strikes at one target with a weapon in hand, after its first stages."""
    given: dict[str, Any] = {"usings": weapons_in_hand, "blanks": circumstances, **more}
    if "targets" not in given:
        given |= {"targets": _within_reach, "target_is": "hand to hand, or in range of a shot"}
    return legality.active_action(name, says, clause, *first, *STRUCK, target=True, **given)


MANOEUVRES = (
    striking_action("attack", "attack", "5", cost=costs.points("attacks", 1), allows=check_attack),
    striking_action(
        "complete attack",
        "attack, and nothing else this round",
        "5",
        cost=costs.all_attacks,
        allows=check_complete_attack,
    ),
    striking_action(
        "charge",
        "charge home",
        "4",
        "charge home",
        allows=check_charge,
        blanks=charge_blanks,
        targets=lambda scene, deed: scene.foes(deed.who),
        target_is="a foe",
    ),
    striking_action("offhand attack", "strike with the other hand", "5", allows=check_offhand),
)

WINDOWS = (
    Window(
        "attack",
        "roll the attack",
        "6.1",
        legality.able_doer,
        throw=offence,
        stale=True,
        then="ask defence",
    ),
)

STAGES = (charge_home, ask_defence, past)
