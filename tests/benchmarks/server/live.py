"""How long it takes from a command until everybody who looks on has it.

A real server in a process of its own with hundreds of streams, all read by this one.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from statistics import quantiles
from threading import Event, Thread
from time import perf_counter, sleep

from tests.benchmarks.measure import Bar, Gauge
from tests.benchmarks.server.commands import MILLISECONDS, folder
from tests.support.clients.real_server import Served

COMMANDS, PAUSE = 30, 0.1


class Crowd:
    """Whoever looks on: sockets on which streams come in, and when which number came on them."""

    def __init__(self, port: int, combat: str, tokens: list[str], streams: int):
        self.came: dict[str, list[float]] = {}
        self._selector, self._ended = selectors.DefaultSelector(), Event()
        self._sockets = [self._opened(port, combat, tokens[n % 2]) for n in range(streams)]
        self._thread = Thread(target=self._read)
        self._thread.start()

    def _opened(self, port: int, combat: str, token: str) -> socket.socket:
        stream = socket.create_connection(("127.0.0.1", port))
        request = f"GET /v1/combats/{combat}/events?after=6 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        stream.sendall(
            f"{request}Accept: text/event-stream\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        assert b"200 OK" in stream.recv(4096)
        stream.setblocking(False)
        self._selector.register(stream, selectors.EVENT_READ)
        return stream

    def _read(self) -> None:
        while not self._ended.is_set():
            for key, _ in self._selector.select(0.2):
                assert isinstance(key.fileobj, socket.socket)
                data, now = key.fileobj.recv(65536), perf_counter()
                for line in data.split(b"\n"):
                    if line.startswith(b"id: "):
                        self.came.setdefault(line[4:].decode(), []).append(now)

    def until_all_have(self, number: str) -> None:
        """Wait until a number came on every stream."""
        until = perf_counter() + 30
        while len(self.came.get(number, ())) < len(self._sockets):
            assert perf_counter() < until, f"{len(self.came.get(number, ()))} have {number}"
            sleep(0.002)

    def close(self) -> None:
        """Hang up, all of them."""
        self._ended.set()
        self._thread.join()
        for stream in self._sockets:
            stream.close()
        self._selector.close()


def seen(stack: ExitStack, streams: int) -> Callable[[], float]:
    """The 99th percentile from sending a command until it came, over all streams and commands."""
    server = Served(folder(stack), options=("--streams", str(streams)))
    stack.callback(server.close)
    combat, tokens = server.combat()
    crowd = Crowd(server.port, combat, tokens, streams)
    stack.callback(crowd.close)
    referee = server.client(server.operator.token, combat)

    def measure() -> float:
        waits: list[float] = []
        for _ in range(COMMANDS):
            start = perf_counter()
            number = referee.says(type="roll", who="referee", sides=20)["entries"][0]["number"]
            crowd.until_all_have(number)
            waits += [(came - start) * MILLISECONDS for came in crowd.came[number]]
            sleep(PAUSE)
        return quantiles(waits, n=100)[98]

    measure()
    return measure


BENCHMARKS = [
    Gauge(
        name,
        f"from a command to {streams:,} streams of one process, 99th percentile",
        Bar("at most", limit, "ms"),
        partial(seen, streams=streams),
    )
    for name, streams, limit in (("live-seen", 300, 150.0), ("live-thousand", 1_000, 250.0))
]
