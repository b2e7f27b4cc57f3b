"""Locks on files, held as long as they are open, and the one for the writer of an SQLite file.

The operating system lets go of a lock when its holder ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from api.store.core.errors import DatabaseBusy, Unavailable

_PAUSE: Final = 0.02


class LockedFile:
    """An open file that one process at a time may lock; what its holder writes says who that is."""

    def __init__(self, path: Path, flags: int = os.O_CREAT, mode: int = 0o644) -> None:
        """Open the file; raises `OSError`."""
        self._file = os.open(path, os.O_RDWR | flags, mode)

    def take(self, wait: float = 0.0) -> bool:
        """Take the lock, waiting up to so many seconds; whether it was free."""
        deadline = time.monotonic() + wait
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    return False
            time.sleep(_PAUSE)

    def read(self) -> bytes:
        """What its holder has written."""
        return os.pread(self._file, 4096, 0)

    def write(self, line: str) -> None:
        """Put one line in the place of what is in it."""
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"{line}\n".encode(), 0)

    def close(self) -> None:
        """Give the lock up; doing so twice is harmless."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


def writer_lock(database: Path, wait: float = 0.0) -> LockedFile:
    """Return the right to write to a database; closing it gives it up.

    Waits up to `wait` seconds; raises `DatabaseBusy`, `Unavailable`. The file stays: were it
    removed, two processes could each hold a lock on a file of that name.
    """
    path = Path(f"{database}-lock")
    try:
        lock = LockedFile(path)
    except OSError as error:
        raise Unavailable(
            f"The lock file {path} cannot be opened ({error.strerror})."
            " Make its folder exist and be writable, or open the log for reading only."
        ) from error
    if not lock.take(wait):
        noted = lock.read().strip()
        lock.close()
        raise _busy(database, int(noted) if noted.isdigit() else None)
    with suppress(OSError):  # a full disk: the number is but a note for others
        lock.write(str(os.getpid()))
    return lock


def _busy(database: Path, pid: int | None) -> DatabaseBusy:
    who = f"Process {pid}" if pid else "Another process"
    return DatabaseBusy(
        f"{who} is writing to {database}. Stop it first, or send it your commands over HTTP;"
        " reading is possible meanwhile.",
        pid,
    )
