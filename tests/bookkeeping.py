"""What a ledger must come to: postings on the line of play, and breaches of conservation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain import events as e
from domain.log.codec import Entry
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.fold import with_entry
from domain.state.pools import pool_key
from projections.ledger.ledger import Account, Posting
from projections.visibility.visible_log import SeenEntry
from tests.support.logs.whole_logs import ledger_of, line_of_play


def postings(entries: Sequence[SeenEntry], at: int | None = None) -> tuple[Posting, ...]:
    """Every posting on the line of play, now or right after a public entry, in order.

    `entries` is a viewer's whole log. Raises ValueError where there is no such entry.
    """
    line = frozenset(line_of_play([one.entry for one in entries], at))
    return ledger_of(entries).all(lambda seq: seq in line)


class _Books(NamedTuple):
    """What the deltas come to on the way to a node, and the pools as the fold has them."""

    sums: dict[Account, int] = {}
    pools: Combat = EMPTY


def breaches(log: Iterable[Entry]) -> Iterator[str]:
    """Every breach of conservation in a whole log, on whatever branch it stands; none is well.

    After each entry of play, the postings on the way to it add up to the balance that it records
    and to that of the fold; nobody is paid by paying; what was wanted is more than what was done,
    or where a pool is set something else.
    """
    books: dict[int, _Books] = {0: _Books()}
    for entry in log:
        if (parent := entry.meta.parent) is None:
            continue
        books[entry.seq] = books[parent]
        if isinstance(event := entry.event, e.PoolChanged):
            books[entry.seq] = now = _posted(books[parent], event)
            for breach in _breaches(now, event):
                yield f"entry {entry.seq}: {breach}"


def _posted(books: _Books, event: e.PoolChanged) -> _Books:
    account = Account(event.subject, event.pool, event.key)
    sums = with_entry(books.sums, account, books.sums.get(account, 0) + event.delta)
    return _Books(sums, evolve(books.pools, event))


def _breaches(books: _Books, event: e.PoolChanged) -> Iterator[str]:
    account = Account(event.subject, event.pool, event.key)
    whose = f"{pool_key(event.pool, event.key)} of {event.subject}"
    added, folded = books.sums[account], books.pools.pools.balance_of(*account)
    if not added == event.balance == folded:
        yield f"{whose} comes to {added}, is said to be {event.balance}, folded {folded}"
    if event.how in ("pay", "lose") and event.delta > 0:
        yield f"{whose} grew by {event.delta} where it says {event.how}"
    if event.how == "gain" and event.delta < 0:
        yield f"{whose} shrank by {-event.delta} where it says gain"
    is_set = event.how in ("fill", "set")
    if event.wanted == event.delta or (
        event.wanted is not None and not is_set and abs(event.wanted) < abs(event.delta)
    ):
        yield f"{whose} was to change by {event.wanted} and changed by {event.delta}"
