"""The postings of a combat as CSV (RFC 4180): every change of a pool, with its cause."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from domain import events as e
from projections.line_of_play import line_of_play
from projections.views import SeenEntry

COLUMNS = (
    "number", "step", "at", "who", "pool", "key", "how", "delta", "balance", "wanted", "cause",
    "clause", "basis", "by", "undone",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def postings(entries: list[SeenEntry]) -> bytes:
    """Every posting that somebody sees, undone ones marked; what he cannot know is empty.

    Numbers are in the unit of their pool. Words with which a spreadsheet would begin a formula are
    led by an apostrophe.
    """
    standing = set(line_of_play([seen.entry for seen in entries]))
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows(_rows(entries, standing))
    return out.getvalue().encode()


def _rows(entries: Iterable[SeenEntry], standing: set[int]) -> Iterator[list[object]]:
    for seen in entries:
        if isinstance(event := seen.event, e.PoolChanged):
            meta = seen.entry.meta
            yield [
                seen.number, meta.step, meta.at, _word(event.subject), _word(event.pool),
                _word(event.key), event.how, _known(seen, "delta"), _known(seen, "balance"),
                _known(seen, "wanted"), _word(meta.cause), _word(meta.clause), meta.basis, meta.by,
                "" if meta.seq in standing else "undone",
            ]  # fmt: skip


def _known(seen: SeenEntry, field: str) -> object:
    value = seen.says(field)
    return "" if value is None else value


def _word(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
