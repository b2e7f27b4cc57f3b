"""The audit as CSV: every cell of its tables in a line, so that one file holds them all."""

from __future__ import annotations

from collections.abc import Sequence

from api.spreadsheet import csv_of
from projections.audit import Report
from projections.audit_text import sections
from projections.rejudged import Rejudging

COLUMNS = ("part", "row", "what", "value")


def cells(report: Report, rejudged: Sequence[Rejudging] = ()) -> bytes:
    """A report in long form: which part, which row of it, the heading, and the value there."""
    return csv_of(
        COLUMNS,
        (
            (part.title, number, heading, value)
            for part in sections(report, rejudged)
            for number, row in enumerate(part.rows, 1)
            for heading, value in zip(part.headings, row, strict=True)
        ),
    )
