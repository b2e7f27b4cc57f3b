"""What one viewer of a combat has coming: his last lines, written once for all who wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event
from typing import NamedTuple

from api.sight import Label

KEPT = 256
"""Lines that are kept written; who is further behind reads them from the log."""

NOTHING: Label = (0, 0)
"""The place before the first entry."""


class Heard(NamedTuple):
    """An own entry as it is sent: its place, its number, its JSON, whether it is about a seat."""

    place: Label
    number: str
    data: bytes
    of_seats: bool = False


class Ear:
    """The end of one viewer's log, and those who wait for it to grow until all has `ended`.

    `mark` is another one once somebody was forgotten: words that were written before are dropped.
    """

    def __init__(self, last: Label, ended: Event, mark: Callable[[], bytes]):
        self.last, self.ended = last, ended
        self.listeners = 0
        self._mark, self._marked = mark, mark()
        self._floor = last
        self._lines: deque[Heard] = deque()
        self._grown = Condition()

    def grew(self, lines: Sequence[Heard], last: Label, marked: bytes = b"") -> None:
        """Take in what was appended up to `last`, and wake whoever waits; nothing wakes nobody.

        Fewer lines than there were are no mistake: who needs the others reads them from the log.
        `marked` is the mark that there was before they were written.
        """
        if last == self.last:
            return
        with self._grown:
            self._forget()
            if not lines or marked != self._marked:
                lines = ()
                self._lines.clear()
                self._floor = last
            self._lines.extend(lines)
            while len(self._lines) > KEPT:
                self._floor = self._lines.popleft().place
            self.last = last
            self._grown.notify_all()

    def wake(self) -> None:
        """Let whoever waits look whether he still should."""
        with self._grown:
            self._grown.notify_all()

    def wait(self, after: Label, seconds: float) -> bool:
        """Wait until there is something after a place; True where there is.

        Comes back sooner when woken, so that whoever waits can look around.
        """
        with self._grown:
            if self.last <= after and not self.ended.is_set():
                self._grown.wait(seconds)
            return self.last > after

    def since(self, after: Label) -> list[Heard] | None:
        """The lines after a place; None where they are no longer kept here."""
        with self._grown:
            self._forget()
            if after < self._floor:
                return None
            return [line for line in self._lines if line.place > after]

    def _forget(self) -> None:
        """Drop the lines that were written before somebody was forgotten."""
        if (marked := self._mark()) != self._marked:
            self._lines.clear()
            self._floor, self._marked = self.last, marked
