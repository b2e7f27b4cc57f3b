"""The table beside the tree: seats and commitments. Never rewound; visibility only grows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from domain import commands as c
from domain import events as e
from domain.disputes import Disputes, heard
from domain.freshness import Freshness
from domain.freshness import follow as follow_fresh
from domain.hearing import may_change_seat
from domain.ruleset import Refused
from domain.salts import SALT, Salts, may_commit, may_open
from domain.seats import REFEREE, Viewer
from domain.undoing import Undoing, follow
from domain.wire import Entry

KEYS = f"{REFEREE} key "
"""How a key that was shown is listed among what was revealed, before its domain."""

WITNESS = "witness"
"""What stands in place of a question where somebody confirms what another typed in."""


class Seat(NamedTuple):
    """A place at the table. Its secret is never here."""

    seat: str
    person: str
    role: c.Role
    combatants: tuple[str, ...] = ()
    is_open: bool = True

    @property
    def viewer(self) -> Viewer:
        """What this seat sees and for whom it speaks."""
        return Viewer(self.person, self.role, self.combatants)


class Table(NamedTuple):
    """The seats by id, and what people bound themselves to: (person, what) -> commitment.

    `revealed` is who showed what of that, by entry; salts are apart. `past` holds every seat as it
    was given or changed, with the entry that says so; `undoing` is how this table goes back, and
    what was asked about that; `disputes` are all there ever were; `fresh` what was asked about
    fresh dice. `witnessed` are the entries of typed dice and cards, each with who saw them fall.
    `eras` are the entries with which the second era of keys began, the third, and so on.
    """

    seats: dict[str, Seat] = {}
    commitments: dict[str, str] = {}
    revealed: dict[int, str] = {}
    past: tuple[tuple[int, Seat], ...] = ()
    undoing: Undoing = Undoing()
    disputes: Disputes = ()
    fresh: Freshness = Freshness()
    salts: Salts = Salts()
    witnessed: dict[int, tuple[str, ...]] = {}
    eras: tuple[int, ...] = ()

    @property
    def is_laid_open(self) -> bool:
        """True once the keys of the dice were shown: who knows them foresees what would fall."""
        return any(what.startswith(KEYS) for what in self.revealed.values())

    @property
    def plays(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The players who sit here, each with the combatants of the seat."""
        players = (s for s in self.seats.values() if s.is_open and s.role == "player")
        return tuple((seat.person, seat.combatants) for seat in players)

    def seat_number(self, person: str) -> int:
        """The number of somebody's seat; 0 for whoever has none, such as the operator."""
        numbers = (int(s.seat[1:]) for s in self.seats.values() if s.person == person)
        return next(numbers, 0)

    def seat_then(self, person: str, seq: int) -> Seat | None:
        """The seat of a person as it was at an entry; None for whoever had none."""
        held = [seat for since, seat in self.past if seat.person == person and since <= seq]
        return held[-1] if held else None


def sit(table: Table, entries: Iterable[Entry]) -> Table:
    """The table after some entries; of those of play it only notes which rounds began."""
    for entry in entries:
        if not entry.is_play:
            table = _after(table, entry)
        elif isinstance(entry.event, e.RoundBegan):
            table = table._replace(salts=table.salts.begins(entry.event.n))
    return table


def _after(table: Table, entry: Entry) -> Table:
    seq = entry.seq
    match event := entry.event:
        case e.Answered(who=who, params=said) if entry.meta.answers == (WITNESS, WITNESS):
            return _witnessed(table, who, said)
        case e.Asked() | e.Answered() | e.Closed():
            return _asked(table, entry)
        case e.Committed(what="salt") | e.Revealed(what="salt") | e.EraBegan():
            return _salted(table, event, seq)
        case e.SeatOpened():
            return _seated(table, Seat(event.seat, event.person, event.role, event.combatants), seq)
        case e.SeatChanged() if event.seat in table.seats:
            old = table.seats[event.seat]
            seat = old._replace(role=event.role, combatants=event.combatants)
            return _seated(table, seat, seq)
        case e.SeatClosed() if event.seat in table.seats:
            shut = table.seats[event.seat]._replace(is_open=False)
            return table._replace(seats={**table.seats, event.seat: shut})
        case e.Committed():
            key = _bound(event.who, event.what)
            return table._replace(commitments={**table.commitments, key: event.commitment})
        case e.Revealed():
            shown = {**table.revealed, seq: _bound(event.who, event.what)}
            return table._replace(revealed=shown)
    return table._replace(disputes=heard(table.disputes, entry))


