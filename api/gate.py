"""Requests that are worked on at once: as many as there are, streams and waiting ones not counted.

The server has a thread for every stream. Were all of them free for commands, a crowd would have
more of them at work than the database has connections for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


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
