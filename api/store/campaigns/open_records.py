"""Where records of fights are kept: on SQLite in a file of their own, else beside the log.

The file may be deleted, and left out of backups: its records are made anew from the log.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final

from eventsourcing.persistence import InfrastructureFactory, OperationalError, ProgrammingError
from eventsourcing.utils import Environment

from api.store.campaigns.records import NAME, FightRecords
from api.store.core.error_messages import explain_failure
from api.store.core.settings import Settings
from api.store.sqlite.file_lock import writer_lock

_SECONDS: Final = "10"
"""How long a process waits for another that writes."""


def records_file(settings: Settings) -> Path:
    """The file of the records beside an SQLite database."""
    name = f"{settings.path.stem}-{NAME.replace('_', '-')}.db"
    return settings.path.with_name(name)


def environment(settings: Settings) -> dict[str, str]:
    """The settings of the projection as the library reads them, its name before each."""
    if settings.is_postgres:
        from api.store.postgres.database import environment as postgres_environment

        pool = {"POSTGRES_POOL_SIZE": "1", "POSTGRES_MAX_OVERFLOW": "4"}
        chosen = postgres_environment(settings, writing=True) | pool
    else:
        file = {"SQLITE_DBNAME": str(records_file(settings)), "SQLITE_LOCK_TIMEOUT": _SECONDS}
        chosen = {"PERSISTENCE_MODULE": "eventsourcing.sqlite"} | file
    chosen["CREATE_TABLE"] = "n"
    return {f"{NAME.upper()}_{key}": value for key, value in chosen.items()}


def records_class(settings: Settings) -> type[FightRecords]:
    """The class of the records on the database of the settings."""
    if settings.is_postgres:
        from api.store.campaigns.postgres_records import PostgresRecords

        return PostgresRecords
    from api.store.campaigns.sqlite_records import SQLiteRecords

    return SQLiteRecords


@contextmanager
def open_records(settings: Settings) -> Iterator[FightRecords]:
    """The records; their tables are made where there are none. Raises `Unavailable`."""
    with explain_failure("The records of fights cannot be read"):
        env = Environment(NAME, {**os.environ, **environment(settings)})
        factory = InfrastructureFactory[FightRecords].construct(env)
        with closing(factory):
            records = factory.tracking_recorder(records_class(settings))
            if not _is_ready(settings, records):
                _make_tables(settings, records)
            yield records


def _is_ready(settings: Settings, records: FightRecords) -> bool:
    """Whether the tables are there.

    The first look at a new SQLite file gives it its journal, which fails if two do so at once.
    """
    with nullcontext() if settings.is_postgres else _turn(settings):
        return _has_tables(records)


def _has_tables(records: FightRecords) -> bool:
    try:
        return records.mark() is not None
    except (OperationalError, ProgrammingError):
        return False


def _make_tables(settings: Settings, records: FightRecords) -> None:
    """Make the tables; processes that do so at the same time take turns."""
    with _turn(settings):
        if not _has_tables(records):
            records.create_table()
            records.begin_anew()


def _turn(settings: Settings) -> AbstractContextManager[object]:
    if settings.is_postgres:
        from api.store.postgres.database import take_turn

        return take_turn(settings)
    return closing(writer_lock(records_file(settings), float(_SECONDS)))
