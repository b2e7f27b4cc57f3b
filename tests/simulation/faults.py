"""Faults of a run: which kinds there are, how often each comes, and when it is over."""

from __future__ import annotations

from random import Random
from typing import Final

from tests.simulation.scheduling.scheduler import Crashed, Scheduler

RATES: Final = {
    "crash": (0.0, 0.004, 0.02),  # a process dies between two effects
    "slow": (0.0, 0.02, 0.1),  # an effect takes long, and others go first
    "jump": (0.0, 0.02, 0.2),  # the clock of a process jumps
    "unsent": (0.0, 0.01, 0.05),  # a message never reaches the database
    "unanswered": (0.0, 0.02, 0.1),  # the database carries it out, and its answer is lost
    "aborted": (0.0, 0.01, 0.05),  # the database gives a transaction up
    "warned": (0.0, 0.01, 0.05),  # the database warns that a step may not be safe
    "silent": (0.0, 0.005, 0.02),  # a connection that listens is dead, and nobody says so
    "cut": (0.0, 0.02, 0.1),  # a connection that listens is cut
    "no answer": (0.0, 0.03, 0.15),  # the answer to a client is lost, or it hangs up
    "hang up": (0.0, 0.05, 0.3),  # who reads a stream comes again
    "twice": (0.0, 0.05, 0.3),  # a request arrives at two processes
    "given up": (0.0, 0.1, 0.4),  # who sent a command in doubt never asks again
    "restart": (0.0, 0.02),  # a process is stopped in order, and begins anew
    "outage": (0.0, 0.01),  # the database is away for a while
    "other keys": (0.0, 0.3),  # a process begins with keys of another installation
}
"""How often each fault comes, of so many times that it could; each run draws one of its rates."""

SCARCE: Final = {
    "unread": (0.02, 0.08),  # an SQLite file cannot be read
    "held up": (0.05, 0.3),  # a thread is held up before a lock
}
"""The same for faults that come only where memory is scarce."""

PAUSES: Final = (0.001, 0.01, 0.1, 1.2, 3.0)
"""Seconds that an effect may take longer; the last is beyond any patience of ours."""

JUMPS: Final = (-86_400_000, -3_600_000, -61_000, -1_000, 1, 5_000, 61_000, 3_600_000, 86_400_000)
"""Milliseconds by which a clock jumps."""


class Faults:
    """The faults of a run; from `end` until the next `begin` none happens."""

    def __init__(self, scheduler: Scheduler, *, scarce: bool = False):
        self._scheduler, self._chance = scheduler, scheduler.chance
        kinds = RATES | SCARCE if scarce else RATES
        self.rates = {kind: self._chance.choice(rates) for kind, rates in kinds.items()}
        self.counts = dict.fromkeys(kinds, 0)
        self._ended = False

    @property
    def chance(self) -> Random:
        """What decides."""
        return self._chance

    def begin(self) -> None:
        """Let faults happen again."""
        self._ended = False

    def end(self) -> None:
        """Let no more faults happen."""
        self._ended = True

    def happens(self, kind: str) -> bool:
        """Whether a fault happens now."""
        if self._ended or self._chance.random() >= self.rates[kind]:
            return False
        self.counts[kind] += 1
        self._scheduler.say(f"FAULT: {kind}")
        return True

    def effect(self, what: str) -> None:
        """An effect of the process that runs: before it, that process may die or be slow."""
        task = self._scheduler.current()
        self._scheduler.say(what)
        if self.happens("crash"):
            self._scheduler.kill(task.process)
            raise Crashed
        self.delay()

    def delay(self, kind: str = "slow") -> None:
        """Let others go first, for a moment or for long."""
        if self.happens(kind):
            self._scheduler.sleep(self._chance.choice(PAUSES))
        else:
            self._scheduler.pause()


class Clock:
    """The clock of a process, in milliseconds since 1970; it may jump, and stand still."""

    def __init__(self, scheduler: Scheduler, faults: Faults):
        self._scheduler, self._faults, self._skew = scheduler, faults, 1_700_000_000_000

    def now(self) -> int:
        """What the clock shows."""
        if self._faults.happens("jump"):
            self._skew += self._faults.chance.choice(JUMPS)
        return self._skew + int(self._scheduler.now * 1000)
