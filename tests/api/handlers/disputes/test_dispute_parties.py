"""Parties of a dispute over HTTP: nobody votes on what their own fighter gains or loses by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.clients.http_client import Caller, Json, Table
from tests.support.combats.contested import DORA, answers, dora, points, refused, says
from tests.support.goldens.samples import service_in

HURT = {"what": "pool", "subject": "bert", "pool": "hp", "delta": -3}
HEALED = {"what": "pool", "subject": "cleo", "pool": "hp", "delta": 6}
HIT: dict[str, Any] = {"type": "act", "who": "ana", "manoeuvre": "attack", "targets": ["bert"]}


@pytest.fixture
def brawl(tmp_path: Path) -> Table:
    """Any game: Ana, Bert and Cleo, whom Dora plays, with 12 hp each; Ana has hit Bert for 3."""
    order = {"order": "as added"}
    table = Table.opened(service_in(tmp_path), ruleset="open", policy="consent", settings=order)
    for who in ("ana", "bert", "cleo"):
        table.operator.says("join", subject=who, traits={"hp": 12})
    table.operator.says("answer", who="referee", about="round", choice="begin")
    seat = table.rita.says("seat-open", **DORA)
    table.dora = table.caller(seat["tokens"]["s5"])  # type: ignore[attr-defined]
    table.ana.says(**HIT, results=[HURT])
    return table


def last(table: Table) -> int:
    return int(table.sue.read("")["last"])


def entry_of(table: Table, type: str) -> int:
    """The number of the latest entry of a type."""
    items = table.sue.read("events?limit=200")["items"]
    return int([each["number"] for each in items if each["type"] == f"combat.{type}/1"][-1])


def vote(caller: Caller, entry: int, claim: Json) -> Any:
    """What it is answered if somebody contests an entry and wants a vote on a claim."""
    return says(caller, "contest", entry=entry, by="vote", claim=claim, note="no")


def adjusts(table: Table, points: int) -> int:
    """The referee changes Cleo's hit points; the number of the entry."""
    change = {"what": "pool", "subject": "cleo", "pool": "hp", "delta": points}
    table.operator.says("adjust", note="so be it", change=change)
    return last(table)


@pytest.mark.parametrize(
    "command",
    [
        {**HIT, "results": [HURT, HEALED]},
        {**HIT, "rolls": [{"who": "cleo", "purpose": "luck", "total": 11}]},
        {
            "type": "adjust",
            "change": {
                "what": "condition",
                "subject": "bert",
                "name": "held",
                "until": {"span": "turn", "whose": "cleo", "left": 1},
            },
        },
    ],
)
def test_whoever_plays_a_fighter_named_within_a_claim_is_a_party(brawl: Table, command: Json):
    claim = {"remedy": "amend", "entry": entry_of(brawl, "acted"), "command": command}
    said = vote(brawl.bert, entry_of(brawl, "acted"), claim)
    assert refused(said) == "Everybody is a party: let the referee rule."


def test_whoever_plays_a_fighter_named_in_the_results_of_a_deed_is_a_party(brawl: Table):
    brawl.ana.says(**HIT, results=[{**HURT, "subject": "cleo"}])
    struck = entry_of(brawl, "acted")
    claim = {"remedy": "go-back", "to": struck - 1}
    assert refused(vote(brawl.bert, struck, claim)) == "Everybody is a party: let the referee rule."


def test_whoever_plays_a_fighter_in_what_comes_back_is_a_party(brawl: Table):
    brawl.ana.says("roll", who="ana", sides=20)
    rolled, low = last(brawl), adjusts(brawl, -6)
    says(brawl.rita, "rewind", how="undo")
    adjusts(brawl, -9)
    claim = {"remedy": "go-back", "to": low}
    assert refused(vote(brawl.bert, rolled, claim)) == "Everybody is a party: let the referee rule."


def test_no_vote_brings_back_what_a_ruling_of_the_referee_removed(brawl: Table):
    hit, end = entry_of(brawl, "acted"), last(brawl)
    [entry] = brawl.sue.read(f"events?after={hit - 1}&limit=1")["items"]
    step = entry["step"]
    says(brawl.rita, "correct", how="annul", step=step, note="out of reach")
    assert points(brawl) == [12, 12, 12]
    said = vote(brawl.ana, hit, {"remedy": "go-back", "to": end})
    assert refused(said).startswith("A ruling removed what would come back")


def test_an_appeal_to_a_vote_may_take_back_the_ruling_that_it_is_against(brawl: Table):
    hit = entry_of(brawl, "acted")
    number = int(brawl.bert.says("contest", entry=hit, note="no")["entries"][0]["number"])
    annul = {"remedy": "amend", "entry": hit, "how": "annul"}
    brawl.rita.says("rule-dispute", dispute=number, remedy=annul, note="out of reach")
    assert points(brawl) == [12, 12, 12]
    assert answers(brawl.ana, number, "appeal", note="it was not").status_code == 200
    answers(dora(brawl), number, "uphold")
    assert points(brawl) == [12, 9, 12]


def test_who_sat_down_only_afterwards_has_no_vote(brawl: Table):
    """Else somebody could let two friends in, who outvote the table on what it saw."""
    blow, claim = entry_of(brawl, "acted"), {"remedy": "compensate", "change": HURT | {"delta": 3}}
    brawl.rita.says("seat-open", person="Zoe", role="player")
    said = vote(brawl.bert, blow, claim).json
    assert said["entries"][0]["event"]["deciders"] == ["p5"]
    later = adjusts(brawl, 0 - 1)
    said = vote(brawl.dora, later, claim).json  # type: ignore[attr-defined]
    assert said["entries"][0]["event"]["deciders"] == ["p1", "p6"]
