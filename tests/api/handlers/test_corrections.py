"""Correcting the past over HTTP: the ruling, the new branch, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from api.service.service import Service
from domain import events as e
from domain.commands import Correct
from domain.log.codec import Entry
from domain.rulesets import all_rulesets
from tests.api.web.routes.test_commands import fight, finish
from tests.support.clients.http_client import Table, json_of
from tests.support.combats.corrections import (
    BLOW,
    LUCKY,
    MOVE,
    PARRY,
    PASS,
    ROLL,
    STRIKE,
    adopts,
    fought,
    hashes,
    judged,
    verdicts,
)

__all__ = ["fought"]

PAID: dict[str, Any] = {
    "type": "adjust",
    "note": "she paid",
    "change": {"what": "pool", "subject": "ana", "pool": "ap", "delta": -1},
}
STRUCK = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}


def test_a_ruling_plays_the_rest_again_on_a_branch_of_its_own(either_service: Service):
    table = Table.laid(either_service)
    fight(table)
    finish(table)
    old = hashes(table, range(1, 20))
    said = adopts(table, **LUCKY, note="a 20, we all saw it")
    moved, *again = said["entries"]
    assert (moved["number"], moved["event"]) == (
        "51",
        {"was": "50", "to": "39", "why": "correction"},
    )
    assert moved["note"]["words"] == "a 20, we all saw it"
    rows = table.sue.read("events?after=51")["items"]
    assert [row["number"] for row in again] == [row["number"] for row in rows]
    assert [(r["number"], r["step"], r["again"], r["by"]) for r in rows] == [
        ("52", 21, 17, "p0"),
        *((str(n), 22, 18, "p0") for n in range(53, 58)),
        *((str(n), 23, 19, "p0") for n in range(58, 62)),
    ]
    assert [r["parent"] for r in rows[:2]] == ["39", "52"]
    state = table.sue.read("state")
    assert state["conditions"] == [] and state["waiting"] is None
    assert hashes(table, range(1, 20)) == old  # the old line replays bit for bit
    assert [row["current"] for row in state["pools"]] == [1, 2, 3]


def test_the_way_back_is_a_jump_and_forth_as_well(fought: Table):
    before = fought.rita.read("state")
    adopts(fought, **LUCKY)
    after = fought.rita.read("state")
    assert before != after
    for to, state in ((50, before), (57, after)):
        fought.rita.says("rewind", how="jump", to=to)
        assert fought.rita.read("state")["conditions"] == state["conditions"]


@pytest.fixture
def inserted(fought: Table) -> dict[int, Entry]:
    """The log after a roll was put in before all that Ana and Bert did."""
    adopts(
        fought,
        how="insert",
        step=MOVE,
        command={"type": "roll", "who": "cleo", "faces": {"loose": [2]}},
    )
    combat = fought.service.combat(fought.combat)
    return {x.seq: x for x in combat.entries(1, combat.line.entries, kept=True)}


def test_a_step_stays_its_authors(inserted: dict[int, Entry]):
    again = [x for x in inserted.values() if x.is_play and x.step > 19]
    firsts = {x.origin: x for x in reversed(again)}
    assert {n: (x.meta.by, x.kept.context.role) for n, x in firsts.items() if x.kept} == {
        21: ("p4", "referee"),
        10: ("p1", "player"),
        11: ("p0", "referee"),
        12: ("p1", "player"),
        13: ("p2", "player"),
        **dict.fromkeys(range(14, 20), ("p0", "referee")),
    }


def test_dice_that_are_played_again_keep_their_labels(inserted: dict[int, Entry]):
    log = inserted.values()
    for old in (x for x in log if x.step in (ROLL, BLOW)):
        again = (x for x in log if x.origin == old.step < x.step)
        new = next(x for x in again if x.meta.nth == old.meta.nth)
        assert (new.event, new.meta.cause) == (old.event, old.meta.cause)


def test_the_correction_is_kept_with_the_move_that_it_made(inserted: dict[int, Entry]):
    kept = next(x.kept for x in inserted.values() if isinstance(x.event, e.Rewound))
    assert kept is not None and isinstance(kept.command, Correct)
    assert (kept.command.how, kept.command.step) == ("insert", MOVE)


def test_a_corrected_line_can_be_corrected_again(fought: Table):
    """Ids are made of the steps as they were first played, so that answers still find their way."""
    adopts(fought, **LUCKY)
    again = {**LUCKY, "step": 21, "command": {**LUCKY["command"], "faces": {"attempt": [12]}}}
    steps = judged(fought, **again)
    assert verdicts(steps) == [(21, "changed", ""), (22, "changed", ""), (23, "kept", "")]
    adopts(fought, **again)
    ends = hashes(fought, range(17, 28))
    assert [ends[n] for n in (25, 26, 27)] == [ends[n] for n in (17, 18, 19)]
    last = fought.sue.read("events?after=61")["items"]
    assert {row["again"] for row in last[1:]} == {17, 18, 19}


def test_where_it_stops_the_referee_says_up_to_where(fought: Table):
    body = {"how": "annul", "step": PARRY, "note": "he was bound"}
    refused = fought.rita.post("commands", {"type": "correct", **body}, If_Match="*")
    assert (refused.status_code, json_of(refused)["numbers"]) == (409, {"stopped at": 17})
    assert json_of(refused)["pointer"] == "/upto"
    adopts(fought, **body, upto=PASS)
    assert [r["again"] for r in fought.sue.read("events?after=51")["items"]] == [14]
    assert fought.rita.read("state")["waiting"]["about"] == "declare"
    fought.bert.says("answer", who="bert", about="declare", choice="pass")
    finish(fought)
    assert fought.rita.read("state")["conditions"][0]["name"] == "bert"


@pytest.mark.parametrize(
    ("said", "upto", "played"),
    [
        ({"how": "annul", "step": BLOW}, BLOW, []),
        ({"how": "amend", "step": BLOW, "command": PAID}, BLOW, [BLOW]),
        ({"how": "insert", "step": STRIKE, "command": STRUCK}, STRIKE - 1, [None]),
    ],
    ids=["annul", "amend", "insert"],
)
def test_what_stops_at_the_very_next_step_is_adopted_alone(
    fought: Table, said: dict[str, Any], upto: int, played: list[int | None]
):
    """The refusal names the step up to which it can be adopted; what follows falls away."""
    body = {**said, "note": "so it was"}
    refused = json_of(fought.rita.post("commands", {"type": "correct", **body}, If_Match="*"))
    assert [each["value"] for each in refused["legal"]] == [upto]
    steps = judged(fought, **body, upto=upto).values()
    assert {step["verdict"] for step in steps if step["step"] not in played} == {"falls"}
    adopts(fought, **body, upto=upto)
    rows = fought.sue.read("events?after=51")["items"]
    assert [*{row["step"]: row.get("again") for row in rows}.values()] == played


def test_a_correction_that_is_itself_against_the_rules_is_refused(fought: Table):
    body = {
        "how": "amend",
        "step": STRIKE,
        "note": "at cleo",
        "command": {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["cleo"]},
    }
    refused = fought.rita.post("commands", {"type": "correct", **body}, If_Match="*")
    assert (refused.status_code, json_of(refused)["clause"]) == (409, "T4")
    assert json_of(refused)["pointer"] == "/command/targets/0"
    assert json_of(refused)["legal"] == [{"value": "bert", "name": "bert"}]
    roll = {"type": "roll", "who": "ana"}
    luck = {"how": "insert", "step": STRIKE, "note": "x", "command": roll, "dice": "fall"}
    refused = fought.rita.post("commands", {"type": "correct", **luck}, If_Match="*")
    assert json_of(refused)["detail"].startswith(
        "What is put in needs 1d6, which never fell; type its"
    )
    silent = fought.rita.post(
        "commands", {"type": "correct", "how": "annul", "step": STRIKE}, If_Match="*"
    )
    assert json_of(silent)["pointer"] == "/note"
    assert fought.entries() == 50


def test_an_amended_step_is_its_authors_if_he_may_say_it_and_else_the_referees(fought: Table):
    mine = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["cleo"]}}
    adopts(fought, how="amend", step=MOVE, command=mine, upto=MOVE)
    assert fought.sue.read("events?after=51")["items"][0]["by"] == "p1"
    fact = {"what": "fact", "of": "ana", "name": "adjacent", "toward": "cleo", "value": "yes"}
    theirs = {"type": "adjust", "note": "blown", "change": fact}
    adopts(fought, how="amend", step=21, command=theirs)
    row = fought.sue.read("events?after=56")["items"][0]
    assert (row["by"], row["again"], row["note"]["words"]) == ("p4", 10, "blown")


def test_a_ruling_is_made_once_and_from_a_known_head(fought: Table):
    body = {**LUCKY, "note": "so it was"}
    assert fought.rita.post("commands", {"type": "correct", **body}).status_code == 428
    assert (
        fought.rita.post("commands", {"type": "correct", **body}, If_Match='"1-ab"').status_code
        == 412
    )
    head = f'"{fought.rita.head()}"'
    first = fought.rita.post(
        "commands", {"type": "correct", **body}, If_Match=head, Idempotency_Key="k1"
    )
    again = fought.rita.post(
        "commands", {"type": "correct", **body}, If_Match=head, Idempotency_Key="k1"
    )
    assert json_of(first)["entries"] == json_of(again)["entries"]
    assert json_of(again)["replayed"] and fought.entries() == 61
    other = {**body, "note": "otherwise"}
    reused = fought.rita.post(
        "commands", {"type": "correct", **other}, If_Match="*", Idempotency_Key="k1"
    )
    assert reused.status_code == 422


def test_an_ended_combat_is_corrected_to_its_end(fought: Table):
    fought.rita.says("end")
    adopts(fought, **LUCKY)
    assert fought.sue.read("")["status"] == "ended"
    assert fought.sue.read("state")["conditions"] == []


def test_a_question_in_the_place_of_a_condition_is_a_question_by_its_id(service: Service):
    service.rulesets = all_rulesets
    table = Table.opened(service, ruleset="open", settings={"order": "as added"})
    for who in ("ana", "bert"):
        table.operator.says("join", subject=who, traits={"pools": {"hp": 9}})
    table.operator.says("answer", who="referee", about="round", choice="begin")
    hit: dict[str, Any] = {"type": "act", "who": "ana", "manoeuvre": "hit", "targets": ["bert"]}
    done = table.operator.says(**hit, params={"state": "dazed"})["entries"]
    [began] = [r["event"]["id"] for r in done if r["type"].startswith("combat.condition-began")]
    command = {**hit, "params": {"state": "dazed", "answers": "yes"}, "on_behalf": True}
    adopts(table, how="amend", step=done[0]["step"], command=command)
    closed = table.operator.says("pass-all")["entries"]
    rows = table.sue.read("events?limit=500")["items"]
    asked = [r["event"]["question"] for r in rows if r["event"].get("about") == "answer"][-1]
    assert (began, asked[0]) == ("k1", "q")
    assert asked in [row["event"].get("frame") for row in closed]
    assert table.sue.read(f"explain?what={asked}")["window"]["about"] == "answer"
