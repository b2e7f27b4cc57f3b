"""Hearing a dispute: who may vote, rule and appeal, and when; every refusal says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.viewer import Viewer
from domain.table.dispute_procedure import (
    A_PARTY,
    dispute_of,
    may_appeal,
    may_rule,
    may_vote,
    open_dispute,
    party,
    pausing_dispute,
    stands_still,
    verdict,
)
from domain.table.disputes import Dispute, Ruling
from tests.support.refusals import lacks, legal

ANA, BEN, CAT, DAN = (Viewer(f"p{n}", "player") for n in range(1, 5))
RITA = Viewer("p9", "referee")
VOTED = Dispute(
    7, "p1", 5, 5, "", "A1", {"remedy": "let-stand"}, "vote", True, ("p1", "p2"), ("p3", "p4"), 0
)
RULED = VOTED._replace(by="referee", deciders=("referee",))
RULING = Ruling(9, "referee", {"remedy": "let-stand"}, "A1", 1_000)
DECIDED = RULED._replace(stage="settled", rulings=(RULING,))


def test_play_waits_for_the_first_open_dispute_that_pauses_it():
    settled, quiet = VOTED._replace(stage="settled"), VOTED._replace(pause=False)
    assert pausing_dispute((settled, quiet)) is None and pausing_dispute((quiet, RULED)) is RULED
    said = stands_still(VOTED)
    assert lacks(said) == "answer dispute of p3: no = yes; answer dispute of p4: no = yes"


def test_a_dispute_is_found_by_its_number_and_answered_while_it_is_open():
    assert dispute_of((DECIDED,), 7) is DECIDED and open_dispute((VOTED,), 7) is VOTED
    with pytest.raises(Refused, match="there is no dispute 8") as refused:
        open_dispute((VOTED,), 8)
    said = refused.value
    assert (said.pointer, legal(said)) == ("/dispute", "7")
    with pytest.raises(Refused, match="dispute 7 is settled") as refused:
        open_dispute((DECIDED,), 7)
    said = refused.value
    assert (said.pointer, legal(said)) == ("/dispute", "nothing")


Try = Callable[[], object]
TWICE = VOTED._replace(votes={"p3": "dismiss"})
APPEALED = DECIDED._replace(appeal="p1")
WRONG: dict[str, tuple[Try, str, str]] = {
    "a vote where the referee rules": (
        lambda: may_vote(RULED, CAT),
        "there is nothing to vote on",
        "",
    ),
    "a party's vote": (lambda: may_vote(VOTED, BEN), A_PARTY, "fact party of p2: yes = no"),
    "a second vote": (lambda: may_vote(TWICE, CAT), "voted already", "limit votes of p3: 1 < 1"),
    "a stranger's statement": (lambda: party(VOTED, CAT), "p3 is no party", "p1; p2"),
    "a ruling where the table votes": (
        lambda: may_rule(VOTED, RITA),
        "the table votes on this",
        "answer vote of p3: no = yes; answer vote of p4: no = yes",
    ),
    "an appeal before a ruling": (
        lambda: may_appeal(RULED),
        "nothing is ruled yet that could be appealed",
        "",
    ),
    "a second appeal": (
        lambda: may_appeal(APPEALED),
        "this was appealed once",
        "limit appeals of p1: 1 < 1",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_not_to_be_had_is_refused_with_its_reason(wrong: str):
    tried, why, more = WRONG[wrong]
    with pytest.raises(Refused, match=why) as refused:
        tried()
    assert lacks(refused.value) + legal(refused.value) == more


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


@pytest.mark.parametrize(
    ("votes", "upheld"),
    [
        ([], None),
        (["uphold"], None),
        (["dismiss"], False),
        (["uphold", "uphold"], True),
        (["uphold", "dismiss"], False),
    ],
)
def test_more_than_half_uphold_and_a_tie_dismisses(votes: list[str], upheld: bool | None):
    cast = dict(zip(VOTED.deciders, votes, strict=False))
    assert verdict(VOTED._replace(votes=cast)) is upheld
