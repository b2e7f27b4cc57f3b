"""Several processes against one: what a command costs each of them, over one PostgreSQL.

Real servers with processes of their own, side by side in one run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from api.store.core.settings import Settings
from api.store.open_log import migrate
from tests.benchmarks.append import postgres_url
from tests.benchmarks.measure import Bar, Benchmark, Gauge, Sides
from tests.benchmarks.server.commands import CLIENTS, Send, fight, folder, many, together
from tests.support.clients.real_server import Served

TICKS = os.sysconf("SC_CLK_TCK")


def served(stack: ExitStack, workers: int, database: str = "") -> Served:
    """A server with so many processes of gunicorn; 0 is plain serve."""
    options = ("--workers", str(workers)) if workers else ()
    server = Served(folder(stack), database=database, options=options)
    stack.callback(server.close)
    return server


def fights(server: Served) -> list[Send]:
    """Fights of eight clients, warmed up."""
    sends = [fight(server) for _ in range(CLIENTS)]
    all_of(sends)
    return sends


def all_of(sends: list[Send]) -> Any:
    """Let each of them send its next forty commands, all at once."""
    return list(together(sends, many))


# --- one worker ----------------------------------------------------------------------------


def one_worker(stack: ExitStack) -> Sides:
    """Eight clients of one worker of gunicorn, and of plain serve."""
    worker, plain = fights(served(stack, 1)), fights(served(stack, 0))
    return Sides(lambda: all_of(worker), lambda: all_of(plain))


# --- two workers ---------------------------------------------------------------------------


def two_workers(stack: ExitStack) -> Callable[[], float]:
    """Processor time per command at two workers, in parts of that at one."""
    two, one = (on_postgres(stack, workers) for workers in (2, 1))

    def ratio() -> float:
        return spent(*two) / spent(*one)

    return ratio


def two_workers_crowded(stack: ExitStack) -> Callable[[], float]:
    """The same, where the one has no more room than each of the two.

    On two processors each of two workers shares its own with clients and the database, which cools
    its caches, while one worker has a processor for itself. So here all that belongs to the one
    stays on one processor.
    """
    two = on_postgres(stack, 2)
    with on_one_processor():
        one = on_postgres(stack, 1)

    def ratio() -> float:
        both = spent(*two)
        with on_one_processor():
            return both / spent(*one)

    return ratio


@contextmanager
def on_one_processor() -> Iterator[None]:
    """Keep this thread, and all that it starts meanwhile, to one processor."""
    free = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(free)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, free)


def on_postgres(stack: ExitStack, workers: int) -> tuple[Served, list[Send]]:
    """A server of so many workers over a database of its own, and fights on it."""
    url = postgres_url(stack)
    migrate(Settings(url))
    server = served(stack, workers, url)
    return server, fights(server)


def spent(server: Served, sends: list[Send]) -> float:
    """The processor time of a server's processes while its clients send their next commands."""
    before = processor(server.process.pid)
    all_of(sends)
    return processor(server.process.pid) - before


def processor(pid: int) -> float:
    """Seconds of processor time that a process and its children took so far."""
    return sum(sum(times) for times in _times_of(pid)) / TICKS


def _times_of(parent: int) -> Iterator[list[int]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if parent in (int(stat.parent.name), int(fields[1])):
                yield [int(each) for each in fields[11:13]]


BENCHMARKS = [
    Benchmark(
        "worker-one",
        "commands/s by 8 clients of one worker of gunicorn / of plain serve",
        Bar("at least", 0.9),
        one_worker,
    ),
    Gauge(
        "worker-two",
        "processor time per command at two workers / at one, over PostgreSQL",
        Bar("at most", 1.1),
        two_workers,
    ),
    Gauge(
        "worker-two-crowded",
        "the same, the one on a processor that it shares with its clients and its database",
        Bar("at most", 1.1),
        two_workers_crowded,
    ),
]
