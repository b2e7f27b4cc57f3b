"""Hearing a dispute: who may vote, rule, accept and appeal, and when; every refusal says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.disputes import Dispute, Ruling
from domain.hearing import (
    A_PARTY,
    PATIENCE,
    dispute_of,
    may_appeal,
    may_rule,
    may_vote,
    party,
    paused,
    ripe,
    slots,
    stands_still,
    verdict,
)
from domain.ruleset import Forbidden, Refused
from domain.seats import Viewer

ANA, BEN, CAT, DAN = (Viewer(f"p{n}", "player") for n in range(1, 5))
RITA = Viewer("p9", "referee")
VOTED = Dispute(
    7,
    "#7.1",
    "p1",
    5,
    5,
    "",
    "A1",
    {"kind": "stand"},
    "vote",
    True,
    ("p1", "p2"),
    ("p3", "p4"),
    0,
)
RULED = VOTED._replace(by="referee", deciders=("referee",))
RULING = Ruling(9, "referee", "referee", {"kind": "stand"}, "A1", 1_000)
DECIDED = RULED._replace(stage="ruled", rulings=(RULING,))


def test_play_waits_for_the_first_open_dispute_that_pauses_it():
    closed, quiet = VOTED._replace(stage="closed"), VOTED._replace(pause=False)
    assert paused((closed, quiet)) is None and paused((quiet, RULED)) is RULED
    assert stands_still(VOTED).numbers == {"dispute": 7, "contested": 5}


def test_a_dispute_is_found_by_its_number_while_it_is_open():
    assert dispute_of((VOTED,), 7) is VOTED
    with pytest.raises(Refused, match="dispute 8: there is none") as refused:
        dispute_of((VOTED,), 8)
    assert refused.value.numbers == {"open": "7"}
    with pytest.raises(Refused, match="dispute 7: is closed") as refused:
        dispute_of((VOTED._replace(stage="closed"),), 7)
    assert refused.value.numbers == {"open": "none"}


def test_each_party_has_a_place_to_speak_and_none_to_vote_on_its_own_case():
    places = slots(VOTED.parties, VOTED.deciders, "vote")
    assert [(slot.id, slot.rank, slot.barred) for slot in places] == [
        ("p1", 0, ""),
        ("p2", 0, ""),
        ("vote p3", 1, ""),
        ("vote p4", 1, ""),
        ("vote p1", 1, A_PARTY),
        ("vote p2", 1, A_PARTY),
    ]
    assert [slot.id for slot in slots(("p1",), (), "referee")] == ["p1", "ruling"]


Try = Callable[[], object]
TWICE = VOTED._replace(votes={"p3": "dismiss"})
APPEALED, FINAL = DECIDED._replace(appeal="p1"), RULING._replace(final=True)
WRONG: dict[str, tuple[Try, str, dict[str, Any] | None]] = {
    "a vote where the referee rules": (
        lambda: may_vote(RULED, CAT),
        "there is nothing to vote on",
        {"stage": "open"},
    ),
    "a vote after the ruling": (
        lambda: may_vote(VOTED._replace(stage="ruled"), CAT),
        "nothing to vote on",
        {"stage": "ruled"},
    ),
    "a party's vote": (lambda: may_vote(VOTED, BEN), A_PARTY, {"parties": "p1, p2"}),
    "a second vote": (lambda: may_vote(TWICE, CAT), "voted already", {"your vote": "dismiss"}),
    "a stranger's statement": (lambda: party(VOTED, CAT), "p3 is no party", {"parties": "p1, p2"}),
    "a ruling where the table votes": (
        lambda: may_rule(VOTED, RITA),
        "the table votes on this",
        {"may vote": "p3, p4"},
    ),
    "a second ruling": (lambda: may_rule(DECIDED, RITA), "ruled already", None),
    "carrying out what nobody ruled": (
        lambda: ripe(RULED, 0),
        "nothing is ruled yet",
        {"waiting for": "referee"},
    ),
    "carrying out what may be appealed": (
        lambda: ripe(DECIDED._replace(accepted=("p1",)), 1_001),
        "may still be appealed",
        {"not accepted by": "p2", "seconds": 120},
    ),
    "an appeal before a ruling": (
        lambda: may_appeal(RULED),
        "nothing is ruled yet that could be appealed",
        None,
    ),
    "a second appeal": (lambda: may_appeal(APPEALED), "this was appealed once", {"by": "p1"}),
    "an appeal that nobody could hear": (
        lambda: may_appeal(DECIDED._replace(rulings=(FINAL,))),
        "nobody is left",
        None,
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_not_to_be_had_is_refused_with_its_reason(wrong: str):
    tried, why, numbers = WRONG[wrong]
    with pytest.raises(Refused, match=why) as refused:
        tried()
    assert refused.value.numbers == (numbers or {})


@pytest.mark.parametrize(
    ("tried", "why"),
    [
        (lambda: may_vote(VOTED, RITA), "only who has a vote votes: p3, p4"),
        (lambda: party(VOTED, BEN, "p1"), "only the referee answers for somebody else"),
        (lambda: may_rule(RULED, ANA), "only the referee rules"),
    ],
)
def test_what_is_another_s_is_forbidden(tried: Try, why: str):
    with pytest.raises(Forbidden, match=why):
        tried()


def test_who_may_does():
    assert may_vote(VOTED, CAT) == "p3" and may_vote(TWICE, DAN) == "p4"
    assert party(VOTED, BEN) == "p2" and party(VOTED, RITA, "p1") == "p1"
    may_rule(RULED, RITA)
    assert may_appeal(DECIDED) is RULING


def test_a_ruling_is_carried_out_when_all_accepted_when_appealed_or_when_time_is_up():
    assert ripe(DECIDED._replace(accepted=("p2", "p1")), 1_001) is RULING
    assert ripe(APPEALED, 1_001) is RULING
    assert ripe(DECIDED._replace(rulings=(FINAL,)), 1_001) is FINAL
    assert ripe(DECIDED, 1_000 + PATIENCE) is RULING


@pytest.mark.parametrize(
    ("votes", "counted", "upheld"),
    [
        ([], False, None),
        (["uphold"], False, None),
        (["dismiss"], False, False),
        (["uphold", "uphold"], False, True),
        (["uphold", "dismiss"], False, False),
        ([], True, False),
        (["uphold"], True, True),
        (["uphold", "dismiss"], True, False),
    ],
)
def test_more_than_half_uphold_and_a_tie_dismisses(
    votes: list[str], counted: bool, upheld: bool | None
):
    cast = dict(zip(VOTED.deciders, votes, strict=False))
    assert verdict(VOTED._replace(votes=cast), counted=counted) is upheld
