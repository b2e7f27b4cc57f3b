"""Commands of the table: words, bonds, seats, and moving the head. They stand beside play."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StrictBool, StringConstraints
from pydantic.config import JsonDict

from domain.commands.values import (
    Command,
    EntryNumber,
    EntryOrStart,
    Int,
    Name,
    Role,
    Text,
    Word,
    Words,
)
from domain.events import TextRef


class Commit(Command):
    """Bind oneself to something unshown: SHA-256 of `what`, a line feed, and the value."""

    type: Literal["commit"] = "commit"
    what: Name
    commitment: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Reveal(Command):
    """Show what one committed oneself to."""

    type: Literal["reveal"] = "reveal"
    what: Name
    value: Word


class Rewind(Command):
    """Undo, redo or jump: to the start of a span, or to the step that holds entry `to`."""

    type: Literal["rewind"] = "rewind"
    how: Literal["undo", "redo", "jump"] = "undo"
    span: Literal["step", "turn", "phase", "round"] = "step"
    to: EntryOrStart | None = None


class AskUndo(Command):
    """Ask those concerned to let the head move; it moves at once where nobody is concerned."""

    type: Literal["ask-undo"] = "ask-undo"
    how: Literal["undo", "redo", "jump"] = "undo"
    span: Literal["step", "turn", "phase", "round"] = "step"
    to: EntryOrStart | None = None


class AnswerUndo(Command):
    """Answer the open request to go back, or withdraw one's own.

    `block` refuses it and all that come later, until one says `allow`. The referee may answer for
    somebody who is away (`who`, a person).
    """

    type: Literal["answer-undo"] = "answer-undo"
    choice: Literal["agree", "refuse", "withdraw", "block", "allow"]
    who: Word = ""


class UndoPolicy(Command):
    """The referee settles how this table goes back from now on.

    `allowance` is how often each person may take back, unasked, what touched nobody else's
    decision though something was learned.
    """

    type: Literal["undo-policy"] = "undo-policy"
    policy: Literal["referee", "consent", "strict", "free"]
    allowance: Annotated[Int, Field(ge=0, le=100)] = 0


class AskFreshDice(Command):
    """Ask the table to let dice or a card fall afresh that were shown and undone.

    `about` is the public entry in which they were shown, or in which somebody came in whose place
    another would take now.
    """

    type: Literal["ask-fresh-dice"] = "ask-fresh-dice"
    about: EntryNumber


class AnswerFreshDice(Command):
    """Answer the request for fresh dice, or withdraw one's own; the referee for who is away."""

    type: Literal["answer-fresh-dice"] = "answer-fresh-dice"
    choice: Literal["agree", "refuse", "withdraw"]
    who: Word = ""


class Witness(Command):
    """Confirm what another typed in: one saw these dice fall, or this card drawn."""

    type: Literal["witness"] = "witness"
    about: EntryNumber


class RevealKeys(Command):
    """Show the keys of the dice of a combat that has ended, for everybody to recompute them.

    It is final: nothing is played or taken back after it. Hidden dice stay hidden unless said.
    """

    type: Literal["reveal-keys"] = "reveal-keys"
    hidden: StrictBool = False


class GoOn(Command):
    """Go on here with a combat that was begun elsewhere: its dice get keys of this installation.

    What they have shown stays. The referee says it, once.
    """

    type: Literal["go-on"] = "go-on"


_A_BOOKMARK_HAS_ITS_ENTRY: JsonDict = {
    "if": {"required": ["bookmark"], "properties": {"bookmark": {"const": True}}},
    "then": {"required": ["about"], "properties": {"about": {"not": {"type": "null"}}}},
}


class Note(Command):
    """Say something about an entry (its public number) or about nothing in particular.

    A bookmark is a note by which one finds that entry again, so it needs `about`.
    """

    model_config = ConfigDict(json_schema_extra=_A_BOOKMARK_HAS_ITS_ENTRY)

    type: Literal["note"] = "note"
    note: Text | TextRef
    about: EntryNumber | None = None
    bookmark: StrictBool = False


class SeatOpen(Command):
    """Give a person a place at the table."""

    type: Literal["seat-open"] = "seat-open"
    person: Name
    role: Role
    combatants: Words = ()


class SeatChange(Command):
    """Change a seat's role or combatants."""

    type: Literal["seat-change"] = "seat-change"
    seat: Name
    role: Role
    combatants: Words = ()


class SeatRenew(Command):
    """Give a seat a new secret; the old one opens nothing any more."""

    type: Literal["seat-renew"] = "seat-renew"
    seat: Name


class SeatClose(Command):
    """Close a seat."""

    type: Literal["seat-close"] = "seat-close"
    seat: Name
