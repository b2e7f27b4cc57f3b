"""Commands of the line of play: the combat itself, deeds, answers, loose dice and cards."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue, StrictBool

from domain.commands.changes import Results
from domain.commands.rolls import RollParts, Rolls
from domain.commands.values import (
    Command,
    FacesByPurpose,
    Id,
    Int,
    Name,
    Param,
    RiskByPurpose,
    Scalar,
    Word,
    Words,
)
from domain.events import Kind


class Open(Command):
    """Open a combat under a ruleset; `preset` says what a game of the table's own is like."""

    type: Literal["open"] = "open"
    ruleset: Name
    title: Word = ""
    mode: Literal["enforce", "record"] = "enforce"
    policy: Literal["referee", "consent", "strict", "free"] = "consent"
    settings: dict[Name, Scalar] = {}
    preset: dict[Name, JsonValue] = {}


class Join(Command):
    """Bring a subject into the combat, with its traits as the ruleset's sheet wants them.

    `instead` is filled in by the service: one who left, and was played by the same person.
    """

    type: Literal["join"] = "join"
    subject: Id
    name: Word = ""
    kind: Kind = "combatant"
    side: Word = ""
    controller: Word = ""
    traits: dict[Name, JsonValue] = {}
    hidden: StrictBool = False
    instead: Word = ""


class Edit(Command):
    """Change the name, the side, the player or the sheet of somebody who is here.

    What is left out stays. A sheet is the whole one, as it was sent for the join, changed; the
    `traits` that a state shows are what the game made of it, and are no sheet. What it changes in a
    pool is added to what that holds, so that what was lost stays lost.
    """

    type: Literal["edit"] = "edit"
    who: Name
    name: Name | None = None
    side: Word | None = None
    controller: Word | None = None
    traits: dict[Name, JsonValue] | None = None


class Leave(Command):
    """Take a subject out of the combat."""

    type: Literal["leave"] = "leave"
    who: Name


class End(Command):
    """End the combat."""

    type: Literal["end"] = "end"


class Deed(Command):
    """What `act` and `declare` share. `risk` and `faces` go by purpose and skip the stops.

    Where the table says what comes of a deed, `rolls` fall as it is done, and its `results` are
    carried out when others have answered. While something is asked the referee says `on_behalf` to
    do it for one whose player is here.
    """

    who: Name
    manoeuvre: Name
    targets: Words = ()
    using: Word = ""
    params: dict[Param, JsonValue] = {}
    risk: RiskByPurpose = {}
    faces: FacesByPurpose = {}
    rolls: Rolls = ()
    results: Results = ()
    against: StrictBool = False
    on_behalf: StrictBool = False


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
    on_behalf: StrictBool = False


class Answer(Command):
    """Fill a slot of the open question `about`: a choice, or the roll or card asked for.

    `toward` tells two slots of one person apart, by the foe, manoeuvre or target they are about.
    `faces` and `card` are what fell or was drawn at the table; `risk` and `faces` go by the purpose
    of the roll. The referee says `on_behalf` to answer for one whose player is here.
    """

    type: Literal["answer"] = "answer"
    who: Name
    about: Name
    choice: Name
    toward: Word = ""
    params: dict[Param, JsonValue] = {}
    risk: RiskByPurpose = {}
    faces: FacesByPurpose = {}
    card: Word = ""
    witness: Word = ""
    against: StrictBool = False
    on_behalf: StrictBool = False


class PassAll(Command):
    """Pass every slot of the open question that is `who`'s (or everybody's, without `who`).

    Everybody's are, for the referee, those of combatants without a player and of players who are
    away: `present` are those passed over, which the service fills in. For one whose player is here
    the referee says `who` and `on_behalf`.
    """

    type: Literal["pass-all"] = "pass-all"
    who: Word = ""
    on_behalf: StrictBool = False
    present: Words = ()


class Roll(RollParts, Command):
    """Roll dice that no rule asks for, openly or hidden; `bonus` is in displayed points.

    Without `dice` they are `count` of so many `sides`. `faces` go by the purpose, or by `loose`.
    """

    type: Literal["roll"] = "roll"
    who: Name
    purpose: Word = ""
    faces: FacesByPurpose = {}
    count: Annotated[Int, Field(ge=1, le=100)] = 1
    sides: Annotated[Int, Field(ge=2, le=1000)] = 6
    hidden: StrictBool = False


class Draw(Command):
    """Draw a card that no rule asks for."""

    type: Literal["draw"] = "draw"
    who: Name
    deck: Name
    purpose: Word = ""
    card: Word = ""


Course = Open | Join | Edit | Leave | End
"""Commands about the combat as a whole."""

Deeds = Act | Declare | Withdraw | Answer | PassAll | Roll | Draw
"""Commands that somebody in the combat gives."""
