"""One writing process per SQLite file: a lock on a file beside it, held as long as it is open.

The operating system lets go of the lock when its holder ends, however it ends. The file stays: were
it removed, two processes could each hold a lock on a file of that name.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Final

from api.store.errors import DatabaseBusy, Unavailable

_PAUSE: Final = 0.02


class WriterLock:
    """The right to write to a database; `close` gives it up."""

    def __init__(self, database: Path, wait: float = 0.0) -> None:
        """Take the lock, waiting up to `wait` seconds; raises `DatabaseBusy`, `Unavailable`."""
        self._file = _opened(Path(f"{database}-lock"))
        try:
            self._take(database, time.monotonic() + wait)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the lock up; doing so twice is harmless."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _take(self, database: Path, deadline: float) -> None:
        while not self._taken():
            if time.monotonic() >= deadline:
                raise _busy(database, _pid(self._file))
            time.sleep(_PAUSE)
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def _taken(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise Unavailable(
            f"The lock file {path} cannot be opened ({error.strerror})."
            " Make its folder exist and be writable, or open the log for reading only."
        ) from error


def _pid(file: int) -> int | None:
    noted = os.pread(file, 32, 0).strip()
    return int(noted) if noted.isdigit() else None


def _busy(database: Path, pid: int | None) -> DatabaseBusy:
    who = f"Process {pid}" if pid else "Another process"
    return DatabaseBusy(
        f"{who} is writing to {database}. Stop it first, or send it your commands over HTTP;"
        " reading is possible meanwhile.",
        pid,
    )
