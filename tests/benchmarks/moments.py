"""What going to and fro in time costs: undo, any state, opening, folding.

One combat of 100,000 entries with its undos and branches is grown once for all of these.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from api.server.serve import settle_memory
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from domain.state.combat import fold
from tests.benchmarks.growing import grow
from tests.benchmarks.measure import Bar, Benchmark, Gauge, Sides
from tests.support.games.toy import TOY
from tests.support.playing_service import opened, say

LONG, MIDDLE, SHORT = 100_000, 10_000, 1_000
MILLISECONDS = 1000.0


class Grown:
    """A service with a long, a middling and a short combat, all full of undos and branches.

    Garbage is looked for as seldom as in the server.
    """

    def __init__(self) -> None:
        self._kept = TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp")
        self.folder = Path(self._kept.name)
        migrate(Settings(self.url))
        self.service = self.start()
        chance = Random(1)
        self.names = {size: self._grow(size, chance) for size in (SHORT, MIDDLE, LONG)}
        settle_memory()

    @property
    def url(self) -> str:
        """The database of these combats."""
        return f"sqlite:///{self.folder}/combats.db"

    def start(self) -> Service:
        """The service, with nothing in memory yet."""
        log, vault = open_log(Settings(self.url)), Vault(self.folder / "keys")
        return Service(log, vault, lambda: {"toy": TOY})

    def restart(self) -> Service:
        """The service as after a restart."""
        self.service.close()
        self.service = self.start()
        return self.service

    def _grow(self, size: int, chance: Random) -> str:
        name = opened(self.service)
        print(f"    growing a combat of {size:,} entries", file=sys.stderr, flush=True)
        grow(self.service, name, size, chance)
        return name


grown = cache(Grown)


def undo_long_and_short(stack: ExitStack) -> Sides:
    """Undo and redo of the last step, in a long log and in a short one."""
    return Sides(_undo(LONG), _undo(SHORT))


def _undo(size: int) -> Callable[[], None]:
    def side() -> None:
        service, name = grown().service, grown().names[size]
        for _ in range(50):
            say(service, name, c.Rewind(how="undo"))
            say(service, name, c.Rewind(how="redo"))

    return side


def state_warm(stack: ExitStack) -> Callable[[], float]:
    """The 99th percentile of fetching the state at random entries, in milliseconds."""
    _states(grown().service, 2_000)
    return lambda: _states(grown().service, 300)


def state_cold(stack: ExitStack) -> Callable[[], float]:
    """The same right after a restart, with nothing of the combat in memory."""
    return lambda: _states(grown().restart(), 100)


def _states(service: Service, times: int) -> float:
    combat, chance = service.combat(grown().names[LONG]), Random()
    took = []
    for _ in range(times):
        node = combat.line.node_after(chance.randint(1, combat.line.entries))
        start = perf_counter()
        combat.moments.at(node)
        took.append(perf_counter() - start)
    return quantiles(took, n=100)[98] * MILLISECONDS


def opening_cold(stack: ExitStack) -> Callable[[], float]:
    """Opening a combat of 10,000 entries after a restart, up to its state."""

    def once() -> float:
        service = grown().restart()
        gc.collect()
        start = perf_counter()
        assert service.combat(grown().names[MIDDLE]).head.roster.members
        return (perf_counter() - start) * MILLISECONDS

    return once


def folding(stack: ExitStack) -> Callable[[], float]:
    """How many events of a real line of play are folded in a second."""
    combat = grown().service.combat(grown().names[LONG])
    entries = list(combat.path(0, combat.node)) * 3

    def once() -> float:
        start = perf_counter()
        fold(entries)
        return len(entries) / (perf_counter() - start)

    return once


BENCHMARKS = [
    Benchmark(
        "undo-long",
        "cost of undo and redo at 100,000 entries / at 1,000",
        Bar("at most", 1.2),
        undo_long_and_short,
    ),
    Gauge(
        "state-warm",
        "state at any of 100,000 entries, 99th percentile, warm",
        Bar("at most", 3.0, "ms"),
        state_warm,
    ),
    Gauge("state-cold", "the same after a restart", Bar("at most", 50.0, "ms"), state_cold),
    Gauge(
        "open-cold",
        "opening a combat of 10,000 entries after a restart",
        Bar("at most", 30.0, "ms"),
        opening_cold,
    ),
    Gauge(
        "fold",
        "folding the events of a real line of play",
        Bar("at least", 300_000, "events/s"),
        folding,
    ),
]
