"""The catalogue: one row per combat, to be listed and searched; what the public may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.events import CombatOpened
from domain.log.codec import Entry
from domain.state.combat import Combat

FIGHTERS = ("combatant", "creature", "unit")


class Row(NamedTuple):
    """A combat as the catalogue lists it; times are milliseconds since 1970 UTC.

    `members` are the names of those who fight or fought, joined, to be searched. A what-if
    has the combat and the entry that it goes on from, and the person there who made it.
    """

    title: str
    ruleset: str
    status: Literal["open", "ended"]
    members: str
    opened_at: int
    changed_at: int
    origin: str = ""
    origin_entry: int = 0
    maker: str = ""


def row(previous: Row | None, entries: Sequence[Entry], combat: Combat) -> Row | None:
    """The row after some more entries; `combat` is the state at the head after them.

    Only public entries count, so that nothing hidden moves a combat in the list. None as long as
    nothing was said in public.
    """
    public = [entry for entry in entries if not entry.meta.audience]
    if not public:
        return previous
    row = previous or _opening(public[0])
    return row._replace(
        ruleset=combat.roster.ruleset,
        status="ended" if combat.roster.ended else "open",
        members=_members(combat),
        changed_at=public[-1].meta.at,
    )


def _opening(first: Entry) -> Row:
    """The row of a combat right after its first entry."""
    opened = first.event
    assert isinstance(opened, CombatOpened)
    at, origin = first.meta.at, opened.origin
    row = Row(opened.title, opened.ruleset, "open", "", at, at)
    if origin is None:
        return row
    return row._replace(origin=origin.combat, origin_entry=origin.entry, maker=origin.maker)


def _members(combat: Combat) -> str:
    """Everybody of the line of play who is or was openly here, by name."""
    roster = combat.roster.members.values()
    return ", ".join(m.name for m in roster if m.kind in FIGHTERS and not m.hidden)
