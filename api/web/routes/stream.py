"""The log of a combat live: a stream of server-sent events, and waiting for the next page of it."""

from __future__ import annotations

from collections.abc import Callable

from flask import request

from api.web.auth import Caller, admit_caller, caller_of
from api.web.live import Listener, stream
from api.web.problems import Problem
from api.web.route_table import EVENTS, Answer, Call, Routes
from api.web.validation import Number, Query, last_event_id

ROUTES = Routes("live")


class From(Query):
    """From which entry on: those after a number."""

    example = "after=9"
    after: Number = "0"


@ROUTES.get("stream", "reader", query=From, media=(EVENTS,), endless=True)
def get_stream(call: Call) -> Answer:
    """The entries after a number, and then each one as it comes: server-sent events.

    An entry is an event `entry` with its number as the id and the JSON of `events` as its data.
    `Last-Event-ID` comes before `after`, so that whoever was cut off goes on without a hole and
    without a double. Every ten seconds there is an event `beat`. After `full` there is no room:
    come back when `retry` says. After `again` what was read no longer holds, since the seat was
    changed or the log is another one: read everything again.
    """
    header = request.headers.get("Authorization")
    return stream_answer(call, lambda: caller_of(call.service, header))


def stream_answer(call: Call, caller: Callable[[], Caller]) -> Answer:
    """The stream of whoever calls, while they are seated as they were; raises what looking does."""

    def is_seated() -> bool:
        try:
            seen_by = admit_caller(call.service, "reader", caller(), call.combat).viewer
        except Problem:
            return False
        return seen_by == call.caller.viewer

    after = last_event_id(call.headers.get("Last-Event-ID")) or call.query.after
    with call.lock_combat():
        pass
    found = stream(call.live, listener(call, after, is_seated))
    # No proxy keeps a stream, or holds back what it sends.
    headers = {"X-Accel-Buffering": "no"}
    return Answer(raw=found, headers=headers, media=EVENTS)


def listener(call: Call, after: str, seated: Callable[[], bool] = lambda: True) -> Listener:
    """Whoever calls, as he listens from a number on."""
    caller = call.caller
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    return Listener(call.combat, caller.viewer, (caller.combat, caller.seat), after, seated, gone)
