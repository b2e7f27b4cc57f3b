"""Remedies: what a ruling on a dispute does, as ordinary commands that cite the dispute.

Entries are named by their public numbers, so that everybody at the table can claim a remedy.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from domain.commands.changes import Fix
from domain.commands.referee import AnyPlay
from domain.commands.values import EntryNumber
from domain.events import Fact


class Remedy(Fact):
    """What is done about a dispute."""


class LetStand(Remedy):
    """Leave everything as it was played."""

    remedy: Literal["let-stand"] = "let-stand"


class Amend(Remedy):
    """Correct the step of an entry: annul it, amend it, or insert one before or after it.

    What follows is decided again, in whole or up to the step of the entry `upto`.
    """

    remedy: Literal["amend"] = "amend"
    entry: EntryNumber
    how: Literal["annul", "amend", "insert"] = "amend"
    where: Literal["before", "after"] = "before"
    command: AnyPlay | None = None
    upto: EntryNumber | None = None
    dice: Literal["recorded", "fall"] = "recorded"


class GoBack(Remedy):
    """Go back to where play was right after an entry, and go on from there."""

    remedy: Literal["go-back"] = "go-back"
    to: EntryNumber


class Compensate(Remedy):
    """Let what was played stand, and make it good: a pool, condition, fact, place or order."""

    remedy: Literal["compensate"] = "compensate"
    change: Fix


class ReRoll(Remedy):
    """Let the dice of an entry fall again, all who are concerned agreeing."""

    remedy: Literal["re-roll"] = "re-roll"
    entry: EntryNumber


AnyRemedy = Annotated[
    LetStand | Amend | GoBack | Compensate | ReRoll, Field(discriminator="remedy")
]

REMEDY: TypeAdapter[Remedy] = TypeAdapter(AnyRemedy)
"""Parses a remedy from a dictionary; raises pydantic's ValidationError."""
