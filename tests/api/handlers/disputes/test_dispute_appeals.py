"""Appeals over HTTP: a ruling is heard once more, by those who have not ruled, and may fall."""

from __future__ import annotations

from api.service.service import Service
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table
from tests.support.combats.contested import (
    DORA,
    GAIN,
    STANDS,
    answers,
    case,
    contests,
    dora,
    fought,
    points,
    refused,
    rules,
    says,
)

__all__ = ["fought"]


def test_a_vote_is_appealed_to_the_referee_who_takes_it_back(fought: Table):
    """An appeal that claims nothing else claims to take back what the ruling did."""
    number, before = contests(fought.bert, by="vote", claim=GAIN), points(fought)
    answers(dora(fought), number, "uphold")
    assert points(fought) == [before[0], before[1] + 1, before[2]]
    assert refused(answers(dora(fought), number, "appeal", note="x")) == "Dora Fay is no party."
    assert answers(fought.ana, number, "appeal", note="He had enough.").status_code == 200
    found = case(fought, number)
    ruling = int(found["rulings"][0]["number"])
    assert (found["stage"], found["by"], found["deciders"], found["claims"]) == (
        "open",
        "referee",
        ["referee"],
        f"go back to entry {ruling}",
    )
    rules(fought, number, found["claim"], "He had.")
    assert points(fought) == before
    [earlier] = fought.sue.read("precedents?clause=T4")["items"]
    assert (earlier["remedy"], earlier["words"]) == ("go-back", "He had.")


def test_an_appeal_that_is_dismissed_leaves_the_ruling_as_it_is(fought: Table):
    number, before = contests(fought.bert), points(fought)
    rules(fought, number, GAIN)
    answers(fought.ana, number, "appeal", note="He had enough.")
    assert answers(dora(fought), number, "dismiss").status_code == 200
    first, second = case(fought, number)["rulings"]
    assert first["remedy"] == second["remedy"] == GAIN | {"change": first["remedy"]["change"]}
    assert (first["stands"], second["stands"]) == (False, True)
    assert points(fought) == [before[0], before[1] + 1, before[2]]
    assert refused(answers(fought.ana, number, "appeal", note="x")).startswith("This was appealed")


def test_an_appeal_against_letting_stand_claims_what_was_claimed_before(fought: Table):
    number, before = contests(fought.bert, claim=GAIN), points(fought)
    rules(fought, number, STANDS)
    assert refused(answers(fought.ana, number, "appeal", note="x")) == (
        "A vote needs a claim: say which remedy."
    )
    assert answers(fought.bert, number, "appeal", note="Two AP!").status_code == 200
    assert case(fought, number)["claims"] == "make good: bert AP +1"
    answers(dora(fought), number, "uphold")
    assert points(fought) == [before[0], before[1] + 1, before[2]]
    posting = fought.sue.read("events?limit=500")["items"][-1]
    assert posting["note"]["words"] == "Two AP!"


def test_who_appeals_may_withdraw_that_and_the_ruling_stays(fought: Table):
    number = contests(fought.bert)
    rules(fought, number, GAIN)
    answers(fought.ana, number, "appeal", note="No.")
    assert answers(fought.bert, number, "withdraw").status_code == 403
    assert answers(fought.ana, number, "withdraw").status_code == 200
    found = case(fought, number)
    assert (found["stage"], len(found["rulings"]), found["appeal"]) == ("settled", 1, "")


def test_an_appeal_that_was_withdrawn_leaves_the_right_to_one(fought: Table):
    """Nobody has heard it: what was claimed before is claimed again, by whoever appeals now."""
    number, before = contests(fought.bert, claim=GAIN), points(fought)
    rules(fought, number, STANDS)
    less = {**GAIN, "change": {**GAIN["change"], "delta": -1}}
    assert answers(fought.ana, number, "appeal", claim=less, note="Less.").status_code == 200
    assert answers(fought.ana, number, "withdraw").status_code == 200
    assert case(fought, number)["claims"] == "make good: bert AP +1"
    assert answers(fought.bert, number, "appeal", note="Two AP!").status_code == 200
    assert answers(dora(fought), number, "uphold").status_code == 200
    assert points(fought) == [before[0], before[1] + 1, before[2]]
    assert refused(answers(fought.ana, number, "appeal", note="x")).startswith("This was appealed")


def test_to_let_stand_what_stands_is_no_appeal_and_uses_none_up(fought: Table):
    number = contests(fought.bert, claim=GAIN)
    rules(fought, number, STANDS)
    for party in (fought.ana, fought.bert):
        answer = answers(party, number, "appeal", claim=STANDS, note="x")
        assert refused(answer) == (
            "The ruling lets it stand already: claim what should be done instead."
        )
    assert answers(fought.bert, number, "appeal", note="x").status_code == 200


def test_to_let_stand_what_was_played_takes_back_what_the_ruling_did(fought: Table):
    number, before = contests(fought.bert, claim=GAIN), points(fought)
    ruling = rules(fought, number, GAIN)
    assert answers(fought.ana, number, "appeal", claim=STANDS, note="x").status_code == 200
    assert case(fought, number)["claims"] == f"go back to entry {ruling}"
    assert answers(dora(fought), number, "uphold").status_code == 200
    assert points(fought) == before


def test_play_that_waits_goes_on_with_the_ruling_and_waits_again_with_an_appeal(fought: Table):
    number = contests(fought.bert, pause=True)
    rules(fought, number, GAIN)
    fought.ana.says("roll", who="ana")
    answers(fought.ana, number, "appeal", note="No.")
    assert refused(says(fought.ana, "roll", who="ana")).startswith("Play waits for a dispute")


def test_under_strict_no_appeal_takes_back_what_was_learned_since(service: Service):
    table = Table.laid(service, policy="strict")
    table.dora = table.caller(  # type: ignore[attr-defined]
        table.rita.says("seat-open", **DORA)["tokens"]["s5"]
    )
    fight(table)
    finish(table)
    number = contests(table.bert)
    rules(table, number, GAIN)
    table.ana.says("roll", who="ana", sides=20)
    last = table.entries()
    answer = answers(table.ana, number, "appeal", note="x")
    assert "strictly" in refused(answer) and table.entries() == last
    less = {**GAIN, "change": {**GAIN["change"], "delta": -1}}
    assert answers(table.ana, number, "appeal", claim=less, note="x").status_code == 200


def test_what_was_voted_for_is_a_ruling_of_the_table_and_no_override_of_a_voter(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    answers(dora(fought), number, "uphold")
    report = fought.rita.read("audit")["report"]
    assert not [one for one in report["irregular"] if one["kind"] == "override"]
    [on] = [each for each in report["rulings"] if each["clause"] == "T4"]
    assert [one["by"] for one in on["rulings"]] == ["the table"]
    people = {one["name"]: (one["ruling"], one["override"]) for one in report["people"]}
    assert (people["Dora Fay"], people["the table"]) == ((0, 0), (1, 0))
    assert answers(fought.ana, number, "appeal", note="He had enough.").status_code == 200
    more = {**GAIN, "change": {**GAIN["change"], "delta": 2}}
    rules(fought, number, more, "She had not.")
    report = fought.rita.read("audit")["report"]
    assert {one["by"] for one in report["irregular"] if one["kind"] == "override"} == {"Rita Eck"}
