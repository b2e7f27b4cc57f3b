"""What stands beside the tree of play and is never rewound: words, seats, bonds, rewinds."""

from __future__ import annotations

from typing import Literal

from domain.events.values import Event, PublicNumber, TextRef


class Committed(Event):
    """Somebody bound himself to something not yet shown."""

    who: str
    what: str
    commitment: str


class Revealed(Event):
    """Something committed was shown; it stays shown."""

    who: str
    what: str
    value: str


class Witnessed(Event):
    """Somebody saw fall what another typed in at a public entry."""

    who: str
    entry: PublicNumber


class SecretFell(Event):
    """What `who` did in secret fell, because the head moved or a past step was corrected."""

    who: str
    what: str
    why: str


class Noted(Event):
    """Somebody said something about an entry (its public number) or about nothing in particular."""

    about: PublicNumber | None = None
    text: TextRef
    bookmark: bool = False


MoveReason = Literal["undo", "redo", "jump", "correction", "ruled"]
"""Why the head moved: what was asked for, a corrected step, or what a ruling carries out."""


class Rewound(Event):
    """The head moved from the entry `was` to the entry `to`: undo, redo and jump are this."""

    was: int
    to: int
    why: MoveReason


class EraBegan(Event):
    """A combat that came from elsewhere goes on here: its dice are bound to keys of this era.

    What a label has shown before stays with it. Salts count anew.
    """

    era: int
    commitments: dict[str, str]


class SeatOpened(Event):
    """A place at the table was given to a person. Its secret is never in the log.

    `name` is the commitment to the person's name, which stands apart as the words of a text do.
    """

    seat: str
    person: str
    role: Literal["referee", "player", "spectator"]
    combatants: tuple[str, ...] = ()
    name: str = ""


class SeatChanged(Event):
    """A seat has another role, plays other combatants, or has a new secret."""

    seat: str
    role: Literal["referee", "player", "spectator"]
    combatants: tuple[str, ...] = ()
    renewed: bool = False


class SeatClosed(Event):
    """The seat no longer opens anything."""

    seat: str
