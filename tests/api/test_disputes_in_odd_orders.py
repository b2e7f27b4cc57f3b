"""Disputes in odd orders: seats change hands, people are forgotten, everything is said too late."""

from __future__ import annotations

from typing import Any

import pytest

from api.evidence.bundle import bundle
from api.evidence.rebuild import Kept
from api.service.service import Service
from api.transfer.import_combat import take_in
from api.transfer.write_export import export
from domain.table.dispute_procedure import PATIENCE
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table
from tests.support.combats.bundled import flaws
from tests.support.combats.carried import elsewhere
from tests.support.combats.contested import (
    GAIN,
    HIT,
    MENDED,
    ROLL,
    STANDS,
    answers,
    case,
    contests,
    dora,
    fought,
    refused,
    says,
)
from tests.support.combats.proven import EYES

__all__ = ["fought"]


def late(table: Table) -> None:
    """The time for votes is over."""
    table.service.effects = table.service.effects._replace(
        now=lambda: 1_700_000_000_000 + 10 * PATIENCE
    )


def test_who_takes_a_partys_fighter_over_does_not_vote_on_it_any_more(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    assert case(fought, number)["deciders"] == ["p5"]
    fought.rita.says("leave", who="bert")
    fought.rita.says("join", subject="bert", side="b", controller="cleo")
    assert refused(answers(dora(fought), number, "uphold")) == (
        "A party does not vote on its own case: you play somebody now whom it is about."
    )
    late(fought)
    assert answers(fought.bert, number, "count").status_code == 200
    assert [ruling["says"] for ruling in case(fought, number)["rulings"]] == ["let it stand"]


def test_a_party_who_becomes_the_referee_does_not_rule_on_it(fought: Table):
    number = contests(fought.bert)
    fought.rita.says("seat-change", seat="s2", role="referee", combatants=[])
    ruling = {"dispute": number, "remedy": GAIN, "note": "I was owed it."}
    assert refused(says(fought.bert, "rule-dispute", **ruling)) == (
        "A party does not rule on its own case: the referee is one, or plays a party's fighter;"
        " give that fighter back, or let the one who contests withdraw this and ask for a vote."
    )
    assert says(fought.rita, "rule-dispute", **ruling).status_code == 200
    assert not case(fought, number)["rulings"][0]["own_case"]


BARRED = "A party does not rule on its own case"


def two_fighters(table: Table) -> None:
    """Bert plays a dog as well, which nothing that is contested names."""
    table.rita.says("join", subject="dog", side="b")
    plays(table, "bert", "dog")


def plays(table: Table, *combatants: str) -> None:
    """Bert plays these from now on, and the referee the others."""
    table.rita.says("seat-change", seat="s2", role="player", combatants=combatants)


@pytest.mark.parametrize("left", [("dog",), ("bert",), ()])
def test_a_referee_who_takes_a_partys_fighter_over_does_not_rule_on_its_dispute(
    fought: Table, left: tuple[str, ...]
):
    two_fighters(fought)
    number = contests(fought.bert)
    assert case(fought, number)["parties"] == ["p2", "p1"]
    plays(fought, *left)
    ruling = {"dispute": number, "remedy": STANDS, "note": "It was so."}
    answer = says(fought.rita, "rule-dispute", **ruling)
    assert refused(answer).startswith(BARRED)
    plays(fought, "bert", "dog")
    assert says(fought.rita, "rule-dispute", **ruling).status_code == 200
    assert not case(fought, number)["rulings"][0]["own_case"]


def test_nor_does_one_who_took_it_over_before_or_closed_the_seat_of_the_party(fought: Table):
    two_fighters(fought)
    plays(fought, "bert")
    ruling = {"dispute": contests(fought.bert), "remedy": STANDS, "note": "It was so."}
    assert refused(says(fought.rita, "rule-dispute", **ruling)).startswith(BARRED)
    plays(fought, "bert", "dog")
    fought.rita.says("seat-close", seat="s2")
    assert refused(says(fought.rita, "rule-dispute", **ruling)).startswith(BARRED)


def test_where_nobody_else_is_left_such_a_ruling_counts_as_one_on_the_own_case(table: Table):
    fight(table)
    finish(table)
    number = contests(table.bert, HIT)
    plays(table)
    table.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="I play Bert now.")
    assert case(table, number)["rulings"][0]["own_case"]
    people = {row["name"]: row for row in table.rita.read("audit")["report"]["people"]}
    assert people["Rita Eck"]["own_case"] == 1
    assert refused(answers(table.ana, number, "appeal", note="x")).startswith("Nobody is left")


