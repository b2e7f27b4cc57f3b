"""A turnstile that many may pass at once, and that somebody may shut for a moment to be alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, get_ident


class Turnstile:
    """Whoever shuts it waits until nobody is inside; whoever passes waits while it is shut.

    Who is inside may pass again, and so may who has shut it.
    """

    def __init__(self) -> None:
        self._turn = Condition()
        self._inside, self._shut_by = 0, 0

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Be inside, together with others."""
        with self._turn:
            self._turn.wait_for(lambda: self._shut_by in (0, get_ident()))
            self._inside += 1
        try:
            yield
        finally:
            with self._turn:
                self._inside -= 1
                self._turn.notify_all()

    @contextmanager
    def shut(self) -> Iterator[None]:
        """Be alone."""
        with self._turn:
            self._turn.wait_for(lambda: not self._inside and not self._shut_by)
            self._shut_by = get_ident()
        try:
            yield
        finally:
            with self._turn:
                self._shut_by = 0
                self._turn.notify_all()
