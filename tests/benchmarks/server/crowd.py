"""A player beside a crowd: sixty hostile clients, each with a seat of its own, send queries.

Half of the queries run as long as they may, half are quick. The crowd is a process of its own,
`python -m tests.benchmarks.server.crowd PORT COMBAT`, which reads a token a line.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.client import HTTPException
from itertools import cycle
from statistics import quantiles
from threading import Thread
from typing import Any
from urllib.parse import quote

from tests.benchmarks.measure import Bar, Gauge
from tests.benchmarks.server.commands import fight, served, timed
from tests.support.architecture import ROOT
from tests.support.clients.real_server import Client, Served

HOSTILE = 60
COMMANDS = 400
ENDLESS = (
    "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x)"
    " SELECT count(*) FROM x WHERE n % 7 = 1"
)
QUICK = "SELECT who, count(*) FROM rolls GROUP BY who"


def beside_queries(stack: ExitStack) -> Callable[[], float]:
    """A player's 99th percentile beside sixty clients that send queries, in parts of it alone."""
    server = served(stack)
    send = fight(server)
    combat, tokens = _crowded(server)

    def once() -> float:
        alone = _slowest(send)
        crowd = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.server.crowd", str(server.port), combat],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            text=True,
        )
        try:
            assert crowd.stdin is not None
            crowd.stdin.write("\n".join(tokens))
            crowd.stdin.close()
            time.sleep(3)
            return _slowest(send) / alone
        finally:
            crowd.kill()
            crowd.wait()
            time.sleep(3)

    return once


def _slowest(send: Callable[[], None]) -> float:
    return quantiles([timed(send) for _ in range(COMMANDS)], n=100)[98]


def _crowded(server: Served) -> tuple[str, list[str]]:
    """A combat with sixty spectators: its name and their tokens."""
    seats = [{"person": f"Guest {n}", "role": "spectator"} for n in range(HOSTILE)]
    opening: dict[str, Any] = {"ruleset": "toy", "title": "The crowd", "seats": seats}
    said = server.operator.send("POST", "/v1/combats", opening).json
    return said["combat"], [seat["token"] for seat in said["seats"]]


def _asks(port: int, combat: str, token: str, queries: list[str]) -> None:
    """Ask without a pause, whatever the answer is."""
    client = Client(port, token, f"/v1/combats/{combat}")
    for query in cycle(queries):
        try:
            client.send("GET", f"query?sql={quote(query)}")
        except (OSError, HTTPException):
            client.connection.close()


def main() -> None:
    """Be the crowd until somebody ends it."""
    port, combat = int(sys.argv[1]), sys.argv[2]
    tokens = sys.stdin.read().split()
    for number, token in enumerate(tokens):
        queries = [ENDLESS] if number % 2 else [QUICK]
        Thread(target=_asks, args=(port, combat, token, queries), daemon=True).start()
    with suppress(KeyboardInterrupt):
        time.sleep(600)


BENCHMARKS = [
    Gauge(
        "http-crowd",
        f"99th percentile of a player beside {HOSTILE} clients that send queries",
        Bar("at most", 5.0, "x alone"),
        beside_queries,
    )
]

if __name__ == "__main__":
    main()
