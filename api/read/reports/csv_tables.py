"""Tables for a spreadsheet (RFC 4180): the cells of an audit, every posting of a combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from api.read.reports.csv_rows import csv_of
from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.audit.markdown import sections
from projections.audit.report import Report
from projections.audit.step_audits import Rejudging
from projections.visibility.snapshot import line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.displayed_points import event_in_points

CELLS = ("part", "row", "what", "value")
_HEAD = ("number", "step", "at", "who", "pool", "key", "how")
_NUMBERS = ("delta", "balance", "wanted")
_TAIL = ("cause", "clause", "basis", "by", "undone")


def cells(report: Report, rejudged: Sequence[Rejudging] = ()) -> bytes:
    """Return a report in long form: which part, which row of it, the heading, and the value."""
    found = (
        (part.title, number, heading, value)
        for part in sections(report, rejudged)
        for number, row in enumerate(part.rows, 1)
        for heading, value in zip(part.headings, row, strict=True)
    )
    return csv_of(CELLS, found)


def postings(entries: list[SeenEntry], rules: Ruleset) -> bytes:
    """Return every posting that somebody sees, undone ones marked; what he cannot know is empty.

    Numbers are in displayed points.
    """
    standing = set(line_of_play(entries))
    return csv_of((*_HEAD, *_NUMBERS, *_TAIL), _postings(entries, standing, rules))


def _postings(
    entries: Iterable[SeenEntry], standing: set[int], rules: Ruleset
) -> Iterator[list[object]]:
    for seen in entries:
        if isinstance(event := seen.event, e.PoolChanged):
            meta, told = seen.entry.meta, event_in_points(seen, rules)
            head = [seen.number, meta.step, meta.at]
            what = [event.subject, event.pool, event.key, event.how]
            undone = "" if meta.seq in standing else "undone"
            tail = [meta.cause, meta.clause, meta.basis, meta.by, undone]
            yield [*head, *what, *(told[name] for name in _NUMBERS), *tail]
