"""Promoting a fork: what falls does not count, and who is spoken for has to agree."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.decide import is_the_referees
from domain.facets.roster import Member, Roster
from domain.learned import Company
from domain.promoting import Spoken, bare, promotion, spoken_for
from domain.receipt import Agreement, Cost, Receipt
from domain.table import Seat
from domain.wire import Context, Entry, Kept, Meta

SEATS = (Seat("s1", "p1", "player", ("ana",)), Seat("s2", "p2", "player", ("bert",)))


def company() -> Company:
    """Ana and Bert have a seat each; Cleo is the referee's."""
    members = {n: Member(n, "combatant", n, "a", "", 1, {}) for n in ("ana", "bert", "cleo")}
    return Company(SEATS, Roster(members=members))


def step(by: str, *events: e.Event) -> list[Entry]:
    return [
        Entry(Meta(seq=n, step=1, nth=n, number=n, parent=n, by=by, at=0), event)
        for n, event in enumerate(events)
    ]


def answered(who: str, choice: str = "pass") -> e.Answered:
    return e.Answered(who=who, choice=choice)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            c.Act(who="ana", manoeuvre="hit", faces={"hit": (6,)}, risk={"hit": 1}),
            c.Act(who="ana", manoeuvre="hit", risk={"hit": 1}),
        ),
        (
            c.Answer(who="ana", about="roll", choice="roll", faces=(6,), card="Ace", witness="p2"),
            c.Answer(who="ana", about="roll", choice="roll"),
        ),
        (c.Roll(who="ana", faces=(6,), sides=20), c.Roll(who="ana", sides=20)),
        (c.Draw(who="ana", deck="fate", card="Ace"), c.Draw(who="ana", deck="fate")),
        (c.PassAll(who="ana"), c.PassAll(who="ana")),
    ],
)
def test_what_fell_elsewhere_is_left_away(said: c.Command, kept: c.Command):
    assert bare(said) == kept


def test_whose_decisions_it_would_make_is_counted_by_steps_whoever_tried_them():
    said = [
        step("p1", answered("ana"), answered("bert")),
        step("p1", answered("bert", "dodge")),
        step("p1", answered("cleo")),
        step("p2", answered("bert")),
        step("p1", answered("ana")),
    ]
    assert spoken_for(said, company(), "p1") == Spoken({"p2": 3, "referee": 1})
    assert spoken_for(said, company(), "p2") == Spoken({"p1": 2, "referee": 1})
    assert spoken_for([step("p9", answered("cleo"))], company(), "referee") == Spoken()


@pytest.mark.parametrize(
    ("said", "alone"),
    [
        (c.End(), True),
        (c.Leave(who="ana"), True),
        (c.Rule(point="night", value="yes"), True),
        (c.Roll(who="ana", sides=20, hidden=True), True),
        (c.Roll(who="ana", sides=20), False),
        (c.Act(who="ana", manoeuvre="hit", against=True), True),
        (c.Act(who="ana", manoeuvre="hit"), False),
        (c.Answer(who="ana", about="react", choice="pass", against=True), True),
    ],
)
def test_what_only_the_referee_may_say_is_counted_as_his(said: c.Command, alone: bool):
    [first] = step("p1", answered("ana"))
    kept = Kept(said, Context(engine="1", revision="1", mode="enforce", role="referee"))
    found = spoken_for([[first._replace(kept=kept)]], company(), "p1")
    assert found == Spoken({}, int(alone))


def test_where_a_table_only_records_anybody_may_say_what_is_against_the_rules():
    against = c.Act(who="ana", manoeuvre="hit", against=True)
    assert (is_the_referees(against, "enforce"), is_the_referees(against, "record")) == (
        True,
        False,
    )


BACK = Receipt("consent", (Agreement("p2", "seen since: 1 die"),), (), Cost(), "")


def test_who_is_spoken_for_agrees_beside_those_who_are_touched():
    found = promotion(BACK, Spoken({"p2": 2, "referee": 1}), "p1").must
    assert found == (
        Agreement("p2", "seen since: 1 die; 2 decisions of theirs would be made"),
        Agreement("referee", "1 decision of theirs would be made"),
    )


def test_the_policy_says_whether_and_who():
    spoken = Spoken({"p2": 1})
    assert promotion(BACK._replace(policy="free", must=()), spoken, "p1").must == ()
    barred = BACK._replace(policy="strict", must=(), barred="no")
    assert promotion(barred, spoken, "p1") == barred
    ruled = BACK._replace(policy="referee", must=())
    assert [one.who for one in promotion(ruled, spoken, "p1").must] == ["referee"]
    assert promotion(ruled, spoken, "referee").must == ()


@pytest.mark.parametrize("policy", ["free", "consent", "referee"])
def test_the_referees_own_word_is_not_taken_from_him_by_any_policy(policy: str):
    back, alone = BACK._replace(policy=policy, must=()), Spoken({}, 1)
    assert [one.who for one in promotion(back, alone, "p1").must] == ["referee"]
    assert promotion(back, alone, "referee").must == ()
