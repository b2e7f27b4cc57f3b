"""Parties: who has a stake in what is contested, and who could vote on it.

They come from what everybody sees, so that nothing hidden is told by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import BaseModel

from api.combats.open_combat import OpenCombat
from domain import commands as c
from domain.log.codec import Entry
from domain.ruleset.ruleset import Refused
from domain.state.exchange import Doing
from domain.state.viewer import PUBLIC, REFEREE
from domain.table.disputes import Dispute
from domain.table.table import Seat
from domain.table.undo_impact import SHEETLESS, Company

_NAMING = {"who", "subject", "of", "toward", "targets", "source", "whose"}
_HOLDING = {"change", "changes", "results", "rolls", "params", "until"}
"""The fields that name somebody, and those inside of which others do."""

MOST = 500
"""Entries of a span that is contested, or that a claim goes back over before it."""


def contested_entries(combat: OpenCombat, first: int, last: int) -> list[Entry]:
    """The public entries that are contested; raises Refused where there are none such."""
    numbers = combat.numbers
    newest = numbers.number(combat.line.entries)
    if not first <= last <= newest or last - first >= MOST:
        why = f"there are no entries {first} to {last} to contest"
        where = "/upto" if first <= newest else "/entry"
        raise Refused("", why, {"last": newest, "at most": MOST}, where)
    found = combat.entries(numbers.seq(first), numbers.seq(last))
    return [entry for entry in found if not entry.meta.audience]


def parties_of(
    combat: OpenCombat, asker: str, entries: list[Entry], claim: c.Remedy | None
) -> tuple[str, ...]:
    """Return who contests, who said what is contested, and who plays those named in it or a claim.

    Of what nobody with a seat plays, the referee is the party.
    """
    named = [who for entry in entries for who in _entry_subjects(combat, entry)]
    named += _remedy_subjects(combat, claim, entries[0].meta.number)
    return tuple(dict.fromkeys([asker, *_players(combat, named)]))


def parties_now(
    combat: OpenCombat, found: Dispute, claim: c.Remedy | None = None
) -> tuple[str, ...]:
    """Who has a stake in a dispute as the seats stand now: fighters change hands.

    Beside its parties: who plays now those whom it names, what was claimed or ruled concerns, or a
    fighter taken over from a party; and those whom a further claim concerns.
    """
    entries = contested_entries(combat, found.entry, found.upto)
    named = [who for entry in entries for who in _entry_subjects(combat, entry)]
    for remedy in (*found.claims, *(ruling.remedy for ruling in found.rulings)):
        asked = c.REMEDY.validate_python(remedy) if remedy else None
        named += _remedy_subjects(combat, asked, found.entry)
    players = [who for who in _players(combat, named) if who != REFEREE]
    players += _players(combat, _remedy_subjects(combat, claim, found.entry))
    taken = _successors(combat, found.parties, entries[0])
    return tuple(dict.fromkeys([*found.parties, *players, *taken]))


def _players(combat: OpenCombat, named: Iterable[str]) -> Iterator[str]:
    """Who plays those who are named: players, else the referee."""
    roster = combat.view(PUBLIC).roster
    seats = [s.viewer for s in combat.table.seats.values() if s.is_open and s.role == "player"]
    for who in dict.fromkeys(named):
        if who == REFEREE or roster.get(who) is not None:
            yield from [s.person for s in seats if s.speaks_for(who, roster)] or [REFEREE]


def _remedy_subjects(combat: OpenCombat, remedy: c.Remedy | None, contested: int) -> Iterator[str]:
    """Those whom a remedy concerns, or somebody could uphold it for their own fighter.

    What comes after the first `contested` entry may fall with any remedy, and an order is
    everybody's: neither makes a party. Of what is gone back over, the nearest entries count, and
    of what comes back all do.
    """
    match remedy:
        case c.Compensate(change=change):
            yield from _subjects(change)
        case c.Amend(entry=number, command=command):
            yield from _subjects(command) if command is not None else ()
            yield from _of_step(combat, _step_of(combat, number))
        case c.ReRoll(entry=number):
            yield from _of_step(combat, _step_of(combat, number))
        case c.GoBack(to=to):
            for entry in _gone_back_over(combat, to, contested):
                yield from _entry_subjects(combat, entry)
            for step in _coming_back(combat, to):
                yield from _of_step(combat, step)


def _gone_back_over(combat: OpenCombat, to: int, contested: int) -> list[Entry]:
    """The nearest entries before the contested one that a way back leaves."""
    if to + 1 >= contested:
        return []
    return contested_entries(combat, max(to + 1, contested - MOST), contested - 1)


def _coming_back(combat: OpenCombat, to: int) -> tuple[int, ...]:
    """The steps of another branch that come back with a public entry."""
    line, last = combat.line, combat.numbers.number(combat.line.entries)
    step = _step_of(combat, to) if 0 < to <= last else 0
    return line.left_and_entered(line.head, step)[1] if line.is_play(step) else ()


def _step_of(combat: OpenCombat, number: int) -> int:
    return combat.line.step_of(combat.numbers.seq(number))


def _of_step(combat: OpenCombat, step: int) -> Iterator[str]:
    """Those whom a step names, as everybody sees it."""
    for entry in combat.entries(combat.line.first(step), combat.line.last(step)):
        if not entry.meta.audience:
            yield from _entry_subjects(combat, entry)


def _successors(combat: OpenCombat, parties: tuple[str, ...], first: Entry) -> Iterator[str]:
    """Who plays now a fighter that one of some parties played once and plays no more.

    The referee plays what no player does; a party who has become a referee keeps it instead.
    """
    now, table = combat.view(PUBLIC).roster, combat.table
    then = combat.view(PUBLIC, combat.line.node_after(first.seq)).roster
    company = Company(tuple(table.seats.values()), now)
    held = [s.viewer for _, s in table.past if s.person in parties and s.role == "player"]
    referees = {seat.person for seat in company.seats if seat.is_open and seat.role == REFEREE}
    for member in now.members.values():
        owners = company.owners(member.subject)
        by = {s.person for s in held if any(s.speaks_for(member.subject, at) for at in (then, now))}
        if member.kind not in SHEETLESS and by - {*owners}:
            yield from owners or by & referees or (REFEREE,)


def _entry_subjects(combat: OpenCombat, entry: Entry) -> Iterator[str]:
    """Those whom an entry of play names: who does, who suffers, and whose act it is about."""
    yield from _subjects(entry.event)
    for doing in acts_of(combat, entry):
        yield from (doing.who, *doing.targets, *_named_in(doing.params))


def _subjects(said: BaseModel) -> Iterator[str]:
    """Those whom an event, a command or a change names, also in the results of a deed."""
    yield from _named_in(said.model_dump(include=_NAMING | _HOLDING))


def _named_in(said: object, at: str = "") -> Iterator[str]:
    match said:
        case str() if at in _NAMING:
            yield said
        case list() | tuple():
            yield from (who for each in said for who in _named_in(each, at))
        case Mapping():
            yield from (who for name, each in said.items() for who in _named_in(each, name))


def acts_of(combat: OpenCombat, entry: Entry) -> Iterator[Doing]:
    """The acts that an entry of play belongs to, as they stood right before it."""
    if entry.meta.parent is None:
        return
    acts = combat.view(PUBLIC, entry.meta.parent).exchange.acts
    about = (getattr(entry.event, part, "") for part in ("act", "frame", "on"))
    yield from (acts[act] for act in (*about, entry.meta.cause) if act in acts)


def voters_of(combat: OpenCombat, parties: tuple[str, ...], entry: int) -> tuple[str, ...]:
    """Everybody who has a seat to play, had one when the entry was made, and is no party.

    So nobody decides on the past by bringing friends to the table.
    """
    table, at = combat.table, combat.numbers.seq(entry)
    seats = [seat for seat in table.seats.values() if _plays(seat)]
    people = (s.person for s in seats if s.person not in parties)
    return tuple(who for who in people if _plays(table.seat_then(who, at)))


def _plays(seat: Seat | None) -> bool:
    return seat is not None and seat.is_open and seat.role == "player"
