"""The HTTP server of each process: waitress, with an end to its patience for slow clients.

A connection waits while it has no request under way: idle, half-sent, or with an unread answer.
Where all places are taken, a newcomer gets the place of the one that has waited longest, so that
crowds of slow clients shut nobody out. Bytes at a fair pace are no waiting.
"""

from __future__ import annotations

import resource
import socket
import sys
from time import monotonic
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from api.server.refused_requests import MOST_RECEIVED, Refusal
from api.web.traffic.long_reads import MOST_WAITING, Gate

WORKING = 8
"""Requests that are worked on at once."""
SPARE = 8
"""Threads for those who wait for that, beside one for every stream."""
OTHERS = 200
"""Connections beside those that streams are on: browsers keep some open."""
PATIENCE = 20.0
"""Seconds that a request may take to arrive, or an answer to be read."""
IDLE = 120.0
"""Seconds that a connection is kept open between requests."""
PACE = 5_000
"""Bytes a second of a body or an answer that count as no waiting."""
GRACE = 5.0
"""Seconds that requests under way are given when the server stops."""
QUIET = 0.2
"""Seconds without any request under way after which a server that stops is done."""
LOOKS = 5
"""Seconds between two looks for those whose time is over."""
AT_ONCE = 64
"""Connections that are accepted in one turn of the loop."""
NEWCOMERS = 2 * AT_ONCE
"""The last so many keep their places: their requests may be here already, but not read."""

SOCKETS = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
if hasattr(socket, "TCP_USER_TIMEOUT"):
    # A phone that went away without a word gives its stream back within half a minute.
    SOCKETS.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000))


def threads(streams: int) -> int:
    """The threads of a server: for work, for those who wait for it, and for so many streams."""
    return WORKING + SPARE + MOST_WAITING + streams


