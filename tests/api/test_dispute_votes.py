"""What a vote on a dispute does is the table's decision: undone, rolled again and told so."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.clients.http_client import Caller, Table
from tests.support.clients.refused_answers import unanswered
from tests.support.combats.contested import (
    GAIN,
    HIT,
    ROLL,
    STANDS,
    answers,
    contests,
    crowd,
    dora,
    eve,
    fought,
    rules,
    says,
)

__all__ = ["crowd", "fought"]


# --- what was voted for, taken back ----------------------------------------------------------


def asked_by(caller: Caller, **where: Any) -> set[str]:
    """Who must agree to an undo of somebody."""
    receipt = caller.would("rewind", **where)["receipt"]
    return {one["who"] for one in receipt["must"]}


PUT_IN = {
    "remedy": "amend",
    "how": "insert",
    "command": {"type": "adjust", "change": GAIN["change"]},
    "where": "before",
}


@pytest.mark.parametrize("remedy", ["compensate", "insert"])
def test_what_the_only_voter_upheld_is_not_taken_back_by_them_alone(fought: Table, remedy: str):
    """The last step of all is what the ruling did: a compensation, or what it put in."""
    fought.ana.says("roll", who="ana", sides=20)
    last = int(fought.sue.read("state")["number"])
    put_in = {**PUT_IN, "entry": last, "upto": last - 1}
    number = contests(fought.bert, by="vote", claim=GAIN if remedy == "compensate" else put_in)
    assert answers(dora(fought), number, "uphold").status_code == 200
    assert fought.sue.read("events?limit=500")["items"][-1]["type"] == "combat.pool-changed/1"
    assert asked_by(dora(fought)) == {"referee"}
    assert asked_by(fought.ana) == asked_by(fought.rita) == {"p5"}
    assert unanswered(says(dora(fought), "rewind", how="undo")) == ["referee"]
    assert says(fought.rita, "rewind", how="undo").json["entries"][0]["basis"] == "ruled"
    assert asked_by(dora(fought), how="redo") >= {"referee"}


def test_everybody_who_had_a_vote_must_agree_that_it_is_taken_back(crowd: Table):
    number = contests(crowd.bert, entry=HIT + 2, by="vote", claim=GAIN)
    assert answers(eve(crowd), number, "uphold").status_code == 200
    assert answers(dora(crowd), number, "uphold").status_code == 200
    assert (asked_by(dora(crowd)), asked_by(eve(crowd))) == ({"p6"}, {"p5"})
    assert asked_by(crowd.ana) == {"p5", "p6"}
    assert answers(crowd.ana, number, "appeal", note="No.").status_code == 200
    assert asked_by(crowd.ana) == {"p5", "p6"}
    more = {**GAIN, "change": {**GAIN["change"], "delta": 2}}
    rules(crowd, number, more)
    assert asked_by(crowd.ana) == {"referee"}
    assert asked_by(dora(crowd)) == {"referee"}


# --- rolled again ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "must"), [("referee", ["referee"]), ("consent", ["p1", "p5", "referee"])]
)
@pytest.mark.parametrize("appealed", [False, True])
def test_a_reroll_by_vote_still_waits_for_whoever_must_agree(
    fought: Table, policy: str, must: list[str], *, appealed: bool
):
    """The one who claims it asks, in an appeal as well: a vote is not the referee's word."""
    fought.rita.says("undo-policy", policy=policy)
    again = {"remedy": "re-roll", "entry": ROLL + 1}
    claimed: dict[str, Any] = {} if appealed else {"by": "vote", "claim": again}
    number = contests(fought.bert, **claimed)
    if appealed:
        rules(fought, number, STANDS)
        fought.bert.says("answer-dispute", dispute=number, choice="appeal", claim=again, note="x")
    assert answers(dora(fought), number, "uphold").status_code == 200
    asked = fought.sue.read("events?limit=500")["items"][-1]["event"]
    assert (asked["asker"], sorted(asked["must"])) == ("p2", must)
    shown = fought.service.combat(fought.combat).luck.shown
    rolled = fought.service.combat(fought.combat).entries(ROLL + 1, ROLL + 1)
    assert not any(shown.is_renewed(one.event) for one in rolled)


def test_a_reroll_by_the_referee_under_their_own_policy_asks_nobody_else(fought: Table):
    fought.rita.says("undo-policy", policy="referee")
    rules(fought, contests(fought.bert), {"remedy": "re-roll", "entry": ROLL + 1})
    asked = fought.sue.read("events?limit=500")["items"][-1]["event"]
    assert (asked["asker"], asked["must"]) == ("referee", [])
