"""Where the log is kept."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from api.store.core.errors import WrongSettings

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")
_HOW = "Write sqlite:///combats.db, sqlite:////absolute/path.db or postgresql://user@host/name"


class Settings(NamedTuple):
    """A database URL, and how many seconds to wait for a lock or a connection."""

    database: str
    wait: float = 2.0

    @property
    def is_postgres(self) -> bool:
        """Whether this is PostgreSQL; else it is SQLite. Raises `WrongSettings` if it is neither.

        The URL itself stays out of the message, since it may hold a password.
        """
        if self.database.startswith(_POSTGRES):
            return True
        if self.database.startswith(_SQLITE):
            return False
        raise WrongSettings(f"The database URL is of no known kind. {_HOW}.")

    @property
    def path(self) -> Path:
        """The file of an SQLite database; raises `WrongSettings` if the URL names none.

        Links are followed: SQLite puts its other files beside the file itself.
        """
        name = self.database.removeprefix(_SQLITE)
        if not name or name.startswith((":memory:", "file:")):
            raise WrongSettings(f"The log needs a file: a database in memory is lost. {_HOW}.")
        return Path(name).resolve()
