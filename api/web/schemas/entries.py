"""Entries of the log as they are sent: a schema for each type of event, told apart by `type`.

They follow the stored events. What is sent in displayed points, by an entry number, or not at all
to some viewers, has another type here than in the log.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import ConfigDict, Field, create_model

from api.web.schemas.json_schema import EntryNumber, with_objects
from api.web.schemas.request_bodies import AnyRemedy
from api.web.schemas.response_bodies import Millis, Names, Shape, optional
from domain import events as e
from domain.log.codec import STORED
from projections.visibility.visible_log import UNSENT

Points = Annotated[float, Field(description="In displayed points: 3, or 2.5.")]
_Traits = dict[str, Points | str | bool]

_Until = Annotated[
    Literal["all", "first"],
    Field(
        description="`first`: it closes with the first answer. `all`: it closes when no slot is"
        " open. A game may draw the slots anew after each answer and leave some out, so that one"
        " answer may close it."
    ),
]

_AS_SENT: dict[type[e.Fact], dict[str, Any]] = {
    e.Asked: {"until": _Until},
    e.Joined: {"traits": _Traits},
    e.Edited: {"traits": _Traits | None},
    e.OrderSet: {"scores": dict[str, Points], "more": dict[str, list[Points]]},
    e.DiceRolled: {"unit": Points, "total": Points, "target": Points | None},
    e.DiceGroup: {"unit": Points},
    e.Modifier: {"value": Points},
    e.CardDrawn: {"rank": Points},
    e.Resolved: {"figures": dict[str, Points | str]},
    e.PoolChanged: dict.fromkeys(("delta", "balance", "wanted"), Points | None),
    e.PoolLimited: dict.fromkeys(("least", "most"), Points | None),
    e.PoolRemoved: {"left": Points | None},
    e.Mod: {"value": Points},
    e.Contested: {"claim": AnyRemedy | None},
    e.DisputeRuled: {"remedy": AnyRemedy},
    e.DisputeAppealed: {"claim": AnyRemedy | None},
    e.Rewound: {"was": EntryNumber, "to": EntryNumber},
}
"""Fields that are sent otherwise than they are stored."""


class EntryNote(Shape):
    """Words written to an entry: their name, what binds them, and the words if they still exist."""

    id: str = Field(description="The name of the text, as its reader counts them.")
    digest: str = Field(description="The commitment to the words and their author, SHA-256.")
    words: str = Field(description="The words; empty where they were deleted.")


class AnyEntry(Shape):
    """One line of the log as the caller sees it, in numbers and names of their own."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, defer_build=True)

    number: EntryNumber = Field(description="Its number; 412.1 is private.")
    step: int = Field(ge=1, description="Its step, counted over those that the caller sees.")
    parent: EntryNumber | None = Field(
        description="The entry of play before it, 0 for none; null beside the line of play."
    )
    type: str
    event: Any
    cause: str = Field(description="An act, a span of the clock, `hidden`, or nothing.")
    answers: tuple[str, str] | None = Field(
        description="The question and the slot that it answers."
    )
    by: str = Field(description="The person who said it.")
    by_name: str = Field(description="Their name; empty for the operator, and where forgotten.")
    on_behalf: str = Field(alias="for", description="The fighter for whom it was said.")
    names: Names = Field(description="The name of each fighter or thing in this entry by its id.")
    at: Millis = Field(description="Milliseconds since 1970 UTC.")
    clause: str = Field(description="The rule behind it.")
    basis: str = Field(description="What it rests on: the rules, the table, another log.")
    again: optional(  # type: ignore[valid-type]
        int, "The step that a correction decided again here."
    )
    in_place_of: optional(  # type: ignore[valid-type]
        Literal["away", "here"],
        "Said by the referee in the place of a player, who was away or here.",
    )
    note: optional(EntryNote, "Words written to it, opened.")  # type: ignore[valid-type]


@cache
def sent(fact: type[e.Fact]) -> Any:
    """The schema of an event, or of a part of one, as it is sent: every field is there."""
    hints = get_type_hints(fact, include_extras=True)
    stored = {name: hints[name] for name in fact.model_fields if name not in UNSENT}
    fields = {k: with_objects(v, _part) for k, v in stored.items()} | _AS_SENT.get(fact, {})
    typed: dict[str, Any] = {name: (of, ...) for name, of in fields.items()}
    return create_model(fact.__name__, __base__=Shape, __doc__=fact.__doc__, **typed)


def _part(of: type) -> Any:
    return sent(of) if issubclass(of, e.Fact) else None


def _entry(name: str, event: type[e.Event]) -> Any:
    """The schema of the entries of one type."""
    of: Any = {"type": (Literal[name], ...), "event": (sent(event), ...)}
    about = f"{AnyEntry.__doc__} Its event: {event.__name__}."
    return create_model(f"{event.__name__}Entry", __base__=AnyEntry, __doc__=about, **of)


ENTRIES = tuple(_entry(name, stored.event) for name, stored in STORED.items())

Entry: Any = Annotated[reduce(or_, ENTRIES), Field(discriminator="type", title="Entry")]
"""Any entry of the log."""


class Entries(Shape):
    """A page of the log; `next` is what to send as `after` for the next one; null at the end."""

    items: list[Entry]
    next: EntryNumber | None


class CommandResult(Shape):
    """What a command caused, as its sender sees it: its first hundred entries.

    A ruling, a correction or the last answer to an undo request may have several steps; `step` is
    the first. What follows the last of `entries` up to `head` is read with `events`.
    """

    step: int
    replayed: bool = Field(description="True where this command was carried out before.")
    head: str = Field(description="The head now, for `If-Match`.")
    entries: list[Entry]
    tokens: optional(dict[str, str], "New tokens by seat, shown once.")  # type: ignore[valid-type]
    standing: optional(  # type: ignore[valid-type]
        str, "Of a command sent again: `on the line`, or `undone by step 12`."
    )
    noted: optional(  # type: ignore[valid-type]
        list[str],
        "JSON Pointers to traits that the log keeps and no rule of this game reads, such as a name"
        " that is misspelled.",
    )
