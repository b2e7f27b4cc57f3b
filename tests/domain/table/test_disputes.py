"""Disputes beside play: how entries fold into them, when a vote is decided, what cites them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.log.codec import Entry, Meta
from domain.state.ids import cause_of
from domain.table.dispute_procedure import pausing_dispute, verdict
from domain.table.disputes import Dispute, Disputes, disputes_after
from domain.table.table import Table, sit
from tests.support.logs.refused_fights import three

CLAIM = {"remedy": "go-back", "to": 12}
WORDS = e.TextRef(id="t1", digest="d1")


def entry(number: int, event: e.Event, note: e.TextRef | None = None) -> Entry:
    """An entry of the table."""
    return Entry(Meta(seq=number, step=number, number=number, at=number * 1000, note=note), event)


def contested(**more: Any) -> e.Contested:
    """Ana contests what Ben did; Cleo is no party."""
    said = {"asker": "p1", "entry": 30, "upto": 32, "by": "vote", "clause": "3.3", "claim": CLAIM}
    return e.Contested(**{**said, "parties": ("p1", "p2"), "deciders": ("p3",), **more})


def answered(who: str, choice: Any) -> e.DisputeAnswered:
    return e.DisputeAnswered(dispute=40, who=who, choice=choice)


def ruled(**more: Any) -> e.DisputeRuled:
    return e.DisputeRuled(**{"dispute": 40, "by": "vote", "remedy": CLAIM, **more})


APPEALED = e.DisputeAppealed(
    dispute=40,
    who="p2",
    claim={"remedy": "let-stand"},
    by="referee",
    parties=("p1", "p2", "p4"),
    deciders=("referee",),
)


def after(*entries: Entry) -> Disputes:
    return sit(Table(), entries).disputes


def one(*entries: Entry) -> Dispute:
    [found] = after(*entries)
    return found


CONTESTED = entry(40, contested(pause=True), WORDS)


def test_a_dispute_is_known_by_its_entry_and_remembers_all_that_belongs_to_it():
    found = one(
        CONTESTED,
        entry(41, answered("p2", "state")),
        entry(42, answered("p3", "uphold")),
        entry(43, ruled()),
    )
    assert (found.number, found.entry, found.upto) == (40, 30, 32)
    assert (found.parties, found.deciders, found.votes) == (("p1", "p2"), ("p3",), {"p3": "uphold"})
    assert (found.stage, found.entries, found.words) == ("settled", (40, 41, 42, 43), ("t1", "d1"))
    assert found.ruling is not None and (found.ruling.number, found.ruling.remedy) == (43, CLAIM)


def test_what_belongs_to_another_dispute_changes_nothing():
    for event in (e.DisputeAnswered(dispute=39, who="p1", choice="withdraw"), ruled(dispute=41)):
        assert disputes_after(after(CONTESTED), entry(41, event)) == after(CONTESTED)
    assert disputes_after(after(CONTESTED), entry(41, e.Closed(frame="#41.1"))) == after(CONTESTED)


def test_an_appeal_reopens_it_for_the_others_and_the_next_ruling_settles_it():
    story = (CONTESTED, entry(42, answered("p3", "uphold")), entry(43, ruled()))
    appeal = entry(44, APPEALED, e.TextRef(id="t2", digest="d2"))
    found = one(*story, appeal)
    assert (found.stage, found.by, found.deciders) == ("open", "referee", ("referee",))
    assert found.parties == ("p1", "p2", "p4")
    assert (found.appeal, found.votes, found.claim) == ("p2", {}, {"remedy": "let-stand"})
    assert (len(found.rulings), found.words, found.asked) == (1, ("t2", "d2"), 44_000)
    final = one(*story, appeal, entry(45, ruled(by="referee", stands=True)))
    assert (final.stage, len(final.rulings)) == ("settled", 2)
    assert final.ruling is not None and final.ruling.stands


def test_to_withdraw_ends_a_dispute_or_only_its_appeal():
    assert one(CONTESTED, entry(41, answered("p1", "withdraw"))).stage == "withdrawn"
    again = (CONTESTED, entry(43, ruled()))
    settled, withdrawn = entry(44, APPEALED), entry(45, answered("p2", "withdraw"))
    assert one(*again, settled, withdrawn) == one(*again)._replace(entries=(40, 43, 44, 45))


def test_a_paused_dispute_holds_play_while_it_is_open_unless_the_referee_says_so():
    open_one = after(CONTESTED)
    assert pausing_dispute(open_one) == open_one[0]
    assert pausing_dispute(after(CONTESTED, entry(43, ruled()))) is None
    assert pausing_dispute(after(CONTESTED, entry(43, ruled()), entry(44, APPEALED))) is not None
    assert pausing_dispute(after(CONTESTED, entry(41, answered("referee", "play-on")))) is None
    assert pausing_dispute(after(CONTESTED, entry(41, answered("p1", "withdraw")))) is None


@pytest.mark.parametrize("voters", [1, 2, 3, 4, 5])
def test_a_vote_is_decided_as_soon_as_it_cannot_come_out_otherwise(voters: int):
    """Against every way in which the rest may still vote: a tie, and no vote, dismisses."""
    people = tuple(f"p{n}" for n in range(voters))
    base = one(CONTESTED)._replace(deciders=people)
    for cast in product(("uphold", "dismiss", ""), repeat=voters):
        votes = {who: vote for who, vote in zip(people, cast, strict=True) if vote}
        open_, upheld = cast.count(""), cast.count("uphold")
        ends = {2 * (upheld + more) > voters for more in range(open_ + 1)}
        found = base._replace(votes=votes)
        assert verdict(found) == (ends.pop() if len(ends) == 1 else None)


def test_what_carries_out_a_ruling_has_the_dispute_as_its_cause():
    story = three()
    fix = c.PoolFix(subject="man", pool="ap", delta=-1)
    story.say(c.Adjust(change=fix, note="so ruled", cites=40))
    [draft] = story.steps[-1]
    assert (draft.cause, draft.basis) == (cause_of(40), "table") == ("dispute 40", "table")
    story.say(c.Adjust(change=fix, note="by hand"))
    assert story.steps[-1][0].cause == ""
