"""The postings of a combat as CSV (RFC 4180): every change of a pool, with its cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.spreadsheet import csv_of
from domain import events as e
from projections.line_of_play import line_of_play
from projections.views import SeenEntry

COLUMNS = (
    "number", "step", "at", "who", "pool", "key", "how", "delta", "balance", "wanted", "cause",
    "clause", "basis", "by", "undone",
)  # fmt: skip


def postings(entries: list[SeenEntry]) -> bytes:
    """Every posting that somebody sees, undone ones marked; what he cannot know is empty.

    Numbers are in the unit of their pool.
    """
    standing = set(line_of_play([seen.entry for seen in entries]))
    return csv_of(COLUMNS, _rows(entries, standing))


def _rows(entries: Iterable[SeenEntry], standing: set[int]) -> Iterator[list[object]]:
    for seen in entries:
        if isinstance(event := seen.event, e.PoolChanged):
            meta = seen.entry.meta
            yield [
                seen.number, meta.step, meta.at, event.subject, event.pool,
                event.key, event.how, seen.says("delta"), seen.says("balance"),
                seen.says("wanted"), meta.cause, meta.clause, meta.basis, meta.by,
                "" if meta.seq in standing else "undone",
            ]  # fmt: skip
