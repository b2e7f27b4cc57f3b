"""The log of a combat live: a stream of server-sent events, and waiting for the next page of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import request

from api.access import admitted, caller_of
from api.contract import EVENTS, Answer, Call, Routes
from api.live import Listener, stream
from api.parsing import Number, Query, last_event_id
from api.problems import Problem

ROUTES = Routes("live")


class From(Query):
    """From which entry on: those after a number."""

    example = "after=9"
    after: Number = "0"


@ROUTES.get(
    "/v1/combats/<combat>/stream", access="reader", query=From, media=(EVENTS,), endless=True
)
def get_stream(call: Call) -> Answer:
    """The entries after a number, and then each one as it comes: server-sent events.

    An entry is an event `entry` with its number as the id and the JSON of `events` as its data.
    `Last-Event-ID` comes before `after`, so that whoever was cut off goes on without a hole and
    without a double. Every ten seconds there is an event `beat`. After `full` there is no room:
    come back when `retry` says. After `again` what was read no longer holds, since the seat was
    changed or the log is another one: read everything again.
    """
    header = request.headers.get("Authorization")

    def seated() -> bool:
        return still(
            call,
            lambda: (
                admitted(
                    call.service, "reader", caller_of(call.service, header), call.combat
                ).viewer
            ),
        )

    after = last_event_id(call.headers.get("Last-Event-ID")) or call.query.after
    return Answer(raw=heard(call, after, seated), headers=HEADERS, media=EVENTS)


HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No proxy keeps a stream, or holds back what it sends."""


def heard(call: Call, after: str, seated: Callable[[], bool]) -> Iterator[bytes]:
    """The stream of whoever calls; raises at once what looking at the combat raises."""
    with call.held():
        pass
    return stream(call.live, listener(call, after, seated))


def listener(call: Call, after: str, seated: Callable[[], bool] = lambda: True) -> Listener:
    """Whoever calls, as he listens from a number on."""
    caller = call.caller
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    return Listener(call.combat, caller.viewer, (caller.combat, caller.seat), after, seated, gone)


def still(call: Call, viewer: Callable[[], object]) -> bool:
    """Whether whoever called sees the same as when he called."""
    try:
        return viewer() == call.caller.viewer
    except Problem:
        return False
