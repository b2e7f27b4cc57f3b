"""The tail of one viewer's log: the last lines, written once for all who wait."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from threading import Condition, Event
from typing import NamedTuple

from api.combats.viewers.viewer_log import Label

KEPT = 256
"""Lines that are kept written; a listener further behind reads them from the log."""

AT_ONCE = 8
"""Listeners that are woken together; a thousand would fight for the interpreter: all were late."""

NOTHING: Label = (0, 0)
"""The place before the first entry."""


class Heard(NamedTuple):
    """An own entry as it is sent: its place, its number, its JSON, whether it is about a seat.

    One with words is not kept here, since they may be forgotten.
    """

    place: Label
    number: str
    data: bytes
    of_seats: bool = False
    has_words: bool = False


class Ear:
    """The end of one viewer's log, and those who wait for it to grow until all has `ended`."""

    def __init__(self, last: Label, ended: Event):
        self.last, self.ended = last, ended
        self.listeners = 0
        self._floor = last
        self._lines: deque[Heard] = deque()
        self._grown = Condition()

    def grew(self, lines: Sequence[Heard], last: Label) -> None:
        """Take in what was appended up to `last`, and wake the first of those who wait.

        Each wakes the next. Fewer lines than there were are no mistake: who needs the others reads
        them from the log.
        """
        if last == self.last:
            return
        with self._grown:
            if not lines or any(line.has_words for line in lines):
                lines = ()
                self._lines.clear()
                self._floor = last
            self._lines.extend(lines)
            while len(self._lines) > KEPT:
                self._floor = self._lines.popleft().place
            self.last = last
            self._grown.notify(AT_ONCE)

    def wake(self) -> None:
        """Wake those who wait, to look whether they still should."""
        with self._grown:
            self._grown.notify_all()

    def wait(self, after: Label, seconds: float) -> bool:
        """Wait until there is something after a place; True where there is.

        Returns sooner when woken, so that the waiting stream can look around.
        """
        with self._grown:
            if self.last <= after and not self.ended.is_set():
                self._grown.wait(seconds)
            # Those who waited longer are woken first, so that nobody is passed over.
            if self.last > after:
                self._grown.notify()
            return self.last > after

    def since(self, after: Label) -> list[Heard] | None:
        """The lines after a place; None where they are no longer kept here."""
        with self._grown:
            if after < self._floor:
                return None
            return [line for line in self._lines if line.place > after]
