"""What is stored: the closed table of names, the envelope, bytes in and out.

A name such as `combat.dice-rolled/1` is for ever. Fields are only added, with defaults; a changed
meaning gets `/2` and an upcast, a pure function from the old dictionary to the new one. Nothing
is ever imported from a string found in a database.

An entry's body is three lines: name, meta, event; a kept command's bytes likewise: name, context,
command. The seal (`domain.log.sealing`) covers these very bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from domain import commands, events
from domain.events import Event, Fact, TextRef

M = TypeVar("M", bound=BaseModel)

Book = Literal["play", "table"]
"""play: on the tree, may be undone; table: beside it, never rewound."""


class Stored(NamedTuple):
    """A row of the table: the class that reads this name, and the book it is entered in."""

    event: type[Event]
    book: Book


STORED: dict[str, Stored] = {
    "combat.opened/1": Stored(events.CombatOpened, "play"),
    "combat.joined/1": Stored(events.Joined, "play"),
    "combat.left/1": Stored(events.Left, "play"),
    "combat.ended/1": Stored(events.CombatEnded, "play"),
    "combat.round-began/1": Stored(events.RoundBegan, "play"),
    "combat.round-ended/1": Stored(events.RoundEnded, "play"),
    "combat.turn-began/1": Stored(events.TurnBegan, "play"),
    "combat.turn-ended/1": Stored(events.TurnEnded, "play"),
    "combat.phase-began/1": Stored(events.PhaseBegan, "play"),
    "combat.phase-ended/1": Stored(events.PhaseEnded, "play"),
    "combat.order-set/1": Stored(events.OrderSet, "play"),
    "combat.dice-rolled/1": Stored(events.DiceRolled, "play"),
    "combat.card-drawn/1": Stored(events.CardDrawn, "play"),
    "combat.asked/1": Stored(events.Asked, "play"),
    "combat.answered/1": Stored(events.Answered, "play"),
    "combat.declared/1": Stored(events.Declared, "play"),
    "combat.acted/1": Stored(events.Acted, "play"),
    "combat.reacted/1": Stored(events.Reacted, "play"),
    "combat.withdrawn/1": Stored(events.Withdrawn, "play"),
    "combat.resolved/1": Stored(events.Resolved, "play"),
    "combat.closed/1": Stored(events.Closed, "play"),
    "combat.pool-changed/1": Stored(events.PoolChanged, "play"),
    "combat.pool-limited/1": Stored(events.PoolLimited, "play"),
    "combat.condition-began/1": Stored(events.ConditionBegan, "play"),
    "combat.condition-changed/1": Stored(events.ConditionChanged, "play"),
    "combat.condition-ended/1": Stored(events.ConditionEnded, "play"),
    "combat.fact-set/1": Stored(events.FactSet, "play"),
    "combat.moved/1": Stored(events.Moved, "play"),
    "combat.pool-removed/1": Stored(events.PoolRemoved, "play"),
    "combat.reported/1": Stored(events.Reported, "play"),
    "combat.gap/1": Stored(events.Gap, "play"),
    "combat.committed/1": Stored(events.Committed, "table"),
    "combat.revealed/1": Stored(events.Revealed, "table"),
    "combat.era-began/1": Stored(events.EraBegan, "table"),
    "combat.undo-requested/1": Stored(events.UndoRequested, "table"),
    "combat.undo-answered/1": Stored(events.UndoAnswered, "table"),
    "combat.undo-policy-set/1": Stored(events.UndoPolicySet, "table"),
    "combat.reroll-requested/1": Stored(events.RerollRequested, "table"),
    "combat.reroll-answered/1": Stored(events.RerollAnswered, "table"),
    "combat.witnessed/1": Stored(events.Witnessed, "table"),
    "combat.secret-fell/1": Stored(events.SecretFell, "table"),
    "combat.noted/1": Stored(events.Noted, "table"),
    "combat.contested/1": Stored(events.Contested, "table"),
    "combat.dispute-answered/1": Stored(events.DisputeAnswered, "table"),
    "combat.dispute-ruled/1": Stored(events.DisputeRuled, "table"),
    "combat.dispute-appealed/1": Stored(events.DisputeAppealed, "table"),
    "combat.rewound/1": Stored(events.Rewound, "table"),
    "combat.seat-opened/1": Stored(events.SeatOpened, "table"),
    "combat.seat-changed/1": Stored(events.SeatChanged, "table"),
    "combat.seat-closed/1": Stored(events.SeatClosed, "table"),
}

Upcast = tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]
UPCASTS: dict[str, Upcast] = {}
"""An old name to the next name and the function that carries its dictionary over."""

KEPT: dict[str, type[commands.Command]] = {
    f"command.{c.model_fields['type'].default}/1": c for c in (*commands.PLAY, *commands.TABLE)
}

NAMES = {row.event: name for name, row in STORED.items()}
KEPT_NAMES = {command: name for name, command in KEPT.items()}
_ENCODED = {event: name.encode() for event, name in NAMES.items()}


class Unreadable(ValueError):
    """Stored bytes that this version cannot read: an unknown name, or a broken shape."""


IMPORTED = "imported"
"""The basis of what was decided elsewhere: in another log, or as a report says it.

