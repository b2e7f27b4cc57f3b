"""Holds: taken by an unarmed blow, broken or let go, and locks that hurt in every phase."""

from __future__ import annotations

from typing import Any

from domain.ruleset.ruleset import END, REFEREE, Asking, Choice, Mod, Slot, Until, Window
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.windows import the_referee
from domain.rulesets.age_of_magic.attack import area, harm_of
from domain.rulesets.age_of_magic.legality import barring_clause, result, target
from domain.rulesets.age_of_magic.positions import WEIGHT, close, fall, holds_of, holds_on
from domain.rulesets.age_of_magic.rolls import act_of, of_traits, thrown
from domain.rulesets.age_of_magic.ruleset import ON_ROLLS, RULES
from domain.rulesets.age_of_magic.turn import one_of
from domain.rulesets.age_of_magic.weapons import weapons
from domain.step.step import Step

from .blows import FOLLOW_ONS, HOLDS, LOCKS, held_part

ENDS_HOLDS = ("stunned", "staggered", "unconscious", "dead")


# --- taken ---------------------------------------------------------------------------------


@RULES.stage("take hold")
def take_hold(step: Step) -> str | None:
    """3.7: A leg sweep that hits throws down; what hits to hold does so if both are in one hex."""
    blow, who = step.act, target(step, step.act)
    hit = _has_hit(step, blow.id) and who in step.present()
    if not hit or step.has(who, "dead"):
        return END
    if blow.manoeuvre == "leg sweep":
        fall(step, who, step.on)
    if blow.manoeuvre in HOLDS and close(step, blow.who, who):
        _hold(step, who)
    elif blow.manoeuvre in HOLDS:  # dodgers move before the roll (5.7)
        step.resolve("has left the hex", stage="take hold", of=who)
    return None


def _hold(step: Step, who: str) -> None:
    """Begin the hold; a lock takes the place of the grab it came from and makes the hand let go."""
    blow = step.act
    key = "both arms" if blow.manoeuvre == "grapple" else area(blow)
    for old in holds_on(step, who):
        if (old.toward, held_part(old)) == (blow.who, key):
            step.end_condition(old, blow.manoeuvre)
    if blow.manoeuvre == "arm lock":
        for weapon in weapons.held_in(step, who, area(blow).split()[0]):
            step.set_fact("bears", who, "no", weapon)
    detail = {"by": blow.manoeuvre, "turn": step.combat.clock.rounds}
    held = step.begin_condition(who, "held", key=key, toward=blow.who, detail=detail, act=blow.id)
    if blow.manoeuvre in LOCKS:
        _weigh(step, held)


def _weigh(step: Step, held: str) -> None:
    """While a lock lasts its owner does not move, and has 2 less on attacks or on all rolls."""
    everywhere = step.setting("lock weighs") == "all rolls"
    step.begin_condition(
        step.act.who,
        "locking",
        toward=target(step, step.act),
        act=step.on,
        until=Until(span="condition", name=held),
        basis=step.basis_of("lock weighs"),
        mods=(Mod(trait=ON_ROLLS, value=WEIGHT),) if everywhere else (),
    )


@RULES.stage("press")
def press(step: Step) -> str | None:
    """3.6: An unarmed blow that hit may be followed on, once an attack back is suffered (5.7)."""
    blow = step.doing(step.act.on) if step.act.stands else step.act
    back = any(_has_hit(step, a.id) for a in step.combat.exchange.standing(step.on))
    pressed = blow is not None and not back and _may_press(step, blow)
    return step.ask("follow", on=blow.id) if blow and pressed else END


def _may_press(step: Step, blow: Doing) -> bool:
    """True for an unarmed blow that hit somebody still alive, by one who can go on."""
    who, here = target(step, blow), step.present()
    hit = _has_hit(step, blow.id) and blow.manoeuvre in FOLLOW_ONS
    gone = who not in here or step.has(who, "dead") or blow.who not in here
    return hit and not gone and not barring_clause(step, blow.who)


def _has_hit(step: Step, act: str) -> bool:
    return result(step, act, "hit") == "hit"


# --- ended ---------------------------------------------------------------------------------


@RULES.stage("let go")
def let_go(step: Step) -> None:
    """7.9: Holders may let go."""
    for hold in holds_of(step, step.act.who):
        if hold.subject in step.act.targets:
            step.end_condition(hold, "let go")


