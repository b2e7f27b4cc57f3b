"""Explaining over HTTP: sums with their entries, the ledger, why not, and questions."""

from __future__ import annotations

import csv
import io
from typing import Any
from urllib.parse import quote

import pytest

from api.read.reports.csv_tables import csv_of
from domain import commands as c
from tests.support.clients.http_client import Caller, Table, json_of

Json = dict[str, Any]


def fought(table: Table) -> Table:
    """Ana moves beside Bert, strikes, and he parries."""
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    table.operator.says("pass-all")
    table.ana.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    table.bert.says("declare", who="bert", manoeuvre="parry")
    return table


def explained(caller: Caller, what: str, more: str = "") -> Json:
    found: Json = caller.read(f"explain?what={quote(what)}{more}")
    return found


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# --- explain -----------------------------------------------------------------------------------


def test_why_one_ap(table: Table):
    found = explained(fought(table).sue, "AP of ana")
    assert (found["title"], found["value"], found["adds_up"]) == ("Ana: 1 AP", 1, True)
    assert sum(part["amount"] for part in found["parts"]) == 1
    entries = {row["number"]: row for row in table.sue.read("events?limit=500")["items"]}
    for part in found["parts"]:
        assert entries[part["number"]]["event"]["delta"] == part["amount"]
    assert [part["because"] for part in found["parts"]][-2:] == ["ana's move", "ana's strike"]


def test_it_is_explained_as_it_was_at_any_moment(table: Table):
    fought(table)
    paid = explained(table.sue, "ap of ana")["parts"][-2]["number"]
    then = explained(table.sue, "ap of ana", f"&at={paid}")
    assert (then["value"], then["number"]) == (2, paid)


@pytest.mark.parametrize("what", ["ap of nobody", "beer of ana", "a99", "q99", "k9", "999", "x"])
def test_what_is_not_there_is_not_found_and_says_what_is(table: Table, what: str):
    answer = table.sue.get(f"explain?what={quote(what)}")
    assert answer.status_code == 404
    assert what not in answer.text.replace("request_id", "") or what == "x"


@pytest.mark.parametrize("what", ["beer of ana", "AP", "bert", "x"])
def test_what_a_refusal_lists_as_legal_is_accepted(table: Table, what: str):
    listed = json_of(fought(table).sue.get(f"explain?what={quote(what)}"))["legal"]
    for one in listed:
        assert explained(table.sue, one["value"])["title"]


def test_what_is_hidden_is_in_no_explanation(table: Table):
    table.operator.says("join", subject="lurker", side="b", hidden=True)
    assert table.ana.get("explain?what=ap%20of%20lurker").status_code == 404
    change = {"what": "pool", "subject": "lurker", "pool": "ap", "delta": 2}
    table.operator.says("adjust", change=change, note="an ambush")
    assert explained(table.operator, "ap of lurker")["value"] == 5
    for caller in (table.ana, table.bert, table.sue):
        assert caller.get("explain?what=ap%20of%20lurker").status_code == 404
        assert "lurker" not in caller.get("ledger as text/csv").text
        assert "lurker" not in caller.get("query?sql=SELECT%20*%20FROM%20entries").text
    assert table.nobody.get("explain?what=ap%20of%20ana").status_code == 401


# --- the ledger --------------------------------------------------------------------------------


def test_the_ledger_lists_every_posting_and_every_account_in_sums(table: Table):
    found = fought(table).sue.read("ledger")
    ana = [row for row in found["items"] if row["subject"] == "ana"]
    assert [(row["how"], row["delta"], row["balance"], row["other_side"]) for row in ana] == [
        ("fill", 3, 3, "supply"),
        ("fill", 0, 3, "supply"),
        ("pay", -1, 2, "spent"),
        ("pay", -1, 1, "spent"),
    ]
    account = found["accounts"][0]
    assert (account["subject"], account["pool"]) == ("ana", "ap")
    assert (account["supply"], account["spent"], account["left"]) == (3, 2, 1)
    assert account["says"] == "supplied 3, spent 2, left 1"


