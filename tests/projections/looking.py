"""A look at somebody's whole log, without a service."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from domain.ruleset.ruleset import Ruleset
from projections.explain.viewpoint import Look
from projections.ledger.register import Register
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import SeenEntry
from tests.support.logs.whole_logs import head_of, ledger_of, line_of_play


def look_at(entries: Sequence[SeenEntry], rules: Ruleset, at: int | None = None) -> Look:
    """A look at somebody's whole log, now or right after a public entry.

    Raises ValueError where there is no such entry.
    """
    register = Register()
    for entry in entries:
        register.enter(entry)
    own = [one.entry for one in entries]
    line = frozenset(line_of_play(own, at))

    def moment(seq: int) -> Moment:
        found = START
        for each in _path(entries, seq):
            found = advance(found, each)
        return found

    return Look(
        rules,
        ledger_of(entries),
        register,
        lambda seq: entries[seq - 1],
        cache(moment),
        line.__contains__,
        head_of(own, at),
    )


def _path(entries: Sequence[SeenEntry], seq: int) -> list[SeenEntry]:
    found = []
    while seq:
        found.append(entries[seq - 1])
        seq = found[-1].entry.meta.parent or 0
    return found[::-1]
