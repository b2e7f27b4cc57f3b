"""The ledger: every change has its posting, and from nothing the postings add up to the balance."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.state.viewer import PUBLIC, TABLE
from projections.ledger.ledger import Account, Posting, sheets
from tests.bookkeeping import breaches, postings
from tests.support.games.toy import TOY
from tests.support.logs.recorded_logs import Recorded, first_trace
from tests.support.logs.whole_logs import ledger_of, rebuild, seen_entries

MAN, COGAN = Account("man", "ap"), Account("cogan", "ap")

FILLS = [("fill", 3, 3, "comes in"), ("fill", 0, 3, "round")]


def always(seq: int) -> bool:
    return True


def told(posted: tuple[Posting, ...], account: Account) -> list[tuple[Any, ...]]:
    """The postings of an account, each in a row."""
    return [(p.how, p.delta, p.balance, p.cause) for p in posted if p.account == account]


def test_each_change_has_its_posting_with_its_cause_and_where_it_stands():
    log = first_trace(TOY).log
    posted = postings(seen_entries(log, TABLE))
    assert told(posted, COGAN) == [*FILLS, ("pay", -1, 2, "a3")]
    assert told(posted, MAN) == [*FILLS, ("pay", -1, 2, "a1"), ("pay", -1, 1, "a4")]
    assert len(posted) == sum(isinstance(x.event, e.PoolChanged) for x in log)
    paid = posted[-1]
    assert (paid.when.round, paid.when.turn, paid.clause) == (1, ("man",), "T5")
    assert type(log[int(paid.number) - 1].event) is e.PoolChanged


def test_an_account_in_sums_balances_the_game_s_own_accounts():
    found = sheets(postings(seen_entries(first_trace(TOY).log, TABLE)))
    man = next(sheet for sheet in found if sheet.account == MAN)
    sums = {"supply": 3, "spent": 2, "lost": 0, "moved": 0, "ruled": 0}
    assert man == (MAN, sums, 1)
    for sheet in found:
        amounts = {side: amount for side, amount in sheet.sums.items() if amount is not None}
        assert len(amounts) == 5
        came = amounts["supply"] + amounts["moved"] + amounts["ruled"]
        assert sheet.left == came - amounts["spent"] - amounts["lost"]


# --- through undo and branches -----------------------------------------------------------------


def branched() -> Recorded:
    """Man moves and pays one; that is undone, and he moves again."""
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    story.does("man", "move", beside=["cogan"]).passes()
    story.undoes().undoes()
    return story.does("man", "move", beside=[])


def test_what_was_undone_is_on_no_account_until_it_comes_back():
    story = branched()
    entries = seen_entries(story.log, TABLE)
    assert [p.delta for p in postings(entries) if p.account == MAN] == [3, 0, -1]
    assert len(ledger_of(entries).of(MAN, always)) == 4
    for at in range(1, story.number() + 1):
        left = rebuild(story.log, TABLE, at).combat.pools.balance_of("man", "ap")
        assert sum(p.delta or 0 for p in postings(entries, at) if p.account == MAN) == left


def test_conservation_holds_on_every_branch():
    assert list(breaches(branched().log)) == []
    assert list(breaches(first_trace(TOY).log)) == []


def altered(log: list[Entry], **fields: Any) -> list[Entry]:
    """A log whose last posting says something else."""
    last = max(n for n, x in enumerate(log) if isinstance(x.event, e.PoolChanged))
    event = log[last].event.model_copy(update=fields)
    return [*log[:last], log[last]._replace(event=event), *log[last + 1 :]]


@pytest.mark.parametrize(
    ("fields", "breach"),
    [
        ({"delta": -2}, "ap of man comes to 0, is said to be 1, folded 1"),
        ({"balance": 2}, "ap of man comes to 1, is said to be 2, folded 2"),
        ({"delta": 1, "balance": 3}, "ap of man grew by 1 where it says pay"),
        ({"wanted": -1}, "ap of man was to change by -1 and changed by -1"),
    ],
)
def test_a_posting_that_does_not_add_up_is_found(fields: dict[str, Any], breach: str):
    log = altered(first_trace(TOY).log, **fields)
    [found] = breaches(log)
    number = next(x.seq for x in reversed(log) if isinstance(x.event, e.PoolChanged))
    assert found == f"entry {number}: {breach}"


# --- through somebody's eyes -------------------------------------------------------------------


def test_what_something_hidden_touched_has_no_exact_balance():
    story = Recorded(TOY).comes("man", side="b").comes("cogan", side="a").round()
    story.secretly(e.PoolChanged(subject="man", pool="ap", delta=-1, balance=2, how="lose"))
    story.does("man", "move", beside=[])
    public = postings(seen_entries(story.log, PUBLIC))
    assert told(public, MAN) == [*FILLS, ("pay", -1, None, "a1")]
    man = next(sheet for sheet in sheets(public) if sheet.account == MAN)
    assert (man.sums["spent"], man.left) == (None, None)
    assert told(postings(seen_entries(story.log, TABLE)), MAN)[-1] == ("pay", -1, 1, "a1")


def test_who_comes_out_of_hiding_brings_along_what_he_has():
    story = Recorded(TOY).comes("man", side="b")
    story.comes("ghost", hidden=True).comes("cogan", side="a")
    story.say(c.Adjust(change=c.PoolFix(subject="ghost", pool="ap", delta=2), note="a pact"))
    story.comes("ghost")
    ghost = Account("ghost", "ap")
    assert told(postings(seen_entries(story.log, PUBLIC)), ghost) == [("set", 5, 5, "comes in")]
    assert [p.delta for p in postings(seen_entries(story.log, TABLE)) if p.account == ghost] == [
        3,
        2,
        0,
    ]
