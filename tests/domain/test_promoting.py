"""Promoting a fork: what falls does not count, and who is spoken for has to agree."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from domain.facets.roster import Member, Roster
from domain.learned import Company
from domain.promoting import bare, promotion, spoken_for
from domain.receipt import Agreement, Cost, Receipt
from domain.table import Seat
from domain.wire import Entry, Meta

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


def test_whose_word_was_said_by_another_is_counted_by_steps():
    said = [
        step("p1", answered("ana"), answered("bert")),
        step("p1", answered("bert", "dodge")),
        step("p1", answered("cleo")),
        step("p2", answered("bert")),
        step("p1", answered("ana")),
    ]
    assert spoken_for(said, company()) == {"p2": 2, "referee": 1}
    assert spoken_for([step("p9", answered("cleo"))], company()) == {}


BACK = Receipt("consent", (Agreement("p2", "seen since: 1 die"),), (), Cost(), "")


def test_who_is_spoken_for_agrees_beside_those_who_are_touched():
    found = promotion(BACK, {"p2": 2, "referee": 1, "p1": 3}, "p1").must
    assert found == (
        Agreement("p2", "seen since: 1 die; 2 decisions would be made in their place"),
        Agreement("referee", "1 decision would be made in their place"),
    )


def test_the_policy_says_whether_and_who():
    spoken = {"p2": 1}
    assert promotion(BACK._replace(policy="free", must=()), spoken, "p1").must == ()
    barred = BACK._replace(policy="strict", must=(), barred="no")
    assert promotion(barred, spoken, "p1") == barred
    ruled = BACK._replace(policy="referee", must=())
    assert [one.who for one in promotion(ruled, spoken, "p1").must] == ["referee"]
    assert promotion(ruled, spoken, "referee").must == ()
