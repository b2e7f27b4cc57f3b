"""A caller who listens: from which number on, and for as long as they have the same seat."""

from __future__ import annotations

from collections.abc import Callable

from flask import request

from api.store.core.errors import Unavailable
from api.web.auth import Caller, admit_caller
from api.web.live.sse import Listener, stream
from api.web.problems import Problem
from api.web.request_scope import request_id
from api.web.route_table import EVENTS, Answer, Call

Seated = Callable[[], bool]


def stream_answer(call: Call, after: str, seated: Seated) -> Answer:
    """Return the stream of a caller from a number on, as long as they are seated."""
    call.live.start()
    with call.lock_combat():
        pass
    found = stream(call.live, listener(call, after, seated))
    # No proxy keeps a stream, or holds back what it sends.
    headers = {"X-Accel-Buffering": "no"}
    return Answer(raw=found, headers=headers, media=EVENTS)


def same_seat(call: Call, caller: Callable[[], Caller]) -> Seated:
    """Return what looks whether a caller still has the seat of the call, with the same sight."""

    def is_seated() -> bool:
        try:
            seen_by = admit_caller(call.service, "reader", caller(), call.combat).viewer
        except Problem:
            return False
        except Unavailable:
            return True  # nobody can take a seat away meanwhile, and nothing can be sent
        return seen_by == call.caller.viewer

    return is_seated


def listener(call: Call, after: str, seated: Seated) -> Listener:
    """Return the caller as a listener from a number on."""
    caller = call.caller
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    who = caller.combat, caller.seat
    return Listener(call.combat, caller.viewer, who, after, seated, gone, request_id())
