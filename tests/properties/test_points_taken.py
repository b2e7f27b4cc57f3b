"""Points of a game in halves, as they are taken: by commands, remedies, forms and the API alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.server.app import create_app
from api.service.service import Service
from domain import commands as c
from projections.wording.displayed_points import traits_in_points
from tests.support.clients.http_client import Caller
from tests.support.fights.age_of_magic import COGAN, RULES, URLIK
from tests.support.goldens.samples import service_in

POINTS: list[Any] = [-1.5, "-1.5", "-1 1/2", "-1½", "- 1 1/2"]


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Caller]:
    service = service_in(tmp_path)
    yield seated(service)
    service.close()


def seated(service: Service) -> Caller:
    """The referee of a fight under Age of Magic, in its first turn."""
    client = create_app(service, long_reads=10**6).test_client()
    referee = Caller(client, service.vault.operator_token())
    opened = referee.post("/v1/combats", {"ruleset": RULES.key, "policy": "free"}).json or {}
    referee.at = f"/v1/combats/{opened['combat']}"
    for who, side, traits in (("cogan", "a", COGAN), ("urlik", "b", URLIK)):
        referee.says("join", subject=who, side=side, traits=traits)
    referee.says("adjust", note="so", change=change(4))
    return referee


def change(delta: Any) -> dict[str, Any]:
    return {"what": "pool", "subject": "cogan", "pool": "ap", "delta": delta}


def refused(referee: Caller, delta: Any) -> tuple[int, dict[str, Any]]:
    """The status and problem of a change that is not taken."""
    answer = referee.post("commands", {"type": "adjust", "note": "so", "change": change(delta)})
    return answer.status_code, answer.json or {}


def left(referee: Caller) -> Any:
    """What Cogan has left, and what else is said of it."""
    return [row for row in referee.part("pools") if row["who"] == "cogan"]


def test_a_pool_is_changed_by_points_however_they_are_written(referee: Caller):
    for delta in POINTS:
        said = referee.says("adjust", note="so", change=change(delta))
        event = said["entries"][0]["event"]
        assert (event["delta"], event["balance"]) == (-1.5, 2.5)
        referee.says("adjust", note="so", change=change(1.5))
    referee.says("adjust", note="so", change=change(POINTS[0]))
    [ap] = left(referee)
    assert (ap["pool"], ap["says"], ap["current"], ap["unit"]) == ("ap", "action points", 2.5, 0.5)


def test_what_a_pool_cannot_count_is_refused_in_words(referee: Caller):
    for delta in (0.25, "1/3", "2 1/4"):
        status, problem = refused(referee, delta)
        assert (status, problem["numbers"]) == (409, {"parts": 0.5})
        assert "cannot be counted in AP, which go by parts of 1/2" in problem["detail"]


def test_what_is_no_number_of_points_is_refused_in_words(referee: Caller):
    for delta in ("much", "", True, "1/0", [1], "2,5", 0.1):
        status, problem = refused(referee, delta)
        [flaw] = problem["errors"]
        assert (status, flaw["pointer"]) == (422, "/change/delta")
        assert flaw["detail"] == "Write a number of points, such as 2, 2.5 or -1 1/2."


def test_too_much_is_refused_in_the_points_that_were_said(referee: Caller):
    _, problem = refused(referee, "-4.5")
    assert problem["numbers"] == {"left": 4, "change": -4.5, "least": 0}


def test_a_remedy_takes_and_says_points(referee: Caller):
    remedy = {"remedy": "compensate", "change": change(-1.5)}
    preview = referee.would("contest", entry=1, claim=remedy)
    assert "make good: cogan AP -1 1/2" in preview["steps"][0]["becomes"][0]
    assert [(p["was"], p["becomes"]) for p in preview["changes"]] == [("4", "2 1/2")]
    finer = {"remedy": "compensate", "change": change("1/3")}
    assert referee.tries("contest", entry=1, claim=finer).status_code == 409
    case = referee.says("contest", entry=1, claim=remedy, note="So it was.")["entries"][0]
    number = int(case["number"])
    referee.says("rule-dispute", dispute=number, remedy=remedy, note="It was.")
    assert "AP -1 1/2" in referee.get("disputes").text
    assert left(referee)[0]["current"] == 2.5


def test_a_roll_that_no_rule_asks_for_has_its_bonus_in_points(referee: Caller):
    for bonus in (2.5, "2 1/2", "2½"):
        said = referee.says("roll", who="cogan", sides=6, bonus=bonus, faces={"loose": [4]})
        event = said["entries"][0]["event"]
        assert event["total"] == 6.5 and event["modifiers"][0]["value"] == 2.5
    finer = {"type": "roll", "who": "cogan", "bonus": "1/3"}
    assert referee.post("commands", finer).status_code == 409


def test_what_is_kept_of_a_command_is_what_was_said():
    fix = c.PoolFix.model_validate(change(-1.5))
    assert fix.delta == "-1 1/2"
    assert c.PoolFix.model_validate(fix.model_dump()) == fix
    assert c.PoolFix.model_validate(change("2.0")).delta == 2


def test_a_sheet_is_sent_as_it_was_given(referee: Caller):
    [joined, *_] = (e["event"] for e in referee.read("events")["items"] if "joined" in e["type"])
    [member, *_] = referee.read("state")["members"]
    for traits in (joined["traits"], member["traits"]):
        assert (traits["Combat"], traits["ST"], traits["Helmet"]) == (6.5, 4, -1)
        assert traits["weapon hand-&-half specialism"] == 3.5
        assert traits["weapon hand-&-half ready"] is True
    assert traits_in_points(RULES, "thing", {"weight": 3}) == {"weight": 3}


def test_costs_of_options_and_manoeuvres_are_in_points_alone(tmp_path: Path):
    service = service_in(tmp_path)
    referee = seated(service)
    game = referee.read(f"/v1/rulesets/{RULES.key}")
    costs = [cost for each in game["manoeuvres"] for cost in each["cost"] or ()]
    assert {
        "pool": "ap",
        "key": "",
        "says": "action points",
        "unit": 0.5,
        "amount": 3,
        "at_most": None,
    } in costs
    assert all(
        cost.keys() == {"pool", "key", "says", "unit", "amount", "at_most"} for cost in costs
    )
    stunned = next(each for each in game["conditions"] if each["name"] == "stunned")
    kept = RULES.condition("stunned")
    assert kept is not None
    assert [mod["value"] * RULES.scale for mod in stunned["mods"]] == [m.value for m in kept.mods]
    service.close()
