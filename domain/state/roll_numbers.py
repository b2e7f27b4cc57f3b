"""Numbers for rolls: a newcomer who takes the place of one who left keeps that one's number.

Another number would be other dice: to leave and to come in again would be a way to roll again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from domain.events import Joined
from domain.state.roster import Member, Roster

ABLE_KINDS = ("combatant", "creature", "unit")
"""The kinds of subject that can act and roll."""

BY_WORD = ("table", "imported")
"""The bases on which somebody comes in by a word of people or of their programs."""

Plays = Iterable[tuple[str, Collection[str]]]
"""The players at the table: each person with the combatants of the seat."""


def vacant(roster: Roster) -> tuple[Member, ...]:
    """Those who left with a number for rolls that nobody who is openly here has, by number."""
    held = {0, *(member.roller for member in roster.present())}
    left = (m for m in roster.members.values() if m.roller not in held)
    return tuple(sorted(left, key=lambda member: member.roller))


def is_new(roster: Roster, number: int) -> bool:
    """True for a number for rolls that nobody has had."""
    return number > roster.rollers()


def number_for(roster: Roster, newcomer: Member | Joined, instead: str = "") -> int:
    """The number under which somebody comes in: the own one, a leaver's, or the next.

    `instead` is who left and was played by the same person; the same sheet comes first.
    """
    had = roster.get(newcomer.subject)
    if had is not None and had.roller:
        return had.roller
    if newcomer.kind not in ABLE_KINDS or newcomer.hidden:
        return 0
    left, sheet = vacant(roster), (newcomer.kind, newcomer.traits)
    same = [m.roller for m in left if (m.kind, m.traits) == sheet]
    taken = [m.roller for m in left if m.subject == instead]
    return next(iter((*same, *taken)), roster.rollers() + 1)


def predecessor(plays: Plays, roster: Roster, subject: str, controller: str) -> str:
    """The first who left and was played by a person who plays the newcomer; "" for nobody."""
    seats = tuple(plays)
    mine = _people(seats, subject, controller)
    left = (m for m in vacant(roster) if mine & _people(seats, m.subject, m.controller))
    return next((member.subject for member in left), "")


def numbers_due(roster: Roster, joined: Joined, plays: Plays, origin: int, basis: str) -> set[int]:
    """The number that a newcomer has to have; more than one only in a correction.

    There, those count who played them when the step was first decided.
    """
    instead = [""]
    if origin:
        instead += [left.subject for left in vacant(roster)]
    elif basis == "table":
        instead = [predecessor(plays, roster, joined.subject, joined.controller)]
    return {number_for(roster, joined, left) for left in instead}


def _people(seats: Plays, subject: str, controller: str) -> set[str]:
    """Who plays a subject: the seats that name it or its master, or a person who is its master."""
    named = {subject, controller} - {""}
    return {person for person, whom in seats if person in named or named & set(whom)}
