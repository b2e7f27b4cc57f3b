"""Following a log: what is appended to any combat, as any process commits it."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from eventsourcing.persistence import Notification

from api.store.failures import failure_of
from api.store.tables import FAILURES


class Appended(NamedTuple):
    """An entry was appended: where it stands among all entries, its combat, its number there."""

    position: int
    combat: str
    seq: int


class _Subscription(Protocol):
    """What the recorders make."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *args: object) -> None: ...
    def __iter__(self) -> Iterator[Notification]: ...
    def stop(self) -> None: ...


class Following:
    """What is appended after a position, in order, until `stop`; to be used in a `with`.

    Raises `Unavailable` where the database is lost: follow again from the last position.
    """

    def __init__(self, subscription: _Subscription):
        self._subscription = subscription

    def stop(self) -> None:
        """End it, from whatever thread."""
        self._subscription.stop()

    def __enter__(self) -> Self:
        self._subscription.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._subscription.__exit__(kind, error, trace)

    def __iter__(self) -> Iterator[Appended]:
        try:
            for each in self._subscription:
                yield Appended(each.id, str(each.originator_id), each.originator_version)
        except FAILURES as error:
            raise failure_of("The log cannot be followed", error) from error
