"""decide: a command becomes the events of one step, or is refused with clause and numbers.

Each command has one short function; what follows from it is settled by `domain.engine.settle`.
Nothing is changed by a refusal: the step is simply not stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain import commands as c
from domain.dice.recorded_dice import NeedsDice
from domain.engine.adjustments import adjust, rule
from domain.engine.answers import answer, pass_all, withdraw_own
from domain.engine.deeds import act, declare
from domain.engine.free_rolls import draw, roll
from domain.engine.reported.report import report
from domain.engine.roster_commands import edit, end, join, leave, open_combat
from domain.engine.settle import settle
from domain.ruleset.other_revision import UNKNOWN, asked_of_names, unknown_names
from domain.ruleset.ruleset import Forbidden, Refused, Ruleset, by_name
from domain.ruleset.stage_list import Todo
from domain.state.combat import Combat
from domain.state.viewer import REFEREE, Viewer
from domain.step.step import Dice, Step

Handler = Callable[[Step, Any], Todo | None]


def decide(
    combat: Combat,
    command: c.Command,
    rules: Ruleset,
    dice: Dice,
    number: int,
    viewer: Viewer,
    public: Combat | None = None,
) -> Step:
    """The step that a command causes: its drafts, and the combat after it.

    `number` is the step's own; ids of acts are made from it. `public` is the combat as everybody
    sees it: without it, all that names somebody in hiding is taken for a secret. Raises Refused
    where the rules do not allow it, Forbidden where the viewer does not speak for whom the command
    names, and NeedsDice where the dice handed over do not have what falls.
    """
    handler = _handler_for(combat, command, viewer)
    step = Step(combat, rules, dice, number, viewer)
    step.public = public
    if unknown_names(step) and (asked := asked_of_names(step, step.new_id())) is not None:
        step.emit(asked)
    try:
        todo = _handle(step, handler, command)
        step.basis = "stated"
        settle(step, todo)
    except NeedsDice as needs:
        needs.drafts = step.drafts
        raise
    step.refuse_surplus()
    if not step.drafts:
        raise Refused("", "this would change nothing")
    return step


def _handler_for(combat: Combat, command: c.Command, viewer: Viewer) -> Handler:
    """The function of a command that may be asked for now by this viewer; raises as `decide`."""
    if why := _not_now(combat, command):
        raise Refused("", why)
    handler, alone = HANDLERS[type(command)]
    whom = REFEREE if alone else getattr(command, "who", "")
    if whom and not viewer.speaks_for(whom, combat.roster):
        raise Forbidden(f"this seat does not speak for {by_name(whom)}")
    return handler


def _handle(step: Step, handler: Handler, command: c.Command) -> Todo | None:
    """Carry a command out; one that rules which took the fight over cannot judge is refused."""
    try:
        return handler(step, command)
    except UNKNOWN as error:
        if not step.rules.takes_over:
            raise
        why = "these rules do not know what this stands on: the referee sets it right or undoes it"
        raise Refused("", why) from error


def _not_now(combat: Combat, command: c.Command) -> str:
    """Why this combat takes no such command at all; empty where it does."""
    if combat.roster.ended:
        return "the combat has ended; undo the end to play on"
    if not combat.roster.ruleset:
        return "" if isinstance(command, c.Open) else "no combat is open yet"
    return "this combat is open already" if isinstance(command, c.Open) else ""


HANDLERS: dict[type[c.Command], tuple[Handler, bool]] = {
    c.Open: (open_combat, True),
    c.Join: (join, True),
    c.Edit: (edit, True),
    c.Leave: (leave, True),
    c.End: (end, True),
    c.Act: (act, False),
    c.Declare: (declare, False),
    c.Withdraw: (withdraw_own, False),
    c.Answer: (answer, False),
    c.PassAll: (pass_all, False),
    c.Roll: (roll, False),
    c.Draw: (draw, False),
    c.Adjust: (adjust, True),
    c.Rule: (rule, True),
    c.Report: (report, True),
}
"""Each play command's function, and whether it is the referee's alone."""
