"""The line of play in a log: from its head up through the parents."""

from __future__ import annotations

from collections.abc import Sequence

from domain.events import Rewound
from domain.log.codec import Entry


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
