"""Tables for a spreadsheet (RFC 4180): the cells of an audit, and other rows.

They are safe to be opened in a spreadsheet.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from projections.audit.markdown import sections
from projections.audit.report import AuditReport
from projections.audit.step_audits import Rejudging

CELLS = ("part", "row", "what", "value")


def cells(report: AuditReport, rejudged: Sequence[Rejudging] = ()) -> bytes:
    """Return a report in long form: which part, which row of it, the heading, and the value."""
    found = (
        (part.title, number, heading, value)
        for part in sections(report, rejudged)
        for number, row in enumerate(part.rows, 1)
        for heading, value in zip(part.headings, row, strict=True)
    )
    return csv_of(CELLS, found)


_SIGNS = frozenset("=+-@")
"""First signs of a formula, also in their full-width and small forms."""

_BLANKS = ("Z", "C")
"""Categories of characters that spreadsheets skip or trim: spaces, controls, invisible marks."""

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
    """Return a value as it is written; an apostrophe leads text that looks like a formula."""
    if isinstance(value, str) and _looks_like_formula(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value


def _looks_like_formula(text: str) -> bool:
    """True where a spreadsheet may calculate the text: a name can be typed by anybody."""
    first = next((c for c in text if not unicodedata.category(c).startswith(_BLANKS)), "")
    return text[:1] in ("\t", "\r", "\n") or unicodedata.normalize("NFKC", first) in _SIGNS
