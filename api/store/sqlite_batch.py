"""Writing steps together: whoever has the turn writes for all who wait for it.

A statement costs a thread the interpreter's lock, a commit costs a flush of the disk. So the steps
that pile up while others are written share their statements and one commit. Each still stands
alone: where the database refuses the lot, every step is written again in a transaction of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from sqlite3 import Cursor
from threading import Lock
from typing import Any, Final

from eventsourcing.persistence import PersistenceError

from api.store.beside import Statement
from api.store.errors import Unavailable
from api.store.sqlite_writer import FOREVER, Writer

Row = tuple[Any, ...]
_MOST_ROWS: Final = 64
"""Rows of one statement; SQLite's limit of variables is far off, its cache of statements is not."""


@dataclass(eq=False)
class Pending:
    """A step that waits to be written, and how that ended: positions, or an error."""

    rows: Sequence[Row]
    beside: Sequence[Statement]
    positions: list[int] = field(default_factory=list)
    error: PersistenceError | None = None
    is_written: bool = False


class Batch:
    """The steps that wait for one writer. `insert` is the statement up to its values."""

    def __init__(self, writer: Writer, insert: str, width: int) -> None:
        self._writer, self._insert = writer, insert
        self._places = "(" + ", ".join("?" * width) + ")"
        self._waiting: list[Pending] = []
        self._mutex = Lock()

    def write(self, rows: Sequence[Row], beside: Sequence[Statement]) -> list[int]:
        """Write the rows of one step; returns their positions once they are on the disk.

        Raises the library's errors, and `Unavailable` if others take too long.
        """
        mine = Pending(rows, beside)
        with self._mutex:
            self._waiting.append(mine)
        try:
            self._wait_for(mine, self._writer.wait)
        except Unavailable:
            if self._withdraw(mine):
                raise
            # Another thread is writing it just now: how that ends has to be known.
            self._wait_for(mine, FOREVER)
        if mine.error is not None:
            raise mine.error
        return mine.positions

    def _wait_for(self, mine: Pending, seconds: float) -> None:
        """Return once a step was written, here or by another thread; raises `Unavailable`."""
        with self._writer.turn(seconds):
            if not mine.is_written:
                self._write(self._taken() or [mine])

    def _withdraw(self, mine: Pending) -> bool:
        """Take back a step that nobody writes yet; False where another thread has begun to."""
        with self._mutex:
            waits = mine in self._waiting
            if waits:
                self._waiting.remove(mine)
        return waits

    def _taken(self) -> list[Pending]:
        with self._mutex:
            taken, self._waiting = self._waiting, []
        return taken

    def _write(self, steps: list[Pending]) -> None:
        """Write all in one transaction, or each in its own."""
        try:
            self._together(steps)
        except PersistenceError as error:
            if len(steps) == 1:
                steps[0].error, steps[0].is_written = error, True
                return
            for step in steps:
                self._write([step])

    def _together(self, steps: list[Pending]) -> None:
        with self._writer.begun() as cursor:
            positions = iter(self._inserted(cursor, [row for step in steps for row in step.rows]))
            for step in steps:
                step.positions = [next(positions) for _ in step.rows]
                for statement, values in step.beside:
                    cursor.execute(statement, values)
        for step in steps:
            step.is_written = True

    def _inserted(self, cursor: Cursor, rows: Sequence[Row]) -> Iterator[int]:
        """Insert rows, many in a statement; their positions follow one another."""
        for start in range(0, len(rows), _MOST_ROWS):
            some = rows[start : start + _MOST_ROWS]
            statement = f"{self._insert} VALUES {', '.join([self._places] * len(some))}"
            cursor.execute(statement, [value for row in some for value in row])
            last = cursor.lastrowid or 0
            yield from range(last - len(some) + 1, last + 1)
