"""What people at the table wait for: undoing, stepping through a combat, trying something out.

Over HTTP, from a real server in a process of its own, on the combats that `moments` has grown.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.benchmarks.measure import Bar, Gauge
from tests.benchmarks.moments import LONG, MIDDLE, MILLISECONDS, grown
from tests.support.clients.real_server import Client, Reply, Served

TIMES = 200


def served(stack: ExitStack, size: int) -> Client:
    """The operator at the combat of this many entries; nobody else has its files meanwhile."""
    folder = stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp"))
    grown().service.close()
    stack.callback(grown().restart)
    server = Served(Path(folder), data=grown().folder)
    stack.callback(server.close)
    client = server.client(server.operator.token, grown().names[size])
    for path in ("state", "frames?by=entry&through=true&limit=1"):
        well(client.send("GET", path))
    return client


def well(reply: Reply) -> Reply:
    """A reply that is no problem."""
    assert reply.status < 400, reply.data
    return reply


def percentile(once: Callable[[], float]) -> float:
    """The 99th percentile of what is measured many times, in milliseconds."""
    return quantiles([once() for _ in range(TIMES)], n=100)[98] * MILLISECONDS


def undo_of_the_last_step(stack: ExitStack) -> Callable[[], float]:
    """Looking at what an undo would change, and undoing; it is redone out of time."""
    client, undo = served(stack, LONG), {"type": "rewind", "how": "undo"}
    well(client.send("POST", "commands?dry-run=1", undo))

    def once() -> float:
        start = perf_counter()
        tag = well(client.send("POST", "commands?dry-run=1", undo)).headers["etag"]
        well(client.send("POST", "commands", undo, If_Match=tag))
        took = perf_counter() - start
        well(client.send("POST", "commands", {**undo, "how": "redo"}, If_Match="*"))
        return took

    return lambda: percentile(once)


def next_and_previous_frame(stack: ExitStack) -> Callable[[], float]:
    """The next frame and the one before, from anywhere, past and through what was undone."""
    client, chance = served(stack, LONG), Random(1)

    def once() -> float:
        way = f"by=step&through={chance.choice(['true', 'false'])}"
        at = well(client.send("GET", f"frames?{way}&entry={chance.randint(100, LONG - 100)}")).json
        ways = [
            f"{name}={at[cursor]}" for name, cursor in (("after", "next"), ("before", "previous"))
        ]
        start = perf_counter()
        well(client.send("GET", f"frames?{way}&limit=1&{chance.choice(ways)}"))
        return perf_counter() - start

    return lambda: percentile(once)


def what_if(stack: ExitStack) -> Callable[[], float]:
    """A what-if of a whole combat of 10,000 entries."""
    client = served(stack, MIDDLE)

    def once() -> float:
        start = perf_counter()
        well(client.send("POST", "what-ifs", {}))
        return perf_counter() - start

    return once


BENCHMARKS = [
    Gauge(
        "undo-http",
        "undo of the last step at 100,000 entries, preview included, 99th percentile",
        Bar("at most", 5.0, "ms"),
        undo_of_the_last_step,
    ),
    Gauge(
        "frame",
        "the next or previous frame at 100,000 entries over HTTP, 99th percentile",
        Bar("at most", 5.0, "ms"),
        next_and_previous_frame,
    ),
    Gauge("what-if", "a what-if of 10,000 entries over HTTP", Bar("at most", 3.0, "s"), what_if),
]
