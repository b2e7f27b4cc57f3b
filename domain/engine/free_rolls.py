"""Dice and cards that no rule asks for."""

from __future__ import annotations

from domain import commands as c
from domain.dice.fair_dice import FairDice
from domain.legality.checks import points_in_units
from domain.ruleset.ruleset import Draw, Forbidden, Modifier, Refused, Throw
from domain.state.viewer import REFEREE
from domain.step.rolling import LOOSE
from domain.step.step import Step


def roll(step: Step, command: c.Roll) -> None:
    """Dice for anything, openly or for the referee's eyes; what is hidden rolls hidden dice."""
    hidden = command.hidden or _is_hidden(step, command.who)
    if hidden and not step.viewer.is_referee:
        raise Forbidden("only the referee rolls hidden dice")
    if hidden:
        step.privately()
    scale = step.rules.scale
    bonus = points_in_units(command.bonus, scale, "points", "", "/bonus")
    throw = Throw(
        command.who,
        command.purpose or LOOSE,
        LOOSE,
        command.sides,
        command.count,
        (Modifier(source="bonus", value=bonus),) if command.bonus else (),
        scale,
        key="hidden" if hidden else "open",
    )
    fair = step.dice if isinstance(step.dice, FairDice) else None
    bound = fair.bound_as(throw.key, step.label_of(throw)) if fair else None
    step.roll(throw, faces=command.faces, bound=bound)


def draw(step: Step, command: c.Draw) -> None:
    """A card for anything."""
    _is_hidden(step, command.who)
    if command.deck not in step.rules.decks:
        known = {"known": ", ".join(step.rules.decks) or "none"}
        raise Refused("", f"no deck is called {command.deck!r}", known, "/deck")
    step.draw(Draw(command.who, command.purpose or LOOSE, command.deck), command.card)


def _is_hidden(step: Step, who: str) -> bool:
    """True for somebody in hiding; raises Refused for somebody who never joined."""
    member = step.member(who)
    if member is None and who != REFEREE:
        raise Refused("", f"{who!r} is not in this combat", None, "/who")
    return member is not None and member.hidden