def _asked(table: Table, entry: Entry) -> Table:
    """What is asked and answered about going back, and about dice."""
    undoing, fresh = follow(table.undoing, entry), follow_fresh(table.fresh, entry)
    return table._replace(undoing=undoing, fresh=fresh)


def _salted(table: Table, event: e.Committed | e.Revealed | e.EraBegan, seq: int) -> Table:
    if isinstance(event, e.EraBegan):
        return table._replace(salts=table.salts.of_era(event.era), eras=(*table.eras, seq))
    seat = table.seat_number(event.who)
    if isinstance(event, e.Committed):
        return table._replace(salts=table.salts.commits(seat, event.commitment))
    return table._replace(salts=table.salts.opens(seat, event.value))


def _witnessed(table: Table, who: str, said: e.Params) -> Table:
    entry = said["entry"]
    assert isinstance(entry, int)
    seen = (*table.witnessed.get(entry, ()), who)
    return table._replace(witnessed={**table.witnessed, entry: seen})


def _seated(table: Table, seat: Seat, seq: int) -> Table:
    if table.seats.get(seat.seat) == seat:
        return table
    return table._replace(seats={**table.seats, seat.seat: seat}, past=(*table.past, (seq, seat)))


def _bound(who: str, what: str) -> str:
    return f"{who} {what}"


def talk(table: Table, command: c.Command, viewer: Viewer) -> tuple[e.Event, ...]:
    """The table entries of a command about seats, words or commitments; raises Refused."""
    match command:
        case c.Note(note=e.TextRef() as text, about=about, bookmark=bookmark):
            if bookmark and about is None:
                raise Refused("", "say which entry the bookmark is for", None, "/about")
            return (e.Noted(about=about, text=text, bookmark=bookmark),)
        case c.Commit():
            return (_commit(table, command, viewer),)
        case c.Reveal():
            return (_reveal(table, command, viewer),)
        case c.SeatOpen():
            seat = f"s{len(table.seats) + 1}"
            return (
                e.SeatOpened(
                    seat=seat,
                    person=command.person,
                    role=command.role,
                    combatants=command.combatants,
                ),
            )
        case c.SeatChange() | c.SeatRenew() | c.SeatClose():
            return (_changed(_seat(table, command.seat), command),)
    raise Refused("", f"{type(command).__name__} is not about the table")


def _seat(table: Table, seat: str) -> Seat:
    found = table.seats.get(seat)
    if found is None or not found.is_open:
        known = ", ".join(s.seat for s in table.seats.values() if s.is_open)
        raise Refused("", f"no open seat {seat!r}", {"open": known or "none"}, "/seat")
    may_change_seat(table.disputes, found.person)
    return found


def _changed(seat: Seat, command: c.SeatChange | c.SeatRenew | c.SeatClose) -> e.Event:
    match command:
        case c.SeatChange():
            return e.SeatChanged(seat=seat.seat, role=command.role, combatants=command.combatants)
        case c.SeatRenew():
            return e.SeatChanged(
                seat=seat.seat, role=seat.role, combatants=seat.combatants, renewed=True
            )
        case _:
            return e.SeatClosed(seat=seat.seat)


def commitment_of(what: str, value: str) -> str:
    """What somebody publishes to bind himself: SHA-256 of `what`, a line feed, and the value."""
    return hashlib.sha256(f"{what}\n{value}".encode()).hexdigest()


def _commit(table: Table, command: c.Commit, viewer: Viewer) -> e.Event:
    if command.what == SALT:
        may_commit(table.salts, table.seat_number(viewer.person), command.commitment)
    elif _bound(viewer.person, command.what) in table.commitments:
        raise Refused("", f"{command.what!r} is committed already and cannot be changed")
    return e.Committed(who=viewer.person, what=command.what, commitment=command.commitment)


def _reveal(table: Table, command: c.Reveal, viewer: Viewer) -> e.Event:
    if command.what == SALT:
        said = commitment_of(SALT, command.value)
        may_open(table.salts, table.seat_number(viewer.person), command.value, said)
        return e.Revealed(who=viewer.person, what=SALT, value=command.value)
    bound = table.commitments.get(_bound(viewer.person, command.what))
    if _bound(viewer.person, command.what) in table.revealed.values():
        raise Refused("", f"{command.what!r} was revealed already", None, "/what")
    if bound is None:
        raise Refused("", f"nothing called {command.what!r} was committed", None, "/what")
    if bound != commitment_of(command.what, command.value):
        raise Refused("", "this is not what was committed", {"commitment": bound}, "/value")
    return e.Revealed(who=viewer.person, what=command.what, value=command.value)
