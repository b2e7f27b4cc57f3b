"""Connections to an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from api.store.failures import translation


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


@contextmanager
def translated() -> Iterator[None]:
    """Raise the library's error for one of SQLite, which stays as its cause."""
    try:
        yield
    except sqlite3.Error as error:
        raise translation(error) from error
