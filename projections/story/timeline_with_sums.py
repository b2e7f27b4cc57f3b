"""A story with its sums: under what changes a pool, what there is of it and how that came about.

A line such as `Cogan: 2 1/2 AP = 6 1/2 (20) - 3 (42) - 1 (60)` goes back to when the pool was
filled or set last; the numbers in brackets are the entries of its postings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.state.fold import with_entry
from projections.ledger.ledger import Account
from projections.story.timeline import StoryLine
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import capital, pool_points, pool_word

SUM = "sum"
"""The kind of these lines."""


class Term(NamedTuple):
    """A posting in a sum: what it came to or changed, and its entry; None where it is not known."""

    number: str
    amount: int | None


Sums = dict[Account, tuple[Term, ...]]


def lines_with_sums(
    entries: Sequence[SeenEntry], rules: Ruleset, lines: Sequence[StoryLine]
) -> tuple[StoryLine, ...]:
    """The lines of the story of these entries, with a sum under each that changes a pool.

    A posting that has no line of its own is summed under the line that it is told in.
    """
    changed = _terms_by_place(entries)
    places = {one.number: place for place, one in enumerate(entries)}
    starts = [places[line.number] for line in lines]
    names = {
        x.event.subject: x.event.name
        for x in entries
        if isinstance(x.event, e.Joined | e.Edited) and x.event.name is not None
    }
    found: list[StoryLine] = []
    for line, start, end in zip(lines, starts, [*starts[1:], len(entries)], strict=True):
        sums: Sums = dict(changed[place] for place in range(start, end) if place in changed)
        found.append(line)
        found += [
            StoryLine(line.number, line.depth + 1, text, SUM, line.undone)
            for account, terms in sums.items()
            if (text := _text(account, terms, rules, names.get(account.subject, account.subject)))
        ]
    return tuple(found)


def _terms_by_place(entries: Sequence[SeenEntry]) -> dict[int, tuple[Account, tuple[Term, ...]]]:
    """For the place of every posting: its account, and the terms on its own branch since a fill."""
    sums: dict[int, Sums] = {0: {}}
    found: dict[int, tuple[Account, tuple[Term, ...]]] = {}
    for place, one in enumerate(entries):
        if (parent := one.entry.meta.parent) is None:
            continue
        now = sums[parent]
        if isinstance(event := one.event, e.PoolChanged):
            account = Account(event.subject, event.pool, event.key)
            terms = _terms(one, event, now.get(account, ()))
            now = with_entry(now, account, terms)
            found[place] = account, terms
        sums[one.entry.seq] = now
    return found


def _terms(one: SeenEntry, event: e.PoolChanged, before: tuple[Term, ...]) -> tuple[Term, ...]:
    known = one.says("balance") is not None
    if event.how in ("fill", "set"):
        return (Term(one.number, event.balance if known else None),)
    known &= all(term.amount is not None for term in before)
    return (*before, Term(one.number, event.delta)) if known else (Term(one.number, None),)


def _text(account: Account, terms: tuple[Term, ...], rules: Ruleset, name: str) -> str:
    """A sum in words; nothing where there is but one term, which says itself."""
    amounts = [term.amount for term in terms if term.amount is not None]
    if len(amounts) < max(2, len(terms)):
        return ""
    total = pool_points(rules, account.pool, sum(amounts))
    said = " ".join(_signed_terms(rules, account.pool, terms)).removeprefix("+ ")
    return f"{capital(name)}: {total} {pool_word(rules, account.pool, account.key, total)} = {said}"


def _signed_terms(rules: Ruleset, pool: str, terms: tuple[Term, ...]) -> Iterator[str]:
    for term in terms:
        amount = term.amount or 0
        sign = "-" if amount < 0 else "+"
        yield f"{sign} {pool_points(rules, pool, abs(amount))} ({term.number})"
