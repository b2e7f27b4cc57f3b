"""The procedure of a dispute, over HTTP: who may say what, when, and what it says where he may not.

The fight to its end: entry 25 is Ana's strike, 32 Bert's parry, 40 and 41 their rolls, 44 the hit.
Anna is p1, Bert p2, Sue p3 watches, Rita p4 is the referee.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.table.dispute_procedure import PATIENCE
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table, json_of
from tests.support.clients.refused_answers import people_in, unanswered
from tests.support.combats.contested import (
    GAIN,
    HIT,
    MENDED,
    STANDS,
    answers,
    case,
    contests,
    crowd,
    dora,
    eve,
    fought,
    refused,
    says,
)

__all__ = ["crowd", "fought"]


# --- contesting ------------------------------------------------------------------------------


def test_parties_are_who_contests_and_who_plays_those_it_names(fought: Table):
    found = case(fought, contests(fought.bert))
    assert (found["parties"], found["deciders"]) == (["p2", "p1"], ["referee"])
    assert (found["entry"], found["upto"], found["words"]) == ("45", "45", "I parried that.")
    assert found["clause"] == "T4"  # of the strike, whose outcome it is
    nobody = says(dora(fought), "contest", entry=45, by="vote", claim=GAIN, note="so")
    assert refused(nobody) == "Everybody is a party: let the referee rule."
    assert people_in(nobody, "party") == ["p5", "p1", "p2"]
    assert people_in(nobody, "voters") == [""] and people_in(nobody, "vote") == []
    assert json_of(nobody)["legal"] == [{"value": "referee", "name": "the referee"}]


def test_everybody_reads_between_whom_it_is_and_who_votes(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    [row] = fought.sue.read(f"events?after={number - 1}&limit=1")["items"]
    assert row["type"] == "combat.contested/1"
    found = row["event"]
    assert (found["asker"], found["parties"], found["deciders"]) == ("p2", ["p2", "p1"], ["p5"])
    assert (found["by"], found["claim"]["remedy"]) == ("vote", "compensate")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"entry": 999}, "There are no entries 999 to 999 to contest."),
        ({"entry": 20, "upto": 10}, "There are no entries 20 to 10 to contest."),
        ({"entry": 45, "fact": "distance"}, "Nobody declared 'distance' there."),
        ({"entry": 45, "by": "vote"}, "A vote needs a claim: say which remedy."),
        ({"entry": 45, "claim": {"remedy": "go-back", "to": 999}}, "There is no entry 999."),
        (
            {"entry": 45, "claim": {"remedy": "amend", "entry": 2, "how": "annul"}},
            "Entry 2 is no entry of play.",
        ),
        (
            {"entry": 45, "claim": {**MENDED, "entry": 41, "command": None}},
            "Say what stands there instead; to annul, nothing.",
        ),
        (
            {"entry": 45, "claim": {"remedy": "re-roll", "entry": 45}},
            "No dice that stand fell there, no card was drawn.",
        ),
    ],
)
def test_what_cannot_be_contested_says_why(fought: Table, body: dict[str, Any], why: str):
    before = fought.entries()
    assert refused(says(fought.bert, "contest", **body, note="so")) == why
    assert fought.entries() == before


def test_it_takes_a_reason_and_somebody_who_plays(fought: Table):
    assert refused(says(fought.bert, "contest", entry=45)) == "Say why in a note."
    assert says(fought.sue, "contest", entry=45, note="so").status_code == 403
    contests(fought.bert)
    assert refused(says(fought.bert, "contest", entry=45, note="so")) == "You contest this already."


def test_a_declared_fact_and_a_span_may_be_contested(fought: Table):
    """Ana said beside whom she came to stand; Bert contests it, and the evidence shows it all."""
    number = contests(fought.bert, entry=18, upto=20, fact="adjacent")
    found = fought.sue.read(f"disputes/{number}")["evidence"]
    contested = {int(x["number"]): x["text"] for x in found["lines"] if x["contested"]}
    assert contested == {
        18: "ana moves (beside bert)",
        19: "ana pays 1 AP, 2 left",
        20: "Ana and bert: side by side",
    }
    [posting] = found["postings"]
    assert (posting["number"], posting["called"], posting["points"], posting["left"]) == (
        "19",
        "AP",
        "-1",
        "2",
    )
    assert posting in fought.sue.read("ledger?at=20")["items"]
    assert found["clauses"][0] == {"clause": "T3", "title": "Moving", "says": ["manoeuvre: move"]}
    assert {tuple(x["seen_by"]) for x in found["lines"]} == {("p1", "p2", "p3", "p4", "p5")}


def test_a_posting_in_evidence_is_as_the_ledger_had_it_also_when_it_was_undone(fought: Table):
    number = contests(fought.bert, entry=18, upto=20)
    before = fought.sue.read("ledger?at=20")["items"]
    fought.rita.says("rewind", how="jump", to=17)
    [posting] = fought.sue.read(f"disputes/{number}")["evidence"]["postings"]
    assert posting in before and posting not in fought.sue.read("ledger")["items"]
    assert posting["because"] == "ana's move" and posting["cause"] == "a1"


def test_the_evidence_has_the_dice_with_what_vouches_for_them(fought: Table):
    fought.ana.says("roll", who="ana", sides=20)
    last = int(fought.sue.read("")["last"])
    typed = contests(fought.bert, entry=41, upto=42)
    dice = fought.sue.read(f"disputes/{typed}")["evidence"]["dice"]
    assert [(d["who"], d["shows"], d["total"], d["provenance"], d["commitment"]) for d in dice] == [
        ("bert", "1d20 [12]", 14, "typed", ""),
        ("ana", "1d20 [12]", 14, "typed", ""),
    ]
    number = contests(fought.bert, entry=last)
    [die] = fought.sue.read(f"disputes/{number}")["evidence"]["dice"]
    opened = fought.sue.read("events?limit=1")["items"][0]["event"]
    assert die["provenance"] == "service"
    assert die["commitment"] == opened["commitments"]["open"] != ""


def test_there_is_no_evidence_of_what_is_not_contested(fought: Table):
    assert fought.sue.get("disputes/45").status_code == 404


# --- pausing ---------------------------------------------------------------------------------


def test_play_waits_while_it_is_paused_and_talk_does_not(fought: Table):
    number = contests(fought.bert, pause=True)
    roll = says(fought.ana, "roll", who="ana")
    assert refused(roll) == (
        "Play waits for a dispute about entry 45: rule on it, or let the referee say play-on."
    )
    assert json_of(roll)["entry"] == str(number) and unanswered(roll) == ["referee"]
    assert refused(says(fought.rita, "rewind", how="undo")).startswith("Play waits")
    assert refused(says(fought.ana, "ask-undo")).startswith("Play waits for a dispute")
    assert fought.ana.read("options")["options"] == []
    fought.sue.get("timeline")
    fought.ana.says("note", note="Well.")
    assert answers(fought.ana, number, "play-on").status_code == 403
    assert answers(fought.rita, number, "play-on").status_code == 200
    fought.ana.says("roll", who="ana")
    assert refused(answers(fought.rita, number, "play-on")) == (
        "Play does not wait for this dispute."
    )


def test_who_contests_may_withdraw_it_and_play_goes_on(fought: Table):
    number = contests(fought.bert, pause=True)
    assert answers(fought.ana, number, "withdraw").status_code == 403
    assert answers(fought.bert, number, "withdraw").status_code == 200
    assert case(fought, number)["stage"] == "withdrawn"
    fought.ana.says("roll", who="ana")
    assert refused(answers(fought.bert, number, "withdraw")) == f"Dispute {number} is withdrawn."


# --- hearing and voting ----------------------------------------------------------------------


def test_parties_state_their_case_and_nobody_else_does(fought: Table):
    number = contests(fought.bert)
    assert refused(answers(fought.ana, number, "state")) == "Say why in a note."
    assert refused(answers(dora(fought), number, "state", note="x")) == "Dora Fay is no party."
    assert answers(fought.ana, number, "state", who="p2", note="x").status_code == 403
    assert answers(fought.rita, number, "state", who="p1", note="She said so.").status_code == 200
    [said] = case(fought, number)["said"]
    assert (said["who"], said["choice"], said["words"]) == ("p1", "state", "She said so.")


def test_a_referee_who_is_a_party_does_not_rule_while_there_is_anybody_else(fought: Table):
    answer = says(fought.rita, "contest", entry=45, note="so")
    assert refused(answer) == "The referee is a party here: let the others vote, with a claim."
    assert people_in(answer, "party") == ["referee", "p1", "p2"]
    assert unanswered(answer, "vote") == ["p5"]
    assert (json_of(answer)["pointer"], json_of(answer)["legal"][0]["value"]) == ("/by", "vote")
    number = contests(fought.rita, by="vote", claim=GAIN)
    body = {"dispute": number, "remedy": STANDS, "note": "x"}
    assert refused(says(fought.rita, "rule-dispute", **body)) == "The table votes on this."
    assert refused(answers(fought.rita, number, "uphold")) == (
        "A party does not vote on its own case."
    )


def test_where_everybody_is_a_party_the_referee_rules_and_it_is_said(table: Table):
    """Two players alone, and the referee contests: nobody else is there."""
    fight(table)
    finish(table)
    number = contests(table.rita, entry=HIT)
    table.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="He was owed it.")
    [ruling] = case(table, number)["rulings"]
    assert ruling["own_case"] and ruling["says"] == "make good: bert AP +1"
    assert refused(answers(table.bert, number, "appeal", note="x")) == (
        "Nobody is left to hear an appeal: everybody else is a party."
    )
    found = table.sue.read("audit")["report"]
    assert [x["by"] for x in found["irregular"] if x["kind"] == "own case"] == ["Rita Eck"]


def test_a_vote_is_cast_once_by_whoever_has_one(crowd: Table):
    number = contests(crowd.bert, entry=HIT + 2, by="vote", claim=GAIN)
    assert case(crowd, number)["deciders"] == ["p5", "p6"]
    assert answers(crowd.sue, number, "uphold").status_code == 403
    assert answers(crowd.rita, number, "uphold").status_code == 403
    assert answers(dora(crowd), number, "uphold").status_code == 200
    assert refused(answers(dora(crowd), number, "dismiss")) == "You have voted already: uphold."
    assert case(crowd, number)["stage"] == "open"  # one of two is no majority
    assert refused(answers(crowd.rita, number, "count")) == "Some may still vote."
    crowd.service.effects = crowd.service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )
    assert answers(dora(crowd), number, "count").status_code == 403
    assert answers(crowd.bert, number, "count").status_code == 200
    [ruling] = case(crowd, number)["rulings"]
    assert (ruling["by"], ruling["says"]) == ("vote", "let it stand")  # silence dismisses


@pytest.mark.parametrize(
    "change",
    [
        {"type": "seat-close"},
        {"type": "seat-renew"},
        {"type": "seat-change", "role": "spectator"},
        {"type": "seat-change", "role": "player", "combatants": ["bert"]},
    ],
    ids=["closed", "renewed", "a spectator's", "a party's"],
)
def test_no_vote_is_swung_by_taking_the_seat_of_who_has_it(fought: Table, change: dict[str, Any]):
    number, before = contests(fought.bert, by="vote", claim=GAIN), fought.entries()
    answer = says(fought.rita, **change, seat="s5")
    assert refused(answer) == (
        "Dora Fay has a vote that is not cast: let them vote first, or have the votes counted"
        " when the time for it is over."
    )
    assert json_of(answer)["entry"] == str(number) and fought.entries() == before
    assert says(fought.rita, "seat-close", seat="s1").status_code == 200
    assert answers(dora(fought), number, "uphold").status_code == 200
    assert case(fought, number)["rulings"][0]["says"] == "make good: bert AP +1"
    assert says(fought.rita, **change, seat="s5").status_code == 200


def test_a_tie_dismisses_and_things_stand(crowd: Table):
    number = contests(crowd.bert, entry=HIT + 2, by="vote", claim=GAIN)
    answers(dora(crowd), number, "uphold")
    answers(eve(crowd), number, "dismiss")
    [ruling] = case(crowd, number)["rulings"]
    assert ruling["says"] == "let it stand" and ruling["remedy"] == STANDS


# --- once and for all ------------------------------------------------------------------------


def test_what_was_ruled_on_is_not_contested_again_by_anybody(fought: Table):
    """The same entry and kind of remedy; a party appeals instead, and the referee corrects."""
    number = contests(fought.bert, claim=GAIN)
    fought.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="It was so.")
    closed = (
        f"Dispute {number} has ruled on this: a party may appeal, if nobody has; else ask the"
        " referee for a correction."
    )
    for caller in (fought.bert, fought.ana, fought.rita):
        for claim in ({"claim": GAIN}, {"claim": GAIN, "by": "vote"}, {}):
            body = {"entry": 45, "pause": True, "note": "Again!", **claim}
            assert refused(says(caller, "contest", **body)) == closed
    contests(fought.bert, claim={**MENDED, "entry": 42})
    contests(fought.bert, entry=44, claim=GAIN)


def test_nor_after_an_appeal_that_claimed_something_else(fought: Table):
    number = contests(fought.bert, claim=GAIN)
    fought.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="It was so.")
    for appeal in ("open", "settled"):
        said = ("appeal", "x") if appeal == "open" else ("dismiss", "y")
        caller = fought.ana if appeal == "open" else dora(fought)
        assert answers(caller, number, said[0], note=said[1]).status_code == 200
        assert case(fought, number)["stage"] == appeal
        again = says(dora(fought), "contest", entry=45, claim=GAIN, note="so")
        assert refused(again).startswith(f"Dispute {number} has ruled on this")


def test_another_fact_of_an_entry_is_another_matter(fought: Table):
    number = contests(fought.bert, entry=18, upto=20, fact="adjacent")
    fought.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="It was so.")
    body = {"entry": 18, "upto": 20, "note": "so"}
    assert refused(says(fought.bert, "contest", **body)).startswith(f"Dispute {number} has ruled")
    answer = says(fought.bert, "contest", **body, fact="beside")
    assert answer.status_code == 200, answer.text


def test_what_was_withdrawn_is_contested_again(fought: Table):
    answers(fought.bert, contests(fought.bert, claim=GAIN), "withdraw")
    assert case(fought, contests(fought.bert, claim=GAIN))["stage"] == "open"


def test_nothing_is_withdrawn_once_a_vote_was_cast(crowd: Table):
    """Or who contests tries again until the votes suit."""
    number = contests(crowd.bert, entry=HIT + 2, by="vote", claim=GAIN)
    answers(dora(crowd), number, "uphold")
    answer = answers(crowd.bert, number, "withdraw")
    assert refused(answer) == "Votes are cast already: the vote decides."
    assert people_in(answer, "vote cast") == ["p5"]
