"""Disputes beside play: how entries fold into them, who has which place, when a vote is decided."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.disputes import Dispute, Disputes, heard
from domain.hearing import (
    A_PARTY,
    PATIENCE,
    dispute_of,
    may_appeal,
    may_rule,
    may_vote,
    paused,
    ripe,
    slots,
    verdict,
)
from domain.ruleset import Forbidden, Refused
from domain.seats import TABLE, Viewer
from domain.table import Table, sit
from domain.wire import Entry, Meta
from tests.domain.fights import three

ANA, BEN, CLEO = (Viewer(p, "player") for p in ("p1", "p2", "p3"))
CLAIM = {"remedy": "go-back", "to": 12}
WORDS = e.TextRef(id="t1", digest="d1")


def entry(number: int, event: e.Event, slot: str = "", note: e.TextRef | None = None) -> Entry:
    """An entry of the table about the dispute 40.1."""
    answers = ("#40.1", slot) if slot else None
    return Entry(
        Meta(seq=number, step=number, number=number, at=number * 1000, answers=answers, note=note),
        event,
    )


def asked(by: Any, **more: Any) -> e.Asked:
    """Ana contests what Ben did; Cleo is no party."""
    said = {"asker": "p1", "entry": 30, "upto": 32, "by": by, "clause": "3.3", "claim": CLAIM}
    return e.Asked(
        question="#40.1",
        on="table",
        about="dispute",
        then="settle",
        params={**said, **more},
        slots=slots(("p1", "p2"), ("p3",), by),
    )


def ruled(by: str, **more: Any) -> e.Answered:
    return e.Answered(who=by, choice="ruled", params={"by": by, "remedy": CLAIM, **more})


def after(*entries: Entry) -> Disputes:
    return sit(Table(), entries).disputes


def one(*entries: Entry) -> Dispute:
    [found] = after(*entries)
    return found


CONTESTED = entry(40, asked("vote", pause=True), note=WORDS)


def test_a_dispute_is_known_by_its_entry_and_remembers_all_that_belongs_to_it():
    found = one(
        CONTESTED,
        entry(41, e.Answered(who="p2", choice="state"), "p2"),
        entry(42, e.Answered(who="p3", choice="uphold"), "vote p3"),
        entry(43, ruled("vote", final=True), "ruling"),
        entry(44, e.Answered(who="p1", choice="accept"), "p1"),
        entry(45, e.Closed(frame="#40.1", how="gone back")),
    )
    assert (found.number, found.question, found.entry, found.upto) == (40, "#40.1", 30, 32)
    assert (found.parties, found.deciders, found.votes) == (("p1", "p2"), ("p3",), {"p3": "uphold"})
    assert (found.stage, found.how, found.pause) == ("closed", "gone back", False)
    assert (found.accepted, found.entries) == (("p1",), (40, 41, 42, 43, 44, 45))
    assert found.words == ("t1", "d1")
    assert found.ruling is not None and (found.ruling.number, found.ruling.remedy) == (43, CLAIM)


def test_what_belongs_to_another_question_changes_nothing():
    other = entry(41, e.Answered(who="p1", choice="agree"))
    assert heard(after(CONTESTED), other) == after(CONTESTED)
    undo = e.Asked(
        question="#41.1",
        on="table",
        about="undo",
        slots=(),
        then="rewind",
        params={"asker": "p1", "was": 3, "to": 2, "how": "undo", "until": 5},
    )
    assert heard(after(CONTESTED), entry(41, undo)) == after(CONTESTED)
    assert heard(after(CONTESTED), entry(41, e.Closed(frame="#41.1"))) == after(CONTESTED)


def test_an_appeal_asks_the_same_question_again_of_the_others():
    found = one(
        CONTESTED,
        entry(42, e.Answered(who="p3", choice="uphold"), "vote p3"),
        entry(43, ruled("vote"), "ruling"),
        entry(44, e.Answered(who="p2", choice="appeal"), "p2"),
        entry(45, asked("referee", appeal="p2", claim={"remedy": "let-stand"})),
    )
    assert (found.number, found.stage, found.by, found.deciders) == (
        40,
        "open",
        "referee",
        ("referee",),
    )
    assert (found.appeal, found.votes, found.claim) == ("p2", {}, {"remedy": "let-stand"})
    assert len(found.rulings) == 1


def test_a_paused_dispute_holds_play_until_it_is_closed_or_the_referee_says_so():
    open_one = after(CONTESTED)
    assert paused(open_one) == open_one[0]
    assert paused(after(CONTESTED, entry(43, ruled("vote"), "ruling"))) is not None
    assert (
        paused(after(CONTESTED, entry(41, e.Answered(who="referee", choice="play-on"), "x")))
        is None
    )
    assert paused(after(CONTESTED, entry(41, e.Closed(frame="#40.1", how="withdrawn")))) is None


def test_parties_have_a_place_to_speak_and_none_to_vote():
    found = {
        slot.id: (slot.about, slot.rank, slot.barred) for slot in slots(("p1",), ("p3",), "vote")
    }
    assert found == {
        "p1": ("statement", 0, ""),
        "vote p3": ("vote", 1, ""),
        "vote p1": ("vote", 1, A_PARTY),
    }
    assert [slot.id for slot in slots(("p1",), ("p3",), "referee")] == ["p1", "ruling"]


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
        assert verdict(found, counted=True) == (2 * upheld > len(votes))


def test_who_is_a_party_or_a_stranger_does_not_vote():
    found = one(CONTESTED)
    assert may_vote(found, CLEO) == "p3"
    for viewer in (ANA, BEN):
        with pytest.raises(Refused, match=A_PARTY):
            may_vote(found, viewer)
    with pytest.raises(Forbidden):
        may_vote(found, TABLE)
    with pytest.raises(Refused, match="the table votes on this"):
        may_rule(found, TABLE)
    with pytest.raises(Forbidden):
        may_rule(found, ANA)


def test_a_ruling_is_carried_out_once_all_accept_or_nobody_spoke_in_time():
    ruling = (CONTESTED, entry(43, ruled("vote"), "ruling"))
    with pytest.raises(Refused, match="nothing is ruled yet"):
        ripe(one(CONTESTED), 0)
    with pytest.raises(Refused, match="may still be appealed") as early:
        ripe(one(*ruling), 43_000)
    assert early.value.numbers == {"not accepted by": "p1, p2", "seconds": PATIENCE // 1000}
    assert ripe(one(*ruling), 43_000 + PATIENCE).number == 43
    accepted = (
        entry(n, e.Answered(who=who, choice="accept"), who) for n, who in ((44, "p1"), (45, "p2"))
    )
    assert ripe(one(*ruling, *accepted), 46_000).number == 43
    final = one(CONTESTED, entry(43, ruled("vote", final=True), "ruling"))
    assert ripe(final, 43_000).number == 43
    with pytest.raises(Refused, match="nobody is left to hear an appeal"):
        may_appeal(final)


def test_a_dispute_that_is_not_there_or_closed_is_refused_by_its_number():
    closed = after(CONTESTED, entry(41, e.Closed(frame="#40.1", how="withdrawn")))
    for disputes, number in ((closed, 40), ((), 7)):
        with pytest.raises(Refused, match=f"dispute {number}") as refused:
            dispute_of(disputes, number)
        assert refused.value.pointer == "/dispute"


def test_what_carries_out_a_ruling_has_the_dispute_as_its_cause():
    story = three()
    fix = c.PoolFix(subject="man", pool="ap", delta=-1)
    story.say(c.Adjust(change=fix, note="so ruled", cites="#40.1"))
    [draft] = story.steps[-1]
    assert (draft.cause, draft.basis) == ("#40.1", "table")
    story.say(c.Adjust(change=fix, note="by hand"))
    assert story.steps[-1][0].cause == ""
