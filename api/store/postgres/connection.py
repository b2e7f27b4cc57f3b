"""Connections to PostgreSQL whose waiting has an end, and which take no warning for success."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import Diagnostic, OperationalError
from psycopg.rows import DictRow

T = TypeVar("T")

REFUSED_WITHIN: Final = 1.0
"""Seconds within which a host refuses a connection; one that fails later is silent."""

_NO_ANSWER = "the server did not answer within {:.0f} s"
_WARNED = "the server warned, so that the step may be on this server alone: {}"


class Host(NamedTuple):
    """A host of a database URL, as the driver names it; None where the URL does not say."""

    host: str | None
    hostaddr: str | None
    port: str | None


_SILENT = set[Host]()
"""Hosts that did not answer when a connection was last tried."""

_PROBED = set[Host]()
"""Silent hosts that a thread is trying again."""


def hosts_of(conninfo: str) -> Iterator[Host]:
    """Yield the hosts that a database URL names, one at least."""
    told = conninfo_to_dict(conninfo)
    named: list[list[str | None]] = [
        [*str(told[part]).split(",")] if told.get(part) else [] for part in Host._fields
    ]
    most = max(1, *map(len, named))
    # One port holds for all hosts.
    columns = (part * most if len(part) == 1 else part or [None] * most for part in named)
    return map(Host._make, zip(*columns, strict=True))


class LimitedConnection(Connection[DictRow]):
    """Connection that is given up where the server is silent for too long.

    A frozen server answers nothing and closes nothing. The statement is not cancelled: PostgreSQL
    would end its wait for a standby then, and report a success that no standby has.
    """

    limit: float | None = None
    """Seconds that an answer may take."""

    @classmethod
    def connect(cls, conninfo: str = "", **named: Any) -> Any:
        """Connect to the first host that takes writes; skip silent hosts.

        A frozen host costs each attempt its whole time, so that the others would be found late.
        Where no other takes writes, a thread tries it again: it may be the primary by now.
        """
        hosts = list(hosts_of(conninfo))
        tried = [host for host in hosts if host not in _SILENT] or hosts
        for host in tried[:-1]:
            with suppress(OperationalError):
                return cls._connect_to(host, conninfo, named)
        try:
            return cls._connect_to(tried[-1], conninfo, named)
        except OperationalError:
            for host in set(hosts).difference(tried, _PROBED):
                Thread(target=cls._probe, args=(host, conninfo, named), daemon=True).start()
            raise

    @classmethod
    def _connect_to(cls, host: Host, conninfo: str, named: dict[str, Any]) -> Any:
        began = monotonic()
        try:
            found = super().connect(make_conninfo(conninfo, **host._asdict()), **named)
        except OperationalError:
            # A dead host shows as a timeout, or as one of several errors of the network.
            if monotonic() - began > REFUSED_WITHIN:
                _SILENT.add(host)
            raise
        _SILENT.discard(host)
        return found

    @classmethod
    def _probe(cls, host: Host, conninfo: str, named: dict[str, Any]) -> None:
        """Try a silent host while nobody waits for it, and note whether it answers."""
        _PROBED.add(host)
        try:
            with suppress(OperationalError, OSError):
                cls._connect_to(host, conninfo, named).close()
        finally:
            _PROBED.discard(host)

    def wait(self, gen: Any, *args: Any, **named: Any) -> Any:
        """Wait for an answer; raises `OperationalError` and is closed where none comes."""
        if self.limit is None or named.get("timeout") is not None:
            return super().wait(gen, *args, **named)
        try:
            return super().wait(_limited(gen, monotonic() + self.limit), *args, **named)
        except TimeoutError as error:
            self.pgconn.finish()
            raise OperationalError(_NO_ANSWER.format(self.limit)) from error


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
