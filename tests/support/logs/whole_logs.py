"""A whole log as one viewer sees it, folded from its first entry: what tests compare with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from domain.events import Rewound
from domain.log.codec import Entry
from domain.state.viewer import TABLE, Viewer
from projections.ledger.ledger import Ledger
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import SeenEntry, VisibleLog


def seen_entries(log: Iterable[Entry], viewer: Viewer) -> list[SeenEntry]:
    """Return what a viewer sees of a whole log, in order."""
    eyes = VisibleLog(viewer)
    return [found for entry in log if (found := eyes.see(entry)) is not None]


def head_of(log: Sequence[Entry], at: int | None = None) -> int:
    """The entry at the head: now, or right after the public entry numbered `at`; 0 for nothing.

    Raises ValueError where no public entry has that number.
    """
    head = 0
    for entry in log if at != 0 else ():
        if entry.is_play:
            head = entry.seq
        elif isinstance(entry.event, Rewound):
            head = entry.event.to
        if entry.meta.number == at and not entry.meta.audience:
            return head
    if at:
        raise ValueError(f"there is no public entry {at}")
    return head


def line_of_play(log: Sequence[Entry], at: int | None = None) -> tuple[int, ...]:
    """The entries on the line of play, first to last, as `head_of` finds its head.

    `log` is whole: entry n stands in place n - 1.
    """
    path, seq = [], head_of(log, at)
    while seq:
        path.append(seq)
        seq = log[seq - 1].meta.parent or 0
    return tuple(reversed(path))


def rebuild(log: Iterable[Entry], viewer: Viewer = TABLE, at: int | None = None) -> Moment:
    """Return the moment of a whole log as a viewer may know it, now or after a public entry."""
    entries = seen_entries(log, viewer)
    line = line_of_play([one.entry for one in entries], at)
    return reduce(advance, (entries[seq - 1] for seq in line), START)


def ledger_of(entries: Iterable[SeenEntry]) -> Ledger:
    """Return the ledger of everything that somebody sees."""
    ledger = Ledger()
    for entry in entries:
        ledger.enter(entry)
    return ledger
