"""What a player or the referee may ask of a combat: a closed, tagged union.

A command says what somebody wants; `domain.decide` answers with events or refuses. Commands name
combatants, manoeuvres and windows, never the ids of acts or questions: the kernel finds those.
Kept beside its step in normal form (defaults filled in), so that it can be judged again.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    Strict,
    StringConstraints,
    TypeAdapter,
)

from domain.events import TextRef


def _whole(value: Any) -> Any:
    """JSON has one kind of number: 7.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Int = Annotated[int, BeforeValidator(_whole), Strict(), Field(ge=-(2**31), le=2**31)]
Word = Annotated[str, StringConstraints(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
Name = Annotated[Word, StringConstraints(min_length=1)]
Id = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Scalar = Int | bool | Word
Words = Annotated[tuple[Name, ...], Field(max_length=64)]
Faces = Annotated[tuple[Annotated[Int, Field(ge=1, le=1000)], ...], Field(max_length=100)]
Role = Literal["referee", "player", "spectator"]


class Command(BaseModel):
    """What all commands share: a free `note`, kept apart from the log as a person's words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    note: Text | TextRef | None = None


class Open(Command):
    """Open a combat under a ruleset."""

    type: Literal["open"] = "open"
    ruleset: Name
    title: Word = ""
    mode: Literal["enforce", "record"] = "enforce"
    policy: Literal["referee", "consent", "strict", "free"] = "consent"
    settings: dict[Name, Scalar] = {}


class Join(Command):
    """Bring a subject into the combat, with its traits as the ruleset's sheet wants them."""

    type: Literal["join"] = "join"
    subject: Id
    name: Word = ""
    kind: Literal["side", "combatant", "unit", "creature", "thing", "card"] = "combatant"
    side: Word = ""
    controller: Word = ""
    traits: dict[Name, JsonValue] = {}
    hidden: bool = False


class Leave(Command):
    """Take a subject out of the combat."""

    type: Literal["leave"] = "leave"
    who: Name


class End(Command):
    """End the combat."""

    type: Literal["end"] = "end"


class Reopen(Command):
    """Take the end of the combat back."""

    type: Literal["reopen"] = "reopen"


class Deed(Command):
    """What `act` and `declare` share. `risk` and `faces` go by purpose and skip the stops."""

    who: Name
    manoeuvre: Name
    targets: Words = ()
    using: Word = ""
    params: dict[Name, JsonValue] = {}
    risk: dict[Name, Annotated[Int, Field(ge=0, le=100)]] = {}
    faces: dict[Name, Faces] = {}
    against: bool = False


class Act(Deed):
    """Do something: an action, or the reaction or follow-on that answers the top question."""

    type: Literal["act"] = "act"


class Declare(Deed):
    """Say what one will do, without doing it yet."""

    type: Literal["declare"] = "declare"


class Withdraw(Command):
    """Take back what one declared or answered, while its question is open."""

    type: Literal["withdraw"] = "withdraw"
    who: Name
    toward: Word = ""


class Answer(Command):
    """Fill a slot of the open question `about`: a choice, or the roll that is asked for."""

    type: Literal["answer"] = "answer"
    who: Name
    about: Name
    choice: Name
    toward: Word = ""
    params: dict[Name, JsonValue] = {}
    risk: Annotated[Int, Field(ge=0, le=100)] = 0
    faces: Faces | None = None
    witness: Word = ""
    against: bool = False


class PassAll(Command):
    """Pass every slot of the open question that is `who`'s (or everybody's, without `who`)."""

    type: Literal["pass-all"] = "pass-all"
    who: Word = ""


class Roll(Command):
    """Roll dice that no rule asks for, openly or hidden from the players."""

    type: Literal["roll"] = "roll"
    who: Name
    purpose: Word = ""
    count: Annotated[Int, Field(ge=1, le=100)] = 1
    sides: Annotated[Int, Field(ge=2, le=1000)] = 6
    bonus: Int = 0
    faces: Faces | None = None
    hidden: bool = False


class Draw(Command):
    """Draw a card that no rule asks for."""

    type: Literal["draw"] = "draw"
    who: Name
    deck: Name
    purpose: Word = ""
    card: Word = ""


class PoolFix(BaseModel):
    """Change a pool by `delta`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["pool"] = "pool"
    subject: Name
    pool: Name
    key: Word = ""
    delta: Int


class ConditionFix(BaseModel):
    """Begin a condition, or end one (its short id) that stands."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    what: Literal["condition"] = "condition"
    subject: Name
    name: Name
    begin: bool = True
    level: Int = 0
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
    """The referee's own hand; needs a note that says why. Its basis is `table`."""

    type: Literal["adjust"] = "adjust"
    change: Fix


class Rule(Command):
    """The referee settles a point that the rules leave open."""

    type: Literal["rule"] = "rule"
    point: Name
    value: Scalar


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
    to: Annotated[Int, Field(ge=0)] | None = None


class Note(Command):
    """Say something about an entry (its public number) or about nothing in particular."""

    type: Literal["note"] = "note"
    note: Text | TextRef
    about: Annotated[Int, Field(ge=1)] | None = None


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


PLAY = (
    Open, Join, Leave, End, Act, Declare, Withdraw, Answer, PassAll, Roll, Draw, Adjust, Rule,
)  # fmt: skip
TABLE = (Reopen, Rewind, Commit, Reveal, Note, SeatOpen, SeatChange, SeatRenew, SeatClose)

AnyCommand = Annotated[
    Open | Join | Leave | End | Reopen | Act | Declare | Withdraw | Answer | PassAll | Roll | Draw
    | Adjust | Rule | Commit | Reveal | Rewind | Note | SeatOpen | SeatChange | SeatRenew
    | SeatClose,
    Field(discriminator="type"),
]  # fmt: skip

COMMAND: TypeAdapter[Command] = TypeAdapter(AnyCommand)
"""Parses any command from JSON or a dictionary; raises pydantic's ValidationError."""
