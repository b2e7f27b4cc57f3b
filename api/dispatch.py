"""Which function carries out which command: one table for all that may be said to a combat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from api import asking, fairness
from api.adopting import adopt
from api.hearing import hear
from api.playing import play
from api.work import Work
from domain import commands as c
from domain.drafting import Draft
from domain.ruleset import Forbidden, Refused
from domain.table import talk

Handler = Callable[[Work, Any], None]


def carry_out(work: Work, command: c.Command) -> None:
    """Enter the steps of a command; raises Refused, Forbidden."""
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
    **dict.fromkeys((c.Contest, c.AnswerDispute, c.RuleDispute), hear),
    c.Rewind: asking.rewind,
    c.Reopen: asking.reopen,
    c.AskUndo: asking.ask_undo,
    c.AnswerUndo: asking.answer_undo,
    c.UndoPolicy: asking.rule_policy,
    c.AskFreshDice: fairness.ask_reroll,
    c.AnswerFreshDice: fairness.answer_reroll,
    c.Witness: fairness.witness,
    c.RevealKeys: fairness.reveal_keys,
    c.GoOn: fairness.go_on,
    **dict.fromkeys((c.Commit, c.Reveal), _talk),
    c.Note: _note,
    **dict.fromkeys((c.SeatOpen, c.SeatChange, c.SeatRenew, c.SeatClose), _seat),
}
"""Each command's function, which enters its steps in a transaction."""
