"""What a long batch at one table costs the others: their slowest commands beside it, and without.

A real server in a process of its own. At the other tables somebody acts all the while, at a pace
that people at a table do not reach; the batch is sent anew, at its own table, until they are done.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count, cycle, islice
from statistics import quantiles
from time import perf_counter, sleep

from tests.benchmarks.append import postgres_url
from tests.benchmarks.measure import Bar, Gauge
from tests.benchmarks.server.commands import MILLISECONDS, ROUND, Send, fight, folder
from tests.support.clients.real_server import Served

LINES, TABLES, PACE, ACTED = 2_000, 4, 0.05, 120
"""Lines of the batch, other tables, seconds between two commands at each, and how many there."""


def sqlite(stack: ExitStack) -> Served:
    """A server over a file."""
    return Served(folder(stack))


def postgres(stack: ExitStack) -> Served:
    """A server over PostgreSQL."""
    from api.store.core.settings import Settings
    from api.store.open_log import migrate

    url = postgres_url(stack)
    migrate(Settings(url))
    return Served(folder(stack), database=url)


def beside(serve: Callable[[ExitStack], Served]) -> Callable[[ExitStack], Callable[[], float]]:
    """The 99th percentile beside a batch, in parts of the one without."""

    def prepare(stack: ExitStack) -> Callable[[], float]:
        server = serve(stack)
        stack.callback(server.close)
        sends = [fight(server) for _ in range(TABLES)]
        _slowest(sends)

        def ratio() -> float:
            alone = _slowest(sends)
            with _batches(server):
                return _slowest(sends) / alone

        return ratio

    return prepare


def _slowest(sends: list[Send]) -> float:
    """The 99th percentile of commands at all tables, each counted from when it was due."""
    with ThreadPoolExecutor(len(sends)) as threads:
        return quantiles([t for each in threads.map(_acts, sends) for t in each], n=100)[98]


def _acts(send: Send) -> list[float]:
    start, times = perf_counter(), []
    for nth in range(ACTED):
        due = start + nth * PACE
        sleep(max(0.0, due - perf_counter()))
        send()
        times.append((perf_counter() - due) * MILLISECONDS)
    return times


class _batches:
    """Batches that are sent one after the other until the block is left."""

    def __init__(self, server: Served):
        self._server, self._over, self._begun = server, threading.Event(), threading.Event()
        self._sends = threading.Thread(target=self._send)

    def __enter__(self) -> None:
        self._sends.start()
        self._begun.wait()

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._sends.join()

    def _send(self) -> None:
        combat, _ = self._server.combat()
        client = self._server.client(self._server.operator.token, combat)
        client.connection.timeout = 600
        lines = [json.dumps(line).encode() for line in islice(cycle(ROUND), LINES // 7 * 7)]
        for number in count():
            headers = {
                "Authorization": f"Bearer {client.token}",
                "Content-Type": "application/x-ndjson",
                "Idempotency-Key": f"{combat} {number}",
            }
            self._begun.set()
            start = perf_counter()
            client.connection.request("POST", f"{client.at}/commands", b"\n".join(lines), headers)
            reply = client.answer()
            assert (reply.status, reply.json["done"]) == (200, len(lines)), reply.data[:500]
            self.seconds = perf_counter() - start
            if self._over.is_set():
                return


BENCHMARKS = [
    Gauge(
        name,
        f"99th percentile at {TABLES} tables beside a batch of {LINES:,} lines / without it",
        Bar("at most", 5.0),
        beside(serve),
    )
    for name, serve in (("batch-beside", sqlite), ("batch-beside-postgres", postgres))
]
