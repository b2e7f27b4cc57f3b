"""What spells do: a short function for each word of the table, and the referee for the rest."""

from __future__ import annotations

from collections.abc import Callable

from domain.ruleset import Asking, Blank, Choice, Mod, Slot, Throw, Window
from domain.scene import Scene
from domain.step import Step
from domain.windows import doer

from . import lasting, modified
from .book import RULES
from .counters import heal_counters, place
from .ending import destroy, fall, regain_life
from .spells import Spell, next_spell, pile, put
from .tables import IMMUNE, LIBRARY, MEMORY, REMOVED, dice, totals
from .zones import is_mage

REFEREE = "referee"

CLAUSES = {
    "counter": "5.1",
    "draw": "5.1",
    "discard": "5.1",
    "mill": "5.1",
    "pervade": "4.2",
    "place counters": "7.4",
    "heal": "7.4",
    "regenerate": "4.5",
}
"""By which clause a spell does what it does; all else is 5.8."""

Effect = Callable[[Step, Spell, str], str | None]
"""Carries a spell out on somebody: its target, else its caster."""


def take_effect(step: Step, spell: Spell) -> str | None:
    """Carry a spell out; nothing destroys, exiles or takes over a character."""
    whom = next(iter(step.act.targets), step.act.who)
    step.clause = CLAUSES.get(spell.does, "5.8")
    if spell.does in IMMUNE and is_mage(step, whom):
        step.resolve(f"no effect: nothing can {spell.does} a character", of=whom)
        return None
    if modified.is_on(step) and spell.amount and step.trait(whom, "boss"):
        return step.ask("boss", params={"whom": whom})
    return EFFECTS[spell.does](step, spell, whom)


# --- on bodies -----------------------------------------------------------------------------


def _damage(step: Step, spell: Spell, whom: str) -> str | None:
    """Straight to Life, or withstood by a Toughness roll, as the table plays it."""
    if step.setting("spell-damage") == "toughness" and step.trait(whom, "Toughness") > 0:
        return step.ask("withstand", params={"who": whom, "amount": spell.amount})
    _wound(step, whom, spell.amount)
    return None


def _wound(step: Step, whom: str, damage: int) -> None:
    """Damage from Life; a creature without Life dies of any."""
    step.resolve("damage", of=whom, basis=step.basis_of("spell-damage"), damage=damage)
    member = step.member(whom)
    if member is not None and "Life" in member.traits:
        step.lose(whom, "life", damage)
    elif damage:
        fall(step, whom)


