"""Opening a log, and bringing its database up to date."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from api.store.core import migrations
from api.store.core.error_messages import explain_failure
from api.store.core.errors import WrongSettings
from api.store.core.settings import Settings
from api.store.log import CombatLog
from api.store.sqlite import database as sqlite_database


class _Database(Protocol):
    """One kind of database."""

    def environment(self, settings: Settings, *, writing: bool) -> Mapping[str, str]: ...
    def applied_migration(self, settings: Settings) -> int: ...
    def migrate(self, settings: Settings) -> None: ...
    def check(self, settings: Settings) -> None: ...
    def risks(self, settings: Settings) -> list[str]: ...


def open_log(settings: Settings, *, writing: bool = True) -> CombatLog:
    """The log in a database; close it when done.

    Any number of processes may read. On SQLite one process at a time may write: raises
    `DatabaseBusy` if there is one already. Raises `WrongSchema` unless `migrate` was run,
    `Unavailable` if the database cannot be reached, `WrongSettings` if the settings make no sense.
    """
    migrations.check(_database(settings).applied_migration(settings))
    with explain_failure("The log could not be opened"):
        log = CombatLog(log_environment(settings, writing=writing))
    log.settings = settings
    return log


def log_environment(settings: Settings, *, writing: bool) -> dict[str, str]:
    """The settings of the log as the library reads them; raises `WrongSettings`."""
    chosen = {**_database(settings).environment(settings, writing=writing), "CREATE_TABLE": "n"}
    # With the name in front they come before whatever the process finds in its environment.
    return {f"{CombatLog.name.upper()}_{key}": chosen[key] for key in chosen}


def migrate(settings: Settings) -> None:
    """Make or update the tables; does nothing if they are up to date, and may run concurrently.

    Raises `WrongSchema` if a newer version of this program was here, `DatabaseBusy` if a process is
    writing to the SQLite file that is to be updated, `Unavailable`, `WrongSettings`.
    """
    database = _database(settings)
    applied = database.applied_migration(settings)
    migrations.refuse_newer(applied)
    if applied < migrations.NEWEST:
        database.migrate(settings)


def check(settings: Settings) -> None:
    """Look whether the database is in one piece; raises `Damaged` where it is not."""
    _database(settings).check(settings)


def risks(settings: Settings) -> list[str]:
    """How the database could lose acknowledged steps, and what to do; raises `Unavailable`."""
    return _database(settings).risks(settings)


def copy_to_file(settings: Settings, file: Path) -> None:
    """Copy a PostgreSQL log, as it is at one moment, into a new SQLite file.

    Raises `WrongSchema`, `Unavailable`, `WrongSettings`.
    """
    migrations.check(_database(settings).applied_migration(settings))
    migrate(Settings(f"sqlite:///{file}"))
    from api.store.postgres import copies

    copies.copy_to_file(settings, file)


def copy_from_file(file: Path, settings: Settings) -> None:
    """Copy the log of an SQLite file into an empty PostgreSQL database, which is migrated first.

    Raises `WrongSchema`, `Unavailable`, and `WrongSettings` where it has combats.
    """
    migrate(settings)
    from api.store.postgres import copies

    copies.copy_from_file(file, settings)


def _database(settings: Settings) -> _Database:
    if not settings.is_postgres:
        return sqlite_database
    try:
        from api.store.postgres import database as postgres_database
    except ImportError as error:
        raise WrongSettings(
            "PostgreSQL needs a driver that is missing here: pip install 'combatlog[postgres]'."
        ) from error
    return postgres_database