def end_holds_of(step: Step, who: str, why: str) -> None:
    """7.9: A holder who is stunned or staggered, or worse, holds nobody any more.

    7.7: Nor does anybody go on holding the dead.
    """
    for hold in holds_of(step, who) if why in ENDS_HOLDS else ():
        step.end_condition(hold, f"the holder is {why}")
    for hold in holds_on(step, who) if why == "dead" else ():
        step.end_condition(hold, "the one held is dead")


def end_absent_holds(step: Step) -> None:
    """7.9: End the holds of and on a combatant who has left."""
    here = step.present()
    for hold in tuple(step.combat.conditions.all.values()):
        if hold.name == "held" and not {hold.subject, hold.toward} <= {*here}:
            step.end_condition(hold, "left")


def part(step: Step, one: str, other: str) -> None:
    """End what two hold of each other, who are no longer in one hex."""
    for hold in (*holds_on(step, one), *holds_on(step, other)):
        if {hold.subject, hold.toward} == {one, other}:
            step.end_condition(hold, "no longer in one hex")


# --- broken --------------------------------------------------------------------------------


def wrestlers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The combatant who breaks the hold, and the holder."""
    act = act_of(scene, asking.on)
    return tuple(Slot(id=w, who=w) for w in (act.who, *act.targets))


@RULES.stage("wrench")
def wrench(step: Step) -> str | None:
    """7.9: How a hold is broken is the table's to say: both roll, or the referee rules."""
    about = "break hold" if step.setting("break hold") == "rolls" else "hold ruling"
    return step.ask(about)


@RULES.stage("wrenched")
def resolve_wrench(step: Step) -> None:
    """7.9: A hold that is broken is over."""
    [holder], ruling = step.act.targets, step.reply(REFEREE)
    mine, theirs = thrown(step, step.act.who), thrown(step, holder)
    rolled = {"roll": mine, "against": theirs}
    figures: dict[str, Any] = {name: total for name, total in rolled.items() if total is not None}
    broken = ruling.value == "breaks" if ruling else _beats(step, mine, theirs)
    basis = "ruled" if ruling else step.basis_of("opposed tie" if mine == theirs else "break hold")
    outcome = "breaks free" if broken else "is still held"
    step.resolve(outcome, stage="break hold", basis=basis, **figures)
    for hold in holds_on(step, step.act.who) if broken else ():
        if hold.toward == holder:
            step.end_condition(hold, "broken")


def _beats(step: Step, mine: int | None, theirs: int | None) -> bool:
    """1.8: The higher roll wins; who wins a tie is the table's to say. Who left wins nothing."""
    tied = mine == theirs and step.setting("opposed tie") == "who acts"
    return mine is not None and theirs is not None and (mine > theirs or tied)


# --- locks go on ---------------------------------------------------------------------------


@RULES.stage("locks")
def locks(step: Step) -> None:
    """7.9: As a phase begins, each lock that its owner took in an earlier turn hurts anew."""
    [who, *_] = step.actors()
    rounds = step.combat.clock.rounds
    held = (c for c in holds_of(step, who) if c.detail.get("by") in LOCKS)
    lasting = [c for c in held if c.detail.get("turn") != rounds]
    agenda = step.queue("locks") if lasting else ""
    for hold in lasting:
        params = {"lock": str(hold.detail["by"]), "aim": hold.key}
        step.declare("tighten lock", agenda, who, targets=(hold.subject,), params=params)


@RULES.stage("tighten")
def tighten(step: Step) -> str | None:
    """7.9: A lock needs no attack roll to hurt again."""
    step.resolve("hit", stage="hit", of=target(step, step.act), by=0)
    return harm_of(step)


RULES.asks(
    Window("locks", "the locks that hurt anew", "7.9"),
    of_traits(
        "break hold",
        "roll to break the hold, or to keep it",
        "7.9",
        "resist",
        ("Martial arts", "ST"),
        wrestlers,
        then="wrenched",
    ),
    Window(
        "hold ruling",
        "does the hold break?",
        "7.9",
        the_referee,
        one_of(Choice("breaks", "the hold is broken"), Choice("holds", "the hold holds")),
        then="wrenched",
    ),
)
