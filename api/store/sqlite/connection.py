"""Connections to an SQLite file, and the check that it is still the same file."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final
from urllib.parse import quote

from api.store.core.error_messages import Replaced

_SUFFIXES: Final = ("", "-wal")

Identity = tuple[int, int]


def connect(path: Path, wait: float, mode: str = "rw") -> sqlite3.Connection:
    """A connection to a file, which must be there unless the mode is `rwc`; commits by itself.

    Waits up to `wait` seconds for locks. Raises `sqlite3.Error`.
    """
    uri = f"file:{quote(str(path))}?mode={mode}"
    connection = sqlite3.connect(
        uri, uri=True, timeout=wait, isolation_level=None, check_same_thread=False
    )
    connection.text_factory = _text
    return connection


def _text(stored: bytes) -> str:
    """Text as it is stored; what is none any more is told by the seal of its row."""
    return stored.decode(errors="replace")


class Files:
    """The database file and its write-ahead log, held to what they were when they were opened.

    SQLite goes on writing into a file that was removed or replaced, and what it commits there is
    lost. So both are looked at before each transaction and once more before it is acknowledged,
    which takes microseconds.
    """

    def __init__(self, path: Path) -> None:
        self._paths = [f"{path}{suffix}" for suffix in _SUFFIXES]
        self._identities = [_identity(path) for path in self._paths]
        self._sizes = self._stat()

    def must_be_there(self) -> None:
        """Raise Replaced unless both are the files that were opened."""
        self._stat()

    def have_shrunk(self) -> bool:
        """Whether one is shorter than when this was asked last: cut off, or tidied up."""
        before, self._sizes = self._sizes, self._stat()
        return any(now < then for now, then in zip(self._sizes, before, strict=True))

    def _stat(self) -> list[int]:
        """Their sizes."""
        sizes = []
        for path, identity in zip(self._paths, self._identities, strict=True):
            try:
                found = os.stat(path)
            except OSError:
                raise _replaced_error(path, "is gone") from None
            if (found.st_dev, found.st_ino) != identity:
                raise _replaced_error(path, "was replaced by another")
            sizes.append(found.st_size)
        return sizes


def _identity(path: str) -> Identity:
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _replaced_error(path: str, how: str) -> Replaced:
    return Replaced(
        f"The file {path} {how} while the database was open. Stop the server, put the file back or"
        " restore a backup, and start again"
    )
