"""The referee's own hand: fixes, rulings on open points, corrections of past steps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from domain.commands.play import Course, Deeds
from domain.commands.values import Command, Int, Name, Points, Scalar, Word, Words
from domain.events import Fact

Limit = Points | Literal["none"]
"""The least or the most of a pool in displayed points, or that it has none."""


class PoolFix(Fact):
    """Change a pool by `delta` displayed points, set it `to` so many, or set its limits.

    Temporary points go by the key `temporary`.
    """

    what: Literal["pool"] = "pool"
    subject: Name
    pool: Name
    key: Word = ""
    delta: Points | None = None
    to: Points | None = None
    least: Limit | None = None
    most: Limit | None = None


class ConditionFix(Fact):
    """Begin a condition, or end one that stands: `name` is what it is called, or its short id.

    By name, `toward` and `at` say which one is ended where several stand.
    """

    what: Literal["condition"] = "condition"
    subject: Name
    name: Name
    begin: StrictBool = True
    level: Annotated[Int, Field(ge=0, le=1000)] = 0
    toward: Word = ""
    at: Word = ""


class FactFix(Fact):
    """Set a fact: one that the game declares, or of any name where the game takes any."""

    what: Literal["fact"] = "fact"
    of: Name
    name: Name
    toward: Word = ""
    value: Scalar


class PlaceFix(Fact):
    """Put a subject somewhere."""

    what: Literal["place"] = "place"
    subject: Name
    place: Name


class OrderFix(Fact):
    """Set who comes when."""

    what: Literal["order"] = "order"
    scope: Name
    order: Words


Fix = Annotated[PoolFix | ConditionFix | FactFix | PlaceFix | OrderFix, Field(discriminator="what")]


class Adjust(Command):
    """The referee's own hand; needs a note that says why. Its basis is `table`.

    `cites` is the dispute whose ruling this carries out; the service fills it in.
    """

    type: Literal["adjust"] = "adjust"
    change: Fix
    cites: Annotated[Int, Field(ge=1)] | None = None


class Rule(Command):
    """The referee settles a point that the rules leave open."""

    type: Literal["rule"] = "rule"
    point: Name
    value: Scalar


AnyPlay = Annotated[Course | Deeds | Adjust | Rule, Field(discriminator="type")]
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
