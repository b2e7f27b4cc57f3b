"""Work that goes on beside other work, in a second process where this machine has such."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Work = Callable[[], tuple[int, ...]]
"""Something that comes to some numbers, or raises; always the same."""

Beside = Callable[[Work], AbstractContextManager[Work]]
"""Where some work goes on while something else is done; what waits for its numbers."""


@contextmanager
def here(work: Work) -> Iterator[Work]:
    """What does the work when its numbers are asked for."""
    yield work


@contextmanager
def apart(work: Work) -> Iterator[Work]:
    """Begin the work in a process of its own; what waits for its numbers.

    Where that process comes to nothing, the work is done here after all, and raises here what it
    raises. In the end the process is over, whether its numbers were asked for or not.
    """
    if not hasattr(os, "fork"):
        yield work
        return
    reader, writer = os.pipe()
    if not (child := os.fork()):
        _told(work, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        try:
            yield lambda: tuple(map(int, answer.read().split())) or work()
        finally:
            os.kill(child, signal.SIGKILL)  # one that is over, or not needed any more
            os.waitpid(child, 0)


def _told(work: Work, writer: int) -> None:
    """Do the work and write its numbers down; this process ends here."""
    gc.disable()  # it ends before collecting could pay
    try:
        os.write(writer, " ".join(map(str, work())).encode())
    finally:
        os._exit(0)
