"""The postings of a combat as CSV (RFC 4180): every change of a pool, with its cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from api.spreadsheet import csv_of
from domain import events as e
from domain.ruleset import Ruleset
from projections.displayed import event_in_points
from projections.line_of_play import line_of_play
from projections.views import SeenEntry

COLUMNS = (
    "number",
    "step",
    "at",
    "who",
    "pool",
    "key",
    "how",
    "delta",
    "balance",
    "wanted",
    "cause",
    "clause",
    "basis",
    "by",
    "undone",
)


def postings(entries: list[SeenEntry], rules: Ruleset) -> bytes:
    """Every posting that somebody sees, undone ones marked; what he cannot know is empty.

    Numbers are in displayed points.
    """
    standing = set(line_of_play([seen.entry for seen in entries]))
    return csv_of(COLUMNS, _rows(entries, standing, rules))


def _rows(
    entries: Iterable[SeenEntry], standing: set[int], rules: Ruleset
) -> Iterator[list[object]]:
    for seen in entries:
        if isinstance(event := seen.event, e.PoolChanged):
            meta, told = seen.entry.meta, event_in_points(seen, rules)
            yield [
                seen.number,
                meta.step,
                meta.at,
                event.subject,
                event.pool,
                event.key,
                event.how,
                told["delta"],
                told["balance"],
                told["wanted"],
                meta.cause,
                meta.clause,
                meta.basis,
                meta.by,
                "" if meta.seq in standing else "undone",
            ]
