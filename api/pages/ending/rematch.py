"""The same people again: a new fight with the game, settings, seats and fighters of this one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response as Answer

from api.combats.open_combat import OpenCombat
from api.pages.forms.rosters import bring_in, joins_from_combat
from api.pages.layout.api_client import answer
from api.pages.layout.fight_names import MOST_TITLE, UNTITLED, title_of_sides
from api.pages.table.seats import get_seats
from api.read.combat_state import state_of
from api.read.entries import person_name
from api.web.conditional import REPLAYED
from api.web.join_codes import REPLAY_LINK
from api.web.problems import Problem
from api.web.route_table import Answer as Opened
from api.web.route_table import Call
from api.web.routes.combats import post_combat
from api.web.validation import idempotency_key
from domain import commands as c
from domain.table.table import Seat
from projections.visibility.snapshot import Moment

AGAIN = ", again"


def post_again(call: Call) -> Answer:
    """Open the new fight once for each form that was drawn; its new links are shown only now."""
    key = idempotency_key(request.form.get("key", ""))
    if not key:
        raise Problem("bad-request", "The form came without its key. Load the page again.")
    joins = [_full(join) for join in joins_from_combat(call, call.combat)]
    body = opening_like(call, AGAIN, title_of_sides(joins))
    opened = answer(call, post_combat, body=body, key=key)
    bring_in(call, opened.value["combat"], joins, key)
    return show_opened(call, opened)


def show_opened(call: Call, said: Opened) -> Answer:
    """Show the links of a fight that was just opened; without any, go to its table.

    The browser shows the second answer to a form that was sent twice, which has no links.
    """
    opened = said.value
    new, left_out = call._replace(combat=opened["combat"]), opened.get("left_out", ())
    tokens = {seat["seat"]: seat["token"] for seat in opened["seats"] if seat.get("token")}
    lost = REPLAYED in said.headers and bool(opened["seats"])
    if tokens or left_out or lost:
        return get_seats(new, tokens=tokens, left_out=left_out, lost=lost)
    return redirect(f"/combats/{new.combat}", 303)


def opening_like(call: Call, added: str, sides: str = "") -> dict[str, Any]:
    """Return the body that opens a combat as this one is played now, with words at its title.

    A combat without a title is called by its sides.
    """
    with call.lock_combat() as (combat, _):
        return _opening(call, combat, added, sides)


def _opening(call: Call, combat: OpenCombat, added: str, sides: str) -> dict[str, Any]:
    opening = combat.opening_event
    row = call.service.log.catalogue_row(call.combat)
    title = (row.title if row else "") or opening.title or sides or UNTITLED
    settings = state_of(Moment(combat.head), combat.rules).settings
    seats = [said for seat in combat.table.seats.values() if (said := _seat(call, seat))]
    return {
        "ruleset": opening.ruleset,
        "title": title.removesuffix(added)[: MOST_TITLE - len(added)] + added,
        "mode": opening.mode,
        "policy": combat.policy,
        "preset": dict(opening.preset),
        "settings": {each.key: each.value for each in settings if not each.is_default},
        "seats": seats,
    }


def _seat(call: Call, seat: Seat) -> dict[str, Any] | None:
    """Return a seat for the same person; None for a closed one, a link, or a forgotten person."""
    name = person_name(call.service, call.combat, seat.person)
    if not seat.is_open or name in ("", REPLAY_LINK):
        return None
    return {"person": name, "role": seat.role, "combatants": list(seat.combatants)}


def _full(join: c.Join) -> c.Join:
    """Return how somebody comes in with every pool full, whatever was left of it before."""
    return join.model_copy(update={"traits": _filled(join.traits)})


def _filled(said: Any) -> Any:
    """Fill what says how much of a most is left; temporary points are gone."""
    if not isinstance(said, Mapping):
        return said
    if "current" in said and "most" in said:
        kept = {name: value for name, value in said.items() if name != "temporary"}
        return {**kept, "current": said["most"]}
    return {name: _filled(value) for name, value in said.items()}
