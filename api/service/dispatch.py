"""Which function carries out which command: one table for all that may be said to a combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel

from api.combats.viewers.sights import Sights
from api.handlers import dice_consent, undo_requests
from api.handlers.correction_adoption import adopt
from api.handlers.dispute_procedure import hear
from api.handlers.number_correction import correct_number
from api.handlers.play import play
from api.handlers.reports import with_log_ids
from api.handlers.transaction import Work
from domain import commands as c
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.combat import Combat
from domain.state.ids import holds_id
from domain.step.draft import Draft
from domain.table.table import talk
from projections.visibility.short_ids import ShortIds

Handler = Callable[[Work, Any], None]
M = TypeVar("M", bound=BaseModel)

_INSIDE = ("change", "command", "claim", "remedy")
"""The fields in which a command holds a change of a condition, or something that holds one."""


def enter_command(work: Work, command: c.Command) -> None:
    """Enter the steps of a command, in which short names stand for ids; raises Refused, Forbidden.

    Words that look like an id are refused: by them one could try how many steps are hidden.
    """
    if any(holds_id(value) for field, value in command if field != "note"):
        raise Refused("", "what is said may hold no id of the log, such as #12.3: write it apart")
    names = Sights().of(work.combat, work.viewer).eyes.names
    dispatch(work, _with_ids(command, names, work.combat.head))


def _with_ids(said: M, names: ShortIds, combat: Combat) -> M:
    """A command in which a condition that stands goes by its id, and an act in a report."""
    if isinstance(said, c.Report):
        return with_log_ids(said, names, combat)  # type: ignore[return-value]
    named = "parent" if isinstance(said, c.ConditionFix) and said.begin else "name"
    if isinstance(said, c.ConditionFix | c.ConditionChange):
        raw = names.raw(getattr(said, named))
        return said.model_copy(update={named: raw})  # type: ignore[return-value]
    inside = {field: vars(said).get(field) for field in _INSIDE}
    changes: dict[str, Any] = {
        k: _with_ids(v, names, combat) for k, v in inside.items() if isinstance(v, BaseModel)
    }
    if results := getattr(said, "results", ()):
        changes["results"] = tuple(_with_ids(each, names, combat) for each in results)
    return said.model_copy(update=changes) if changes else said


def dispatch(work: Work, command: c.Command) -> None:
    """Enter the steps of a command in the names of the log; raises Refused, Forbidden."""
    HANDLERS[type(command)](work, command)


def _talk(work: Work, command: c.Command) -> None:
    """Enter what is said beside play."""
    command = work.normal(command)
    said = work.apart.bind(talk(work.table, command, work.viewer))
    [entry] = work.enter([Draft(said, basis="table")], command)
    work.keep_seat(entry)


def _note(work: Work, command: c.Note) -> None:
    """Enter words, unless they are about an entry that there is not."""
    last = work.combat.numbers.number(work.combat.line.entries)
    if (command.about or 0) > last:
        raise Refused("", f"there is no entry {command.about}", {"last": last}, "/about")
    _talk(work, command)


def _seat(work: Work, command: c.Command) -> None:
    """Enter what the referee says about seats."""
    if not work.viewer.is_referee:
        raise Forbidden("only the referee gives and takes seats")
    _talk(work, command)


HANDLERS: dict[type[c.Command], Handler] = {
    **dict.fromkeys(c.PLAY, play),
    c.Correct: adopt,
    c.CorrectNumber: correct_number,
    **dict.fromkeys((c.Contest, c.AnswerDispute, c.RuleDispute), hear),
    c.Rewind: undo_requests.rewind,
    c.AskUndo: undo_requests.ask_undo,
    c.AnswerUndo: undo_requests.answer_undo,
    c.UndoPolicy: undo_requests.rule_policy,
    c.AskFreshDice: dice_consent.ask_reroll,
    c.AnswerFreshDice: dice_consent.answer_reroll,
    c.Witness: dice_consent.witness,
    c.RevealKeys: dice_consent.reveal_keys,
    c.GoOn: dice_consent.go_on,
    **dict.fromkeys((c.Commit, c.Reveal), _talk),
    c.Note: _note,
    **dict.fromkeys((c.SeatOpen, c.SeatChange, c.SeatRenew, c.SeatClose), _seat),
}
"""Each command's function, which enters its steps in a transaction."""