def victim(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """Whoever is to withstand."""
    who = str(asking.params["who"])
    return (Slot(id=who, who=who),)


def toughness_roll(scene: Scene, asking: Asking, slot: Slot) -> Throw:
    """As many dice as Toughness."""
    return dice(scene, slot.who, "Toughness", "Toughness", "toughness", "5.8")


@RULES.stage("withstood")
def withstood(step: Step) -> None:
    """5.8: What the roll leaves of the damage comes through."""
    asked = step.closed.params if step.closed else {}
    rolled, amount = totals(step), asked.get("amount", 0)
    for who in map(str, (asked["who"],)):
        _wound(step, who, max(0, (amount if isinstance(amount, int) else 0) - rolled.get(who, 0)))


def _destroy(step: Step, spell: Spell, whom: str) -> None:
    destroy(step, whom, "destroyed", step.clause)


def _exile(step: Step, spell: Spell, whom: str) -> None:
    step.take_out(whom, "exiled")


def _altered(step: Step, spell: Spell, whom: str, name: str, by: int) -> None:
    step.begin_condition(
        whom,
        name,
        key=f"{spell.trait} {by:+d}",
        mods=(Mod(trait=spell.trait, value=by),),
        source=step.on,
    )


def _shrink(step: Step, spell: Spell, whom: str) -> None:
    _altered(step, spell, whom, "shrunk", -spell.amount)


def _grow(step: Step, spell: Spell, whom: str) -> None:
    _altered(step, spell, whom, "grown", spell.amount)


def _place_counters(step: Step, spell: Spell, whom: str) -> None:
    place(step, whom, spell.counter, spell.amount)


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
            return _ruled(step, spell, whom)
        case "at once":
            regain_life(step, whom)
        case _ if is_mage(step, whom):
            step.resolve("no effect: a character is never destroyed", of=whom)
        case _:
            basis = step.basis_of("regeneration")
            step.begin_condition(whom, "regenerating", basis, source=step.on)
    return None


# --- on spells -----------------------------------------------------------------------------


def _counter(step: Step, spell: Spell, whom: str) -> None:
    """5.1: What is countered does nothing, and goes to the graveyard all the same."""
    step.resolve("countered", act=step.act.on, stage="countered", by=spell.name)


def _draw(step: Step, spell: Spell, whom: str) -> None:
    for _ in range(spell.amount):
        if name := next_spell(step, whom):
            put(step, whom, name, MEMORY)


def _mill(step: Step, spell: Spell, whom: str) -> None:
    for _ in range(spell.amount):
        if name := next_spell(step, whom):
            put(step, whom, name, REMOVED)


def _discard(step: Step, spell: Spell, whom: str) -> None:
    mods = (Mod(trait="Memory", value=-spell.amount),)
    step.begin_condition(
        whom, "discarding", key=f"Memory {-spell.amount:+d}", mods=mods, source=step.on
    )


def _scry(step: Step, spell: Spell, whom: str) -> str | None:
    return step.ask("scry") if pile(step, whom, LIBRARY) else None


def how_to_scry(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """The library in another order, or one spell of it into Memory."""
    library = pile(scene, slot.who, LIBRARY)
    return (
        Choice("reorder", "in this order", (Blank("order", "ordered", library),)),
        Choice("take", "one into Memory", (Blank("spell", "one", library),)),
    )


@RULES.stage("scried")
def scried(step: Step) -> None:
    """5.1: Who looks may order the library anew, or take one spell of it to Memory."""
    for slot, reply in step.replies():
        order = reply.params.get("order")
        if reply.value == "take":
            put(step, slot.who, str(reply.params["spell"]), MEMORY)
        for name in order if isinstance(order, list) else ():
            put(step, slot.who, str(name), LIBRARY)


# --- the referee's word --------------------------------------------------------------------


def _ruled(step: Step, spell: Spell, whom: str) -> str | None:
    return step.ask("ruling")


def referee(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """The referee alone."""
    return (Slot(id=REFEREE, who=REFEREE),)


def what_it_does(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Done by the referee's own hand while this is open; or nothing at all."""
    return (Choice("done", "it is carried out"), Choice("nothing", "it does nothing"))


@RULES.stage("ruled")
def ruled(step: Step) -> None:
    """10: What the rules do not say is the referee's to rule."""
    for _, reply in step.replies():
        outcome = "carried out as ruled" if reply.value == "done" else "does nothing, as ruled"
        step.resolve(outcome, basis="ruled")


EFFECTS: dict[str, Effect] = {
    "damage": _damage,
    "destroy": _destroy,
    "exile": _exile,
    "take over": lasting.control,
    "counter": _counter,
    "shrink": _shrink,
    "grow": _grow,
    "summon": lasting.summon,
    "place counters": _place_counters,
    "heal": _heal,
    "regenerate": _regenerate,
    "pervade": lasting.pervade,
    "draw": _draw,
    "discard": _discard,
    "mill": _mill,
    "scry": _scry,
    "ruled": _ruled,
}

RULES.asks(
    Window("withstand", "roll Toughness", "5.8", victim, throw=toughness_roll, then="withstood"),
    Window(
        "scry",
        "reorder the library, or take a spell of it?",
        "5.1",
        doer,
        how_to_scry,
        then="scried",
    ),
    Window("ruling", "what does it do?", "10", referee, what_it_does, then="ruled"),
)
