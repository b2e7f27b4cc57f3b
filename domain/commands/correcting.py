"""The referee's ruling on a past step. It stands beside the move of the head that it causes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from domain.commands.play import (
    Act,
    Answer,
    Declare,
    Draw,
    End,
    Join,
    Leave,
    Open,
    PassAll,
    Roll,
    Withdraw,
)
from domain.commands.referee import Adjust, Rule
from domain.commands.words import Command, Int

AnyPlay = Annotated[
    Open
    | Join
    | Leave
    | End
    | Act
    | Declare
    | Withdraw
    | Answer
    | PassAll
    | Roll
    | Draw
    | Adjust
    | Rule,
    Field(discriminator="type"),
]
"""Every command of the line of play."""

StepNumber = Annotated[Int, Field(ge=1)]


class Correct(Command):
    """Annul a step of the line of play, amend it, or insert one before or after it.

    `command` is what stands in its place or is put in. What follows is decided again, in whole or
    up to the step `upto`; dice that never fell stop it, or fall now.
    """

    type: Literal["correct"] = "correct"
    how: Literal["annul", "amend", "insert"]
    step: StepNumber
    where: Literal["before", "after"] = "before"
    command: AnyPlay | None = None
    upto: StepNumber | None = None
    dice: Literal["recorded", "fall"] = "recorded"
