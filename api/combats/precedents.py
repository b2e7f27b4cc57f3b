"""Precedents: the index of rulings by game and clause, written together with each ruling.

It is made of the entries of the table alone, so that it can be made anew from any log.
"""

from __future__ import annotations

from collections.abc import Iterable

from api.store.core.rows import RulingRow
from domain.log.codec import Entry
from domain.table.disputes import Dispute, Disputes, disputes_after


def rulings(
    combat: str, ruleset: str, before: Disputes, entries: Iterable[Entry]
) -> list[RulingRow]:
    """The rulings that come with some entries, after the disputes before them.

    Of each dispute the last ruling counts; one that names no clause is no precedent.
    """
    disputes = before
    for entry in entries:
        if not entry.is_play:
            disputes = disputes_after(disputes, entry)
    was = {one.number: one.rulings for one in before}
    heard_now = (one for one in disputes if one.rulings != was.get(one.number))
    return rulings_on(combat, ruleset, heard_now)


def rulings_on(combat: str, ruleset: str, disputes: Iterable[Dispute]) -> list[RulingRow]:
    """The rulings that stand on some disputes, as the index has them."""
    return [
        RulingRow(combat, one.number, ruleset, last.clause, str(last.remedy["remedy"]), last.at)
        for one in disputes
        if (last := one.ruling) and last.clause
    ]
