"""Server-sent events: a viewer's log as it is written onto a socket, one entry after another.

Every entry is an event `entry` whose id is its number in the viewer's own log. A `beat` comes every
ten seconds of a stream's life, whatever else happens, since a comment would not reach a page. What
ends a stream for another reason than the end of the connection says so: `full`, or `again`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from time import monotonic as clock
from typing import NamedTuple

from api.combats.viewers.viewer_log import label
from api.store.core.errors import Unavailable
from api.web.live.hub import Hub
from api.web.live.listener import Ear, Heard
from domain.state.viewer import Viewer

BEAT = 10.0
"""Seconds between two beats."""

RETRY, LATER = 2_000, 30_000
"""Milliseconds after which a client comes back: from a lost connection, and where it was full."""

OPENING = b'retry: %d\nevent: beat\ndata: {"request_id":"%s"}\n\n'
BEATING = b"event: beat\ndata: {}\n\n"
FULL = f"retry: {LATER}\nevent: full\ndata: {{}}\n\n".encode()
AGAIN = b"event: again\ndata: {}\n\n"


class Listener(NamedTuple):
    """A listener: the combat, the viewer, and the own number from which on they listen.

    `seated` says whether they still have the seat, `gone` whether nobody reads any more. The first
    beat says the `request_id`, by which the log of the server can be searched.
    """

    combat: str
    viewer: Viewer
    who: tuple[str, str]
    after: str
    seated: Callable[[], bool]
    gone: Callable[[], bool]
    request_id: str = ""


def written(line: Heard) -> bytes:
    """An entry as an event."""
    return b"id: %s\nevent: entry\ndata: %s\n\n" % (line.number.encode(), line.data)


def stream(hub: Hub, listener: Listener, beat: float = BEAT) -> Iterator[bytes]:
    """Everything after a number, and then what comes, until the client goes or has to."""
    with hub.place(listener.who, listener.gone) as taken:
        if not taken:
            yield FULL
            return
        opening = OPENING % (RETRY, listener.request_id.encode())
        with ExitStack() as stack:
            try:
                ear = stack.enter_context(hub.ear(listener.combat, listener.viewer))
            except Unavailable:
                # The client comes back by itself, until the database does.
                yield opening
                return
            if label(listener.after) > ear.last:
                # A number from a future that was lost, by a restored backup for instance.
                yield AGAIN
                return
            yield opening
            yield from _lines(hub, listener, ear, beat)


def _lines(hub: Hub, listener: Listener, ear: Ear, beat: float) -> Iterator[bytes]:
    number, due = listener.after, clock() + beat
    while not hub.ended.is_set() and not listener.gone():
        grown = ear.wait(label(number), max(0.0, due - clock()))
        lines = ear.since(label(number)) if grown else []
        if lines is None:
            lines = hub.read(listener.combat, listener.viewer, number)
        beats = clock() >= due
        if (beats or any(line.of_seats for line in lines)) and not listener.seated():
            yield AGAIN
            return
        if lines:
            number = lines[-1].number
            yield b"".join(map(written, lines))
        if beats:
            due += beat
            yield BEATING


def grown(hub: Hub, listener: Listener, seconds: float) -> bool:
    """Wait until there is something after a number, as long as that takes at most.

    Comes back at once where all places are taken: asking again later is polite enough. Where the
    database is away, it is asked no sooner than a stream would be opened again.
    """
    try:
        return _grown(hub, listener, seconds)
    except Unavailable:
        hub.ended.wait(min(seconds, RETRY / 1000))
        return False


def _grown(hub: Hub, listener: Listener, seconds: float) -> bool:
    until, place = clock() + seconds, label(listener.after)
    with (
        hub.place(listener.who, listener.gone) as taken,
        hub.ear(listener.combat, listener.viewer) as ear,
    ):
        while taken and not hub.ended.is_set() and not listener.gone():
            left = until - clock()
            if left <= 0 or ear.wait(place, left):
                break
        return ear.last > place
