"""Shared replay: a link by which anybody reads the replay as a spectator, until it is closed.

Behind the link is a spectator's seat whose own token nobody is told. The secret in the address is
made from that seat with the server's key, so it opens the replay and nothing else, and it is dead
as soon as the seat is closed.
"""

from __future__ import annotations

import base64
import hmac

from flask import Response, redirect, request
from werkzeug.wrappers import Response as Answer

from api.combats.open_combat import OpenCombat
from api.pages.layout.api_client import answer
from api.pages.layout.links import address_for_others, attached, file_name
from api.pages.review.replay_file import replay_html, replay_policy
from api.read.entries import person_name
from api.vault.key_files import TOKEN_PREFIX
from api.web.join_codes import REPLAY_LINK
from api.web.problems import Problem
from api.web.route_table import Call, long_read
from api.web.routes.commands import post_command
from domain.state.viewer import PUBLIC
from domain.table.table import Seat

_DEAD = "This link opens nothing, or nothing any more. Ask the referee for another."
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}


def shared_seat(call: Call, combat: OpenCombat) -> Seat | None:
    """Return the seat behind the link of a combat; None where its replay is not shared."""
    seats = (s for s in combat.table.seats.values() if s.is_open and s.role == "spectator")
    named = (s for s in seats if person_name(call.service, call.combat, s.person) == REPLAY_LINK)
    return next(named, None)


def share_link(call: Call, seat: Seat) -> str:
    """Return the whole address of a shared replay."""
    return f"{address_for_others()}shared/{call.combat}/{_secret(call, seat)}"


def _secret(call: Call, seat: Seat) -> str:
    """Return the secret of a link; it looks like a token, so that no log ever writes it out."""
    said = (call.combat, seat.seat, seat.person)
    made = call.service.vault.mac(b"shared replay", *(part.encode() for part in said))
    return TOKEN_PREFIX + base64.urlsafe_b64encode(made[:24]).decode()


# --- the referee's buttons -------------------------------------------------------------------


def post_share(call: Call) -> Answer:
    """Share the replay, or close its link; both only once."""
    with call.lock_combat() as (combat, _):
        seat = shared_seat(call, combat)
    close = request.form.get("close", "")
    if seat is not None and close:
        answer(call, post_command, body={"type": "seat-close", "seat": seat.seat})
    elif seat is None and not close:
        said = {"type": "seat-open", "person": REPLAY_LINK, "role": "spectator"}
        answer(call, post_command, body=said)
    return redirect(f"/combats/{call.combat}/summary#share", 303)


# --- what the link opens ---------------------------------------------------------------------


@long_read("archives")
def get_shared(call: Call) -> Response:
    """The replay as everybody may see it, for people with the link."""
    _check_link(call)
    return _replay(call, save="replay.html")


@long_read("archives")
def get_shared_file(call: Call) -> Response:
    """The same as a file to be kept."""
    _check_link(call)
    made = _replay(call)
    made.headers["Content-Disposition"] = attached(file_name(call, "replay.html"))
    return made


def _check_link(call: Call) -> None:
    """Raise the problem of a link that opens nothing; it never tells whether a combat exists."""
    if call.service.log.catalogue_row(call.combat) is None:
        raise Problem("not-found", _DEAD)
    with call.service.lock_combat(call.combat) as combat:
        seat = shared_seat(call, combat)
    given = call.path["secret"].encode()
    if seat is None or not hmac.compare_digest(given, _secret(call, seat).encode()):
        raise Problem("not-found", _DEAD)


def _replay(call: Call, save: str = "") -> Response:
    """Return the one-file replay; the page of any site may show it in a frame."""
    save = f"/shared/{call.combat}/{call.path['secret']}/{save}" if save else ""
    html = replay_html(call, PUBLIC, save)
    made = Response(html, content_type="text/html; charset=utf-8")
    policy = f"{replay_policy()}; frame-ancestors *"
    made.headers.update({"Content-Security-Policy": policy, **_HEADERS})
    return made
