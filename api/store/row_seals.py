"""A hash in every row beside the entries, so that one that was damaged is never believed.

It tells damage, not forgery: who may write to the database could make it anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Final

Row = tuple[Any, ...]

WHAT: Final = {
    "keys": "the keys of its commands",
    "catalogue": "its line in the catalogue",
    "texts": "its words",
    "people": "the names at its table",
    "secrets": "the tokens of its seats",
    "rulings": "its rulings",
    "heads": "where it ends",
}
"""What the database holds of a combat beside its entries, by table."""


def sealed(table: str, values: Sequence[Any]) -> Row:
    """A row as it is stored, with its seal at the end."""
    return *values, _seal(table, values)


def is_whole(table: str, row: Row) -> bool:
    """Whether a stored row is as it was written."""
    *values, seal = row
    return bool(seal == _seal(table, values))


def _seal(table: str, values: Sequence[Any]) -> bytes:
    # SQLite has numbers where PostgreSQL has true and false.
    plain = [int(value) if isinstance(value, bool) else value for value in values]
    return hashlib.sha256(ascii((table, *plain)).encode()).digest()
