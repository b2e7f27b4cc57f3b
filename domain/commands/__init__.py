"""What a player or the referee may ask of a combat: a closed, tagged union.

A command says what somebody wants; `domain.engine.decide` answers with events or refuses. Commands
name combatants, manoeuvres and windows, never the ids of acts or questions: the kernel finds those.
Kept beside its step in normal form (defaults filled in), so that it can be judged again.
"""

from __future__ import annotations

from pydantic import TypeAdapter

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
    AnyPlay,
    ConditionFix,
    Correct,
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
from domain.commands.values import Command, Int, Name, Role, Scalar, Text, Word, Words, union

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
    Correct,
)

COMMAND: TypeAdapter[Command] = TypeAdapter(union(*PLAY, *TABLE))
"""Parses any command from JSON or a dictionary; raises pydantic's ValidationError."""
