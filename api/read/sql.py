"""Questions in SQL: read only, over tables in memory that hold what the caller sees, and limited.

A question gets a database of its own, a copy of tables filled from the caller's log, and thrown
away after it. An authorizer lets it read the documented tables and call a list of harmless
functions, and nothing else: it cannot write, attach, load, or ask for a setting. It ends when it
takes too long or grows too large, and answers so many rows at most.
"""

from __future__ import annotations

import math
import re
import resource
import sqlite3
import sys
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import closing
from threading import Lock
from typing import Any, NamedTuple

from api.combats.viewers.viewer_log import Sight
from projections.query import TABLES, Rows

SECONDS = 2.0
"""How long a question may take."""

MOST_ROWS, MOST_CELLS, MOST_LENGTH = 1_000, 20_000, 20_000
"""How many rows and cells are answered, and how long a text or row may be inside a question."""

MOST_GROWTH = 64 * 1024 * 1024
"""By how many bytes a question may raise the most memory that the process ever had."""

_TICK = 1_000
"""Instructions of the database between two looks at time and memory."""

_UNIT = 1 if sys.platform == "darwin" else 1024

_NAMES = """
    abs avg coalesce count cume_dist dense_rank first_value glob group_concat ifnull iif instr lag
    last_value lead length like lower ltrim max min nth_value ntile nullif percent_rank rank round
    row_number rtrim sign substr substring sum total trim typeof upper
"""
FUNCTIONS = frozenset(_NAMES.split())
"""Functions that a question may call: none of them makes much out of little, or looks outside."""

_TOKENS = re.compile(
    r"""'(?:[^']|'')*(?:'|\Z)|"[^"]*(?:"|\Z)|`[^`]*(?:`|\Z)|\[[^]]*(?:\]|\Z)"""
    r"""|--[^\n]*|/\*.*?(?:\*/|\Z)|[()]|\w+""",
    re.DOTALL,
)
"""Quoted text, comments, parentheses and words of SQL."""

_READABLE = frozenset(table.name for table in TABLES)
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: MOST_LENGTH,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: MOST_LENGTH,
    sqlite3.SQLITE_LIMIT_COLUMN: 64,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 10,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 16,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
    sqlite3.SQLITE_LIMIT_WORKER_THREADS: 0,
}


_KNOWN_ERRORS = re.compile(
    "no such (table|column|function)|syntax error|ambiguous column name|one statement at a time"
    "|too big"
)
"""Errors of the database that repeat nothing of the question."""

_ONE_SELECT = (
    "A question is one SELECT over the documented tables, with functions such as count, sum, max,"
    " substr and row_number. See /v1/queries for the tables."
)


Narrowed = Mapping[str, str | int]
"""Values of `:who`, `:round` and `:clause`, which narrow a question."""


class Wrong(ValueError):
    """A question that cannot be answered, and why, for people."""


class Answered(NamedTuple):
    """The columns and rows of an answer; `cut` where there were more than are answered."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    cut: bool


def build_database(rows: Rows) -> bytes:
    """A database of some tables, for any number of questions."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute("BEGIN")
        for table in TABLES:
            names = ", ".join(f'"{name}"' for name, _ in table.columns)
            blanks = ", ".join("?" * len(table.columns))
            database.execute(f'CREATE TABLE "{table.name}" ({names})')
            database.executemany(f'INSERT INTO "{table.name}" VALUES ({blanks})', rows[table.name])
        database.execute("COMMIT")
        return database.serialize()


def ask(tables: bytes, sql: str, narrowed: Narrowed) -> Answered:
    """Answer a question over filled tables; raises Wrong."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.deserialize(tables)
        return _run_query(database, sql, narrowed, _set_limits(database))


def _set_limits(database: sqlite3.Connection) -> Callable[[], bool]:
    """Let nothing through but reading, within limits; what tells whether they were passed."""
    database.execute("PRAGMA query_only = ON")
    for limit, most in _LIMITS.items():
        database.setlimit(limit, most)
    database.set_authorizer(_authorize)
    until, most = time.monotonic() + SECONDS, _peak() + MOST_GROWTH

    def over() -> bool:
        return time.monotonic() > until or _peak() > most

    database.set_progress_handler(over, _TICK)
    return over


def _peak() -> int:
    """The most memory that this process ever had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def _authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """Whether a question may do something."""
    match action:
        case sqlite3.SQLITE_SELECT | sqlite3.SQLITE_RECURSIVE:
            return sqlite3.SQLITE_OK
        case sqlite3.SQLITE_READ if first in _READABLE or not (first and second):
            return sqlite3.SQLITE_OK
        case sqlite3.SQLITE_FUNCTION if (second or "").lower() in FUNCTIONS:
            return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _run_query(
    database: sqlite3.Connection, sql: str, narrowed: Narrowed, over: Callable[[], bool]
) -> Answered:
    if not _is_select(sql):
        raise Wrong(_ONE_SELECT)
    try:
        cursor = database.execute(sql, narrowed)
        columns = tuple(column[0] for column in cursor.description)
        most = min(MOST_ROWS, MOST_CELLS // len(columns))
        found = cursor.fetchmany(most + 1)
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        raise Wrong(_why(error, over())) from error
    return Answered(
        columns, tuple(tuple(map(_cell, row)) for row in found[:most]), len(found) > most
    )


def _is_select(sql: str) -> bool:
    """True for SELECT and WITH ... SELECT; EXPLAIN and VALUES tell nothing about a combat."""
    depth, words = 0, list[str]()
    for token in _TOKENS.findall(sql):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0 and (token[0].isalnum() or token[0] == "_"):
            words.append(token.upper())
    return words[:1] in (["SELECT"], ["WITH"]) and "VALUES" not in words


def _why(error: Exception, over: bool) -> str:
    """What is wrong with a question, without repeating it."""
    said = str(error)
    if over or "interrupted" in said:
        return f"It took longer than {SECONDS:g} seconds, or too much memory. Ask for less."
    if "not authorized" in said or "prohibited" in said:
        return _ONE_SELECT
    if known := _KNOWN_ERRORS.search(said):
        return f"The database says: {known[0]}. See /v1/queries for the tables."
    return "This is no SELECT that can be answered. See /v1/queries for the tables."


def _cell(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


# --- filled tables, kept for the next question ----------------------------------------------

MOST_BYTES = 32 * 1024 * 1024
"""How much is kept; the one asked longest ago goes first. Those of closed logs answer nobody."""

_filled: OrderedDict[tuple[weakref.ref[Sight], int], bytes] = OrderedDict()
_filled_lock = Lock()


def filled_tables(sight: Sight, last: int) -> bytes | None:
    """Return the database that was kept of a viewer's entries up to one, if it still is."""
    with _filled_lock:
        found = _filled.get((weakref.ref(sight), last))
        if found is not None:
            _filled.move_to_end((weakref.ref(sight), last))
        return found


def keep_tables(sight: Sight, last: int, filled: bytes) -> None:
    """Keep a database for the next question; one that is too large alone is not kept."""
    with _filled_lock:
        _filled[weakref.ref(sight), last] = filled
        _filled.move_to_end((weakref.ref(sight), last))
        while sum(map(len, _filled.values())) > MOST_BYTES:
            _filled.popitem(last=False)