def test_an_appeal_does_not_go_to_a_referee_who_has_taken_a_partys_fighter_over(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    answers(dora(fought), number, "dismiss")
    plays(fought)
    assert refused(answers(fought.bert, number, "appeal", note="x")).startswith("Nobody is left")
    plays(fought, "bert")
    assert answers(fought.bert, number, "appeal", note="x").status_code == 200


def test_nothing_is_said_before_its_time_or_after_it(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    assert refused(answers(fought.ana, number, "appeal", note="x")).startswith("Nothing is ruled")
    answers(dora(fought), number, "uphold")
    settled = f"Dispute {number} is settled."
    assert refused(answers(dora(fought), number, "dismiss")) == settled
    assert refused(answers(fought.bert, number, "withdraw")) == settled
    assert answers(fought.bert, number, "appeal", note="Two AP!").status_code == 200
    assert refused(answers(fought.ana, number, "appeal", note="x")).startswith("This was appealed")
    assert refused(answers(dora(fought), number, "uphold")).startswith("There is nothing to vote")
    fought.rita.says("rule-dispute", dispute=number, remedy=STANDS, note="No.")
    assert refused(answers(fought.ana, number, "appeal", note="x")).startswith("This was appealed")
    for choice in ("state", "uphold", "count", "withdraw", "play-on"):
        assert refused(answers(fought.rita, number, choice, note="x", who="p1")) == settled
    ruling = {"dispute": number, "remedy": STANDS, "note": "x"}
    assert refused(says(fought.rita, "rule-dispute", **ruling)) == settled


@pytest.mark.parametrize(
    "claim",
    [
        STANDS,
        GAIN,
        {**MENDED, "entry": ROLL + 1},
        {"remedy": "go-back", "to": HIT},
        {"remedy": "re-roll", "entry": ROLL + 1},
    ],
    ids=["stand", "compensate", "amend", "go back", "re-roll"],
)
def test_who_contested_is_forgotten_before_the_vote_and_it_ends_all_the_same(
    fought: Table, claim: dict[str, Any]
):
    """His words are gone, from the docket and from what carries the ruling out; his case is not."""
    number = contests(fought.bert, by="vote", claim=claim)
    fought.bert.says("answer-dispute", dispute=number, choice="state", note="Ana looked away.")
    assert fought.rita.post("forget", {"person": "p2"}).status_code == 200
    assert answers(dora(fought), number, "uphold").status_code == 200
    assert case(fought, number)["stage"] == "settled"
    for page in ("disputes", f"disputes/{number}", "events?limit=500", "audit"):
        for caller in (fought.sue, fought.rita, fought.operator):
            answer = caller.get(page)
            assert answer.status_code == 200, answer.text
            for said in (b"I parried that", b"looked away", b"Bert Cole"):
                assert said not in answer.data
    holds(fought.service, fought.combat)


def holds(service: Service, name: str) -> None:
    """The log folds to what is kept, its evidence holds for everybody, and it can be carried."""
    assert Kept(service.log, service.vault, service.rulesets()).check_combat(name).flaws == ()
    for eyes in EYES.values():
        assert flaws(bundle(service, name, eyes)) == []
    with elsewhere(service.vault.folder) as there:
        there.rulesets = service.rulesets
        take_in(there, list(export(service, name, keyed=True)))
        assert there.combat(name).chain == service.combat(name).chain


def test_who_has_a_vote_is_forgotten_and_the_others_have_it_counted(fought: Table):
    number = contests(fought.bert, by="vote", claim=GAIN)
    assert dora(fought).post("forget", {"person": "p5"}).status_code == 200
    assert refused(says(fought.rita, "seat-close", seat="s5")).startswith("P5 has a vote")
    late(fought)
    assert answers(fought.bert, number, "count").status_code == 200
    fought.rita.says("seat-close", seat="s5")
    assert answers(dora(fought), number, "uphold").status_code == 401
    assert answers(fought.bert, number, "appeal", note="Nobody voted.").status_code == 200
    fought.rita.says("rule-dispute", dispute=number, remedy=GAIN, note="True.")
    holds(fought.service, fought.combat)
