"""The heads of the public feed, as each device notes them, and the page that compares them.

Whoever has the table open notes every head that he is shown, on his own device. A head that was
noted is a beginning of what is shown later, or two histories were told; the device itself checks
that, by the hashes, and takes nobody's word for it.
"""

from __future__ import annotations

from flask import Response, jsonify, request

from api.contract import Call
from api.evidence import feed_head
from api.pages.sheets import page
from api.pages.start import when
from api.pages.table import common, head_now
from api.parsing import query
from api.problems import Problem
from api.routes.evidence import Heads
from api.shapes import plain


def get_heads(call: Call) -> Response:
    """The head now, to be read aloud; a device adds what it noted, and whether that fits."""
    with call.held() as (combat, _):
        head = head_now(call, combat)
    said = head["public_root"] if head else ""
    aloud = " ".join(said[at : at + 4] for at in range(0, 16, 4))
    signed = when(head["signed_at"]) if head else None
    return page("heads", call, head=head, aloud=aloud, signed=signed, live=True, **common(call))


def get_head(call: Call) -> Response:
    """A head and its proof from an earlier one on, for the device that noted that."""
    asked = query(Heads, {name: request.args.getlist(name) for name in request.args})
    assert isinstance(asked, Heads)
    with call.held() as (combat, _):
        last = combat.numbers.number(combat.line.entries)
        if not combat.origin.has_feed:
            raise Problem("refused", "This combat came without its keys: its feed is elsewhere.")
        try:
            found = feed_head(call.service, combat, asked.number or last, asked.since or 0)
        except ValueError as error:
            raise Problem("not-found", f"That cannot be proven: {error}.") from error
    answer = jsonify(plain(found))
    answer.headers["Cache-Control"] = "no-store"
    return answer