def test_the_ledger_as_csv_adds_up_to_the_state(table: Table):
    answer = fought(table).sue.get("ledger as text/csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    sums: dict[str, int] = {}
    for row in rows_of(answer.text):
        sums[row["subject"]] = sums.get(row["subject"], 0) + int(row["delta"])
        assert row["clause"] and row["cause"]
    state = table.sue.part("pools")
    assert sums == {row["who"]: row["current"] for row in state}
    asked = table.sue.get("ledger", Accept="text/csv")
    assert asked.data == answer.data


def test_a_name_that_looks_like_a_formula_is_none_in_csv(table: Table):
    table.operator.says("join", subject="mallory", name="=1+1", side="b")
    [row] = [
        r for r in rows_of(table.sue.get("ledger as text/csv").text) if r["subject"] == "mallory"
    ]
    assert row["name"] == "'=1+1" and row["points"] == "+3"


FORMULAS = (
    "=1+1",
    "+1+cmd",
    "-2+3",
    "@SUM(A1)",
    " =1+1",
    "\u00a0=1",
    "\u3000=1",
    "\u200b=1",
    "\ufeff=1",
    "\x0b=1",
    "\n=1",
    "\t1",
    "\uff1d1+1",
    "\uff0b1+cmd",
    "\uff0d2+3",
    "\uff20SUM(A1)",
    "\ufe661",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_text_that_a_spreadsheet_may_calculate_is_led_by_an_apostrophe(text: str):
    [_, written] = csv.reader(io.StringIO(csv_of(["a"], [[text]]).decode(), newline=""))
    assert written == [f"'{text}"]


@pytest.mark.parametrize("text", ["Ana", " Ana", "-6 1/2", "+3", "", "Ana = Bert", "\u2013"])
def test_other_text_and_signed_numbers_are_written_as_they_are(text: str):
    [_, *rows] = csv.reader(io.StringIO(csv_of(["a"], [[text]]).decode(), newline=""))
    assert rows == [[text]]


# --- why not -----------------------------------------------------------------------------------


def test_why_not_says_clause_numbers_and_window(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    found = table.bert.read("why-not?who=bert&what=parry")
    assert not found["allowed"] and found["denials"][0]["clause"] == "T5"
    [needed] = found["denials"][0]["missing"]
    assert (needed["what"], needed["wanted"]) == ("what it answers", ["strike"])
    assert (needed["kind"], needed["who"], needed["has"]) == ("time", "bert", "move")
    seats = {seat["who"]: seat["state"] for seat in found["window"]["seats"]}
    assert seats == {"bert": "waits", "cleo": "waits", "ana": "not asked"}


def test_why_not_is_asked_for_whom_one_plays_and_by_the_referee_as_any_seat(table: Table):
    assert table.bert.get("why-not?who=ana&what=move").status_code == 403
    assert table.sue.get("why-not?who=ana&what=move").status_code == 403
    assert table.operator.read("why-not?who=ana&what=move")["allowed"]
    assert table.operator.read("why-not?who=ana&what=move&seat=s1")["allowed"]
    assert table.operator.get("why-not?who=ana&what=move&seat=s2").status_code == 403


def test_why_not_of_an_answer_and_of_nothing(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    assert table.bert.read("why-not?who=bert&what=pass&answer=true")["allowed"]
    found = table.bert.read("why-not?who=bert&what=go&answer=true")
    assert [each["value"] for each in found["denials"][0]["legal"]] == ["pass"]
    assert found["deeds"] == ["strike"]
    for path in ("why-not?who=ana", "why-not?what=move", "why-not"):
        assert table.ana.get(path).status_code == 422


def why_not(caller: Caller, command: Json, query: str = "") -> Json:
    answer = caller.post(f"why-not{query}", command)
    assert answer.status_code == 200, answer.text
    return dict(answer.json or {})


def test_why_not_takes_what_a_command_is(table: Table):
    move: Any = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}
    assert why_not(table.ana, move)["allowed"]
    table.ana.says(**move)
    parry = {"type": "declare", "who": "bert", "manoeuvre": "parry"}
    found = why_not(table.bert, parry)
    asked = table.bert.read("why-not?who=bert&what=parry")
    assert found | {"denials": []} == asked | {"denials": []}
    assert found["denials"][0] | {"legal": None} == asked["denials"][0]
    answer = {"type": "answer", "who": "bert", "about": "declare", "choice": "go"}
    refused = table.bert.post("commands", answer).json or {}
    [denial] = why_not(table.bert, answer)["denials"]
    assert refused["legal"]
    for part in ("clause", "numbers", "missing", "legal"):
        assert denial[part] == refused.get(part, type(denial[part])())
    assert why_not(table.bert, {**answer, "choice": "pass"})["allowed"]
    assert table.ana.post("why-not", {"type": "act", "who": "ana"}).status_code == 422


def test_why_not_lists_what_may_stand_there_as_the_refusal_of_the_command_does(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    parry: Json = {"type": "declare", "who": "bert", "manoeuvre": "parry"}
    for command in (parry, {**parry, "manoeuvre": "dance"}, {**parry, "who": "ana"}):
        refused = json_of(table.operator.post("commands", command))
        denial = why_not(table.operator, command)["denials"][0]
        for part in ("clause", "numbers", "missing", "legal", "pointer"):
            assert denial[part] == refused.get(part, type(denial[part])())
    assert [each["value"] for each in why_not(table.bert, parry)["denials"][0]["legal"]] == [
        "strike"
    ]
    assert why_not(table.bert, {**parry, "manoeuvre": "strike", "targets": ["ana"]})["allowed"]


def test_why_not_of_what_is_no_play(table: Table):
    undo = {"type": "rewind", "how": "redo"}
    found = why_not(table.ana, undo)
    refused = json_of(table.ana.post("commands", undo, If_Match="*"))
    assert (found["allowed"], found["what"]) == (False, "rewind")
    assert found["denials"][0]["why"] in refused["detail"].lower()
    assert why_not(table.ana, {"type": "note", "note": "hm"})["allowed"]
    assert "without `at`" in why_not(table.ana, undo, "?at=3")["says"]
    before = table.entries()
    assert why_not(table.operator, {"type": "rewind", "how": "undo"}, "?seat=s3")["allowed"]
    assert table.entries() == before


@pytest.mark.parametrize("stop", ["dispute", "undo request"])
def test_why_not_says_that_play_waits_and_for_what(table: Table, stop: str):
    move: Json = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}
    entry = int(table.ana.says("roll", who="ana")["entries"][0]["number"])
    assert why_not(table.ana, move)["allowed"]
    if stop == "dispute":
        table.bert.says("contest", entry=entry, note="I think not.", pause=True)
    else:
        table.rita.says("undo-policy", policy="consent")
        assert table.ana.post("commands", {"type": "ask-undo"}, If_Match="*").status_code == 200
    refused = json_of(table.ana.post("commands", move))["detail"]
    assert refused.startswith("Play waits for a")
    asked = table.ana.read("why-not?who=ana&what=move&target=bert")
    for found in (why_not(table.ana, move), asked):
        why = found["denials"][0]["why"]
        assert not found["allowed"] and found["says"] == f"Ana: move: {why}"
        assert refused.lower().startswith(why.lower()) and found["denials"][0]["missing"]
    assert why_not(table.ana, move, f"?at={entry}")["allowed"]


def test_why_not_of_the_very_thing_that_was_said(table: Table):
    said = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["nobody"]}}
    found = why_not(table.ana, said)
    assert not found["allowed"] and len(found["denials"]) == 1
    bare = {"type": "act", "who": "ana", "manoeuvre": "strike"}
    tried = [each["targets"] for each in why_not(table.ana, bare)["denials"]]
    assert ["bert"] in tried and ["cleo"] in tried
    both = why_not(table.ana, {**bare, "targets": ["bert", "cleo"]})
    assert [each["targets"] for each in both["denials"]] == [["bert", "cleo"]]


def test_why_not_says_of_what_is_not_the_caller_s_to_say_that_it_is_not(table: Table):
    roll = {"type": "roll", "who": "ana"}
    found = why_not(table.bert, roll)
    assert (found["allowed"], found["who"], found["what"]) == (False, "ana", "roll")
    [denial] = found["denials"]
    assert denial["why"] == "this seat does not speak for ana"
    assert found["says"] == "Roll: this seat does not speak for ana"
    hidden = why_not(table.ana, {"type": "roll", "who": "ana", "hidden": True})
    assert hidden["denials"][0]["why"] == "only the referee rolls hidden dice"
    seat = why_not(table.ana, {"type": "seat-close", "seat": "s2"})
    assert seat["denials"][0]["why"] == "only the referee gives and takes seats"
    assert why_not(table.ana, {"type": "act", "who": "bert", "manoeuvre": "move"})["denials"]
    assert why_not(table.ana, roll)["allowed"]


def test_why_not_is_answered_of_a_moment_and_through_other_eyes(table: Table):
    move: Any = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}
    last = table.ana.read("")["last"]
    table.ana.says(**move)
    assert not why_not(table.ana, move)["allowed"]
    assert why_not(table.ana, move, f"?at={last}")["allowed"]
    assert why_not(table.operator, move, f"?at={last}&seat=s1")["allowed"]
    assert not why_not(table.operator, move, f"?at={last}&seat=s2")["allowed"]


