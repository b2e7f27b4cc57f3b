"""`python -m tests.benchmarks.server.stalls [MINUTES]`: long load, and what stood still in it.

A steady load on many tables of one server, each command counted from when it was due. A table plays
one fight after another. Beside it a process of its own writes to the same disk and flushes. What
stood still for longer than `STALL` is told with what the disk did meanwhile: where the disk was as
slow, the server is not to blame.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from threading import Barrier, Lock, Thread
from time import perf_counter, sleep
from typing import NamedTuple

from tests.benchmarks.server.commands import Send, fight, folder, served
from tests.support.architecture import ROOT
from tests.support.clients.real_server import Served

STALL = 0.5
"""Seconds after which a command has stood still."""
SLOW = 0.25
"""Seconds of one flush that explain it, if they lie within that time."""
SENDERS, RATE, TABLES = 4, 60, 80
FIGHT = 400
"""Commands of a fight, which make 1,250 entries; then its table begins another."""
PROBED = 0.05
"""Seconds between two flushes of the probe."""


class Took(NamedTuple):
    """When something was due or began, and when it was done; the clock is that of the machine."""

    began: float
    ended: float

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.ended - self.began


class Table:
    """A table that plays one fight after another; tables end their first ones at different times.

    Only one is opened at a time, since all are opened over one connection.
    """

    _opening = Lock()

    def __init__(self, server: Served, number: int):
        self._server, self._fight = server, fight(server)
        self._left = FIGHT * (number + 1) // TABLES

    def send(self) -> None:
        """Send the next command."""
        if not self._left:
            with self._opening:
                self._fight, self._left = fight(self._server), FIGHT
        self._left -= 1
        self._fight()


def main(argv: list[str]) -> int:
    """Load a server for so many minutes, and print what came of it; 1 if a stall is unexplained."""
    minutes = float(argv[0]) if argv else 60.0
    with ExitStack() as stack:
        server = served(stack)
        tables = [Table(server, number) for number in range(TABLES)]
        probe = stack.enter_context(probing(folder(stack)))
        took = under_load([table.send for table in tables], minutes * 60)
        flushes = told_by(probe)
    return report(took, flushes)


# --- the load ------------------------------------------------------------------------------


def under_load(tables: list[Send], seconds: float) -> list[Took]:
    """Send commands at a steady rate; how long each took from when it was due."""
    found: list[list[Took]] = [[] for _ in range(SENDERS)]
    ready = Barrier(SENDERS)
    threads = [
        Thread(target=_sender, args=(tables[nth::SENDERS], nth, seconds, ready, found[nth]))
        for nth in range(SENDERS)
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return sorted(took for each in found for took in each)


def _sender(own: list[Send], nth: int, seconds: float, ready: Barrier, found: list[Took]) -> None:
    ready.wait()
    start, sends = perf_counter(), cycle(own)
    for number in range(nth, int(seconds * RATE), SENDERS):
        due = start + number / RATE
        sleep(max(0.0, due - perf_counter()))
        next(sends)()
        found.append(Took(due, perf_counter()))


# --- the disk ------------------------------------------------------------------------------


@contextmanager
def probing(at: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that flushes files until its input is closed, then says how long each took."""
    command = [sys.executable, "-m", "tests.benchmarks.server.stalls", "--probe", str(at / "probe")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        yield process


def told_by(process: subprocess.Popen[str]) -> list[Took]:
    """End the probe; its flushes."""
    out, _ = process.communicate("")
    return [Took(*each) for each in json.loads(out)]


def probe(file: Path) -> None:
    """Write and flush until the input is closed, and print how long each flush took."""
    found, ended = list[Took](), Thread(target=sys.stdin.read, daemon=True)
    ended.start()
    with file.open("wb", buffering=0) as out:
        while ended.is_alive():
            began = perf_counter()
            out.seek(0)
            out.write(bytes(4096))
            os.fdatasync(out.fileno())
            found.append(Took(began, perf_counter()))
            sleep(PROBED)
    print(json.dumps(found))


# --- what came of it -----------------------------------------------------------------------


def explained(stall: Took, slow: list[Took]) -> bool:
    """Whether a slow flush of the probe lies within a stall."""
    return any(each.began < stall.ended and each.ended > stall.began for each in slow)


def report(took: list[Took], flushes: list[Took]) -> int:
    """Print the times and each stall; 1 if one of them is unexplained."""
    cuts = quantiles([each.seconds * 1000 for each in took], n=1000)
    slowest = max(took, key=lambda each: each.seconds)
    longest = max(flushes, key=lambda each: each.seconds)
    print(f"{len(took)} commands, {len(flushes)} flushes of the probe")
    print(f"median {cuts[499]:.1f} ms, 99 % {cuts[989]:.1f} ms, 99.9 % {cuts[998]:.1f} ms")
    print(f"slowest {slowest.seconds * 1000:.0f} ms; flush {longest.seconds * 1000:.0f} ms")
    stalls = [each for each in took if each.seconds > STALL]
    slow = [each for each in flushes if each.seconds > SLOW]
    unexplained = [each for each in stalls if not explained(each, slow)]
    print(f"{len(stalls)} stalls over {STALL * 1000:.0f} ms, {len(unexplained)} without the disk")
    for each in unexplained:
        print(f"  {each.seconds * 1000:.0f} ms, after {each.began - took[0].began:.0f} s")
    return 1 if unexplained else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--probe"]:
        probe(Path(sys.argv[2]))
    else:
        sys.exit(main(sys.argv[1:]))
