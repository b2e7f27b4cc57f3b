"""The files of an SQLite database, held to what they were when it was opened.

SQLite goes on writing into a file that was removed or replaced, and what it commits there is lost.
So the files are looked at before each transaction and once more before it is acknowledged, which
takes microseconds.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from eventsourcing.persistence import DatabaseError

_SUFFIXES: Final = ("", "-wal")

Identity = tuple[int, int]


class Replaced(DatabaseError):
    """The database file or its write-ahead log is not the one that was opened."""


class Files:
    """The database file and its write-ahead log; both have to be there already."""

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
                raise _replaced(path, "is gone") from None
            if (found.st_dev, found.st_ino) != identity:
                raise _replaced(path, "was replaced by another")
            sizes.append(found.st_size)
        return sizes


def _identity(path: str) -> Identity:
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _replaced(path: str, how: str) -> Replaced:
    return Replaced(
        f"The file {path} {how} while the database was open. Stop the server, put the file back or"
        " restore a backup, and start again"
    )
