"""The table live: its stream, and the part of the page that is drawn anew when the log grew."""

from __future__ import annotations

from flask import Response, request

from api.access import admitted
from api.contract import EVENTS, Call
from api.pages.door import COOKIE, of_token
from api.parsing import last_event_id, query
from api.routes.live import HEADERS, From, heard, still


def get_stream(call: Call) -> Response:
    """The viewer's log as it grows, for whoever the cookie seats."""
    token = request.cookies.get(COOKIE, "")

    def seated() -> bool:
        return still(
            call,
            lambda: (
                admitted(call.service, "reader", of_token(call.service, token), call.combat).viewer
            ),
        )

    asked = query(From, {name: request.args.getlist(name) for name in request.args})
    assert isinstance(asked, From)
    after = last_event_id(request.headers.get("Last-Event-ID")) or asked.after
    return Response(heard(call, after, seated), content_type=EVENTS, headers=HEADERS)
