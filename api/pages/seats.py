"""The seats at the table: who sits where, a new seat, a new link; each link is shown once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from flask import Response, current_app, request

from api import joining
from api.contract import Call
from api.joining import Door
from api.lan import LOOPBACK, code_for_page
from api.open_combat import OpenCombat
from api.pages.fields import Field
from api.pages.forms import Form, Press, press
from api.pages.sheets import Trouble, page
from api.pages.table import common
from api.words import person_name
from domain.table import Seat
from projections.words import listed, name_of

ROLES = (
    ("player", "player: speaks for the combatants named below"),
    ("spectator", "spectator: looks on"),
    ("referee", "referee: speaks for everybody and sees everything"),
)


class Place(NamedTuple):
    """A seat as the referee sees it, with what he may do about it."""

    seat: Seat
    name: str
    plays: str
    forms: tuple[Form, ...]
    here: bool = False


class Link(NamedTuple):
    """What is handed to somebody once: the seat, the token, and the link that carries it."""

    name: str
    token: str
    address: str
    code: str


def get_seats(call: Call) -> Response:
    """Who sits at the table, and the forms that change it."""
    return shown(call)


def shown(call: Call, trouble: Trouble | None = None) -> Response:
    """The seats, with what went wrong just now."""
    return _page(call, (), trouble)


def handed_out(call: Call, tokens: Mapping[str, str]) -> Response:
    """The seats, with the links that were made just now and are never shown again."""
    links = []
    with call.held() as (combat, _):
        for seat, token in tokens.items():
            person = combat.table.seats[seat].person
            name = person_name(call.service, combat.name, person) or seat
            link = f"{_for_others()}enter/{token}"
            links.append(Link(name, token, link, code_for_page(link)))
    return _page(call, tuple(links), None)


def _for_others() -> str:
    """Where others reach this server: not by the name that this machine has for itself."""
    host, _, port = request.host.partition(":")
    others: tuple[str, ...] = current_app.config["LAN"]
    if host in LOOPBACK and others:
        return f"{request.scheme}://{others[0]}:{port or 80}/"
    return request.host_url


def let_in(call: Call, door: Door) -> Response:
    """The seats, with the code of the door that was opened just now."""
    return _page(call, (), None, door)


def _page(
    call: Call, links: tuple[Link, ...], trouble: Trouble | None, door: Door | None = None
) -> Response:
    door = door or joining.door(call.service, call.combat)
    join = f"{_for_others()}join?code={door.code}" if door and door.code else ""
    here = call.service.presence.here(call.combat)
    with call.held() as (combat, sight):
        drawn = press(call, combat, sight)
        places = tuple(
            _place(call, combat, drawn, seat)._replace(here=name in here)
            for name, seat in combat.table.seats.items()
        )
        opening = _opening(drawn)
    return page(
        "seats",
        call,
        places=places,
        opening=opening,
        links=links,
        trouble=trouble,
        door=door,
        join=join,
        join_code=code_for_page(join) if join else "",
        **common(call),
    )


def _place(call: Call, combat: OpenCombat, drawn: Press, seat: Seat) -> Place:
    name = person_name(call.service, combat.name, seat.person)
    plays = listed(map(name_of(combat.head), seat.combatants)) if seat.combatants else ""
    return Place(seat, name, plays, tuple(_changes(drawn, seat, name)) if seat.is_open else ())


def _changes(drawn: Press, seat: Seat, name: str) -> list[Form]:
    renew, shut, change = (
        {"type": kind, "seat": seat.seat} for kind in ("seat-renew", "seat-close", "seat-change")
    )
    return [
        drawn.form(
            change,
            f"Change the seat of {name}",
            fields=tuple(_sits(drawn, seat)),
            head="",
            back="seats",
            quiet=True,
            says="From now on he sees and does what the seat allows.",
        ),
        drawn.form(
            renew,
            f"New link for {name}",
            head="",
            back="seats",
            quiet=True,
            says="The old link and whoever came by it are shut out.",
        ),
        drawn.form(shut, f"Close the seat of {name}", head="", back="seats", quiet=True),
    ]


def _opening(drawn: Press) -> Form:
    """A new seat: for whom, as what, and for which combatants."""
    fields = (Field("text:person", "text", "Name of the person"), *_sits(drawn))
    return drawn.form({"type": "seat-open"}, "Open the seat", fields=fields, head="", back="seats")


def _sits(drawn: Press, seat: Seat | None = None) -> Iterator[Field]:
    """As what somebody sits down, and for which combatants; as he does now, where he sits."""
    yield Field("one:role", "one", "Sits down as", ROLES, given=seat.role if seat else "")
    members = tuple(
        (m.subject, m.name) for m in drawn.combat.head.roster.members.values() if m.here
    )
    if members:
        plays = " ".join(seat.combatants) if seat else ""
        yield Field("some:combatants", "several", "Plays", members, given=plays)
