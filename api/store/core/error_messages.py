"""What a database's error means for people, and what they can do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from eventsourcing import persistence

from api.store.core.errors import Damaged, StoreError, Unavailable

_SQLITE: Final = {
    "SQLITE_FULL": "the disk is full; free some space and try again",
    "SQLITE_READONLY": "the database may not be written; make its file and folder writable",
    "SQLITE_BUSY": "another program holds the database locked; close it and try again",
    "SQLITE_LOCKED": "another program holds the database locked; close it and try again",
    "SQLITE_IOERR": "the disk reports an error; see that it is sound and has space, and try again",
    "SQLITE_CANTOPEN": "the file cannot be opened; see that it is there and may be read",
    "SQLITE_ERROR": "its tables are not those of this program; restore it from a backup",
    "SQLITE_NOTADB": "the file is no SQLite database; see that the database URL is right",
}
_POSTGRES: Final = {
    "25006": "the log is open for reading only; open it for writing",
    "53100": "the disk of PostgreSQL is full; free some space and try again",
    "53300": "PostgreSQL has no connection left; close some and try again",
    "55P03": "another transaction holds a lock for too long; end it and try again",
    "57014": "PostgreSQL took too long; see what keeps it busy and try again",
    "42701": "its tables are not those of this program; restore it from a backup",
    "42P07": "its tables are not those of this program; restore it from a backup",
    "42501": "the user of the database URL lacks a right; grant it",
}
_DAMAGE: Final = ("SQLITE_CORRUPT", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS")
_DAMAGED_STATES: Final = ("XX001", "XX002", "58P01")
"""Damaged data, a damaged index, and a file of a table that is gone."""

_LOST: Final = (
    "the connection to the database was lost or refused; see that the server runs and try again"
)
_BUSY: Final = "all connections are in use; try again, or allow more of them"
_CLOSED: Final = "the log was closed; open it again"
_OTHER: Final = "the database reports an error; see its message"


class Replaced(persistence.DatabaseError):
    """The database file or its write-ahead log is not the one that was opened."""


def translation(error: Exception) -> persistence.PersistenceError:
    """Return the library's error for one of a driver, which becomes its cause.

    All of them have the names of PEP 249.
    """
    kinds = (getattr(persistence, kind.__name__, None) for kind in type(error).__mro__)
    found = next(filter(None, kinds), persistence.PersistenceError)(str(error))
    found.__cause__ = error
    return found


def failure_of(what: str, error: Exception) -> StoreError:
    """The error to raise when `what` failed, such as "Nothing could be read"."""
    message = f" ({error})" if str(error) else ""
    if isinstance(error, Replaced):
        return Damaged(f"{what}: {error}.")
    if _is_damage(error.__cause__):
        return Damaged(f"{what}: the database is damaged; restore it from a backup{message}.")
    return Unavailable(f"{what}: {_advice(error)}{message}.")


@contextmanager
def explain_failure(what: str) -> Iterator[None]:
    """Raise the store's error for one of the library when `what` failed."""
    try:
        yield
    except (persistence.PersistenceError, persistence.ConnectionPoolClosedError) as error:
        raise failure_of(what, error) from error


@contextmanager
def translate_errors(kind: type[Exception]) -> Iterator[None]:
    """Raise the library's error for one of a driver, which stays as its cause."""
    try:
        yield
    except kind as error:
        raise translation(error) from error


def _is_damage(cause: BaseException | None) -> bool:
    """Whether an error of the driver says that stored data is lost."""
    name = getattr(cause, "sqlite_errorname", None) or ""
    return name.startswith(_DAMAGE) or getattr(cause, "sqlstate", None) in _DAMAGED_STATES


def _advice(error: Exception) -> str:
    if isinstance(error, persistence.ConnectionUnavailableError):
        return _BUSY
    if isinstance(error, persistence.ConnectionPoolClosedError):
        return _CLOSED
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # What has no name does not come from the database but from a connection that was closed.
        name = getattr(cause, "sqlite_errorname", "")
        return _SQLITE.get("_".join(name.split("_")[:2]), _OTHER) if name else _CLOSED
    # The driver gives no code where there is no connection to bring one.
    state = getattr(cause, "sqlstate", None) or "08000"
    return _POSTGRES.get(state, _LOST if state[:2] in {"08", "57"} else _OTHER)
