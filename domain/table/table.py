"""The table beside the tree: seats and commitments. Never rewound; visibility only grows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from domain import commands as c
from domain import events as e
from domain.dice.salts import SALT, Salts, may_commit, may_open
from domain.log.codec import Entry
from domain.ruleset.ruleset import Refused
from domain.state.viewer import REFEREE, Viewer
from domain.table.dispute_procedure import may_change_seat
from domain.table.disputes import Disputes, disputes_after
from domain.table.undo_requests import Requests, Undoing

KEYS = f"{REFEREE} key "
"""How a key that was shown is listed among what was revealed, before its domain."""


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
    fresh: Requests[e.RerollRequested] = Requests()
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
        """The number of somebody's seat; 0 for people without one, such as the operator."""
        numbers = (int(s.seat[1:]) for s in self.seats.values() if s.person == person)
        return next(numbers, 0)

    def seat_then(self, person: str, seq: int) -> Seat | None:
        """The seat of a person as it was at an entry; None for people without one."""
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
        case e.Witnessed(who=who, entry=number):
            seen = (*table.witnessed.get(number, ()), who)
            return table._replace(witnessed={**table.witnessed, number: seen})
        case e.UndoRequested() | e.UndoAnswered() | e.UndoPolicySet():
            return table._replace(undoing=table.undoing.after(entry))
        case e.RerollRequested() | e.RerollAnswered():
            return table._replace(fresh=table.fresh.after(entry, e.RerollRequested))
        case e.Committed(what="salt") | e.Revealed(what="salt") | e.EraBegan():
            return _with_salts(table, event, seq)
        case e.SeatOpened() | e.SeatChanged() | e.SeatClosed():
            return _with_seat(table, event, seq)
        case e.Committed():
            key = _commitment_key(event.who, event.what)
            return table._replace(commitments={**table.commitments, key: event.commitment})
        case e.Revealed():
            shown = {**table.revealed, seq: _commitment_key(event.who, event.what)}
            return table._replace(revealed=shown)
    return table._replace(disputes=disputes_after(table.disputes, entry))


def _with_salts(table: Table, event: e.Committed | e.Revealed | e.EraBegan, seq: int) -> Table:
    if isinstance(event, e.EraBegan):
        return table._replace(salts=table.salts.of_era(event.era), eras=(*table.eras, seq))
    seat = table.seat_number(event.who)
    if isinstance(event, e.Committed):
        return table._replace(salts=table.salts.commits(seat, event.commitment))
    return table._replace(salts=table.salts.opens(seat, event.value))


def _with_seat(table: Table, event: e.SeatOpened | e.SeatChanged | e.SeatClosed, seq: int) -> Table:
    old = table.seats.get(event.seat)
    if isinstance(event, e.SeatOpened):
        seat = Seat(event.seat, event.person, event.role, event.combatants)
    elif old is None:
        return table
    elif isinstance(event, e.SeatChanged):
        seat = old._replace(role=event.role, combatants=event.combatants)
    else:
        return table._replace(seats={**table.seats, event.seat: old._replace(is_open=False)})
    if seat == old:
        return table
    return table._replace(seats={**table.seats, seat.seat: seat}, past=(*table.past, (seq, seat)))


def _commitment_key(who: str, what: str) -> str:
    return f"{who} {what}"


def talk(table: Table, command: c.Command, viewer: Viewer) -> e.Event:
    """Return the event of a command about seats, words or commitments; raises Refused."""
    return TALK[type(command)](table, command, viewer)


def _note(table: Table, command: c.Note, viewer: Viewer) -> e.Event:
    if command.bookmark and command.about is None:
        raise Refused("", "say which entry the bookmark is for", None, "/about")
    assert isinstance(command.note, e.TextRef)
    return e.Noted(about=command.about, text=command.note, bookmark=command.bookmark)


def _open(table: Table, command: c.SeatOpen, viewer: Viewer) -> e.Event:
    said = command.model_dump(include={"person", "role", "combatants"})
    return e.SeatOpened(seat=f"s{len(table.seats) + 1}", **said)


def _change(table: Table, command: c.SeatChange, viewer: Viewer) -> e.Event:
    seat = _seat(table, command.seat).seat
    return e.SeatChanged(seat=seat, role=command.role, combatants=command.combatants)


def _renew(table: Table, command: c.SeatRenew, viewer: Viewer) -> e.Event:
    seat = _seat(table, command.seat)
    return e.SeatChanged(seat=seat.seat, role=seat.role, combatants=seat.combatants, renewed=True)


def _close(table: Table, command: c.SeatClose, viewer: Viewer) -> e.Event:
    return e.SeatClosed(seat=_seat(table, command.seat).seat)


def _seat(table: Table, seat: str) -> Seat:
    found = table.seats.get(seat)
    if found is None or not found.is_open:
        known = (s.seat for s in table.seats.values() if s.is_open)
        raise Refused("", f"no open seat {seat!r}", None, "/seat", legal=known)
    may_change_seat(table.disputes, found.person)
    return found


def commitment_of(what: str, value: str) -> str:
    """What somebody publishes to bind himself: SHA-256 of `what`, a line feed, and the value."""
    return hashlib.sha256(f"{what}\n{value}".encode()).hexdigest()


def _commit(table: Table, command: c.Commit, viewer: Viewer) -> e.Event:
    if command.what == SALT:
        may_commit(table.salts, table.seat_number(viewer.person), command.commitment)
    elif _commitment_key(viewer.person, command.what) in table.commitments:
        raise Refused("", f"{command.what!r} is committed already and cannot be changed")
    return e.Committed(who=viewer.person, what=command.what, commitment=command.commitment)


def _reveal(table: Table, command: c.Reveal, viewer: Viewer) -> e.Event:
    if command.what == SALT:
        said = commitment_of(SALT, command.value)
        may_open(table.salts, table.seat_number(viewer.person), command.value, said)
        return e.Revealed(who=viewer.person, what=SALT, value=command.value)
    bound = table.commitments.get(_commitment_key(viewer.person, command.what))
    if _commitment_key(viewer.person, command.what) in table.revealed.values():
        raise Refused("", f"{command.what!r} was revealed already", None, "/what")
    if bound is None:
        raise Refused("", f"nothing called {command.what!r} was committed", None, "/what")
    if bound != commitment_of(command.what, command.value):
        raise Refused("", "this is not what was committed", None, "/value")
    return e.Revealed(who=viewer.person, what=command.what, value=command.value)


TALK: dict[type[c.Command], Callable[[Table, Any, Viewer], e.Event]] = {
    c.Note: _note,
    c.Commit: _commit,
    c.Reveal: _reveal,
    c.SeatOpen: _open,
    c.SeatChange: _change,
    c.SeatRenew: _renew,
    c.SeatClose: _close,
}
"""The event of each command about seats, words or commitments."""
