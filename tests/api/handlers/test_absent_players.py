"""The referee passes for the absent and the unseated; for who is here he answers by name alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.combats.viewers.presence import AWAY
from api.service.service import Service
from tests.api.handlers.test_undo_requests import Going
from tests.support.clients.cli_runner import FIGHT, Typed
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Json, Table, json_of

PASS: Json = {"type": "answer", "who": "bert", "about": "declare", "choice": "pass"}
MOVE: Json = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}


@pytest.fixture
def table(service: Service) -> Going:
    """Ana has moved up; Bert (Bert Cole's) and Cleo (nobody's) are asked for reactions."""
    table = Going.back(service)
    table.ana.says(**MOVE)
    return table


def answered(table: Table) -> list[tuple[str, str, str | None]]:
    """Who answered what so far, and in whose place."""
    entries = table.sue.read("events")["items"]
    said = (each for each in entries if each["type"] == "combat.answered/1")
    return [(e["event"]["who"], e["event"]["choice"], e.get("in_place_of")) for e in said]


def refused(table: Table, **command: Any) -> Json:
    """The problem with which the referee's word is refused; nothing has changed."""
    before = table.entries()
    answer = table.rita.post("commands", command)
    assert answer.status_code == 409 and table.entries() == before
    return dict(json_of(answer))


# --- pass for everybody -----------------------------------------------------------------------


def test_pass_for_everybody_leaves_out_whoever_is_here(table: Going):
    table.bert.read("state")
    table.rita.says("pass-all")
    assert answered(table)[-1] == ("cleo", "pass", None)
    assert table.rita.read("state")["waiting"]["waits_for"] == [{"who": "bert", "name": "bert"}]
    table.bert.says("pass-all")
    assert answered(table)[-1] == ("bert", "pass", None)


def test_pass_for_everybody_takes_in_whoever_is_away(table: Going):
    table.bert.read("state")
    table.time += AWAY
    table.rita.says("pass-all")
    assert answered(table)[-2:] == [("bert", "pass", "away"), ("cleo", "pass", None)]


def test_whom_it_left_out_is_the_services_to_say_and_is_kept(table: Going):
    table.bert.read("state")
    table.rita.says("pass-all", present=[])
    assert answered(table)[-1] == ("cleo", "pass", None)
    combat = table.service.combat(table.combat)
    [kept] = [
        entry.kept.command
        for entry in combat.entries(1, combat.line.entries, kept=True)
        if entry.kept and entry.kept.command.type == "pass-all"  # type: ignore[attr-defined]
    ]
    assert kept.present == ("bert",)  # type: ignore[attr-defined]
    report = table.rita.read("audit?rejudge=true")["rejudged"][0]
    assert report["same"] == report["judged"]


def test_where_all_are_here_nobody_is_passed_for(table: Going):
    table.rita.says("answer", who="cleo", about="declare", choice="pass")
    table.bert.read("state")
    assert "All who are asked are here" in refused(table, type="pass-all")["detail"]


def test_at_a_table_where_nobody_has_a_seat_it_passes_for_all(service: Service):
    table = Table.opened(service)
    for seat in ("s1", "s2"):
        table.operator.says("seat-close", seat=seat)
    for who, side in (("ana", "a"), ("bert", "b"), ("cleo", "b")):
        table.operator.says("join", subject=who, side=side)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    table.operator.says(**MOVE)
    table.operator.says("pass-all")
    assert answered(table)[-2:] == [("bert", "pass", None), ("cleo", "pass", None)]


# --- for one who is here ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        PASS,
        {"type": "pass-all", "who": "bert"},
        {"type": "declare", "who": "bert", "manoeuvre": "strike", "targets": ["ana"]},
    ],
)
def test_for_one_who_is_here_the_referee_has_to_say_so(table: Going, command: Json):
    table.bert.read("state")
    found = refused(table, **command)
    assert (found["pointer"], found["legal"]) == ("/on_behalf", [{"value": True, "name": "yes"}])
    assert "Bert has a player who is here" in found["detail"]
    entry = table.rita.says(**command, on_behalf=True)["entries"][0]
    assert (entry["by"], entry["for"], entry["in_place_of"]) == ("p4", "bert", "here")


def test_for_one_who_is_away_he_need_not_and_it_counts_for_nothing(table: Going):
    table.rita.says(**PASS, on_behalf=True)
    assert answered(table)[-1] == ("bert", "pass", "away")


def test_what_a_player_says_is_never_in_the_place_of_himself(table: Going):
    table.bert.says(**PASS, on_behalf=True)
    assert answered(table)[-1] == ("bert", "pass", None)


