"""Parties to a dispute: whom a claim concerns does not vote, and no span makes all a party."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.combats.contested import (
    GAIN,
    HIT,
    STANDS,
    answers,
    case,
    contests,
    crowd,
    dora,
    fought,
    refused,
    rules,
    says,
)
from tests.support.combats.contested import eve as eve_of

__all__ = ["crowd", "fought"]

GAIN_OF_CLEO = {"what": "pool", "subject": "cleo", "pool": "ap", "delta": 1}
MADE_GOOD = {"remedy": "compensate", "change": GAIN_OF_CLEO}
BESIDE_CLEO = {"what": "fact", "of": "ana", "name": "adjacent", "toward": "cleo", "value": "yes"}
ADJUSTED = {"type": "adjust", "change": GAIN_OF_CLEO}

CLAIMS: dict[str, Callable[[int], dict[str, Any]]] = {
    "a compensation": lambda _: MADE_GOOD,
    "a fact toward her": lambda _: {"remedy": "compensate", "change": BESIDE_CLEO},
    "a step of hers": lambda roll: {"remedy": "amend", "entry": roll, "how": "annul"},
    "a command about her": lambda roll: {
        "remedy": "amend",
        "entry": roll + 1,
        "how": "insert",
        "command": ADJUSTED,
    },
    "her dice": lambda roll: {"remedy": "re-roll", "entry": roll},
    "the time before": lambda roll: {"remedy": "go-back", "to": roll - 1},
}


@pytest.fixture
def eve(fought: Table) -> Caller:
    """Somebody who sits there and plays nobody: p6."""
    seat = fought.rita.says("seat-open", person="Eve", role="player")
    return fought.caller(seat["tokens"]["s6"])


@pytest.mark.parametrize("what", CLAIMS)
def test_nobody_votes_on_a_claim_for_their_own_fighter(fought: Table, eve: Caller, what: str):
    """Cleo rolls, then Ana; what Bert contests names Ana alone, but he claims what is Cleo's."""
    dora(fought).says("roll", who="cleo", sides=20)
    roll = int(fought.sue.read("")["last"])
    fought.ana.says("roll", who="ana", sides=20)
    number = contests(fought.bert, entry=roll + 1, by="vote", claim=CLAIMS[what](roll))
    found = case(fought, number)
    assert (found["parties"], found["deciders"]) == (["p2", "p1", "p5"], ["p6"])
    assert refused(answers(dora(fought), number, "uphold")) == (
        "A party does not vote on its own case."
    )
    assert answers(dora(fought), number, "state", note="I would take it.").status_code == 200
    assert answers(eve, number, "dismiss").status_code == 200


def test_nor_where_nobody_else_is_left(fought: Table):
    answer = says(fought.bert, "contest", entry=45, by="vote", claim=MADE_GOOD, note="so")
    assert refused(answer) == "Everybody is a party: let the referee rule."


def test_nor_on_an_appeal_that_claims_it(crowd: Table):
    number = contests(crowd.bert, entry=HIT + 2)
    rules(crowd, number, STANDS)
    assert answers(crowd.bert, number, "appeal", claim=MADE_GOOD, note="x").status_code == 200
    found = case(crowd, number)
    assert (found["parties"], found["deciders"]) == (["p2", "p1", "p5"], ["p6"])
    assert answers(dora(crowd), number, "state", note="Why me?").status_code == 200
    assert answers(eve_of(crowd), number, "uphold").status_code == 200


def test_nor_on_an_appeal_against_what_was_ruled_for_it(crowd: Table):
    number = contests(crowd.bert, entry=HIT + 2)
    rules(crowd, number, MADE_GOOD)
    assert answers(crowd.ana, number, "appeal", note="Why Cleo?").status_code == 200
    assert case(crowd, number)["deciders"] == ["p6"]
    assert answers(dora(crowd), number, "dismiss").status_code == 409
    assert answers(eve_of(crowd), number, "uphold").status_code == 200


# --- nobody is left --------------------------------------------------------------------------


WIDE: dict[str, tuple[dict[str, Any], str]] = {
    "a wide span": ({"entry": 25, "upto": 45}, "/upto"),
    "a wide span for a vote": ({"entry": 25, "upto": 45, "by": "vote", "claim": GAIN}, "/upto"),
    "a wide claim": ({"entry": 45, "claim": MADE_GOOD}, "/claim"),
}


@pytest.mark.parametrize("what", WIDE)
def test_no_referee_makes_everybody_a_party_to_rule_on_their_own_case(fought: Table, what: str):
    said, pointer = WIDE[what]
    before = fought.entries()
    answer = says(fought.rita, "contest", **said, note="so")
    assert refused(answer) == (
        "The referee and everybody else are parties to so much: contest one entry alone, or claim"
        " what concerns fewer, so that the others can vote."
    )
    assert json_of(answer)["pointer"] == pointer
    assert fought.entries() == before
    assert case(fought, contests(fought.rita, by="vote", claim=GAIN))["deciders"] == ["p5"]


def test_a_wide_span_is_contested_where_the_referee_is_no_party(fought: Table):
    number = contests(fought.bert, entry=25, upto=45)
    assert case(fought, number)["parties"] == ["p2", "p1", "p5"]
    rules(fought, number, STANDS)
    assert not case(fought, number)["rulings"][0]["own_case"]