def test_a_refusal_shows_the_open_window_with_everybody_s_place_in_it(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    refused = table.ana.post("commands", {"type": "act", "who": "ana", "manoeuvre": "move"})
    problem = refused.json or {}
    assert refused.status_code == 409 and problem["window"]["about"] == "declare"
    seats = {seat["who"]: (seat["state"], seat["why"]) for seat in problem["window"]["seats"]}
    assert seats["ana"] == ("not asked", "it is their own act") and seats["bert"] == ("waits", "")
    table.operator.says("pass-all")
    refused = table.ana.post("commands", {"type": "act", "who": "ana", "manoeuvre": "fly"})
    assert "window" not in (refused.json or {})


# --- questions ---------------------------------------------------------------------------------


def test_a_named_question_and_one_s_own(table: Table):
    fought(table)
    spent = table.sue.read("query?named=spending&who=ana")
    assert spent["columns"] == ["subject", "manoeuvre", "pool", "key", "paid", "times"]
    assert spent["rows"] == [["ana", "move", "ap", "", 1, 1], ["ana", "strike", "ap", "", 1, 1]]
    own = table.sue.read("query?sql=" + quote("SELECT sum(-delta) FROM postings WHERE how = 'pay'"))
    assert own["rows"] == [[2]]
    text = table.sue.get("query?named=spending as text/csv").text
    assert rows_of(text)[0]["manoeuvre"] == "move"


def test_what_can_be_asked_is_listed_with_every_table(table: Table):
    found = table.nobody.read("/v1/queries")
    assert "who-hit-whom" in [each["name"] for each in found["named"]]
    for each in found["named"]:
        assert table.sue.get("query?sql=" + quote(each["sql"])).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        "",
        "named=no-such",
        "named=rolls&sql=SELECT%201",
        "sql=DELETE%20FROM%20entries",
        "sql=",
        "sql=SELECT%20secret",
        "named=rolls&round=x",
    ],
)
def test_a_question_that_is_none_is_said_to_be_so(table: Table, query: str):
    answer = table.sue.get(f"query?{query}")
    assert answer.status_code == 422 and "secret" not in answer.text


def test_the_story_is_told_with_its_sums(table: Table):
    lines = fought(table).sue.read("timeline?sums=true")["items"]
    sums = [line["text"] for line in lines if line["kind"] == "sum"]
    assert sums[-1].startswith("Ana: 1 AP = 3 (")
    assert "1 AP = 3 (" in table.sue.get("timeline?sums=true as text/plain").text


def test_without_a_token_only_named_questions_are_answered(table: Table):
    opening = c.Open(ruleset="toy", title="The ford")
    sample = table.service.open(opening, sample=True, name="sample-1").combat.name
    ask = f"/v1/combats/{sample}/query"
    assert table.nobody.get(f"{ask}?named=rolls").status_code == 200
    refused = table.nobody.get(f"{ask}?sql=SELECT+1")
    assert refused.status_code == 401 and "only the named questions" in refused.text
    assert table.ana.get("query?sql=SELECT+1").status_code == 200
