"""What spells do: a short function for each word of the table, and the referee for the rest."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset.ruleset import Asking, Blank, Choice, Mod, Slot, Window
from domain.ruleset.scene import Scene
from domain.rulesets.planeswalker import squares, tables
from domain.rulesets.planeswalker.counters import heal_counters, place
from domain.rulesets.planeswalker.ending import destroy, fall, regain_life
from domain.rulesets.planeswalker.ruleset import RULES
from domain.rulesets.planeswalker.zones import has_life, is_in, is_mage, master
from domain.step.step import Step

from . import lasting
from .spells import Spell, move_spell, next_spell, pile

REFEREE = "referee"

TARGET_GONE = "does nothing: its target is gone"

CLAUSES = {
    **dict.fromkeys(("counter", "draw", "discard", "mill"), "5.1"),
    **dict.fromkeys(("place counters", "heal"), "7.4"),
    "pervade": "4.2",
    "regenerate": "4.5",
}
"""By which clause a spell does what it does; all else is 5.8."""

Effect = Callable[[Step, Spell, str], str | None]
"""Carries a spell out on somebody: its target, else its caster."""


def take_effect(step: Step, spell: Spell) -> str | None:
    """Carry a spell out; nothing destroys, exiles or takes over a character.

    7.3: A mage who has lost upholds nothing, takes nothing over and gets no spell into Memory.
    """
    whom = next(iter(step.act.targets), "") or _who_is_meant(step, spell)
    step.clause = CLAUSES.get(spell.does, "5.8")
    gains = whom if spell.does == "draw" else master(step, step.act.who)
    if spell.does in tables.WANT_A_MAGE and step.has(gains, "lost"):
        step.clause = "7.3"
        step.resolve("does nothing: the mage has lost", of=gains)
        return None
    if spell.does in tables.IMMUNE and is_mage(step, whom):
        step.resolve(f"no effect: nothing can {spell.does} a character", of=whom)
        return None
    others = squares.is_on(step) and whom != step.act.who
    if others and step.act.targets and spell.amount and step.trait(whom, "boss"):
        return step.ask("Focus", params={"whom": whom})
    return EFFECTS[spell.does](step, spell, whom)


def _who_is_meant(step: Step, spell: Spell) -> str:
    """4.3: Without a target the doer; the master of a creature where a library is needed."""
    doer = step.act.who
    return master(step, doer) if spell.does in tables.OF_A_LIBRARY else doer


# --- on bodies -----------------------------------------------------------------------------


def _damage(step: Step, spell: Spell, whom: str) -> str | None:
    """Straight to Life, or withstood by a Toughness roll, as the table plays it."""
    if step.setting("spell damage") == "toughness" and step.trait(whom, "Toughness") > 0:
        return step.ask("withstand", params={"who": whom, "amount": spell.amount})
    _wound(step, whom, spell.amount)
    return None


def _wound(step: Step, whom: str, damage: int) -> None:
    """Damage from Life; a creature without Life dies of any."""
    step.resolve("damage", of=whom, basis=step.basis_of("spell damage"), damage=damage)
    if has_life(step, whom):
        step.lose(whom, "life", damage)
    elif damage:
        fall(step, whom)


@RULES.stage("withstood")
def withstood(step: Step) -> None:
    """5.8: What the roll leaves of the damage comes through, unless its target has gone."""
    asked = step.closed.params if step.closed else {}
    who = str(asked["who"])
    if not is_in(step, who):
        step.resolve(TARGET_GONE, of=who)
        return
    _wound(step, who, max(0, tables.whole(asked.get("amount")) - tables.totals(step).get(who, 0)))


def _alters(step: Step, spell: Spell, whom: str, name: str, by: int) -> None:
    key, mods = f"{spell.trait} {by:+d}", (Mod(trait=spell.trait, value=by),)
    step.begin_condition(whom, name, key=key, mods=mods, act=step.on)


def _heal(step: Step, spell: Spell, whom: str) -> None:
    """7.4: Counters of the name that the spell says, else lost Life."""
    if spell.counter:
        heal_counters(step, whom, spell.counter, spell.amount)
    else:
        regain_life(step, whom, spell.amount)


def _regenerate(step: Step, spell: Spell, whom: str) -> str | None:
    """4.5: A creature regains Life instead of being destroyed, or as the table plays it."""
    match step.setting("regeneration"):
        case "ruled":
            return step.ask("ruling")
        case "at once":
            regain_life(step, whom)
        case _ if is_mage(step, whom):
            step.resolve("no effect: a character is never destroyed", of=whom)
        case _:
            basis = step.basis_of("regeneration")
            step.begin_condition(whom, "regenerating", basis, act=step.on)
    return None


# --- on spells -----------------------------------------------------------------------------


def _counter(step: Step, spell: Spell, whom: str) -> None:
    """5.1: What is countered does nothing, and goes to the graveyard all the same."""
    step.resolve("countered", act=step.act.on, stage="countered", by=spell.name)


def _next_to(to: str) -> Effect:
    """5.1: The next spells of the library go elsewhere."""

    def moves(step: Step, spell: Spell, whom: str) -> None:
        for _ in range(spell.amount):
            if name := next_spell(step, whom):
                move_spell(step, whom, name, to)

    return moves


def _discard(step: Step, spell: Spell, whom: str) -> None:
    _alters(step, spell._replace(trait="Memory"), whom, "discarding", -spell.amount)


def whose_library(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The mage who looks, or whose creature does."""
    act = scene.doing(asking.on)
    who = master(scene, act.who) if act else ""
    return (Slot(id=who, who=who, about=act.id),) if act else ()