def open_more_files() -> int:
    """Let this process open as many files, sockets among them, as it may; how many those are."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return sys.maxsize if most == resource.RLIM_INFINITY else most


def connections(streams: int) -> int:
    """The connections of a server; each may need two files for what it receives and sends."""
    return min(2 * streams + OTHERS, open_more_files() // 3)


class Task(WSGITask):  # type: ignore[misc]
    """A request that is answered; the last on its connection once nobody new is let in."""

    def build_response_header(self) -> bytes:
        """Say that the connection is closed where it is.

        Not before the door is shut, or a proxy leads elsewhere: clients come back at once, and one
        who came just then would be cut off.
        """
        if self.channel.server.shut or self.channel.server.is_drained:
            self.set_close_on_finish()
        header: bytes = super().build_response_header()
        return header


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection, and since when it waits."""

    task_class, error_task_class = Task, Refusal

    def __init__(self, *args: Any, **named: Any):
        self.since, self.answered = monotonic(), False
        super().__init__(*args, **named)

    def received(self, data: bytes) -> bool:
        """Take in a part of a request; only a body at a fair pace counts as no waiting."""
        if self.answered:
            self.answered, self.since = False, monotonic()
        elif self.request is not None and self.request.headers_finished:
            self._credit(len(data))
        taken: bool = super().received(data)
        return taken

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send a part of an answer."""
        sent: int = super().send(data, do_close)
        if self.requests:
            self.since = monotonic()
        else:
            self._credit(sent)
        return sent

    def service(self) -> None:
        """Answer a request, and wait for the next.

        It counts as answered before the last word of it is out: whoever makes room just then would
        take it for one that never said anything.
        """
        self.answered, self.since = True, monotonic()
        super().service()
        self.answered, self.since = True, monotonic()

    def _credit(self, size: int) -> None:
        self.since = min(self.since + size / PACE, monotonic())

    @property
    def waits(self) -> bool:
        """Whether no request is under way."""
        return not self.requests

    @property
    def rests(self) -> bool:
        """Whether the last request was answered, and nothing came of another."""
        return self.waits and self.answered and not self.total_outbufs_len

    @property
    def is_unfinished(self) -> bool:
        """Whether an answer, or a body behind its header, is on its way."""
        receiving = self.request is not None and self.request.headers_finished
        return bool(self.requests or self.total_outbufs_len or receiving)

    @property
    def is_late(self) -> bool:
        """Whether its time is over."""
        return self.waits and monotonic() - self.since > (IDLE if self.rests else PATIENCE)


class HttpServer(TcpWSGIServer):  # type: ignore[misc]
    """A server on a bound socket; newcomers get the places of those that waited longest."""

    channel_class = Channel

    def __init__(self, app: Flask, bound: socket.socket):
        streams = app.extensions["live"].most
        self.most, self.stopping, self.shut = connections(streams), False, False
        self._closes_at = 0.0
        workers = ThreadedTaskDispatcher()
        workers.set_thread_count(threads(streams))
        where = (bound.family, bound.type, bound.proto, bound.getsockname())
        super().__init__(
            Gate(app, WORKING),
            map={},
            _sock=bound,
            dispatcher=workers,
            adj=adjustments(bound, self.most),
            sockinfo=where,
            bind_socket=False,
        )

    def handle_accept(self) -> None:
        """Accept those who are at the door."""
        for _ in range(AT_ONCE):
            before = len(self._map)
            super().handle_accept()
            if len(self._map) == before:
                break
            self._make_room()

    def _make_room(self) -> None:
        """Close the one that has waited longest, where there are too many; idle ones come last.

        It is closed in its own turn: a file number that is freed here might be a newcomer's before
        the loop has come to what was heard of the old connection.
        """
        staying = [each for each in self.active_channels.values() if not each.will_close]
        waiting = [each for each in staying if each.waits]
        pressing = [each for each in waiting if not each.rests]
        if len(staying) > self.most and len(waiting) > NEWCOMERS:
            crowd = pressing if len(pressing) > NEWCOMERS else waiting
            min(crowd, key=lambda each: each.since).will_close = True

    def maintenance(self, now: float) -> None:
        """Close the connections whose time is over."""
        for channel in self.active_channels.values():
            channel.will_close = channel.will_close or channel.is_late

    def turn(self, seconds: float = 1.0) -> None:
        """Wait so long for the sockets, and do what they ask for."""
        wasyncore.loop(seconds, use_poll=True, map=self._map, count=1)

    def stop(self, notice: float = 0.0) -> None:
        """Let the server stop, after so many seconds of notice; a signal may call this."""
        self._closes_at = monotonic() + notice
        self.stopping = True
        self.pull_trigger()

    @property
    def is_drained(self) -> bool:
        """Whether it stops, and answers on only until those who ask have gone elsewhere."""
        return self.stopping and monotonic() < self._closes_at

    def run(self) -> None:
        """Answer requests until the server is to stop, then finish those under way."""
        while not self.stopping:
            self.turn()
        self.drain()

    def drain(self) -> None:
        """Finish the requests under way, and those that come in meanwhile."""
        while self.is_drained:
            self.turn(QUIET / 4)
        self.handle_accept()
        self.del_channel()
        self.socket.close()
        self.shut = True
        busy = monotonic()
        until = busy + GRACE
        while monotonic() < min(until, busy + QUIET):
            self.turn(QUIET / 4)
            if any(each.is_unfinished for each in self.active_channels.values()):
                busy = monotonic()
        self.task_dispatcher.shutdown(timeout=max(0.0, until - monotonic()))
        wasyncore.close_all(self._map)


def adjustments(bound: socket.socket, most: int) -> Adjustments:
    """What waitress is told; beyond that many connections only streams and work are left."""
    told = Adjustments(
        sockets=[bound],
        connection_limit=most + 2 * NEWCOMERS,
        max_request_body_size=MOST_RECEIVED,
        asyncore_use_poll=True,
        channel_request_lookahead=1,
        ident=None,
        cleanup_interval=LOOKS,
        # The application knows how many proxies to believe, and believes none by itself.
        clear_untrusted_proxy_headers=False,
    )
    told.socket_options = [*told.socket_options, *SOCKETS]
    return told