What was copied from another log has no command here; a report has one, and is headed by Reported.
"""

Stead = Literal["", "away", "here"]
"""In whose place the referee spoke: of a player who was away, or here."""


class Meta(Fact):
    """The envelope of one entry.

    `number` is the public number; of a private entry, that of the last public one before it.
    `parent` is the entry before it on the line of play, 0 for the first; None for table entries.
    `cause` is the act (or span of the clock) in whose course it happened. `at` is milliseconds
    since 1970 UTC. An empty `audience` means everybody. `origin` is set where a correction decided
    the step again: the step it was first played as, of which ids of acts are made. `stead` is set
    where the referee spoke for somebody whom a player plays.
    """

    seq: int
    step: int
    nth: int = 0
    number: int
    parent: int | None = None
    cause: str = ""
    answers: tuple[str, str] | None = None
    by: str = ""
    behalf: str = ""
    at: int
    id: str = ""
    audience: tuple[str, ...] = ()
    clause: str = ""
    basis: str = ""
    note: TextRef | None = None
    origin: int = 0
    stead: Stead = ""


class Context(Fact):
    """Under what a kept command was judged."""

    engine: str
    revision: str
    mode: str
    role: str


class Kept(NamedTuple):
    """A command in normal form with its context; stands beside the first entry of its step."""

    command: commands.Command
    context: Context


class Entry(NamedTuple):
    """One line of the log: envelope, event, and on the first line of a step its command."""

    meta: Meta
    event: Event
    kept: Kept | None = None
    leaf: bytes = b""
    chain: bytes = b""

    @property
    def seq(self) -> int:
        """The entry's place in the stream, from 1."""
        return self.meta.seq

    @property
    def step(self) -> int:
        """The step it belongs to, from 1."""
        return self.meta.step

    @property
    def origin(self) -> int:
        """The step as which it was first played: its own, or after a correction an older one."""
        return self.meta.origin or self.meta.step

    @property
    def is_play(self) -> bool:
        """True on the tree of play, False for table entries."""
        return self.meta.parent is not None


def _dump(model: BaseModel, *, whole: bool = False) -> bytes:
    """Compact JSON; defaults are left out of events (they are for ever) but not of commands."""
    return model.__pydantic_serializer__.to_json(model, exclude_defaults=not whole)


def body_bytes(meta: Meta, event: Event) -> bytes:
    """The bytes of an entry's body, as stored and as sealed."""
    return b"\n".join((_ENCODED[type(event)], _dump(meta), _dump(event)))


def kept_bytes(kept: Kept | None) -> bytes:
    """The bytes of a kept command; empty where there is none."""
    if kept is None:
        return b""
    name = KEPT_NAMES[type(kept.command)].encode()
    return b"\n".join((name, _dump(kept.context), _dump(kept.command, whole=True)))


def parse_event(
    name: str,
    data: bytes,
    stored: Mapping[str, Stored] = STORED,
    upcasts: Mapping[str, Upcast] = UPCASTS,
) -> Event:
    """The event behind a stored name, carried over from older versions; raises Unreadable."""
    if name not in stored:
        name, data = _upcast(name, data, upcasts)
    if name not in stored:
        raise Unreadable(f"no event is called {name!r} in this version")
    return _parse_model(stored[name].event, data)


def _upcast(name: str, data: bytes, upcasts: Mapping[str, Upcast]) -> tuple[str, bytes]:
    """An old name and its content as the newest name says it."""
    if name not in upcasts:
        return name, data
    try:
        raw = json.loads(data)
        while name in upcasts:
            name, carry = upcasts[name]
            raw = carry(raw)
    except (ValueError, LookupError, TypeError) as error:
        raise Unreadable(f"stored content could not be carried over to {name!r}") from error
    return name, json.dumps(raw).encode()


def _parse_model(model: type[M], data: bytes) -> M:
    """Stored JSON as what it should be; raises Unreadable."""
    try:
        return model.__pydantic_validator__.validate_json(data)  # type: ignore[no-any-return]
    except ValidationError as error:
        raise Unreadable(f"stored content is no {model.__name__}") from error


def parse_body(body: bytes) -> tuple[Meta, Event]:
    """Envelope and event from an entry's body; raises Unreadable."""
    name, meta, event = _lines(body)
    return _parse_model(Meta, meta), parse_event(name, event)


def parse_kept(data: bytes) -> Kept | None:
    """The kept command, or None where the bytes are empty; raises Unreadable."""
    if not data:
        return None
    name, context, command = _lines(data)
    if name not in KEPT:
        raise Unreadable(f"no command is called {name!r} in this version")
    return Kept(_parse_model(KEPT[name], command), _parse_model(Context, context))


def _lines(data: bytes) -> tuple[str, bytes, bytes]:
    """The three lines of a stored part."""
    parts = data.split(b"\n", 2)
    if len(parts) != 3:
        raise Unreadable("a stored part has three lines: name, envelope, content")
    return parts[0].decode(errors="replace"), parts[1], parts[2]
