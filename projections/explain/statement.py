"""The ledger as rows to be read or exported: a posting each, in words and in numbers."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from projections.explain.pools import in_sums, part
from projections.explain.viewpoint import Look
from projections.ledger.ledger import Posting, Sheet, sheets
from projections.wording.displayed_points import Displayed, in_pool_points
from projections.wording.game_words import pool_points, pool_word


class PostingRow(NamedTuple):
    """A posting; amounts in displayed points, and `points` and `left` as people say them.

    Empty, or None, where its reader cannot know it. `other_side` is the account of the game on
    which it stands with the opposite sign. `called` is what people call the pool.
    """

    number: str
    round: int
    turn: str
    subject: str
    name: str
    pool: str
    key: str
    how: str
    other_side: str
    delta: Displayed | None
    balance: Displayed | None
    wanted: Displayed | None
    points: str
    left: str
    cause: str
    because: str
    clause: str
    basis: str
    called: str


class Total(NamedTuple):
    """An account in sums, in displayed points and in words.

    left = supply + moved + ruled - spent - lost; None where something hidden touched it.
    """

    subject: str
    name: str
    pool: str
    key: str
    supply: Displayed | None
    spent: Displayed | None
    lost: Displayed | None
    moved: Displayed | None
    ruled: Displayed | None
    left: Displayed | None
    says: str


def totals(look: Look) -> tuple[Total, ...]:
    """Every account that was posted to, in sums."""
    return tuple(_total(look, sheet) for sheet in sheets(look.ledger.all(look.stands)))


def _total(look: Look, sheet: Sheet) -> Total:
    account, amount = sheet.account, partial(in_pool_points, look.rules, sheet.account.pool)
    return Total(
        account.subject,
        look.name(account.subject),
        account.pool,
        account.key,
        **{side: amount(units) for side, units in sheet.sums.items()},
        left=amount(sheet.left),
        says=in_sums(look, sheet),
    )


def rows(look: Look, since: int = 0) -> tuple[PostingRow, ...]:
    """Every posting that stands at a moment, in the order of the log; or those from an entry on."""
    posted = look.ledger.all(look.stands)
    return tuple(_row(look, posting) for posting in posted if posting.seq >= since)


def _row(look: Look, posting: Posting) -> PostingRow:
    told, account = part(look, posting), posting.account
    amount = partial(in_pool_points, look.rules, account.pool)
    left = "" if posting.balance is None else pool_points(look.rules, account.pool, posting.balance)
    return PostingRow(
        number=posting.number,
        round=posting.when.round,
        turn=" ".join(posting.when.turn),
        subject=account.subject,
        name=look.name(account.subject),
        pool=account.pool,
        key=account.key,
        how=posting.how,
        other_side=posting.other_side,
        delta=amount(posting.delta),
        balance=amount(posting.balance),
        wanted=amount(posting.wanted),
        points=told.points,
        left=left,
        cause=told.cause,
        because=told.because,
        clause=told.clause,
        basis=told.basis,
        called=pool_word(look.rules, account.pool, account.key),
    )
