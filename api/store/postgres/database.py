"""A PostgreSQL database as the database of a log; made and brought up to date only here."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from api.store.core import migrations
from api.store.core.error_messages import explain_failure, translate_errors
from api.store.core.errors import WrongSettings
from api.store.core.settings import Settings
from api.store.postgres.durability import STATE, Durability
from api.store.postgres.recorder import Factory, with_placeholders

DIALECT: Final = migrations.Dialect(
    blob="BYTEA", position="notification_id BIGSERIAL PRIMARY KEY", compact=""
)
_HAS_TABLE: Final = "SELECT to_regclass('combatlog_migrations')"
_TURN: Final = "SELECT pg_advisory_xact_lock(hashtextextended('combatlog_migrations', 0))"
_UNREADABLE: Final = (
    "The database URL cannot be read. Write postgresql://user:password@host:port/name,"
    " with signs such as @ and / in the password written %40 and %2F."
)

Connection = psycopg.Connection[tuple[Any, ...]]


def environment(settings: Settings, *, writing: bool) -> dict[str, str]:
    """The settings as the library's factory reads them; raises `WrongSettings`."""
    # The driver reads the URL itself; the library merely insists on having these.
    demanded = dict.fromkeys(("DBNAME", "HOST", "USER", "PASSWORD"), "")
    session = {"default_transaction_read_only": "off" if writing else "on"}
    return {f"POSTGRES_{key}": value for key, value in demanded.items()} | {
        "PERSISTENCE_MODULE": f"{Factory.__module__}:{Factory.__qualname__}",
        "POSTGRES_SCHEMA": "public",
        "POSTGRES_CONNINFO": conninfo(settings, session),
        "WAIT": str(settings.wait),
    }


def check(_: Settings) -> None:
    """Nothing: the server looks after its own files."""


def applied_migration(settings: Settings) -> int:
    """The newest migration that the database has; raises `Unavailable`, `WrongSettings`."""
    with _open_connection(settings) as connection:
        return _migration_of(connection)


def migrate(settings: Settings) -> None:
    """Apply what is missing; processes that do so at the same time take turns.

    Raises `Unavailable`, `WrongSettings`.
    """
    with _open_connection(settings) as connection:
        connection.execute(_TURN)
        connection.execute(migrations.TABLE.encode())
        for statement, values in migrations.pending(_migration_of(connection), DIALECT, time.time):
            connection.execute(with_placeholders(statement), values)


@contextmanager
def take_turn(settings: Settings) -> Iterator[None]:
    """Let no other process make or update tables meanwhile; raises `Unavailable`."""
    with _open_connection(settings) as connection:
        connection.execute(_TURN)
        yield


def risks(settings: Settings) -> list[str]:
    """How the database could lose acknowledged steps; raises `Unavailable`, `WrongSettings`."""
    with _open_connection(settings) as connection:
        row = connection.execute(STATE.encode()).fetchone()
        return list(Durability._make(row or ()).risks())


def _migration_of(connection: Connection) -> int:
    if _first(connection, _HAS_TABLE) is None:
        return 0
    return _first(connection, migrations.APPLIED) or 0


def _first(connection: Connection, query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


@contextmanager
def _open_connection(settings: Settings) -> Iterator[Connection]:
    """A connection in one transaction, committed at the end."""
    opening = explain_failure("The database could not be opened")
    with opening, translate_errors(psycopg.Error), psycopg.connect(conninfo(settings, {})) as one:
        yield one


def conninfo(settings: Settings, session: dict[str, str]) -> str:
    """The URL with what every session of ours needs; the URL has the last word."""
    wait = str(max(1, round(settings.wait * 1000)))
    session = {
        "search_path": "public",
        "lock_timeout": wait,
        "default_transaction_isolation": r"read\ committed",
        **session,
    }
    given = _url_parts(settings.database)
    given["target_session_attrs"] = _wanted_host(given)
    options = [*(f"-c {name}={value}" for name, value in session.items()), given.pop("options", "")]
    ours = {
        "application_name": "combatlog",
        "connect_timeout": str(max(1, round(settings.wait))),
        "tcp_user_timeout": wait,
        # A server that vanished is noticed within 4 s on a connection that merely listens.
        "keepalives_idle": "1",
        "keepalives_interval": "1",
        "keepalives_count": "3",
        "options": " ".join(options),
    }
    return make_conninfo("", **ours | given)


def _wanted_host(given: dict[str, Any]) -> str:
    """Return which of the URL's hosts is wanted: of several, the one that takes writes."""
    several = any("," in str(given.get(part)) for part in ("host", "hostaddr", "port"))
    wanted = given.get("target_session_attrs") or ("primary" if several else "any")
    # `read-write` refuses a session of ours that only reads, on the primary too.
    return "primary" if wanted == "read-write" else str(wanted)


def _url_parts(url: str) -> dict[str, Any]:
    """The parts of the URL. No message shows any of it, since it may hold a password."""
    try:
        parts = dict(conninfo_to_dict(url))
    except psycopg.ProgrammingError:
        raise WrongSettings(_UNREADABLE) from None
    if "@" in str(parts.get("host")):
        raise WrongSettings(_UNREADABLE)
    return parts
