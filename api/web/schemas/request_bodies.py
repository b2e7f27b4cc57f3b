"""What is sent to the API: commands with plain notes, and a new combat with its seats.

The same models as the domain's, but that a note is somebody's words and nothing else: what the log
keeps of it is made here, never sent in.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field, JsonValue, StrictBool, create_model

from api.presets.text import MOST as MOST_PRESET
from api.web.schemas.response_bodies import Shape
from domain import commands as c

MOST_SEATS = 64

MOVES = (c.Rewind, c.AskUndo, c.Correct, c.CorrectNumber, c.RuleDispute)
"""Commands that move the head, or may: they have to say from where."""


REFEREE_ONLY = (
    *(c.Join, c.Edit, c.Leave, c.End, c.Adjust, c.Rule, c.Report, c.Correct, c.CorrectNumber),
    *(c.UndoPolicy, c.RevealKeys, c.GoOn, c.SeatOpen, c.SeatChange, c.SeatRenew, c.SeatClose),
)
"""Commands that no player may send."""


def _plain(command: type[c.Command], /, **more: Any) -> type[c.Command]:
    """A command whose note is text; it says who may send it, and what it demands."""
    note: Any = (c.Text, ...) if command is c.Note else (c.Text | None, None)
    whose = "It is for the referee alone." if command in REFEREE_ONLY else ""
    demands = "It demands `If-Match`." if command in MOVES else ""
    more_said = " ".join(filter(None, (whose, demands)))
    says = f"{command.__doc__}\n\n{more_said}" if more_said else command.__doc__
    return create_model(command.__name__, __base__=command, __doc__=says, note=note, **more)


def _with_type(command: type[c.Command], /, **more: Any) -> type[c.Command]:
    """A command that has to say its type, since others may stand in its place."""
    return _plain(command, type=(command.model_fields["type"].annotation, ...), **more)


# Only a ruling cites its dispute: nobody may say so.
_FILLED_IN: dict[type[c.Command], dict[str, Any]] = {c.Adjust: {"cites": (None, None)}}
_PLAY = {
    command: _with_type(command, **_FILLED_IN.get(command, {}))
    for command in c.PLAY
    if command is not c.Open
}
_AnyPlay: Any = Annotated[c.union(*_PLAY.values()), Field(title="PlayCommand")]


class Amend(c.Amend):
    """Correct the step of an entry: annul it, amend it, or insert one before or after it."""

    command: _AnyPlay | None = None


AnyRemedy = Annotated[
    c.LetStand | Amend | c.GoBack | c.Compensate | c.ReRoll,
    Field(discriminator="remedy", title="Remedy"),
]
_WITH_COMMANDS: dict[type[c.Command], dict[str, Any]] = {
    c.Contest: {"claim": (AnyRemedy | None, None)},
    c.AnswerDispute: {"claim": (AnyRemedy | None, None)},
    c.RuleDispute: {"remedy": (AnyRemedy, ...)},
    c.Correct: {"command": (_AnyPlay | None, None)},
}
_TABLE = {
    command: _with_type(command, **_WITH_COMMANDS.get(command, {}))
    for command in (*c.TABLE, *c.SHORT)
}

COMMANDS: tuple[type[c.Command], ...] = (*_PLAY.values(), *_TABLE.values())
"""Every command that may follow the first."""

AnyCommand: Any = Annotated[c.union(*COMMANDS), Field(title="Command")]

_OF = {told: of for of, told in (_PLAY | _TABLE).items()}


def command_of(said: c.Command) -> c.Command:
    """A command as the domain knows it."""
    # It is checked already, field by field; checking it again would take as long again.
    return _OF[type(said)].model_construct(**{k: _meant(v) for k, v in said})


def remedy_of(said: c.Remedy) -> c.Remedy:
    """A remedy as the domain knows it."""
    if not isinstance(said, Amend):
        return said
    return c.Amend.model_construct(**{k: _meant(v) for k, v in said})


def _meant(value: Any) -> Any:
    if isinstance(value, c.Remedy):
        return remedy_of(value)
    return command_of(value) if isinstance(value, c.Command) else value


CampaignName = Annotated[c.Word, AfterValidator(str.strip)]
"""What a campaign is called, without blanks around it; empty for none."""

_BESIDE = ("seats", "allowance", "campaign", "carry")
"""What of a new combat is not in the command that opens it."""


class NewSeat(Shape):
    """A place at the table for a person."""

    person: c.Name
    role: c.Role
    combatants: c.Words = ()


class NewCombat(_plain(c.Open)):  # type: ignore[misc]
    """Open a combat under a ruleset, with seats for its people.

    `preset` is the name of one of `/v1/presets`, or JSON of the same kind; of JSON that is given as
    a text, a mistake has its line and column.

    `campaign` is the name of the campaign that it belongs to. With `carry` the characters of that
    campaign come in as they left their last fight, with the pools and conditions that they had
    left: all whom players play, or those that are named.
    """

    preset: Annotated[str, Field(max_length=MOST_PRESET)] | dict[c.Name, JsonValue] = {}
    seats: Annotated[tuple[NewSeat, ...], Field(max_length=MOST_SEATS)] = ()
    allowance: Annotated[c.Int, Field(ge=0, le=100)] = 0
    campaign: CampaignName = ""
    carry: StrictBool | c.Words = False

    def opening(self, preset: dict[str, Any]) -> c.Open:
        """The command that opens it, with its preset."""
        said = self.model_dump(exclude={*_BESIDE, "preset"})
        return c.Open.model_validate({**said, "preset": preset})

    @property
    def openings(self) -> tuple[c.SeatOpen, ...]:
        """The commands that open its seats."""
        return tuple(c.SeatOpen(**seat.model_dump()) for seat in self.seats)
