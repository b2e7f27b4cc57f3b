"""What holds while a request is worked on: its id, for the log, and whether it may be stale."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from api.store.core.stale_reads import allow_stale_read, stale_read

_ID: ContextVar[str] = ContextVar("request_id", default="")


def begin_request(id: str, *, stale: bool) -> None:
    """Begin to work on a request in this thread; a `stale` one may be answered from memory."""
    _ID.set(id)
    allow_stale_read(stale)


def end_request() -> None:
    """End work on a request."""
    begin_request("", stale=False)


def request_id() -> str:
    """The id of the request that this thread works on; empty where it works on none."""
    return _ID.get()


@contextmanager
def stale_reads_allowed() -> Iterator[None]:
    """Let what is read meanwhile come from memory, also in a request that changes things."""
    if stale_read() is not None:
        yield
        return
    allow_stale_read(True)
    try:
        yield
    finally:
        allow_stale_read(False)


class LaterChunks(Iterator[bytes]):
    """Chunks written after their request has left; each is a read of its own.

    A class and not a generator: one that nobody began to read would close nothing.
    """

    def __init__(self, chunks: Iterator[bytes]):
        self._chunks = chunks
        self._id, self._is_stale = request_id(), stale_read() is not None

    def __next__(self) -> bytes:
        begin_request(self._id, stale=self._is_stale)
        try:
            return next(self._chunks)
        finally:
            end_request()

    def close(self) -> None:
        """Close what the chunks come from, where that can be closed."""
        if (close := getattr(self._chunks, "close", None)) is not None:
            close()
