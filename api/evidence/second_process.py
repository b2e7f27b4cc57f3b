"""A second process for work that can go on beside other work, where the system has such."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Work = Callable[[], tuple[int, ...]]
"""A calculation of some numbers that always gives the same, or raises the same."""

Beside = Callable[[Work], AbstractContextManager[Work]]
"""A place for some work while something else is done; it gives what waits for the numbers."""


@contextmanager
def here(work: Work) -> Iterator[Work]:
    """Do the work when its numbers are asked for."""
    yield work


@contextmanager
def apart(work: Work) -> Iterator[Work]:
    """Begin the work in a process of its own, and give what waits for its numbers.

    If that process fails, the work is done again here, and raises here what it raises. In the end
    the process is over, whether its numbers were asked for or not.
    """
    if not hasattr(os, "fork"):
        yield work
        return
    reader, writer = os.pipe()
    if not (child := os.fork()):
        _run_and_exit(work, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        try:
            yield lambda: tuple(map(int, answer.read().split())) or work()
        finally:
            os.kill(child, signal.SIGKILL)  # one that is over, or not needed any more
            os.waitpid(child, 0)


def _run_and_exit(work: Work, writer: int) -> None:
    """Do the work and write its numbers down; this process ends here."""
    gc.disable()  # it ends before collecting could pay
    try:
        os.write(writer, " ".join(map(str, work())).encode())
    finally:
        os._exit(0)
