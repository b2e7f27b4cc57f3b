"""Lanes for what takes long: queries, archives, audits, dry runs, batches keep nobody from play.

Each lane does one request at a time, and each caller has one in all lanes together. Others wait in
line, in order of arrival, outside the gate that commands come through. A caller's budget grows back
evenly; a caller who has used it up is refused after a delay, so that asking again gains nothing.

The gate counts requests that are worked on, streams and waiting ones not among them. The server has
a thread for every stream: were all of them free for commands, a crowd would have more of them at
work than the database has connections for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from threading import BoundedSemaphore, Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple

from flask import request

from api.web.auth import Caller
from api.web.problems import Problem
from api.web.traffic.rate_limit import Rates

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Lane = Literal["queries", "archives", "audits", "dry runs", "batches"]

BUDGET = 60
"""Long reads a minute, for each caller but the operator."""
MOST_WAITING = 100
"""Requests that wait at once: each of them holds a thread of the server."""
PATIENCE = 20.0
"""Seconds after which a request that waits is refused."""
LOOK = 0.5
"""Seconds between two looks whether the client of a request that waits has hung up."""
DELAY = 1.0
"""Seconds before a caller without budget is refused."""


class Gate:
    """A WSGI application that lets so many requests in at once; others wait before it.

    A stream is written after its request has left, so that it keeps nobody out.
    """

    KEY = "combatlog.gate"
    """Where a request finds the gate that it came through."""

    def __init__(self, application: WSGIApplication, most: int):
        self._application, self._free = application, BoundedSemaphore(most)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        environ[self.KEY] = self
        with self._free:
            return self._application(environ, start)

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Give the place of a request to others for as long as it waits for something else."""
        self._free.release()
        try:
            yield
        finally:
            self._free.acquire()


class _Waiter(NamedTuple):
    """A request in line: its lane, its caller, and the event that is set when its turn comes."""

    lane: Lane
    caller: str
    turn: Event

    @property
    def needs(self) -> set[str]:
        """What nobody else may hold meanwhile."""
        return {f"lane {self.lane}", f"caller {self.caller}"}


class Lanes:
    """The lanes of one process."""

    def __init__(self, budget: int = BUDGET, patience: float = PATIENCE, delay: float = DELAY):
        self._rates, self._patience, self._delay = Rates(budget, 10**9), patience, delay
        self._lock, self._held = Lock(), set[str]()
        self._line: list[_Waiter] = []

    @contextmanager
    def hold_lane(self, lane: Lane, caller: Caller) -> Iterator[None]:
        """Hold a lane once the caller's turn has come; raises the problem `too-many`.

        The operator has no budget to use up. Callers without a token are told apart by address.
        """
        seat = f"{caller.combat} {caller.seat}" if caller.seat else request.remote_addr or ""
        waiter = _Waiter(lane, "" if caller.is_operator else seat, Event())
        # Where a request waits, it keeps no command out.
        gate: Gate | None = request.environ.get(Gate.KEY)
        with gate.outside() if gate else nullcontext():
            self._wait(waiter)
        try:
            yield
        finally:
            self._leave(waiter)

    def _wait(self, waiter: _Waiter) -> None:
        with self._lock:
            if len(self._line) >= MOST_WAITING:
                raise _too_many(self._patience)
            self._line.append(waiter)
            self._advance()
        try:
            if waiter.caller:
                self._spend(waiter)
            if not self._comes(waiter):
                raise _too_many(self._patience)
        except Problem:
            self._leave(waiter)
            raise

    def _comes(self, waiter: _Waiter) -> bool:
        """Wait for a turn; False where patience ran out, or the client has hung up."""
        has_left: Callable[[], bool] = request.environ.get("waitress.client_disconnected", bool)
        until = monotonic() + self._patience
        while not has_left() and (left := until - monotonic()) > 0:
            if waiter.turn.wait(min(left, LOOK)):
                return True
        return False

    def _spend(self, waiter: _Waiter) -> None:
        """Count a request; one that is beyond the budget keeps its place in line for a while."""
        try:
            self._rates.count_try(waiter.caller)
        except Problem:
            Event().wait(self._delay)
            raise

    def _leave(self, waiter: _Waiter) -> None:
        """Give up a turn, or a place in line."""
        with self._lock:
            if waiter.turn.is_set():
                self._held -= waiter.needs
            else:
                self._line.remove(waiter)
            self._advance()

    def _advance(self) -> None:
        """Give all a turn whose lane and caller are free, the first in line first."""
        for waiter in [*self._line]:
            if not self._held & waiter.needs:
                self._held |= waiter.needs
                self._line.remove(waiter)
                waiter.turn.set()


def _too_many(seconds: float) -> Problem:
    return Problem(
        "too-many",
        "Others are being answered first: queries, archives, audits, dry runs and long batches take"
        " turns, so that they hold up no play. Try again in a little while.",
        {"Retry-After": str(int(seconds))},
    )
