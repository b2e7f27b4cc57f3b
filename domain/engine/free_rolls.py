"""Dice and cards that no rule asks for."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from domain.dice.fair_dice import FairDice
from domain.engine.said_dice import check_said, dice_said, faces_of, is_lost, thrown
from domain.events.measures import decimal, points
from domain.legality.blank_checks import points_in_units
from domain.ruleset.ruleset import Draw, Forbidden, Modifier, Refused, Throw, ThrownDice
from domain.state.exchange import Doing
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
    check_said(said := _as_said(command))
    roll_said(step, said, command.who, hidden=hidden)


def _as_said(command: c.Roll) -> c.SaidRoll:
    """The roll with its dice of one size among the dice, unless it tells a bare total."""
    _, faces = dice_said(command, command.purpose or LOOSE, "")
    parts = {name: getattr(command, name) for name in c.RollParts.model_fields}
    if not command.dice and (command.total is None or faces is not None):
        parts["dice"] = (c.SaidDice(sides=command.sides, count=command.count),)
    return c.SaidRoll(faces=faces, **parts)


def roll_of_act(step: Step, act: Doing) -> None:
    """Let the dice fall that were said with an act, or take those that fell."""
    rolls: Any = act.params.get("rolls", ())
    for place, said in enumerate(map(c.SaidRoll.model_validate, rolls)):
        who = said.who or act.who
        try:
            roll_said(step, said, who, hidden=_is_hidden(step, who))
        except Refused as refused:
            at = "/faces" if refused.pointer.startswith("/faces") else refused.pointer
            refused.pointer = f"/rolls/{place}{at}"
            raise


def roll_said(step: Step, said: c.SaidRoll, who: str, *, hidden: bool = False) -> None:
    """Roll what somebody says, or enter what fell; raises Refused for another total than it is."""
    throw = _throw(step, said, who, "hidden" if hidden else "open")
    total = _units(step, said.total, "/total")
    if is_lost(said):
        step.say_total(throw, total or 0)
        return
    fair = step.dice if isinstance(step.dice, FairDice) else None
    bound = fair.bound_as(throw.key, step.label_of(throw), step.combat) if fair else None
    rolled = step.roll(throw, faces=faces_of(said), bound=bound)
    if total not in (None, rolled.total):
        scale = step.rules.scale
        why = f"the dice and the bonus come to {points(rolled.total, scale)}"
        sums = {"dice and bonus": rolled.total, "total": total or 0}
        numbers = {name: decimal(value, scale) for name, value in sums.items()}
        raise Refused("", why, numbers, "/total")


def _throw(step: Step, said: c.SaidRoll, who: str, key: str) -> Throw:
    """What is rolled, in the unit of the game; of a bare total no dice."""
    scale, purpose = step.rules.scale, said.purpose or LOOSE
    first, *more = thrown(said, scale) or (ThrownDice(0, 0),)
    bonus = _units(step, said.bonus, "/bonus") or 0
    modifiers = (Modifier(source="bonus", value=bonus),) if bonus else ()
    return Throw(
        *(who, purpose, LOOSE, first.sides, first.dice, modifiers, first.unit),
        keep=first.keep,
        kept=first.kept,
        key=key,
        more=tuple(more),
        target=_units(step, said.target, "/target"),
        outcome=said.outcome,
        text=said.text,
    )


def _units(step: Step, value: int | str | None, at: str) -> int | None:
    scale = step.rules.scale
    return None if value is None else points_in_units(value, scale, "points", "", at)


def draw(step: Step, command: c.Draw) -> None:
    """A card for anything."""
    _is_hidden(step, command.who)
    if command.deck not in step.rules.decks:
        why = f"no deck is called {command.deck!r}"
        raise Refused("", why, None, "/deck", legal=step.rules.decks)
    step.draw(Draw(command.who, command.purpose or LOOSE, command.deck), command.card)


def _is_hidden(step: Step, who: str) -> bool:
    """True for somebody in hiding; raises Refused for somebody who never joined."""
    member = step.member(who)
    if member is None and who != REFEREE:
        raise Refused("", f"{who!r} is not in this combat", None, "/who")
    return member is not None and member.hidden
