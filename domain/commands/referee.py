"""The referee's own hand: corrections by his word, and rulings on what the rules leave open."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from domain.commands.words import Command, Int, Name, Points, Scalar, Word, Words


class PoolFix(BaseModel):
    """Change a pool by `delta` displayed points."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["pool"] = "pool"
    subject: Name
    pool: Name
    key: Word = ""
    delta: Points


class ConditionFix(BaseModel):
    """Begin a condition, or end one that stands: `name` is what it is called, or its short id.

    By name, `toward` and `at` say which one is ended where several stand.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["condition"] = "condition"
    subject: Name
    name: Name
    begin: StrictBool = True
    level: Annotated[Int, Field(ge=0, le=1000)] = 0
    toward: Word = ""
    at: Word = ""


class FactFix(BaseModel):
    """Set a declared fact."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["fact"] = "fact"
    of: Name
    name: Name
    toward: Word = ""
    value: Scalar


class PlaceFix(BaseModel):
    """Put a subject somewhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["place"] = "place"
    subject: Name
    place: Name


class OrderFix(BaseModel):
    """Set who comes when."""

    model_config = ConfigDict(frozen=True, extra="forbid")
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
