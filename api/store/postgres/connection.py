"""Connections to PostgreSQL whose waiting has an end, and which take no warning for success."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

from psycopg import Connection
from psycopg.errors import Diagnostic, OperationalError
from psycopg.rows import DictRow

T = TypeVar("T")

_SILENT = "the server did not answer within {:.0f} s"
_WARNED = "the server warned, so that the step may be on this server alone: {}"


class LimitedConnection(Connection[DictRow]):
    """Connection that is given up where the server is silent for too long.

    A frozen server answers nothing and closes nothing. The statement is not cancelled: PostgreSQL
    would end its wait for a standby then, and report a success that no standby has.
    """

    limit: float | None = None
    """Seconds that an answer may take."""

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        """Wait for an answer; raises `OperationalError` and is closed where none comes."""
        if self.limit is None or named.get("timeout") is not None:
            return super().wait(gen, *args, **named)
        try:
            return super().wait(_limited(gen, monotonic() + self.limit), *args, **named)
        except TimeoutError as error:
            self.pgconn.finish()
            raise OperationalError(_SILENT.format(self.limit)) from error


def limited_to(seconds: float) -> type[LimitedConnection]:
    """The class of connections on which each answer may take so long."""
    return type("LimitedConnection", (LimitedConnection,), {"limit": seconds})


def _limited(gen: Generator[Any, Any, T], until: float) -> Generator[Any, Any, T]:
    """Go on with what waits, and raise `TimeoutError` where it still does at a time."""
    try:
        state = next(gen)
        while True:
            ready = yield state
            if not ready and monotonic() > until:
                raise TimeoutError
            state = gen.send(ready)
    except StopIteration as done:
        answer: T = done.value
        return answer


@contextmanager
def with_limit(connection: Connection[DictRow], seconds: float | None) -> Iterator[None]:
    """Let each answer take so long meanwhile; None stands for any time."""
    assert isinstance(connection, LimitedConnection)
    before, connection.limit = connection.limit, seconds
    try:
        yield
    finally:
        connection.limit = before


@contextmanager
def refuse_warnings(connection: Connection[DictRow]) -> Iterator[None]:
    """Raise `OperationalError` where the server warns meanwhile.

    So it does where a wait for a standby is cancelled, and then reports success.
    """
    warnings: list[str] = []

    def note(notice: Diagnostic) -> None:
        # What it says is gone once this returns.
        if notice.severity_nonlocalized == "WARNING":
            warnings.append(notice.message_primary or "")

    connection.add_notice_handler(note)
    try:
        yield
    finally:
        connection.remove_notice_handler(note)
    if warnings:
        raise OperationalError(_WARNED.format(warnings[0]))
