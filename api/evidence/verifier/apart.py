"""Work that goes on beside other work, in a second process where this machine has such."""

from __future__ import annotations

import os
from collections.abc import Callable

Work = Callable[[], tuple[int, ...]]
"""Something that comes to some numbers, or raises; always the same."""


def here(work: Work) -> Work:
    """What does the work when its numbers are asked for."""
    return work


def apart(work: Work) -> Work:
    """Begin the work in a process of its own; what waits for its numbers.

    Where that process comes to nothing, the work is done here after all, and raises here what it
    raises.
    """
    if not hasattr(os, "fork"):
        return work
    reader, writer = os.pipe()
    if not (child := os.fork()):
        _told(work, writer)
    os.close(writer)

    def waited() -> tuple[int, ...]:
        with os.fdopen(reader, "rb") as answer:
            numbers = answer.read().split()
        os.waitpid(child, 0)
        return tuple(map(int, numbers)) if numbers else work()

    return waited


def _told(work: Work, writer: int) -> None:
    """Do the work and write its numbers down; this process ends here."""
    try:
        os.write(writer, " ".join(map(str, work())).encode())
    finally:
        os._exit(0)
