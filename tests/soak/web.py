"""The contract attacked, readers who hang up, and what must not be known."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pytest import MonkeyPatch

from tests.api.web.test_schemathesis import attacked
from tests.properties.hidden_worlds.test_every_answer import OTHERS
from tests.properties.hidden_worlds.test_pairings import Paired
from tests.properties.hidden_worlds.test_sealed_games import Ambush, Bound, Sealed
from tests.soak.rows import Row
from tests.support.clients.real_server import Served
from tests.support.clients.reconnecting_client import lost_and_found
from tests.support.hidden_worlds.world import Secrets, World
from tests.support.hidden_worlds.worlds import worlds_in

KINDS = (World, Sealed, Bound, Ambush, Paired)
"""Fights with things that must not be known."""


def contract(examples: int) -> Row:
    """The contract attacked, so many random requests to each route."""
    start = perf_counter()
    with TemporaryDirectory() as folder:
        said, status = attacked(Path(folder), examples)
    sent = re.search(r"([0-9,]+) generated", said)
    amount = f"{sent[1] if sent else 0} requests"
    took = perf_counter() - start
    return Row("the contract by schemathesis", examples, amount, took, (said,) if status else ())


def disconnects(runs: int) -> Row:
    """Forty readers of a live combat hang up at random; at the end all have the same log."""
    start, followers = perf_counter(), 40
    with TemporaryDirectory() as folder:
        server = Served(Path(folder), options=("--streams", "100"))
        try:
            done = lost_and_found(server, followers, runs // followers, seed=1)
        finally:
            server.close()
    took = perf_counter() - start
    return Row("random disconnects, equal logs", runs, f"{done:,} disconnects", took)


def secrets() -> Row:
    """Worlds that differ in hidden things look the same, all of it read at every moment."""
    start, failed, read = perf_counter(), list[str](), 0
    with (
        TemporaryDirectory() as folder,
        worlds_in(Path(folder)) as make,
        MonkeyPatch.context() as p,
    ):
        p.setattr(World, "share", 1.0)
        for kind in KINDS:
            for other in OTHERS:
                one, two = make(Secrets(), kind), make(other, kind)
                read += len(two.received)
                failed += [] if one.received == two.received else [f"{kind.__name__}: {other}"]
    runs, took = len(KINDS) * len(OTHERS), perf_counter() - start
    return Row("hidden things, same answers", runs, f"{read:,} answers", took, tuple(failed))
