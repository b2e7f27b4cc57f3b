"""What a whole command costs over HTTP: from the socket to the disk and back.

A real server in a process of its own; the fights are toy fights in which everybody moves in turn.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from tests.benchmarks.measure import Bar, Benchmark, Gauge, Sides
from tests.support.architecture import ROOT
from tests.support.clients.real_server import Client, Served

MILLISECONDS = 1000.0
CLIENTS = 8
OFFERED = 200
ROUND: list[dict[str, Any]] = [
    {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}},
    {"type": "pass-all"},
    {"type": "answer", "who": "ana", "about": "turn", "choice": "end"},
    {"type": "act", "who": "bert", "manoeuvre": "move", "params": {"beside": []}},
    {"type": "pass-all"},
    {"type": "answer", "who": "bert", "about": "turn", "choice": "end"},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
]
Send = Callable[[], None]


def folder(stack: ExitStack) -> Path:
    """A folder on a real disk."""
    return Path(stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp")))


def served(stack: ExitStack) -> Served:
    """The server, over an empty log."""
    server = Served(folder(stack))
    stack.callback(server.close)
    return server


def fight(server: Served) -> Send:
    """A fight of its own over a connection of its own; each call sends its next command."""
    combat, _ = server.combat()
    client, keys, commands = server.client(server.operator.token, combat), count(), cycle(ROUND)

    def send() -> None:
        key = f"{combat} {next(keys)}"
        reply = client.send("POST", "commands", next(commands), Idempotency_Key=key)
        assert reply.status == 200, reply.data

    return send


def timed(send: Send) -> float:
    """How long one takes, in milliseconds."""
    start = perf_counter()
    send()
    return (perf_counter() - start) * MILLISECONDS


# --- one client ----------------------------------------------------------------------------


def percentile_of_one(percent: int) -> Callable[[ExitStack], Callable[[], float]]:
    """The time below which so many of a hundred commands of one client are answered."""

    def prepare(stack: ExitStack) -> Callable[[], float]:
        send = fight(served(stack))
        for _ in range(50):
            send()
        return lambda: quantiles([timed(send) for _ in range(400)], n=100)[percent - 1]

    return prepare


# --- a steady load -------------------------------------------------------------------------


def under_load(stack: ExitStack) -> Callable[[], float]:
    """The 99th percentile at a steady rate, counted from when each command was due."""
    server = served(stack)
    fights = [fight(server) for _ in range(CLIENTS)]
    return lambda: quantiles([t for each in together(fights, _on_time) for t in each], n=100)[98]


def _on_time(send: Send, number: int, start: float) -> list[float]:
    """Three seconds of commands, each sent when it is due or as soon as the last is answered."""
    times = []
    for nth in range(number, 3 * OFFERED, CLIENTS):
        due = start + nth / OFFERED
        sleep(max(0.0, due - perf_counter()))
        send()
        times.append((perf_counter() - due) * MILLISECONDS)
    return times


def together(sends: list[Send], act: Callable[[Send, int, float], list[float]]) -> Iterator[Any]:
    """Let several act at once."""
    ready = threading.Barrier(len(sends))

    def one(number: int) -> list[float]:
        ready.wait()
        return act(sends[number], number, perf_counter())

    with ThreadPoolExecutor(len(sends)) as pool:
        yield from pool.map(one, range(len(sends)))


# --- throughput ----------------------------------------------------------------------------


def throughput(stack: ExitStack) -> Sides:
    """Eight clients at once: commands in eight fights, and inserts by the bare server."""
    server, (port, token) = served(stack), bare(stack)
    fights = [fight(server) for _ in range(CLIENTS)]
    inserts = [insert(stack, port, token) for _ in range(CLIENTS)]
    return Sides(lambda: list(together(fights, many)), lambda: list(together(inserts, many)))


def many(send: Send, number: int, start: float) -> list[float]:
    return [timed(send) for _ in range(40)]


def bare(stack: ExitStack) -> tuple[int, str]:
    """The port of a server with a route that does nothing but store, and the token it takes."""
    command = [sys.executable, "-m", "tests.benchmarks.server.bare_server", str(folder(stack))]
    process = stack.enter_context(
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    )
    stack.callback(process.kill)
    assert process.stdout is not None
    port, token = process.stdout.readline().split()
    return int(port), token


def insert(stack: ExitStack, port: int, token: str) -> Send:
    """Sends a command to the bare server."""
    client = Client(port, token)
    stack.callback(client.connection.close)

    def send() -> None:
        assert client.send("POST", "/insert", ROUND[0]).status == 200

    return send


BENCHMARKS = [
    Gauge(
        "http-median",
        "a whole command over HTTP, one client, median",
        Bar("at most", 3.0, "ms"),
        percentile_of_one(50),
    ),
    Gauge(
        "http-slowest",
        "the same, 99th percentile",
        Bar("at most", 10.0, "ms"),
        percentile_of_one(99),
    ),
    Gauge(
        "http-load",
        f"99th percentile at {OFFERED} commands/s offered by {CLIENTS} clients",
        Bar("at most", 10.0, "ms"),
        under_load,
    ),
    Benchmark(
        "http-throughput",
        "commands/s by 8 clients / bare inserts/s by a route of the same server",
        Bar("at least", 0.55),
        throughput,
    ),
]
