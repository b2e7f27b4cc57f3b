"""What holds while a request is worked on: its id, for the log, and whether it may be stale."""

from __future__ import annotations

from collections.abc import Generator, Iterator
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


def later_chunks(chunks: Generator[bytes, None, None]) -> Iterator[bytes]:
    """Yield what is written after its request has left; each chunk is a read of its own."""
    return _later_chunks(chunks, request_id(), stale_read() is not None)


def _later_chunks(
    chunks: Generator[bytes, None, None], id: str, stale: bool
) -> Generator[bytes, None, None]:
    try:
        while True:
            begin_request(id, stale=stale)
            try:
                chunk = next(chunks, None)
            finally:
                end_request()
            if chunk is None:
                return
            yield chunk
    finally:
        chunks.close()
