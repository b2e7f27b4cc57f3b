"""A fight over HTTP, on both databases: what it says back, exactly once, at any moment, undone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.service import Service
from tests.api.table import Table

MOVE = {"type": "act", "who": "ana", "manoeuvre": "move", "params": {"beside": ["bert"]}}
PASS = {"type": "pass-all"}


def told(answer: Any) -> list[str]:
    """The types of the entries of an answer, in short."""
    return [e["type"].removeprefix("combat.").removesuffix("/1") for e in answer["entries"]]


def fight(table: Table) -> None:
    """Ana steps up to Bert and strikes; Bert parries."""
    table.ana.says(**MOVE)
    table.operator.says("pass-all")
    table.ana.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    table.bert.says("declare", who="bert", manoeuvre="parry")
    table.operator.says("answer", who="cleo", about="declare", choice="pass")


def finish(table: Table) -> None:
    """Everybody goes through with what is declared, rolls twelve, and lets the rest be."""
    while table.operator.get("state").json["waiting"]:  # type: ignore[index]
        offered = [o["command"] for o in table.operator.get("options").json["options"]]  # type: ignore[index]
        wanted = {o["choice"]: o for o in offered if o["type"] == "answer"}
        command = wanted.get("go") or wanted.get("roll") or wanted["pass"]
        table.operator.says(**command, **({"faces": [12]} if "roll" in wanted else {}))


# --- the main story ------------------------------------------------------------------------


def test_a_fight_from_its_opening_to_its_end(either_service: Service):
    table = Table.laid(either_service)
    fight(table)
    finish(table)
    state = table.sue.get("state").json
    assert state is not None
    assert [p["pools"][0]["points"] for p in state["action_points"]] == ["1", "2", "3"]
    story = table.nobody.get("/v1/combats").json
    assert story == {"items": [], "next": None}
    table.rita.says("end")
    assert table.sue.get("").json["status"] == "ended"  # type: ignore[index]
    assert table.ana.get("options").json["options"] == []  # type: ignore[index]
    lines = table.sue.get("timeline.txt").text.splitlines()
    assert any("ana strikes bert" in line for line in lines), lines
    assert lines[-1].endswith("The combat is over: ended by the referee")


def test_a_command_answers_the_entries_it_caused(table: Table):
    answer = table.ana.says(**MOVE)
    assert told(answer) == ["acted", "pool-changed", "fact-set", "asked"]
    assert answer["step"] == 10 and not answer["replayed"]
    assert "standing" not in answer and "tokens" not in answer
    assert answer["head"] == table.ana.head()
    assert [entry["number"] for entry in answer["entries"]] == ["17", "18", "19", "20"]


def test_opening_a_combat_gives_its_seats_tokens(service: Service):
    table = Table.opened(service)
    answer = table.operator.post("/v1/combats", {"ruleset": "toy", "seats": [
        {"person": "Zoe", "role": "player"}]})  # fmt: skip
    assert answer.headers["Location"] == f"/v1/combats/{answer.json['combat']}"  # type: ignore[index]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["seats"][0]["token"].startswith("clt_")  # type: ignore[index]
    assert table.operator.get(answer.headers["Location"]).json["seats"][0]["name"] == "Zoe"  # type: ignore[index]


def test_a_declared_reaction_can_be_taken_back_as_it_is_offered(table: Table):
    table.ana.says(**MOVE)
    table.operator.says("pass-all")
    table.ana.says("act", who="ana", manoeuvre="strike", targets=["bert"])
    for who in ("cleo", "bert"):
        table.operator.says("declare", who=who, manoeuvre="parry")
    table.operator.says("pass-all")
    offered = [o["command"] for o in table.operator.get("options").json["options"]]  # type: ignore[index]
    taken = next(o for o in offered if o["type"] == "withdraw")
    assert taken["who"] == "cleo" and "." not in taken["toward"]
    assert told(table.operator.says(**taken))[0] == "withdrawn"


# --- seats ---------------------------------------------------------------------------------


def test_renewed_and_closed_tokens_open_nothing(table: Table):
    answer = table.rita.post("commands", {"type": "seat-renew", "seat": "s1"})
    assert answer.headers["Cache-Control"] == "no-store"
    new = table.caller(answer.json["tokens"]["s1"])  # type: ignore[index]
    assert table.ana.get("state").status_code == 401
    assert new.get("state").status_code == 200
    table.rita.says("seat-change", seat="s1", role="spectator")
    assert new.post("commands", MOVE).status_code == 403
    table.rita.says("seat-close", seat="s1")
    assert new.get("state").status_code == 401


def test_a_seat_shows_who_sits_there(table: Table):
    shown = table.ana.get("").json
    assert shown is not None
    assert (shown["you"], shown["role"]) == ("s1", "player")
    assert [seat["name"] for seat in shown["seats"]] == [
        "Anna Berg", "Bert Cole", "Sue Dunn", "Rita Eck"]  # fmt: skip
    assert not any("token" in seat for seat in shown["seats"])


def test_words_are_opened_with_their_entry(table: Table):
    answer = table.ana.says("note", note="That was no parry!", about=12)
    assert answer["entries"][0]["note"]["words"] == "That was no parry!"
    page = table.sue.get("events?after=16").json
    assert page["items"][0]["note"]["words"] == "That was no parry!"  # type: ignore[index]


# --- exactly once --------------------------------------------------------------------------


def test_a_retry_answers_the_same_step_and_says_so(either_service: Service):
    table = Table.laid(either_service)
    first = table.ana.post("commands", MOVE, Idempotency_Key='"k 1"')
    before = table.entries()
    again = table.ana.post("commands", MOVE, Idempotency_Key='"k 1"', If_Match='"1-old"')
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert table.entries() == before
    one, other = first.json, again.json
    assert one is not None and other is not None
    assert other["entries"] == one["entries"] and other["step"] == one["step"]
    assert (other["replayed"], other["standing"]) == (True, "on the line")


def test_a_key_may_be_bare_or_quoted(table: Table):
    table.ana.post("commands", MOVE, Idempotency_Key="abc")
    again = table.ana.post("commands", MOVE, Idempotency_Key='"abc"')
    assert again.json["replayed"]  # type: ignore[index]


def test_a_key_is_the_callers_own(table: Table):
    table.ana.post("commands", {"type": "roll", "who": "ana"}, Idempotency_Key="abc")
    other = table.bert.post("commands", {"type": "roll", "who": "bert"}, Idempotency_Key="abc")
    assert not other.json["replayed"]  # type: ignore[index]


def test_a_key_stands_for_one_request(table: Table):
    table.ana.post("commands", MOVE, Idempotency_Key="abc")
    before = table.entries()
    other = table.ana.post("commands", {**MOVE, "note": "x"}, Idempotency_Key="abc")
    assert (other.status_code, other.json["type"]) == (422, "/problems/key-reused")  # type: ignore[index]
    head = f'"{table.ana.head()}"'
    table.ana.post("undo", {}, Idempotency_Key="move", If_Match=head)
    other = table.ana.post("redo", {}, Idempotency_Key="move", If_Match=f'"{table.ana.head()}"')
    assert other.status_code == 422
    assert table.entries() == before + 1


def test_a_retry_of_an_undone_step_says_what_undid_it(table: Table):
    table.ana.post("commands", MOVE, Idempotency_Key="abc")
    table.ana.post("undo", {}, If_Match=f'"{table.ana.head()}"')
    again = table.ana.post("commands", MOVE, Idempotency_Key="abc")
    assert again.json["standing"] == "undone by step 11"  # type: ignore[index]
    table.ana.post("redo", {}, If_Match=f'"{table.ana.head()}"')
    again = table.ana.post("commands", MOVE, Idempotency_Key="abc")
    assert again.json["standing"] == "on the line"  # type: ignore[index]


def test_a_refused_command_may_be_sent_again_with_its_key(table: Table):
    strike = {"type": "act", "who": "ana", "manoeuvre": "strike", "targets": ["bert"]}
    assert table.ana.post("commands", strike, Idempotency_Key="abc").status_code == 409
    table.ana.says(**MOVE)
    table.operator.says("pass-all")
    assert table.ana.post("commands", strike, Idempotency_Key="abc").status_code == 200


def test_a_new_token_is_shown_once_even_to_a_retry(table: Table):
    renew = {"type": "seat-renew", "seat": "s1"}
    first = table.rita.post("commands", renew, Idempotency_Key="abc").json
    again = table.rita.post("commands", renew, Idempotency_Key="abc").json
    assert first is not None and again is not None
    assert "tokens" in first and "tokens" not in again


def test_a_combat_is_opened_once_per_key(either_service: Service):
    table = Table.opened(either_service)
    body = {"ruleset": "toy", "seats": [{"person": "Zoe", "role": "player"}]}
    first = table.operator.post("/v1/combats", body, Idempotency_Key="k")
    again = table.operator.post("/v1/combats", body, Idempotency_Key="k")
    one, other = first.json, again.json
    assert one is not None and other is not None
    assert other["combat"] == one["combat"] and again.headers["Idempotency-Replayed"] == "true"
    assert "token" in one["seats"][0] and "token" not in other["seats"][0]
    assert "seat-renew" in other["hint"]
    wrong = table.operator.post("/v1/combats", {"ruleset": "toy"}, Idempotency_Key="k")
    assert (wrong.status_code, wrong.json["type"]) == (422, "/problems/key-reused")  # type: ignore[index]
    assert len(table.operator.get("/v1/combats").json["items"]) == 2  # type: ignore[index]


# --- time ----------------------------------------------------------------------------------


def test_any_moment_can_be_looked_at_and_kept_for_ever(either_service: Service):
    table = Table.laid(either_service)
    seen = {}
    for _ in range(3):
        state = table.ana.get("state")
        number = table.ana.get("").json["last"]  # type: ignore[index]
        seen[number] = state.json
        table.ana.says("roll", who="ana")
        table.ana.says("note", note="hm")
    table.ana.post("undo", {"span": "turn"}, If_Match=f'"{table.ana.head()}"')
    for number, state in seen.items():
        again = table.sue.get(f"state?at={number}")
        assert again.json == state
        assert "immutable" in again.headers["Cache-Control"]
    assert table.ana.get("state?at=0").json["turn_order"]["round"] == 0  # type: ignore[index]


@pytest.mark.parametrize(
    "path", ["turn-order", "action-points", "mana-pools", "conditions", "state", "options",
             "timeline", "timeline?full=true", "preview", "state?at=12", "timeline?at=12"],
)  # fmt: skip
def test_what_has_not_changed_is_not_sent_again(table: Table, path: str):
    first = table.ana.get(path)
    tag = first.headers["ETag"]
    again = table.ana.get(path, If_None_Match=tag)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    table.ana.says("roll", who="ana")
    moved = table.ana.get(path, If_None_Match=tag)
    assert moved.status_code == (304 if "at=" in path else 200)


def test_the_tag_of_a_state_is_the_head_to_send_back(table: Table):
    tag = table.ana.get("state").headers["ETag"]
    table.ana.says("note", note="talk does not make it stale")
    assert table.ana.get("state").headers["ETag"] == tag
    assert table.ana.post("commands", MOVE, If_Match=tag).status_code == 200


def test_a_changed_role_is_another_reader(table: Table):
    tag = table.ana.get("options").headers["ETag"]
    table.rita.says("seat-change", seat="s1", role="referee")
    assert table.ana.get("options", If_None_Match=tag).status_code == 200


# --- moving the head -----------------------------------------------------------------------


def test_undo_redo_and_jump_over_http(either_service: Service):
    table = Table.laid(either_service)
    states = [table.ana.get("state").json]
    table.ana.says(**MOVE)
    states.append(table.ana.get("state").json)

    def moved(how: str, body: Any = None) -> Any:
        answer = table.ana.post(how, body or {}, If_Match=f'"{table.ana.head()}"')
        assert answer.status_code == 200, answer.text
        return table.ana.get("state").json

    assert moved("undo") == states[0]
    assert moved("redo") == states[1]
    assert moved("jump", {"to": 16}) == states[0]
    assert moved("jump", {"to": 20}) == states[1]
    assert moved("undo", {"span": "turn"}) == states[0]
    assert table.ana.post("undo", {"to": 3}).status_code == 422
    nothing = table.ana.post("jump", {"to": 999}, If_Match="*")
    assert (nothing.status_code, nothing.json["errors"][0]["pointer"]) == (409, "#/to")  # type: ignore[index]


def test_a_preview_tells_what_the_move_then_does(table: Table):
    table.ana.says(**MOVE)
    before = table.entries()
    seen = table.ana.get("preview?how=undo").json
    assert seen is not None
    assert [part["number"] for part in seen["falls"]] == ["17"] and not seen["returns"]
    assert [(p["who"], p["was"], p["becomes"]) for p in seen["pools"]] == [("ana", "2", "3")]
    assert [(f["of"], f["was"], f["becomes"]) for f in seen["facts"]] == [("ana", "yes", None)]
    assert table.entries() == before
    table.ana.post("undo", {}, If_Match=f'"{table.ana.head()}"')
    back = table.ana.get("preview?how=redo").json
    assert back is not None
    assert [part["number"] for part in back["returns"]] == ["17"] and not back["falls"]
    assert table.ana.get("preview?how=jump").status_code == 409
    assert table.ana.get("preview?how=undo&span=round").status_code in (200, 409)


# --- the log -------------------------------------------------------------------------------


def test_the_log_comes_in_pages(table: Table):
    fight(table)
    items, after = [], "0"
    while True:
        page = table.sue.get(f"events?after={after}&limit=7").json
        assert page is not None
        items += page["items"]
        after = page["next"]
        if not page["more"]:
            break
    assert [int(item["number"]) for item in items] == list(range(1, table.entries() + 1))
    assert table.sue.get(f"events?after={after}").json == {
        "items": [], "next": after, "more": False}  # fmt: skip
    whole = [json.loads(line) for line in table.sue.get("events.ndjson").text.splitlines()]
    assert whole == items
    asked = table.sue.get("events?after=5&limit=2", Accept="application/x-ndjson")
    assert asked.mimetype == "application/x-ndjson"
    assert [json.loads(line) for line in asked.text.splitlines()] == items[5:7]


def test_the_story_is_told_terse_or_in_full_or_as_a_text(table: Table):
    fight(table)
    terse, full = (table.sue.get(p).json["items"] for p in ("timeline", "timeline?full=1"))  # type: ignore[index]
    assert 0 < len(terse) < len(full)
    text = table.sue.get("timeline", Accept="text/plain")
    assert text.mimetype == "text/plain" and len(text.text.splitlines()) == len(terse)
    early = table.sue.get("timeline?at=16").json
    assert early is not None and early["items"] == [
        line for line in terse if int(line["number"]) <= 16]  # fmt: skip


def test_the_list_of_combats_is_searched_and_paged(service: Service):
    tables = [Table.opened(service, title=f"Ford {n}") for n in range(5)]
    caller = tables[0].operator
    tables[3].operator.says("end")
    found, at = [], "/v1/combats?q=ford&limit=2"
    while at:
        page = caller.get(at)
        found += [row["title"] for row in page.json["items"]]  # type: ignore[index]
        link = page.headers.get("Link", "")
        at = link.partition(">")[0].lstrip("<")
        assert bool(at) == bool(page.json["next"])  # type: ignore[index]
    assert found == ["Ford 3", "Ford 4", "Ford 2", "Ford 1", "Ford 0"]
    ended = caller.get("/v1/combats?status=ended").json
    assert [row["title"] for row in ended["items"]] == ["Ford 3"]  # type: ignore[index]
    assert caller.get("/v1/combats?q=bridge").json["items"] == []  # type: ignore[index]
    assert caller.get("/v1/combats?ruleset=chess").json["items"] == []  # type: ignore[index]
    mine = tables[1].ana.get("/v1/combats?limit=1").json
    assert [row["title"] for row in mine["items"]] == ["Ford 1"]  # type: ignore[index]


# --- games ---------------------------------------------------------------------------------


def test_a_game_is_read_off_its_tables(table: Table):
    game = table.nobody.get("/v1/rulesets/toy").json
    assert game is not None
    move = next(m for m in game["manoeuvres"] if m["name"] == "move")
    assert move["cost"] == [{"pool": "ap", "says": "action points", "points": "1", "raw": 1}]
    assert move["parameters"]["properties"] == {
        "beside": {"type": "array", "items": {"type": "string"}, "uniqueItems": True}}  # fmt: skip
    assert (move["clause"], move["kinds"]) == ("T3", ["action"])
    assert game["sequence"].startswith("round (opens: fill)")
    assert {w["about"] for w in game["windows"]} == {"declare", "react", "follow", "roll"}


def test_an_option_filled_in_is_accepted(table: Table):
    option = table.ana.get("options").json["options"][0]  # type: ignore[index]
    (blank,) = option["blanks"]
    command = {**option["command"], "params": {blank["name"]: blank["values"][:1]}}
    assert option["cost"][0]["points"] == "1"
    table.ana.says(**command)
