"""What a step costs on its way into the log, against a bare driver that stores the same bytes."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
from eventsourcing.persistence import JSONTranscoder

from api.store.core.records import RecordMapper
from api.store.core.rows import CatalogueRow, KeyRow, Record
from api.store.core.settings import Settings
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from tests.benchmarks.measure import Bar, Benchmark, Sides, Skipped
from tests.support import postgres

HASH = bytes(32)
BODY = (
    b'combat.acted/1\n{"seq":201,"step":68,"number":201,"parent":200,"by":"p0","behalf":"rowan",'
    b'"at":1795970761451,"id":"7c2a1b52ac54427d","clause":"3.5","basis":"stated"}\n'
    b'{"act":"#68.1","who":"rowan","manoeuvre":"speak","params":{"words":3}}'
)
COMMAND = (
    b'command.act/1\n{"engine":"1.0.0","revision":"3","mode":"enforce","role":"referee"}\n'
    b'{"note":null,"who":"rowan","manoeuvre":"speak","targets":[],"using":"","params":{"words":3},'
    b'"risk":{},"faces":{},"rolls":[],"results":[],"against":false,"on_behalf":false,"type":"act"}'
)
INSERT = (
    "INSERT INTO combatlog_events (originator_id, originator_version, topic, state)"
    " VALUES (?, ?, ?, ?)"
)
WORDS = "the bridge ann, bob, cid, dee, a wolf, another wolf"
BARE = "INSERT INTO bare (originator_id, originator_version, topic, state)"


def record(seq: int) -> Record:
    """An entry of a common kind."""
    return Record("c-1", seq, "combat.acted/1", BODY, COMMAND, HASH, HASH)


STATE = RecordMapper(JSONTranscoder()).to_stored_event(record(1)).state


def row_of(seq: int) -> tuple[Any, ...]:
    """The same entry as a bare driver stores it."""
    return "c-1", seq, "combat.acted/1", STATE


def key_of(seq: int) -> KeyRow:
    """The idempotency key of a step."""
    return KeyRow("c-1", "s1", f"{seq:032x}", HASH, seq)


def listing(seq: int) -> CatalogueRow:
    """How the catalogue lists the combat after a step."""
    names = "Ann, Bob, Cid, Dee, a wolf, another wolf"
    return CatalogueRow("c-1", "The Bridge", "open", "open", names, 1, seq)


def many(times: int, seqs: Iterator[int], act: Callable[[int], object]) -> Callable[[], None]:
    """A side that acts so many times, each time with the next number."""

    def side() -> None:
        for _ in range(times):
            act(next(seqs))

    return side


# --- SQLite --------------------------------------------------------------------------------


def log_on_disk(stack: ExitStack) -> tuple[Settings, CombatLog]:
    """An empty log in a file on a real disk, where such a folder is known."""
    disk = "/var/tmp" if os.access("/var/tmp", os.W_OK) else None
    folder = stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir=disk))
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    return settings, stack.enter_context(open_log(settings))


def bare_sqlite(stack: ExitStack) -> sqlite3.Connection:
    """A bare connection to a file of the same shape, and as durable."""
    settings, log = log_on_disk(stack)
    log.close()
    connection = sqlite3.connect(settings.path, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    return stack.enter_context(closing(connection))


def one_entry(stack: ExitStack) -> Sides:
    """A step of one entry; against one insert that commits by itself."""
    _, log = log_on_disk(stack)
    bare = bare_sqlite(stack)
    return Sides(
        many(200, count(1), lambda seq: log.append([record(seq)])),
        many(200, count(1), lambda seq: bare.execute(INSERT, row_of(seq))),
    )


def whole_step(stack: ExitStack) -> Sides:
    """A step with key and catalogue; against the same four statements in one transaction."""
    _, log = log_on_disk(stack)
    bare = bare_sqlite(stack)

    beside = Beside([key_of(1)], listing(1), records=[record(1)])
    (move_head, _), (insert_key, _), (upsert, _) = beside.statements()

    def ours(seq: int) -> None:
        log.append([record(seq)], Beside(keys=[key_of(seq)], catalogue=listing(seq)))

    def barely(seq: int) -> None:
        bare.execute("BEGIN IMMEDIATE")
        bare.execute(INSERT, row_of(seq))
        bare.execute(move_head, ("c-1", seq, HASH, 1, seq - 1))
        bare.execute(insert_key, (*key_of(seq), HASH))
        bare.execute(upsert, (*listing(seq), WORDS, HASH))
        bare.execute("COMMIT")

    return Sides(many(200, count(1), ours), many(200, count(1), barely))


def long_and_short(stack: ExitStack) -> Sides:
    """The same step at the end of a long log and of a short one."""
    return Sides(append_to(stack, 100_000), append_to(stack, 1_000))


def append_to(stack: ExitStack, length: int) -> Callable[[], None]:
    """Append single steps to a log that has so many entries already."""
    _, log = log_on_disk(stack)
    for first in range(1, length + 1, 1_000):
        log.append([record(seq) for seq in range(first, first + 1_000)])
    return many(50, count(length + 1), lambda seq: log.append([record(seq)]))


# --- PostgreSQL ----------------------------------------------------------------------------


def one_insert_on_postgres(stack: ExitStack) -> Sides:
    """A step of one entry; against one insert that commits by itself, both onto the disk."""
    url = postgres_url(stack)
    log, bare = log_and_bare(stack, url)
    if bare.execute("SHOW fsync").fetchone() == ("off",):
        raise Skipped(f"this server never flushes; name one that does in {postgres.VARIABLE}")
    return against(log, lambda seq: bare.execute(f"{BARE} VALUES (%s, %s, %s, %s)", row_of(seq)))


def one_message_on_postgres(stack: ExitStack) -> Sides:
    """A step of one entry; against the same three statements in one message, without our code."""
    log, bare = log_and_bare(stack, postgres_url(stack))
    message = (
        "SELECT pg_advisory_xact_lock(1);"
        f"{BARE} VALUES (%s, %s, %s, %s) RETURNING notification_id; NOTIFY bare"
    ).encode()
    cursor = psycopg.ClientCursor(bare)
    return against(log, lambda seq: cursor.execute(message, row_of(seq)))


def against(log: CombatLog, barely: Callable[[int], object]) -> Sides:
    """Appending to a log on PostgreSQL against something barer."""
    append = many(100, count(1), lambda seq: log.append([record(seq)]))
    return Sides(append, many(100, count(1), barely))


def log_and_bare(stack: ExitStack, url: str) -> tuple[CombatLog, psycopg.Connection[Any]]:
    """A log, and a bare connection with a table of the same shape beside it."""
    migrate(Settings(url))
    log = stack.enter_context(open_log(Settings(url)))
    bare = stack.enter_context(psycopg.connect(url, autocommit=True))
    bare.execute("CREATE TABLE bare (LIKE combatlog_events INCLUDING INDEXES)")
    bare.execute("CREATE SEQUENCE bare_ids")
    bare.execute("ALTER TABLE bare ALTER notification_id SET DEFAULT nextval('bare_ids')")
    return log, bare


def postgres_url(stack: ExitStack) -> str:
    """A database on the server of the tests; raises `Skipped` where there is none."""
    try:
        server = stack.enter_context(postgres.server())
    except postgres.NoPostgres as error:
        raise Skipped("no PostgreSQL here") from error
    return postgres.url_of(stack.enter_context(postgres.database(server)))


BENCHMARKS = [
    Benchmark(
        "append",
        "append of one entry / bare sqlite3 insert, both synchronous=FULL",
        Bar("at least", 0.65),
        one_entry,
    ),
    Benchmark(
        "append-step",
        "append of entry, key and catalogue / the same with bare sqlite3",
        Bar("at least", 0.65),
        whole_step,
    ),
    Benchmark(
        "append-long",
        "cost of an append after 100,000 entries / after 1,000",
        Bar("at most", 1.15),
        long_and_short,
    ),
    Benchmark(
        "append-postgres",
        "append of one entry on PostgreSQL / bare psycopg insert, both flushed",
        Bar("at least", 0.40),
        one_insert_on_postgres,
    ),
    Benchmark(
        "append-message",
        "append of one entry on PostgreSQL / the same message with bare psycopg",
        Bar("at least", 0.65),
        one_message_on_postgres,
    ),
]
