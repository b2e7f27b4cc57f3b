"""Correction of one number: `7, not 9` at an entry becomes the amendment of the step that said it.

The number stands in the command of the entry's own step, or of another step of the same act: what
was declared may count much later. Nobody who corrects a number needs to know about steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from api.combats.open_combat import OpenCombat
from api.handlers.correction_adoption import adopt
from api.handlers.transaction import Work
from domain import commands as c
from domain import events as e
from domain.events.measures import fraction
from domain.log.codec import Entry
from domain.rerun.entered_numbers import (
    EnteredNumber,
    as_number,
    entered_numbers,
    numbers_of,
    pick,
    with_number,
)
from domain.rerun.shown_numbers import shown_elsewhere, shown_in_own_step
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.ids import step_of
from domain.state.viewer import Viewer

MOST_STEPS = 200
"""How many steps back an act is looked for."""

INSTEAD = "adjust what is true now, or annul the step"

Step = tuple[Entry, ...]


class Shown(NamedTuple):
    """A step with the numbers entered in it: those that an entry shows, and the others."""

    step: Step
    numbers: tuple[EnteredNumber, ...]
    others: tuple[EnteredNumber, ...] = ()


def correct_number(work: Work, command: c.CorrectNumber) -> None:
    """Enter the correction of one number by the referee."""
    correction = as_correction(work.combat, command, work.viewer)
    try:
        adopt(work, correction)
    except Refused as refused:
        raise _in_entries(work, refused) from refused


def as_correction(combat: OpenCombat, command: c.CorrectNumber, viewer: Viewer) -> c.Correct:
    """The correction that another number is; raises Forbidden and Refused."""
    shown = numbers_at(combat, command.entry, viewer)
    if not (shown.numbers or command.which):
        raise _nothing_entered(combat, command.entry, shown.others)
    number = pick(shown.numbers, shown.others, _unsigned(command, shown), command.which)
    kept = shown.step[0].kept
    assert kept is not None
    value = _signed(command, number)
    amended = _amended(kept.command, number, value)
    upto = None if command.upto is None else _step_at(combat, command.upto, "/upto")
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


def _unsigned(command: c.CorrectNumber, shown: Shown) -> int | str | None:
    """What stands in the place of the number; a loss may be said without its sign."""
    if command.was is None:
        return None
    values = [one.value for one in (*shown.numbers, *shown.others)]
    less = f"-{command.was}"
    signed = [value for value in values if fraction(value) == fraction(less)]
    return command.was if command.was in values or not signed else signed[0]


def _signed(command: c.CorrectNumber, number: EnteredNumber) -> int | str:
    """The new number: of a loss that was said without its sign, a loss as well."""
    old, was, new = map(fraction, (number.value, command.was, command.value))
    is_loss = old is not None and old < 0 and (was is None or was > 0)
    return f"-{command.value}" if is_loss and new is not None and new > 0 else command.value


# --- where the number was said -------------------------------------------------------------


def numbers_at(combat: OpenCombat, entry: int, viewer: Viewer) -> Shown:
    """The numbers that a person entered and a public entry shows; raises Forbidden and Refused.

    There are always some, be it such as the entry does not show and that have to be named.
    Cost: one read for each step of the act that the entry belongs to, at most `MOST_STEPS`.
    """
    if not viewer.is_referee:
        raise Forbidden("only the referee corrects the past: contest the entry, and claim it")
    step = _entries_of(combat, _step_at(combat, entry, "/entry"))
    if step[0].kept is None:
        why = f"entry {entry} was not decided here: undo to before it, and enter what should be"
        raise Refused("", why, None, "/entry")
    seq, rules = combat.numbers.seq(entry), combat.rules
    one = next(each for each in step if each.seq == seq)
    entered = entered_numbers(step[0].kept.command)
    own = shown_in_own_step(one.event, [each.event for each in step], entered, rules)
    if own:
        return Shown(step, own, tuple(number for number in entered if number not in own))
    for other in _steps_of_act(combat, one):
        said = entered_numbers(other[0].kept.command) if other[0].kept else ()
        if found := shown_elsewhere(one.event, said, rules):
            return Shown(other, found, tuple(number for number in said if number not in found))
    if not entered:
        raise _nothing_entered(combat, entry, ())
    return Shown(step, (), entered)


def _step_at(combat: OpenCombat, number: int, pointer: str) -> int:
    """The step of a public entry on the line of play; raises Refused where it is on none."""
    numbers, line = combat.numbers, combat.line
    newest = numbers.number(line.entries)
    if number > newest:
        raise Refused("", f"there is no entry {number}", {"last": newest}, pointer)
    step = line.step_of(numbers.seq(number))
    if not line.is_play(step):
        why = f"entry {number} stands beside play: only what was played is corrected"
        raise Refused("", why, None, pointer)
    if not line.standing(step):
        raise Refused(
            "", f"entry {number} was undone: correct what was played since", None, pointer
        )
    return step


def _entries_of(combat: OpenCombat, step: int) -> Step:
    return tuple(combat.entries(combat.line.first(step), combat.line.last(step), kept=True))


def _steps_of_act(combat: OpenCombat, entry: Entry) -> Iterator[Step]:
    """The steps before an entry in which its act was said and dealt with, the latest first."""
    act = _act_of(entry)
    if not (origin := step_of(act)):
        return
    step = entry.step
    for _ in range(MOST_STEPS):
        if not (step := combat.line.parent(step)):
            return
        entries = _entries_of(combat, step)
        if any(_act_of(each) == act for each in entries):
            yield entries
        if entries[0].origin == origin:
            return


def _act_of(entry: Entry) -> str:
    return getattr(entry.event, "act", "") or entry.meta.cause


# --- refusals that teach -------------------------------------------------------------------


def _nothing_entered(combat: OpenCombat, number: int, others: Sequence[EnteredNumber]) -> Refused:
    """Why there is nothing to correct at an entry, where its numbers came from, what to do."""
    seq = combat.numbers.seq(number)
    [entry] = combat.entries(seq, seq)
    if isinstance(entry.event, e.DiceRolled) and entry.event.provenance == "service":
        why = f"the service rolled the dice of entry {number}, and nobody may amend them"
        legal = (one.called for one in others)
        return Refused("", f"{why}: {INSTEAD}", numbers_of(others), "/entry", legal=legal)
    if isinstance(entry.event, e.CardDrawn):
        why = f"entry {number} shows a card: amend its step, and name the card that was drawn"
        return Refused("", why, None, "/entry")
    steps = (_entries_of(combat, entry.step), *_steps_of_act(combat, entry))
    if there := {key: value for step in steps for key, value in _said_in(combat, step).items()}:
        why = f"entry {number} shows nothing that was entered: correct what it followed from"
        return Refused("", why, there, "/entry")
    rolled = _service_roll(combat, steps, seq)
    from_dice = f" It followed from dice that the service rolled in entry {rolled}." * bool(rolled)
    why = f"nobody entered a number with entry {number}.{from_dice} Instead, {INSTEAD}"
    return Refused("", why, None, "/entry")


def _said_in(combat: OpenCombat, step: Step) -> dict[str, int | float]:
    """The numbers entered with a step, each with the entry at which it can be corrected."""
    entered = entered_numbers(step[0].kept.command) if step[0].kept else ()
    events = [each.event for each in step]
    found = dict[str, tuple[str, int | float]]()
    for each in step:
        at = combat.numbers.number(each.seq)
        for one in shown_in_own_step(each.event, events, entered, combat.rules):
            found.setdefault(one.called, (f"entry {at}, {one.called}", as_number(one.value)))
    return dict(found.values())


def _service_roll(combat: OpenCombat, steps: Sequence[Step], seq: int) -> int:
    """The public number of the last roll of the service before an entry; 0 where there is none."""
    for each in (each for step in steps for each in reversed(step) if each.seq < seq):
        if isinstance(each.event, e.DiceRolled) and each.event.provenance == "service":
            return combat.numbers.number(each.seq)
    return 0


def _in_entries(work: Work, refused: Refused) -> Refused:
    """A refusal of the correction, told by entries and by what this command has fields for."""
    numbers, legal = dict(refused.numbers), refused.legal
    if isinstance(step := numbers.get("stopped at"), int):
        numbers["stopped at"] = _entry_of(work, step)
    if refused.pointer == "/upto":
        legal = [str(_entry_of(work, step)) for step in legal or ()]
    pointer, said = refused.pointer.replace("/command", "/value"), refused.said
    if work.judged and work.judged[-1].reason == "needs dice":
        said = f"{said.partition(';')[0]}: let them fall now, by `dice`"
    return refused.but(why=said, numbers=numbers, pointer=pointer, legal=legal)


def _entry_of(work: Work, step: int) -> int:
    """The public number of the first entry of a step."""
    return work.combat.numbers.number(work.combat.line.first(step))
