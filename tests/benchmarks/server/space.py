"""What a log takes on the disk, in parts of the JSON of its entries.

The samples of all games are played into a log, as at a first start. The JSON is that of the events,
and of the commands that they came of.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import psycopg

from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from tests.benchmarks.append import postgres_url
from tests.benchmarks.measure import Bar, Gauge
from tests.benchmarks.server.commands import folder
from tests.support.clients.real_server import Served, left_behind

SIZES = (
    "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c"
    " JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'S')"
)


def on_sqlite(stack: ExitStack) -> Callable[[], float]:
    """The file."""
    file = left_behind() / "combats.db"
    return lambda: file.stat().st_size / json_in(f"sqlite:///{file}")


def on_postgres(stack: ExitStack) -> Callable[[], float]:
    """The tables with their indexes."""
    url = postgres_url(stack)
    migrate(Settings(url))
    server = Served(folder(stack), database=url, first=True)
    server.stop()
    server.close()
    return lambda: size_of_tables(url) / json_in(url)


def json_in(url: str) -> int:
    """The bytes of JSON in all entries of a log."""
    with open_log(Settings(url), writing=False) as log:
        entries = (entry for name in log.names() for entry in log.read(name))
        return sum(len(entry.body) + len(entry.command) for entry in entries)


def size_of_tables(url: str) -> int:
    """The bytes of all tables of a database and what belongs to them."""
    with psycopg.connect(url) as connection:
        found = connection.execute(SIZES).fetchone()
    return int(found[0]) if found else 0


BENCHMARKS = [
    Gauge(
        name,
        f"bytes of {what} / bytes of the JSON of its entries, all samples",
        Bar("at most", 2.0),
        prepare,
    )
    for name, what, prepare in (
        ("disk", "an SQLite file", on_sqlite),
        ("disk-postgres", "the tables on PostgreSQL", on_postgres),
    )
]
