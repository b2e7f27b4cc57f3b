"""Why somebody has so much of a pool: the postings that add up to it, alone or as a ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain.state.pools import TEMPORARY
from projections.explain.results import Detail, Explained, ExplainedPart
from projections.explain.viewpoint import Look
from projections.ledger.ledger import Account, Posting, Sheet, Side, sheets
from projections.state.pools import UNKNOWN, known_left
from projections.wording.displayed_points import Displayed, in_pool_points, shared_fields
from projections.wording.game_words import capital, pool_points, pool_word, posting_verb

SUMS: dict[Side, str] = {
    "supply": "supplied",
    "moved": "moved",
    "ruled": "ruled",
    "spent": "spent",
    "lost": "lost",
}
"""How the sums of an account are called, in the order in which they are told."""

IN_DOUBT = "something hidden from you changed this, so its exact balance is unknown"


def pool(look: Look, account: Account, upto: int = 0) -> Explained:
    """An account at the moment, or right after one of its postings.

    What cannot be known exactly, because something hidden touched it, has no value.
    """
    found = look.ledger.of(account, look.stands)
    posted = [each for each in found if not upto or each.seq <= upto]
    exact = all(each.balance is not None for each in posted)
    exact &= known_left(look.moment(look.node), *account) is not None
    left = sum(each.delta or 0 for each in posted)
    points = pool_points(look.rules, account.pool, left) if exact else UNKNOWN
    called = pool_word(look.rules, account.pool, account.key, points)
    return Explained(
        "pool",
        account.subject,
        f"{capital(look.name(account.subject))}: {points} {called}",
        in_pool_points(look.rules, account.pool, left if exact else None),
        points,
        exact,
        exact,
        tuple(part(look, each) for each in posted),
        tuple(_details(look, account, posted, exact)),
    )


def part(look: Look, posting: Posting) -> ExplainedPart:
    """A posting with what it came of, and the entry that says it."""
    pool, delta = posting.account.pool, posting.delta
    sign = "-" if (delta or 0) < 0 else "+"
    amount = UNKNOWN if delta is None else sign + _points(look, pool, abs(delta))
    kind = look.rules.pool(pool)
    clause = posting.clause or look.clause_of(posting.cause) or (kind.clause if kind else "")
    return ExplainedPart(
        posting.number,
        _says(look, posting),
        in_pool_points(look.rules, pool, delta),
        amount,
        posting.cause,
        look.with_source(look.because(posting.cause, posting.when), posting.seq),
        look.when(posting.when),
        clause,
        posting.basis,
        look.rules.clause_title(clause),
    )


def _says(look: Look, posting: Posting) -> str:
    """What was done to the pool: `pays`, `loses, of 3 that were due`, `filled to 6 1/2`."""
    pool, how = posting.account.pool, posting.how
    if how in ("fill", "set"):
        to = "" if posting.balance is None else f" to {_points(look, pool, posting.balance)}"
        return f"{'filled' if how == 'fill' else 'set'}{to}"
    does = posting_verb(look.rules, pool, how, posting.delta or 0)
    if posting.wanted is None:
        return does
    return f"{does}, of {_points(look, pool, abs(posting.wanted))} that were due"


def _details(
    look: Look, account: Account, posted: Sequence[Posting], exact: bool
) -> Iterator[Detail]:
    if not exact:
        yield Detail("hidden", IN_DOUBT)
        return
    for sheet in sheets(posted):
        yield Detail("in sums", in_sums(look, sheet))
    fills = [each for each in posted if each.how == "fill"]
    if fills and (balance := fills[-1].balance) is not None:
        yield Detail("last filled", _points(look, account.pool, balance), fills[-1].number)
    yield from _bounds(look, account)


def _bounds(look: Look, account: Account) -> Iterator[Detail]:
    """The limits of a pool with the entry that set them, and the temporary points beside it."""
    number = look.number(look.last("limits", *account))
    for end, value in look.combat.pools.limits_of(*account)._asdict().items():
        if value is not None:
            yield Detail(end, _points(look, account.pool, value), number)
    spare = 0 if account.key else known_left(look.moment(look.node), *account[:2], TEMPORARY)
    if spare:
        yield Detail(TEMPORARY, _points(look, account.pool, spare))


def in_sums(look: Look, sheet: Sheet) -> str:
    """An account in sums, those that are nothing left out: `supplied 9, spent 5, left 4`."""
    if sheet.left is None:
        return IN_DOUBT
    pool = sheet.account.pool
    said = [f"{SUMS[side]} {_points(look, pool, n)}" for side in SUMS if (n := sheet.sums[side])]
    return ", ".join([*said, f"left {_points(look, pool, sheet.left)}"])


def _points(look: Look, pool: str, amount: int) -> str:
    return pool_points(look.rules, pool, amount)


# --- the whole ledger --------------------------------------------------------------------------


class PostingRow(NamedTuple):
    """A posting; amounts in displayed points, and `points` and `left` as people say them.

    Empty, or None, where its reader cannot know it. `other_side` is the account of the game on
    which it stands with the opposite sign. `called` is what people call the pool. One that is
    `undone` is not on the line of play.
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
    undone: bool


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
    sums: dict[str, Any] = {side: amount(units) for side, units in sheet.sums.items()}
    return Total(
        **shared_fields(Total, account),
        **sums,
        name=look.name(account.subject),
        left=amount(sheet.left),
        says=in_sums(look, sheet),
    )


def posting_rows(look: Look, since: int = 0) -> tuple[PostingRow, ...]:
    """Every posting that stands at a moment, in the order of the log; or those from an entry on."""
    posted = look.ledger.all(look.stands)
    return tuple(_posting_row(look, posting) for posting in posted if posting.seq >= since)


def posting_rows_ever(look: Look, upto: int) -> tuple[PostingRow, ...]:
    """Every posting up to an own entry in the order of the log, also those that were undone."""
    standing = {posting.seq: posting for posting in look.ledger.all(look.stands)}
    ever = {p.seq: p for p in look.ledger.recorded_postings() if p.seq <= upto}
    return tuple(
        _posting_row(look, posting)._replace(undone=seq not in standing)
        for seq, posting in sorted((ever | standing).items())
    )


def _posting_row(look: Look, posting: Posting) -> PostingRow:
    told, account = part(look, posting), posting.account
    amount = partial(in_pool_points, look.rules, account.pool)
    left = "" if posting.balance is None else pool_points(look.rules, account.pool, posting.balance)
    own = {
        "round": posting.when.round,
        "turn": " ".join(posting.when.turn),
        "name": look.name(account.subject),
        "other_side": posting.other_side,
        "delta": amount(posting.delta),
        "balance": amount(posting.balance),
        "wanted": amount(posting.wanted),
        "left": left,
        "called": pool_word(look.rules, account.pool, account.key),
        "undone": False,
    }
    return PostingRow(**shared_fields(PostingRow, posting, account, told) | own)