def how_to_scry(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The library in another order, or one spell of it into Memory."""
    library = pile(scene, slot.who, tables.LIBRARY)
    return (
        Choice("reorder", "in this order", (Blank("order", "ordered", library),)),
        Choice("take", "one into Memory", (Blank("spell", "one", library),)),
    )


@RULES.stage("finish scry")
def finish_scry(step: Step) -> None:
    """5.1: Who looks may order the library anew, or take one spell of it to Memory."""
    for slot, reply in step.replies():
        order = reply.params.get("order")
        if reply.value == "take":
            move_spell(step, slot.who, str(reply.params["spell"]), tables.MEMORY)
        for name in order if isinstance(order, list) else ():
            move_spell(step, slot.who, str(name), tables.LIBRARY)


# --- the referee's word --------------------------------------------------------------------


def referee(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The referee alone."""
    return tables.each((REFEREE,))


def what_it_does(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Done by the referee's own hand while this is open; or nothing at all."""
    return (Choice("done", "it is carried out"), Choice("nothing", "it does nothing"))


@RULES.stage("ruled")
def record_ruling(step: Step) -> None:
    """10: What the rules do not say is the referee's to rule."""
    for _, reply in step.replies():
        outcome = "carried out as ruled" if reply.value == "done" else "does nothing, as ruled"
        step.resolve(outcome, basis="ruled")


EFFECTS: dict[str, Effect] = {
    "damage": _damage,
    "destroy": lambda step, spell, whom: destroy(step, whom, "destroyed", step.clause),
    "exile": lambda step, spell, whom: step.take_out(whom, "exiled"),
    "take over": lasting.control,
    "counter": _counter,
    "shrink": lambda step, spell, whom: _alters(step, spell, whom, "shrunk", -spell.amount),
    "grow": lambda step, spell, whom: _alters(step, spell, whom, "grown", spell.amount),
    "summon": lasting.summon,
    "place counters": lambda step, spell, whom: place(step, whom, spell.counter, spell.amount),
    "heal": _heal,
    "regenerate": _regenerate,
    "pervade": lasting.pervade,
    "draw": _next_to(tables.MEMORY),
    "discard": _discard,
    "mill": _next_to(tables.REMOVED),
    "scry": lambda step, spell, whom: step.ask("scry") if next_spell(step, whom) else None,
    "ruled": lambda step, spell, whom: step.ask("ruling"),
}

RULES.asks(
    Window(
        "withstand",
        "roll Toughness",
        "5.8",
        tables.who_is_named,
        throw=tables.roll("Toughness", "5.8"),
        then="withstood",
    ),
    Window(
        "scry",
        "reorder the library, or take a spell of it?",
        "5.1",
        whose_library,
        how_to_scry,
        then="finish scry",
    ),
    Window("ruling", "what does it do?", "10", referee, what_it_does, then="ruled"),
)
