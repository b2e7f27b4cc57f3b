"""The stages that every game may use: reactions rank by rank, and turns in order.

The window `declare` asks everybody eligible at once; `react` then walks the declared reactions rank
by rank. The first rank executes as declared; later ranks confirm, withdraw or replace.
"""

from __future__ import annotations

from domain.engine.refill_pools import refill
from domain.events import FactSet, Slot
from domain.ruleset.other_revision import RULED
from domain.ruleset.ruleset import END, Stage
from domain.ruleset.scene import TABLE_SUBJECT
from domain.ruleset.stage_list import CHANGED, NAMES_RULED
from domain.ruleset.windows import REACT
from domain.state.exchange import Doing
from domain.state.viewer import REFEREE
from domain.step.step import Step

IN_ORDER = "in order"
"""The stage that gives turns in the order of "initiative"."""


def asks(window: str) -> Stage:
    """A stage that opens a window, and goes on when it is closed."""
    return lambda step: step.ask(window)


def react(step: Step) -> str | None:
    """Walk the declared reactions rank by rank, then go on with the act's next stage."""
    if acts := step.combat.exchange.declared_answers(step.on):
        step.ask_slots(REACT, _ranked_slots(step, acts))
    return None


def _ranked_slots(step: Step, acts: tuple[Doing, ...]) -> tuple[Slot, ...]:
    """A slot for each declared reaction, by the ruleset's rank."""
    ranks = {a.id: step.rules.rank(step, a) for a in acts}
    places = {rank: place for place, rank in enumerate(sorted(set(ranks.values())))}
    return tuple(
        Slot(id=_slot_id(a, acts), who=a.who, about=a.id, rank=places[ranks[a.id]])
        for a in sorted(acts, key=lambda a: ranks[a.id])
    )


def _slot_id(act: Doing, acts: tuple[Doing, ...]) -> str:
    """Return the id of a slot: its holder, numbered from their second slot on."""
    nth = [a.id for a in acts if a.who == act.who].index(act.id)
    return f"{act.who} {nth + 1}" if nth else act.who


def as_ruled(step: Step) -> str | None:
    """Go on with what else was to follow, or end the act or span, as the referee has said."""
    reply = step.reply(REFEREE)
    return END if reply is not None and reply.value == "over" else None


def names_ruled(step: Step) -> None:
    """Note that the referee has settled what names these rules do not know."""
    was = step.combat.facts.get(TABLE_SUBJECT, RULED)
    event = FactSet(of=TABLE_SUBJECT, name=RULED, was=was, value=step.rules.revision)
    step.emit(event, basis="ruled")


def in_order(step: Step) -> str | None:
    """Give the next turn by the order of "initiative", then to the others."""
    order = step.combat.clock.order("initiative")
    gone = step.combat.clock.path[-1].done
    for who in dict.fromkeys((*order, *step.present())):
        if who not in gone and who in step.present():
            step.begin_turn(who)
            return None
    return END


STOCK: dict[str, Stage] = {
    "declare": asks("declare"),
    "follow": asks("follow"),
    REACT: react,
    IN_ORDER: in_order,
    CHANGED: asks(CHANGED),
    "as ruled": as_ruled,
    NAMES_RULED: names_ruled,
    "refill": refill,
}
