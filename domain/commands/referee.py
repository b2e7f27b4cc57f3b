"""The referee's own hand: fixes, rulings on open points, corrections of past steps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from domain.commands.changes import Fix
from domain.commands.play import Course, Deeds
from domain.commands.reports import Report
from domain.commands.values import Command, EntryNumber, Int, Name, Points, Scalar, Word


class Adjust(Command):
    """The referee's own hand; needs a note that says why. Its basis is `table`.

    `cites` is the dispute whose ruling this carries out; the service fills it in.
    """

    type: Literal["adjust"] = "adjust"
    change: Fix
    cites: EntryNumber | None = None


class Rule(Command):
    """The referee settles a point that the rules leave open."""

    type: Literal["rule"] = "rule"
    point: Name
    value: Scalar


AnyPlay = Annotated[Course | Deeds | Adjust | Rule | Report, Field(discriminator="type")]
"""Every command of the line of play."""

StepNumber = Annotated[Int, Field(ge=1)]


class Correct(Command):
    """Annul a step of the line of play, amend it, or insert one before or after it.

    `command` is what stands in its place or is put in. What follows is decided again, in whole or
    up to the step `upto` and with it; dice that never fell stop it, or fall now. With the corrected
    step as `upto`, or the one right before what is put in, all that follows falls away.
    """

    type: Literal["correct"] = "correct"
    how: Literal["annul", "amend", "insert"]
    step: StepNumber
    where: Literal["before", "after"] = "before"
    command: AnyPlay | None = None
    upto: StepNumber | None = None
    dice: Literal["recorded", "fall"] = "recorded"


class CorrectNumber(Command):
    """Correct one number that somebody entered, at the public entry that shows it: 7, not 9.

    It is carried out as `correct`, which amends the step in which the number was said. Where there
    are several, `which` is what people call the one that is meant (`die 2`, `their health`), or
    `was` what stands there; a loss may be said without its sign, and stays one. What follows is
    decided again, in whole or up to the step of the entry `upto` and with it. Without a note, the
    note says what was corrected.
    """

    type: Literal["correct-number"] = "correct-number"
    entry: EntryNumber
    value: Points
    was: Points | None = None
    which: Word = ""
    upto: EntryNumber | None = None
    dice: Literal["recorded", "fall"] = "recorded"
