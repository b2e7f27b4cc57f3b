"""The ledger: every change of every pool with its cause and clause; from nothing they add up.

It is double entry. Each posting stands twice: on the account of the pool's owner, and with the
opposite sign on one of the game's own accounts, by how it came about: supply, spent, lost, moved,
ruled. So what is left of a pool is what was supplied, moved and ruled, less what was spent and
lost. The balances that the log itself records are not used in the sums.

A ledger is written from one viewer's log, so it holds nothing that its reader may not know: an
uncertain change has no amount.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from domain import events as e
from projections.visibility.visible_log import SeenEntry

How = Literal["fill", "pay", "lose", "gain", "move", "set"]
Side = Literal["supply", "spent", "lost", "moved", "ruled"]

OTHER_SIDE: dict[How, Side] = {
    "fill": "supply",
    "pay": "spent",
    "lose": "lost",
    "gain": "supply",
    "move": "moved",
    "set": "ruled",
}
"""The game's account on which a posting stands with the opposite sign."""

COMES_IN, TABLES_WORD = "comes in", "the table's word"
"""The cause of a posting that belongs to no act and no span of the clock."""


class Account(NamedTuple):
    """A pool of somebody, or one colour of it."""

    subject: str
    pool: str
    key: str = ""


class When(NamedTuple):
    """Where in the clock an entry of play stands: the round, whose turn, which phases are open."""

    round: int = 0
    turn: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()


class Posting(NamedTuple):
    """One change of one account, in the pool's own unit; None where its reader cannot know it.

    `seq` is its place in its reader's own log, `number` the entry that it links to. `wanted` is
    what the change should have been. `cause` is an act, a span of the clock, an answer (question
    and slot), `hidden`, or one of COMES_IN and TABLES_WORD.
    """

    seq: int
    number: str
    when: When
    account: Account
    how: How
    delta: int | None
    balance: int | None
    wanted: int | None
    cause: str
    clause: str
    basis: str

    @property
    def other_side(self) -> Side:
        """The account of the game that it stands on with the opposite sign."""
        return OTHER_SIDE[self.how]


Stands = Callable[[int], bool]
"""Whether an entry of one's own log is on the line of play up to the moment asked about."""


class Ledger:
    """The postings that one viewer has seen, on all branches.

    Constant time for each entry; what stands at a moment is chosen when it is asked for.
    """

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._postings: dict[Account, list[Posting]] = {}
        self._when = [When()]
        self._joined_in = 0

    def enter(self, seen: SeenEntry) -> None:
        """Note the next entry."""
        meta, event, *_ = seen.entry
        when = self._when[meta.parent or 0]
        self._when.append(_when(when, event))
        if meta.parent is None:
            return
        match event:
            case e.Joined():
                self._joined_in = meta.step
            case e.PoolChanged():
                posting = _posting(seen, event, when, meta.step == self._joined_in)
                self._postings.setdefault(posting.account, []).append(posting)
            case e.PoolRemoved():
                posting = _removal(seen, event, when)
                self._postings.setdefault(posting.account, []).append(posting)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Every account that was ever posted to, in that order."""
        return tuple(self._postings)

    def of(self, account: Account, stands: Stands) -> tuple[Posting, ...]:
        """The postings of an account that stand, first to last: they add up to its balance."""
        found = self._postings.get(account, ())
        return tuple(_brought(each for each in found if stands(each.seq)))

    def all(self, stands: Stands) -> tuple[Posting, ...]:
        """Every posting that stands, in the order of the log."""
        found = (each for account in self._postings for each in self.of(account, stands))
        return tuple(sorted(found, key=lambda each: each.seq))

    def recorded_postings(self) -> Iterator[Posting]:
        """Every posting of every branch as its entry says it, account by account."""
        return (each for posted in self._postings.values() for each in posted)

    def when(self, seq: int) -> When:
        """Where in the clock an entry of play stands; 0 is before everything."""
        return self._when[seq]


def _when(when: When, event: e.Event) -> When:
    match event:
        case e.RoundBegan(n=n):
            return When(n)
        case e.TurnBegan(who=who):
            return When(when.round, who, when.phases)
        case e.TurnEnded():
            return When(when.round, (), when.phases)
        case e.PhaseBegan(phase=phase):
            return When(when.round, when.turn, (*when.phases, phase))
        case e.PhaseEnded():
            return When(when.round, when.turn, when.phases[:-1])
    return when


def _posting(seen: SeenEntry, event: e.PoolChanged, when: When, joined: bool) -> Posting:
    """A posting; what no act and no span brought, came with somebody or was said."""
    meta = seen.entry.meta
    return Posting(
        seq=meta.seq,
        number=seen.number,
        when=when,
        account=Account(event.subject, event.pool, event.key),
        how=event.how,
        delta=_known_amount(seen, "delta"),
        balance=_known_amount(seen, "balance"),
        wanted=_known_amount(seen, "wanted"),
        cause=meta.cause or (COMES_IN if joined else TABLES_WORD),
        clause=meta.clause,
        basis=meta.basis,
    )


def _removal(seen: SeenEntry, event: e.PoolRemoved, when: When) -> Posting:
    """A pool that is there no more: what it held goes as it was said."""
    meta, left = seen.entry.meta, _known_amount(seen, "left")
    return Posting(
        seq=meta.seq,
        number=seen.number,
        when=when,
        account=Account(event.subject, event.pool, event.key),
        how="set",
        delta=None if left is None else -left,
        balance=None if left is None else 0,
        wanted=None,
        cause=meta.cause or TABLES_WORD,
        clause=meta.clause,
        basis=meta.basis,
    )


def _known_amount(seen: SeenEntry, field: str) -> int | None:
    """A number of a posting, as far as its reader may know it."""
    said = seen.says(field)
    return said if isinstance(said, int) else None


def _brought(posted: Iterable[Posting]) -> Iterator[Posting]:
    """Yield postings as a reader adds them up; revealed combatants bring their balances along."""
    left = 0
    for each in posted:
        if each.cause == COMES_IN and each.balance is not None:
            each = each._replace(delta=each.balance - left)
        left += each.delta or 0
        yield each


# --- in sums ----------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """An account in sums: what came and went on the other side, and what is left of it.

    left = supply + moved + ruled - spent - lost. None where something hidden touched it.
    """

    account: Account
    sums: dict[Side, int | None]
    left: int | None


def sheets(posted: Iterable[Posting]) -> tuple[Sheet, ...]:
    """Each account that was posted to, in sums."""
    sums: dict[Account, dict[Side, int | None]] = {}
    for each in posted:
        sides = sums.setdefault(each.account, dict.fromkeys(OTHER_SIDE.values(), 0))
        before, out = sides[each.other_side], each.other_side in ("spent", "lost")
        known = before is not None and each.delta is not None and each.balance is not None
        change = -(each.delta or 0) if out else each.delta or 0
        sides[each.other_side] = (before or 0) + change if known else None
    return tuple(Sheet(account, sides, _amount_left(sides)) for account, sides in sums.items())


def _amount_left(sides: dict[Side, int | None]) -> int | None:
    if None in sides.values():
        return None
    return sum(-(n or 0) if side in ("spent", "lost") else n or 0 for side, n in sides.items())
