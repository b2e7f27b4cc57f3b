"""The contract attacked, and readers who hang up."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.api.following import lost_and_found
from tests.api.served import Served
from tests.api.test_schemathesis import attacked
from tests.soak.rows import Row


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