# --- what is offered --------------------------------------------------------------------------


def test_what_the_referee_is_offered_is_accepted_and_says_for_whom(table: Going):
    table.bert.read("state")
    offered = [o["command"] for o in table.rita.read("options")["options"]]
    for bert in (o for o in offered if o.get("who") == "bert"):
        assert bert["on_behalf"] is True
    assert not any("on_behalf" in o for o in offered if o.get("who") == "cleo")
    [says] = [
        o["says"]
        for o in table.rita.read("options")["options"]
        if o["command"]["type"] == "pass-all"
    ]
    assert says == "everybody passes who is away or has no player"
    for command in offered:
        if command["type"] == "pass-all" or command.get("choice") == "pass":
            table.rita.says(**command)
            return


def test_the_page_has_a_button_of_its_own_for_it(table: Going):
    rita, at = Reader(table.app, table.tokens["rita"]), f"/combats/{table.combat}"
    table.bert.read("state")
    page = rita.reads(at)
    buttons = [form.button for form in page.forms]
    assert "All together: Pass for all who are away: cleo" in buttons
    own = next(form for form in page.forms if form.button == "Bert: Pass")
    assert page.words.count("in the player's place") == 1
    assert rita.sends(own).status_code == 303
    assert answered(table)[-1] == ("bert", "pass", "here")


def test_it_is_said_on_the_command_line(typed: Typed):
    there = {"as": "s2", "type": "roll", "who": "bert", "sides": 20}
    lines = [*FIGHT, there, {**PASS, "on_behalf": True}]
    for file, said in (("silent.jsonl", [*FIGHT, there, PASS]), ("said.jsonl", lines)):
        (typed.folder / file).write_text("".join(f"{json.dumps(line)}\n" for line in said))
    silent = typed.run("play silent.jsonl")
    assert silent.exit_code == 1 and "has a player who is here" in silent.output
    typed.says("play said.jsonl")
    assert "Bert passes, by the referee, while the player was here" in typed.says("show log last")


# --- what is told -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("away", "says"),
    [
        (True, "Bert passes, by the referee"),
        (False, "Bert passes, by the referee, while the player was here"),
    ],
)
def test_story_replay_and_audit_say_by_the_referee(table: Going, away: bool, says: str):
    table.bert.read("state")
    table.time += AWAY if away else 0
    table.rita.says("pass-all", who="bert", on_behalf=not away)
    story = table.bert.get("timeline", Accept="text/plain").text
    assert says in story and f"{says}," not in story
    entry = next(e for e in table.sue.read("events")["items"] if e.get("in_place_of"))
    frames = table.bert.get(f"frames?entry={entry['number']}").text
    assert says in frames
    page = Reader(table.app, table.tokens["bert"]).reads(
        f"/combats/{table.combat}/replay?at={entry['number']}"
    )
    assert says in page.words
    audit = table.bert.read("audit")["report"]
    [row] = [each for each in audit["irregular"] if each["kind"] == "on behalf"]
    assert (row["text"], row["by"]) == (says, "Rita Eck")
    counted = {person["name"]: person["on_behalf"] for person in audit["people"]}
    assert counted["Rita Eck"] == 1
    said = table.bert.says("contest", entry=int(entry["number"]), note="I was asked.")
    evidence = table.bert.get(f"disputes/{said['entries'][0]['number']}").text
    assert says in evidence


def test_what_an_unseated_combatant_does_is_nobody_elses(table: Going):
    table.rita.says("answer", who="cleo", about="declare", choice="pass")
    assert "by the referee" not in table.bert.get("timeline", Accept="text/plain").text


def test_what_a_player_declared_and_the_referees_pass_sets_off_stays_the_players(table: Going):
    table.bert.says("declare", who="bert", manoeuvre="strike", targets=["ana"])
    table.rita.says("answer", who="cleo", about="declare", choice="pass")
    begun = [e for e in table.sue.read("events")["items"] if e["type"] == "combat.reacted/1"]
    assert [(e["for"], e.get("in_place_of")) for e in begun] == [("bert", None)]


def test_a_turn_is_taken_in_the_place_of_who_is_here_where_that_is_said(service: Service):
    table = Going.back(service)
    table.ana.read("state")
    said = table.rita.says(**MOVE, on_behalf=True)
    assert {one.get("in_place_of") for one in said["entries"]} == {"here", None}
    table = Going.back(service)
    table.ana.read("state")
    table.time += AWAY
    said = table.rita.says(**MOVE, on_behalf=True)
    assert {one.get("in_place_of") for one in said["entries"]} == {"away", None}
