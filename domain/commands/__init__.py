"""What a player or the referee may ask of a combat: a closed, tagged union.

A command says what somebody wants; `domain.engine.decide` answers with events or refuses. Commands
name combatants, manoeuvres and windows, never the ids of acts or questions: the kernel finds those.
Kept beside its step in normal form (defaults filled in), so that it can be judged again.
"""

from __future__ import annotations

from pydantic import TypeAdapter

from domain.commands.changes import *
from domain.commands.disputes import *
from domain.commands.play import *
from domain.commands.referee import *
from domain.commands.remedies import *
from domain.commands.reports import *
from domain.commands.rolls import *
from domain.commands.table import *
from domain.commands.values import *

DEEDS = (Act, Declare, Withdraw, Answer, PassAll, Roll, Draw)
PLAY = (Open, Join, Leave, End, *DEEDS, Adjust, Rule, Report)
UNDO = (Rewind, AskUndo, AnswerUndo, UndoPolicy)
NOTES = (Commit, Reveal, Note)
SEATS = (SeatOpen, SeatChange, SeatRenew, SeatClose)
DISPUTES = (Contest, AnswerDispute, RuleDispute)
DICE = (AskFreshDice, AnswerFreshDice, Witness, RevealKeys, GoOn)
TABLE = (*UNDO, *NOTES, *SEATS, *DISPUTES, *DICE, Correct)
SHORT = (CorrectNumber,)
"""Short ways to say another command: that one is carried out, and kept in the log."""

COMMAND: TypeAdapter[Command] = TypeAdapter(union(*PLAY, *TABLE, *SHORT))
"""Parses any command from JSON or a dictionary; raises pydantic's ValidationError."""
