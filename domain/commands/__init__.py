"""What a player or the referee may ask of a combat: a closed, tagged union.

A command says what somebody wants; `domain.decide` answers with events or refuses. Commands name
combatants, manoeuvres and windows, never the ids of acts or questions: the kernel finds those.
Kept beside its step in normal form (defaults filled in), so that it can be judged again.
"""

from __future__ import annotations

from pydantic import TypeAdapter

from domain.commands.correcting import AnyPlay, Correct
from domain.commands.disputes import AnswerDispute, Contest, RuleDispute
from domain.commands.play import (
    Act,
    Answer,
    Declare,
    Deed,
    Draw,
    End,
    Join,
    Leave,
    Open,
    PassAll,
    Roll,
    Withdraw,
)
from domain.commands.referee import (
    Adjust,
    ConditionFix,
    FactFix,
    Fix,
    OrderFix,
    PlaceFix,
    PoolFix,
    Rule,
)
from domain.commands.remedies import (
    REMEDY,
    Amend,
    AnyRemedy,
    Compensate,
    GoBack,
    LetStand,
    Remedy,
    ReRoll,
)
from domain.commands.table import (
    AnswerFreshDice,
    AnswerUndo,
    AskFreshDice,
    AskUndo,
    Commit,
    GoOn,
    Note,
    Reveal,
    RevealKeys,
    Rewind,
    SeatChange,
    SeatClose,
    SeatOpen,
    SeatRenew,
    UndoPolicy,
    Witness,
)
from domain.commands.words import (
    Command,
    Faces,
    Id,
    Int,
    Name,
    Role,
    Scalar,
    Text,
    Word,
    Words,
    union,
)

__all__ = [
    "COMMAND",
    "KEPT",
    "PLAY",
    "REMEDY",
    "TABLE",
    "Act",
    "Adjust",
    "Amend",
    "Answer",
    "AnswerDispute",
    "AnswerFreshDice",
    "AnswerUndo",
    "AnyPlay",
    "AnyRemedy",
    "AskFreshDice",
    "AskUndo",
    "Command",
    "Commit",
    "Compensate",
    "ConditionFix",
    "Contest",
    "Correct",
    "Declare",
    "Deed",
    "Draw",
    "End",
    "Faces",
    "FactFix",
    "Fix",
    "GoBack",
    "GoOn",
    "Id",
    "Int",
    "Join",
    "Leave",
    "LetStand",
    "Name",
    "Note",
    "Open",
    "OrderFix",
    "PassAll",
    "PlaceFix",
    "PoolFix",
    "ReRoll",
    "Remedy",
    "Reveal",
    "RevealKeys",
    "Rewind",
    "Role",
    "Roll",
    "Rule",
    "RuleDispute",
    "Scalar",
    "SeatChange",
    "SeatClose",
    "SeatOpen",
    "SeatRenew",
    "Text",
    "UndoPolicy",
    "Withdraw",
    "Witness",
    "Word",
    "Words",
    "union",
]

PLAY = (Open, Join, Leave, End, Act, Declare, Withdraw, Answer, PassAll, Roll, Draw, Adjust, Rule)
TABLE = (
    Rewind,
    AskUndo,
    AnswerUndo,
    UndoPolicy,
    Commit,
    Reveal,
    Note,
    SeatOpen,
    SeatChange,
    SeatRenew,
    SeatClose,
    Contest,
    AnswerDispute,
    RuleDispute,
    AskFreshDice,
    AnswerFreshDice,
    Witness,
    RevealKeys,
    GoOn,
)
KEPT = (*PLAY, *TABLE, Correct)
"""Every command that is kept beside a step. The last is not sent among the others."""

COMMAND: TypeAdapter[Command] = TypeAdapter(union(*PLAY, *TABLE))
"""Parses any command from JSON or a dictionary; raises pydantic's ValidationError."""
