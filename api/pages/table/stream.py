"""The live table's stream, and the heads of the public feed.

Each device with an open table notes every head that it is shown. A noted head is a beginning of a
later one, or two histories were told. The device checks that itself, by the hashes.
"""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.combats.open_combat import OpenCombat
from api.evidence.heads import feed_head
from api.pages.layout.api_client import answer, response_of
from api.pages.layout.render import combat_page, page_query, when
from api.pages.layout.session import COOKIE, of_token
from api.web.route_table import Call
from api.web.routes.evidence import get_evidence
from api.web.routes.log import From
from api.web.stream_answer import same_seat, stream_answer
from api.web.validation import last_event_id


def get_stream(call: Call) -> Response:
    """Stream the log as it grows, for the person whom the cookie seats."""
    token = request.cookies.get(COOKIE, "")
    call = call._replace(query=page_query(From))
    after = last_event_id(call.headers.get("Last-Event-ID")) or call.query.after
    return response_of(
        stream_answer(call, after, same_seat(call, lambda: of_token(call.service, token)))
    )


def get_heads(call: Call) -> Response:
    """Show the head now, to be read aloud; a device adds what it noted, and whether that fits."""
    with call.lock_combat() as (combat, _):
        head = head_now(call, combat)
    said = head["public_root"] if head else ""
    aloud = " ".join(said[at : at + 4] for at in range(0, 16, 4))
    signed = when(head["signed_at"]) if head else None
    return combat_page("heads", call, head=head, aloud=aloud, signed=signed, live=True)


def head_now(call: Call, combat: OpenCombat) -> dict[str, Any] | None:
    """Return the head of the public feed that everybody is shown now, for each device to note.

    None where the feed is elsewhere, or still empty. Good only behind the combat's lock.
    """
    number = combat.numbers.number(combat.line.entries)
    if not combat.origin.has_feed or not number:
        return None
    return dict(feed_head(call.service, combat, number).head._asdict())


def get_head(call: Call) -> Response:
    """Send a head and its proof from an earlier one on, for the device that noted that."""
    return response_of(answer(call, get_evidence, request.args))
