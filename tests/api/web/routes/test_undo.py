"""Time over HTTP: any moment, what is still valid, undo, redo and jump, the log and its story."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.service.service import Service
from tests.api.web.routes.test_commands import MOVE, fight
from tests.support.clients.http_client import Table, json_of

# --- time ----------------------------------------------------------------------------------


def test_any_moment_can_be_looked_at_and_is_asked_for_again(either_service: Service):
    table = Table.laid(either_service)
    seen = {}
    for _ in range(3):
        seen[table.ana.read("")["last"]] = table.ana.read("state")
        table.ana.says("roll", who="ana")
        table.ana.says("note", note="hm")
    table.ana.says("rewind", how="undo", span="turn")
    for number, state in seen.items():
        again = table.sue.get(f"state?at={number}")
        assert again.json == state
        assert again.headers["Cache-Control"] == "private, no-cache"
    assert table.ana.read("state?at=0")["turn_order"]["round"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "state",
        "state?part=pools,conditions",
        "options",
        "timeline",
        "timeline?full=true",
        "state?at=12",
        "timeline?at=12",
    ],
)
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
    states = [table.ana.read("state")]
    table.ana.says(**MOVE)
    states.append(table.ana.read("state"))

    def moved(how: str, body: Any = None) -> Any:
        table.ana.says("rewind", how=how, **(body or {}))
        return table.ana.read("state")

    assert moved("undo") == states[0]
    assert moved("redo") == states[1]
    assert moved("jump", {"to": 16}) == states[0]
    assert moved("jump", {"to": 20}) == states[1]
    assert moved("undo", {"span": "turn"}) == states[0]
    nothing = table.ana.post("commands", {"type": "rewind", "how": "jump", "to": 999}, If_Match="*")
    assert (nothing.status_code, json_of(nothing)["pointer"]) == (409, "/to")


def test_a_preview_tells_what_the_move_then_does(table: Table):
    table.ana.says(**MOVE)
    before = table.entries()
    seen = table.ana.would("rewind")
    assert [(step["number"], step["verdict"]) for step in seen["steps"]] == [("17", "falls")]
    stands = {(one["kind"], one["who"], one["was"], one["becomes"]) for one in seen["changes"]}
    assert {("pool", "ana", "2", "3"), ("fact", "ana", "yes", "as usual")} <= stands
    assert table.entries() == before
    table.ana.says("rewind", how="undo")
    back = table.ana.would("rewind", how="redo")
    assert [(step["number"], step["verdict"]) for step in back["steps"]] == [("17", "returns")]
    assert table.ana.tries("rewind", how="jump").status_code == 409
    assert table.ana.tries("rewind", span="round").status_code in (200, 409)


# --- the log -------------------------------------------------------------------------------


def test_the_log_comes_in_pages(table: Table):
    fight(table)
    items: list[Any] = []
    after: str | None = "0"
    while after is not None:
        page = table.sue.read(f"events?after={after}&limit=7")
        items += page["items"]
        after = page["next"]
    assert [int(item["number"]) for item in items] == list(range(1, table.entries() + 1))
    last = items[-1]["number"]
    assert table.sue.read(f"events?after={last}") == {"items": [], "next": None}
    whole = [
        json.loads(line)
        for line in table.sue.get("events as application/x-ndjson").text.splitlines()
    ]
    assert whole == items
    asked = table.sue.get("events?after=5&limit=2", Accept="application/x-ndjson")
    assert asked.mimetype == "application/x-ndjson"
    assert [json.loads(line) for line in asked.text.splitlines()] == items[5:7]


def test_the_story_is_told_terse_or_in_full_or_as_a_text(table: Table):
    fight(table)
    terse, full = (table.sue.read(p)["items"] for p in ("timeline", "timeline?full=1"))
    assert 0 < len(terse) < len(full)
    text = table.sue.get("timeline", Accept="text/plain")
    assert text.mimetype == "text/plain" and len(text.text.splitlines()) == len(terse)
    early = table.sue.read("timeline?at=16")
    assert early["items"] == [line for line in terse if int(line["number"]) <= 16]


def test_the_list_of_combats_is_searched_and_paged(service: Service):
    tables = [Table.opened(service, title=f"Ford {n}") for n in range(5)]
    caller = tables[0].operator
    tables[3].operator.says("end")
    found, at = [], "/v1/combats?q=ford&limit=2"
    while at:
        page = caller.get(at)
        found += [row["title"] for row in json_of(page)["items"]]
        link = page.headers.get("Link", "")
        at = link.partition(">")[0].lstrip("<")
        assert bool(at) == bool(json_of(page)["next"])
    assert found == ["Ford 3", "Ford 4", "Ford 2", "Ford 1", "Ford 0"]
    ended = caller.read("/v1/combats?status=ended")
    assert [row["title"] for row in ended["items"]] == ["Ford 3"]
    assert caller.read("/v1/combats?q=bridge")["items"] == []
    assert caller.read("/v1/combats?ruleset=chess")["items"] == []
    mine = tables[1].ana.read("/v1/combats?limit=1")
    assert [row["title"] for row in mine["items"]] == ["Ford 1"]
