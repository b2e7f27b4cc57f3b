"""Advisory locks of PostgreSQL: shared or exclusive, of a transaction or of a session, in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import psycopg

from tests.simulation.scheduling.primitives import Waiters


class Request(NamedTuple):
    """A session that wants or has a lock; without a transaction it keeps it until it lets go."""

    session: int
    transaction: int
    shared: bool


class AdvisoryLocks:
    """The locks of a server; who comes first is served first."""

    def __init__(self) -> None:
        self._held: dict[str, list[Request]] = {}
        self._waiting: dict[str, list[Request]] = {}
        self._waiters = Waiters()

    def take(self, key: str, request: Request, timeout: float) -> None:
        """Wait for a lock; raises LockNotAvailable where that takes too long."""
        waiting = self._waiting.setdefault(key, [])
        waiting.append(request)
        try:
            if not self._waiters.wait_for(lambda: self._is_free(key, request), timeout):
                raise psycopg.errors.LockNotAvailable("canceling statement due to lock timeout")
            self._held.setdefault(key, []).append(request)
        finally:
            waiting.remove(request)
            self._waiters.wake_all()

    def _is_free(self, key: str, request: Request) -> bool:
        held, waiting = self._held.get(key, []), self._waiting[key]
        # Who has the lock already is not sent behind those who wait for it.
        is_mine = any(each.session == request.session for each in held)
        before = [] if is_mine else waiting[: waiting.index(request)]
        return not any(_conflict(request, other) for other in (*held, *before))

    def release(self, key: str, session: int) -> None:
        """Let go of a lock that a session keeps."""
        held = self._held.get(key, [])
        for found in [r for r in held if r.session == session and not r.transaction][:1]:
            held.remove(found)
        self._waiters.wake_all()

    def end_transaction(self, transaction: int) -> None:
        """Let go of all that a transaction holds."""
        self._keep(lambda request: request.transaction != transaction)

    def end_session(self, session: int) -> None:
        """Let go of all that a session holds."""
        self._keep(lambda request: request.session != session)

    def _keep(self, stays: Callable[[Request], bool]) -> None:
        for key, held in self._held.items():
            self._held[key] = [each for each in held if stays(each)]
        self._waiters.wake_all()


def _conflict(one: Request, other: Request) -> bool:
    return one.session != other.session and not (one.shared and other.shared)
