"""Reads that may be answered from memory while the database is away, and how old the answer is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic


class StaleRead:
    """One read: whether it found the database away, and since when it may be out of date."""

    def __init__(self) -> None:
        self.is_away = False
        self._as_of: float | None = None

    def use(self, as_of: float) -> None:
        """Note that the answer has something that was in step with the database at a time."""
        self._as_of = as_of if self._as_of is None else min(as_of, self._as_of)

    @property
    def age(self) -> int | None:
        """Seconds since the answer was in step with the database; None where it is so now."""
        return None if self._as_of is None else int(monotonic() - self._as_of)


_CURRENT: ContextVar[StaleRead | None] = ContextVar("stale_read", default=None)


def allow_stale_read(allowed: bool) -> None:
    """Let what follows in this thread be answered from memory, or not."""
    _CURRENT.set(StaleRead() if allowed else None)


@contextmanager
def fresh_read() -> Iterator[None]:
    """Let nothing be answered from memory meanwhile."""
    before = _CURRENT.set(None)
    try:
        yield
    finally:
        _CURRENT.reset(before)


def stale_read() -> StaleRead | None:
    """The read of this thread that may be answered from memory, if it is one."""
    return _CURRENT.get()


def age_of_answer() -> int | None:
    """Seconds since this thread's answer was in step with the database; None where it is so now."""
    current = stale_read()
    return current.age if current else None
