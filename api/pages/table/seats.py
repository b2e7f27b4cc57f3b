"""The seats at the table: who sits where, a new seat, a new link; each link is shown once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.pages.forms.fields import Field
from api.pages.forms.options import Form, Press, press
from api.pages.layout.api_client import answer
from api.pages.layout.links import address_for_others
from api.pages.layout.render import Trouble, combat_page
from api.web.route_table import Call
from api.web.routes.combats import get_combat
from api.web.routes.seats import post_door as set_door
from api.web.traffic.network import code_for_page
from projections.wording.game_words import join_with_and, name_of

MINUTES = 10
"""How long the door stays open that is opened on a page."""

ROLES = (("player", "player"), ("spectator", "spectator"), ("referee", "referee"))
_ROLES_SAY = (
    "A player speaks for the fighters ticked below, a spectator looks on,"
    " and a referee sees and does everything."
)
_CHANGED = "From now on this person sees and does what the seat allows."
_RENEWED = "The old link stops working, and everybody who came by it is signed out."


class Place(NamedTuple):
    """A seat as programs see it, whom it plays in words, and what may be done about it."""

    seat: dict[str, Any]
    plays: str
    forms: tuple[Form, ...]


class Link(NamedTuple):
    """Link to a seat, shown once: whose it is, the token, and its address as text and code."""

    name: str
    token: str
    address: str
    code: str


def post_door(call: Call) -> Answer:
    """Open the door under a new code, which is shown only now; or shut it."""
    role = request.form.get("role", "")
    said = {"role": role, "minutes": MINUTES} if role else {"minutes": 0}
    door = answer(call, set_door, body=said).value.get("door")
    return get_seats(call, door=door) if door else redirect(f"/combats/{call.combat}/seats", 303)


def get_seats(
    call: Call,
    trouble: Trouble | None = None,
    tokens: Mapping[str, str] | None = None,
    door: dict[str, Any] | None = None,
    left_out: Sequence[str] = (),
    *,
    lost: bool = False,
) -> Response:
    """The seats, with what went wrong just now, or what is shown only now.

    `left_out` is what characters of a campaign left behind. Links are `lost` where the answer that
    showed them may not have been seen.
    """
    found = answer(call, get_combat).value
    with call.lock_combat() as (combat, sight):
        drawn = press(call, combat, sight)
        places = tuple(_place(drawn, it) for it in found["seats"])
    return combat_page(
        "seats",
        call,
        scripted=True,
        places=places,
        opening=_opening(drawn),
        left_out=left_out,
        lost=lost,
        links=tuple(_links(found["seats"], tokens or {})),
        trouble=trouble,
        **_join_link(door or found.get("door")),
    )


def _join_link(door: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the door, and the link to join as text and as a code for cameras, if it is known."""
    join = f"{address_for_others()}join#{door['code']}" if door and "code" in door else ""
    return {"door": door, "join": join, "join_code": code_for_page(join) if join else ""}


def _links(seats: Sequence[Any], tokens: Mapping[str, str]) -> Iterator[Link]:
    """Yield the links that are shown only now, by their seats."""
    names = {seat["seat"]: seat["name"] or seat["seat"] for seat in seats}
    return (_link(names[seat], token) for seat, token in tokens.items())


def _link(name: str, token: str) -> Link:
    address = f"{address_for_others()}enter#{token}"
    return Link(name, token, address, code_for_page(address))


def _place(drawn: Press, seat: dict[str, Any]) -> Place:
    name = name_of(drawn.combat.head)
    plays = join_with_and(map(name, seat["combatants"])) if seat["combatants"] else ""
    return Place(seat, plays, tuple(_changes(drawn, seat)) if seat["is_open"] else ())


def _changes(drawn: Press, seat: dict[str, Any]) -> Iterator[Form]:
    """Yield the forms that change a seat, give it a new link, or close it."""
    name = seat["name"]
    for kind, button, says, fields in (
        ("change", "Change the seat of", _CHANGED, tuple(_sits(drawn, seat))),
        ("renew", "New link for", _RENEWED, ()),
        ("close", "Close the seat of", "", ()),
    ):
        command = {"type": f"seat-{kind}", "seat": seat["seat"]}
        more = {"fields": fields, "says": says, "quiet": True}
        yield drawn.form(command, f"{button} {name}", head="", back="seats", **more)


def _opening(drawn: Press) -> Form:
    """A new seat: for whom, as what, and for which combatants."""
    fields = (Field("text:person", "text", "Name of the person"), *_sits(drawn))
    return drawn.form({"type": "seat-open"}, "Open the seat", fields=fields, head="", back="seats")


def _sits(drawn: Press, seat: dict[str, Any] | None = None) -> Iterator[Field]:
    """Yield the fields of a seat: its role and its combatants, filled in for an old seat."""
    role, hint = (seat["role"], "") if seat else ("player", _ROLES_SAY)
    yield Field("one:role", "one", "Sits down as", ROLES, given=role, hint=hint)
    if members := drawn.here:
        plays = " ".join(seat["combatants"]) if seat else ""
        yield Field("some:combatants", "several", "Plays", members, given=plays)
