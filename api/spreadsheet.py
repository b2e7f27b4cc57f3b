"""Rows as CSV (RFC 4180), safe to be opened in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would calculate: names and words are anybody's."""

_NUMBER = re.compile(r"[+-][0-9][0-9 /]*")
"""A signed number as people write it: `-6 1/2`."""


def csv_of(titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A table with its titles in the first line; nothing stands for what is not known."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([_cell(title) for title in titles])
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    """A value as it is written; a word that looks like a formula is led by an apostrophe."""
    if not isinstance(value, str) or not value.startswith(_FORMULA) or _NUMBER.fullmatch(value):
        return value
    return f"'{value}"
