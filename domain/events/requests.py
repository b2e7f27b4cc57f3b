"""Requests beside play: leave to move the head, and leave to let dice or a card fall again.

At most one of each kind is open, so an answer needs no id. It ends with the last agreement, with a
refusal, when it is withdrawn, or in silence at `until`.
"""

from __future__ import annotations

from typing import Literal

from domain.events.values import Event, PublicNumber


class Requested(Event):
    """Somebody asks for leave: everybody in `must` has to agree before `until`.

    People are named by their id, the referee as `referee`; `until` is milliseconds since 1970 UTC.
    """

    asker: str
    must: tuple[str, ...] = ()
    until: int


class UndoRequested(Requested):
    """A request to move the head from the public entry `was` to `to`.

    Where nobody must agree, it is one of the asker's free moves.
    """

    how: Literal["undo", "redo", "jump"]
    was: PublicNumber
    to: PublicNumber


class RerollRequested(Requested):
    """A request to let what a public entry showed fall again; granted where nobody must agree."""

    entry: PublicNumber


class UndoAnswered(Event):
    """An undo request is agreed to, refused or withdrawn by `who`.

    `block` refuses it as well as all later ones, until the same person says `allow`.
    """

    who: str
    choice: Literal["agree", "refuse", "withdraw", "block", "allow"]


class RerollAnswered(Event):
    """A request for fresh dice is agreed to, refused or withdrawn by `who`."""

    who: str
    choice: Literal["agree", "refuse", "withdraw"]


class UndoPolicySet(Event):
    """The referee ruled how this table undoes, and how many free moves each person has."""

    policy: Literal["referee", "consent", "strict", "free"]
    allowance: int = 0
