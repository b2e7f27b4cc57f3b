"""After the wound: specific disabilities, the minute in which some die, and weapons that stick."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.ruleset.ruleset import Asking, Mod, Slot, Until
from domain.ruleset.scene import Doing, Scene
from domain.rulesets.age_of_magic.disabilities import FAILS, KNOCKED_OUT, LOST, MINUTE, disability
from domain.rulesets.age_of_magic.legality import figure, target
from domain.rulesets.age_of_magic.positions import begin_once, fall
from domain.rulesets.age_of_magic.rolls import IMPALED as ON_CO
from domain.rulesets.age_of_magic.rolls import act_of, of_traits, resolve_roll
from domain.rulesets.age_of_magic.ruleset import RULES
from domain.rulesets.age_of_magic.tables import FATAL, IMPALED, MISSILES, SCALE, STICKS
from domain.rulesets.age_of_magic.weapons import weapons
from domain.rulesets.age_of_magic.weapons.handling import taken_out
from domain.step.step import Step

from .wounding import initially, kind_of


def wound_of(scene: Scene, blow: Doing) -> Any:
    """The wound that a blow has made, or nothing."""
    who = target(scene, blow)
    made = [c for c in scene.combat.conditions.on(who, "wound") if c.act == blow.id]
    return made[-1] if made else None


# --- specific disabilities -----------------------------------------------------------------


@RULES.stage("disabled")
def apply_disability(step: Step) -> None:
    """7.6: A wound that was serious or critical at first has its own consequence."""
    wound = wound_of(step, step.act)
    if wound is None or step.has(wound.subject, "dead"):
        return
    first, dealt, now = initially(step, step.act)
    found = disability(wound.at, kind_of(step, step.act), first)
    basis = "stated" if dealt == now else step.basis_of("initially")
    suffers = partial(step.begin_condition, wound.subject, act=step.on, basis=basis)
    for word in found.words:
        name = "unconscious" if word == KNOCKED_OUT else word
        if not (name == "unconscious" and step.has(wound.subject, name)):
            suffers(name, at=wound.at)
    _fails(step, wound, found.words)
    if found.dies == "at once":
        suffers("dead")
    elif found.dies:
        until = Until(span="round", left=MINUTE)
        detail = {"wound": wound.id}
        suffers("dying", at=wound.at, detail=detail, until=until, parent=wound.id)


def _fails(step: Step, wound: Any, words: tuple[str, ...]) -> None:
    """An arm or hand that is of no use lets go; without a leg one falls.

    The book prints what becomes of the limb, not this; of what is cut off there is no other way.
    """
    side, _, limb = wound.at.rpartition(" ")
    always, sometimes = bool({*words} & {*LOST}), bool({*words} & {*FAILS})
    if not (always or (sometimes and step.setting("useless limb") == "fails")):
        return
    basis = "default" if always else step.basis_of("useless limb")
    if limb == "leg":
        fall(step, wound.subject, step.on, basis=basis)
    for weapon in weapons.held_in(step, wound.subject, side) if limb in ("arm", "hand") else ():
        step.set_fact("bears", wound.subject, "no", weapon, basis=basis)


@RULES.stage("dies")
def dies(step: Step) -> None:
    """7.6: The dying who were not treated within a minute, twelve combat turns, are dead."""
    for clock in tuple(step.combat.conditions.all.values()):
        if clock.name == "dying" and clock.left == 0:
            expires(step, clock)


def expires(step: Step, clock: Any) -> None:
    """The minute of somebody who dies is over."""
    step.end_condition(clock, "a minute has passed")
    begin_once(step, clock.subject, "dead", clock.act)


# --- weapons that stick --------------------------------------------------------------------

MISSILE = "missile"
"""The name of what sticks of a shot, and not the bow, where the sheet names no sort of it."""


@RULES.stage("stuck")
def stuck(step: Step) -> str | None:
    """7.5: An impaling weapon that makes a medium wound or worse sticks; its owner may lose it."""
    blow, wound = step.act, wound_of(step, step.act)
    if wound is None or not blow.using or kind_of(step, blow) != "impaling":
        return "take hold"
    if wound.level < STICKS:
        return "take hold"
    shot = weapons.shoots(step, blow.who, blow.using)
    sort = weapons.word_of_act(step, blow, "impales as")
    taken_off = IMPALED.get(sort) or int(step.setting("impaled otherwise"))
    step.begin_condition(
        wound.subject,
        "impaled",
        key=(sort or MISSILE) if shot else blow.using,
        toward=blow.who,
        at=wound.at,
        act=step.on,
        mods=(Mod(trait=ON_CO, value=taken_off * SCALE),),
        detail={"wound": wound.id},
        basis="stated" if sort else step.basis_of("impaled otherwise"),
    )
    melee = blow.manoeuvre not in MISSILES and weapons.is_ready(step, blow.who, blow.using)
    holds = melee and blow.who in step.present()
    return step.ask("grip") if holds else "take hold"


def grip_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for the owner of the weapon that is stuck."""
    who = act_of(scene, asking.on).who
    return (Slot(id=who, who=who),)


@RULES.stage("gripped")
def resolve_grip(step: Step) -> None:
    """7.5: A grip that does not reach the damage is lost; the weapon stays in the wound."""
    blow = step.act
    outcomes = ("keeps the grip", "loses the grip")
    margin = resolve_roll(
        step, blow.who, figure(step, blow.id, "damage", "basic"), outcomes, "grip"
    )
    if margin is not None and margin < 0:
        step.set_fact("bears", blow.who, "no", blow.using)


@RULES.stage("pulled out")
def pulled_out(step: Step) -> None:
    """7.5: A weapon pulled out in combat makes the wound a level worse."""
    for spike in taken_out(step, step.act):
        wound = _wound_under(step, spike)
        step.end_condition(spike, "pulled out")
        if spike.toward == step.act.who and spike.key in weapons.items_of(step, step.act.who):
            step.set_fact("bears", step.act.who, "yes", spike.key)
        if wound is not None:
            worsen(step, wound)


def _wound_under(scene: Scene, spike: Any) -> Any:
    """The wound that a weapon made; of one stuck by the referee's hand, the worst at its place."""
    if "wound" in spike.detail:
        return scene.combat.conditions.all.get(spike.detail["wound"])
    there = (w for w in scene.combat.conditions.on(spike.subject, "wound") if w.at == spike.at)
    return max(there, key=lambda wound: wound.level, default=None)


def worsen(step: Step, wound: Any) -> None:
    """A wound becomes a level worse; one that becomes fatal kills."""
    worse = min(wound.level + 1, FATAL)
    if worse != wound.level:
        step.change_condition(wound, worse, wound.left)
    if worse == FATAL:
        begin_once(step, wound.subject, "dead", wound.act)


RULES.asks(
    of_traits(
        "grip",
        "roll to keep the grip",
        "7.5",
        "attempt",
        ("Melee", "CO"),
        grip_slots,
        then="gripped",
    )
)
