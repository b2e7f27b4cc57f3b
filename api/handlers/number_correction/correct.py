"""Correction of one number: `7, not 9` at an entry becomes the amendment of the step that said it.

The number stands in the command of the entry's own step, or of another step of the same act: what
was declared may count much later. Nobody who corrects a number needs to know about steps.
"""

from __future__ import annotations

from pydantic import ValidationError

from api.combats.open_combat import OpenCombat
from api.handlers.correction_adoption import adopt
from api.handlers.number_correction.sources import nothing_entered, numbers_at, step_at
from api.handlers.transaction import Work
from domain import commands as c
from domain.events.measures import fraction
from domain.rerun.entered_numbers import EnteredNumber, as_number, pick, with_number
from domain.ruleset.ruleset import Refused
from domain.state.viewer import Viewer


def correct_number(work: Work, command: c.CorrectNumber) -> None:
    """Enter the correction of one number by the referee."""
    correction = as_correction(work.combat, command, work.viewer)
    try:
        adopt(work, correction)
    except Refused as refused:
        raise _in_entries(work, refused) from refused
    if work.against is not None:
        work.against = _in_entries(work, work.against)


def as_correction(combat: OpenCombat, command: c.CorrectNumber, viewer: Viewer) -> c.Correct:
    """The correction that another number is; raises Forbidden and Refused."""
    shown = numbers_at(combat, command.entry, viewer)
    if not (shown.numbers or command.which):
        raise nothing_entered(combat, command.entry, shown.others)
    number = pick(shown.numbers, shown.others, command.was, command.which)
    kept = shown.step[0].kept
    assert kept is not None
    value = _signed(command, number)
    amended = _amended(kept.command, number, value)
    upto = None if command.upto is None else step_at(combat, command.upto, "/upto")
    note = command.note or f"{number.called}: that was {value}, not {number.value}"
    return c.Correct(
        how="amend",
        step=shown.step[0].step,
        command=amended,
        upto=upto,
        dice=command.dice,
        note=note,
    )


def _amended(command: c.Command, number: EnteredNumber, value: int | str) -> c.Command:
    """The command with another number; raises Refused for the same, and for what does not fit."""
    if fraction(value) == fraction(number.value):
        raise Refused("", f"{number.called} is {number.value} already", None, "/value")
    try:
        return with_number(command, number, value)
    except ValidationError as error:
        why = f"{value} cannot stand for {number.called}, which was {number.value}"
        was = {number.called: as_number(number.value)}
        raise Refused("", why, was, "/value") from error


def _signed(command: c.CorrectNumber, number: EnteredNumber) -> int | str:
    """The new number: of a loss, a loss as well, with its sign or without."""
    old, new = map(fraction, (number.value, command.value))
    is_loss = old is not None and old < 0
    return f"-{command.value}" if is_loss and new is not None and new > 0 else command.value


def _in_entries(work: Work, refused: Refused) -> Refused:
    """A refusal of the correction, told by entries and by what this command has fields for."""
    numbers, legal = dict(refused.numbers), refused.legal
    if isinstance(step := numbers.get("stopped at"), int):
        numbers["stopped at"] = _entry_of(work, step)
    if refused.pointer == "/upto":
        legal = tuple(str(_entry_of(work, step)) for step in legal or ())
    pointer, said = refused.pointer, refused.said
    if pointer.startswith("/command"):
        pointer, legal = "/value", None
    if work.judged and work.judged[-1].reason == "needs dice":
        said = f"{said.partition(';')[0]}: let them fall now, by `dice`"
    return refused.but(why=said, numbers=numbers, pointer=pointer, legal=legal)


def _entry_of(work: Work, step: int) -> int:
    """The public number of the first entry of a step."""
    return work.combat.numbers.number(work.combat.line.first(step))
