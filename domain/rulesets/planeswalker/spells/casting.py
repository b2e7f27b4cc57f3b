"""Spells on their way: paid, answered by opposed Speed, countered, resolved last in first out."""

from __future__ import annotations

from domain.ruleset.ruleset import BEGIN, END, Asking, Slot, Window
from domain.ruleset.scene import Doing, Scene
from domain.ruleset.windows import doer
from domain.rulesets.planeswalker import tables
from domain.rulesets.planeswalker.ruleset import RULES
from domain.rulesets.planeswalker.zones import is_in, is_mage, mages, master
from domain.step.step import Step

from .effects import EFFECTS, TARGET_GONE, take_effect
from .spells import Spell, card, move_spell, pay, spell


def spell_of(scene: Scene, act: Doing) -> Spell | None:
    """The spell or ability of an act."""
    return spell(scene, act.who, act.using) if act.using else None


def is_countered(scene: Scene, act: str) -> bool:
    """True for what an answer has countered."""
    return scene.combat.exchange.outcome(act, "countered") is not None


# --- answers -------------------------------------------------------------------------------


def responders(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Every character but the controller; nobody answers split second, or what is countered."""
    act = scene.doing(asking.on)
    if act is None:
        return ()
    found = spell_of(scene, act)
    split = found is not None and found.speed == tables.SPLIT_SECOND
    clause = "5.5" if split else "5.4" if is_countered(scene, act.id) else ""
    controller = master(scene, act.who)
    return tuple(Slot(id=w, who=w, barred=clause) for w in mages(scene) if w != controller)


def racers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The one who would answer, and the controller of what is answered.

    Nobody, where the one who would answer has left.
    """
    act = scene.doing(asking.on)
    parent = scene.doing(act.on) if act else None
    if act is None or parent is None:
        return ()
    controller = master(scene, parent.who)
    return (Slot(id="answer", who=act.who, about=act.id), Slot(id="spell", who=controller))


@RULES.stage("race")
def race(step: Step) -> str | None:
    """5.4: An answer wants an opposed Speed roll; split second wants none."""
    found = spell_of(step, step.act)
    split = found is not None and found.speed == tables.SPLIT_SECOND
    return None if split else step.ask("race")


@RULES.stage("resolve race")
def resolve_race(step: Step) -> str:
    """5.4: An answer must roll at least as much as the controller; it wins ties."""
    rolled = {slot.id: reply.total for slot, reply in step.replies() if reply.how == "rolled"}
    mine, theirs = rolled.get("answer", 0), rolled.get("spell", 0)
    fast = mine >= theirs
    step.resolve("fast enough" if fast else "too slow", speed=mine, against=theirs)
    return BEGIN if fast else END


# --- from the pool to the graveyard --------------------------------------------------------


@RULES.stage("pay mana")
def pay_mana(step: Step) -> None:
    """5.2: Mana is paid as the spell is cast; that ends every wish not to be asked."""
    found = spell_of(step, step.act)
    if found is not None:
        pay(step, step.act.who, found.cost, str(step.act.params.get("pay", "")))
    for wish in tuple(step.combat.conditions.all.values()):
        if wish.name == tables.UNASKED:
            step.end_condition(wish, "something was cast")


@RULES.stage("take effect")
def resolve_spell(step: Step) -> str | None:
    """5.6: Last in, first out; what is countered, or whose target has gone, does nothing."""
    act, found = step.act, spell_of(step, step.act)
    if found is None or is_countered(step, act.id):
        return None
    gone = [target for target in act.targets if not is_in(step, target)]
    if gone:
        step.resolve(TARGET_GONE, of=gone[0])
        return None
    return take_effect(step, found)


@RULES.stage("bury")
def bury(step: Step) -> None:
    """5.1: A spell that was cast is in the graveyard for the rest of the day.

    One removed meanwhile stays removed.
    """
    act = step.act
    where = step.combat.places.of(card(act.who, act.using))
    if is_mage(step, act.who) and where not in ("", tables.REMOVED):
        move_spell(step, act.who, act.using, tables.GRAVEYARD)


# --- bosses --------------------------------------------------------------------------------


@RULES.stage("compare mastery")
def compare_mastery(step: Step) -> str | None:
    """6.9: A boss whose Mastery is above the Focus roll halves the spell, fractions down."""
    whom, found = str(step.closed.params["whom"]) if step.closed else "", spell_of(step, step.act)
    if found is None:
        return None
    if not is_in(step, whom):
        step.resolve(TARGET_GONE, of=whom)
        return None
    focus, mastery = tables.totals(step).get(step.act.who, 0), step.trait(whom, "Mastery")
    halved = mastery > focus
    outcome = "half its effect" if halved else "its whole effect"
    step.resolve(outcome, stage="Focus", of=whom, focus=focus, mastery=mastery)
    amount = found.amount // 2 if halved else found.amount
    return EFFECTS[found.does](step, found._replace(amount=amount), whom)


RULES.asks(
    Window("respond", "an answer?", "5.4", responders, **tables.REACTS, stale=True, again=True),
    Window(
        "race",
        "roll Speed",
        "5.4",
        racers,
        throw=tables.roll("Speed", "5.4"),
        then="resolve race",
        stale=True,
    ),
    Window(
        "Focus",
        "roll Focus against the boss",
        "6.9",
        doer,
        throw=tables.roll("Focus", "6.9"),
        then="compare mastery",
    ),
)
