"""The same answers over HTTP and on the files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.server.address_file import NAME, running_at
from tests.support.clients.cli_runner import FIGHT, Typed, served_in, typed_in
from tests.support.clients.real_server import Served

DATA = ".combatlog"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests that want none of their own."""
    with served_in(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture(params=["on the files", "over HTTP"])
def either(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Typed]:
    """A folder to type in, without a server and with one that runs on it."""
    if request.param == "on the files":
        with typed_in(tmp_path, monkeypatch) as typed:
            yield typed
        assert not (tmp_path / DATA / NAME).exists()
        return
    server: Served = request.getfixturevalue("server")
    with typed_in(server.folder, monkeypatch) as typed:
        yield typed
    assert running_at(server.folder / DATA) == f"http://127.0.0.1:{server.port}/"


# --- reading ---------------------------------------------------------------------------------


def test_what_is_shown_is_what_happened(either: Typed):
    combat = either.json("play fight.jsonl")["combat"]
    rows = either.says("show combats bridge").splitlines()
    assert rows[0].split() == ["combat", "title", "ruleset", "status", "changed", "members"]
    assert rows[1].split()[:5] == [combat, "The", "bridge", "toy", "open"]
    shown = either.says(f"show state {combat}")
    assert f"The bridge  (toy, {combat})" in shown and "Order: > Ana, Bert" in shown
    assert re.search(r"^Ana +wanderers +1 action points$", shown, re.MULTILINE)
    assert "Ana: side by side Bert" in shown and "Open question: " in shown
    assert "waits for Bert" in shown
    early = either.says(f"show state {combat} --at 1")
    assert "After entry 1: nothing has begun" in early and "Ana" not in early
    assert either.json("show state last") == either.json(f"show state {combat} --at latest")


def test_the_story_is_told_and_marks_what_was_undone(either: Typed):
    either.says("play fight.jsonl")
    told = either.says("show log last")
    assert "Ana strikes Bert (1 AP, 1 left)" in told and "(undone)" not in told
    either.says("undo step last --yes")
    undone = [line for line in either.says("show log last").splitlines() if line.startswith("~")]
    assert undone[0].endswith("Ana strikes Bert (1 AP, 1 left) (undone)")
    assert len(either.says("show log last --full").splitlines()) > len(told.splitlines())
    assert either.says("show log last --at 1").count("\n") == 1


def test_a_recap_is_ready_to_paste(either: Typed):
    either.says("play fight.jsonl")
    page = either.says("show recap last")
    assert page.startswith("# The bridge\n") and "- **Wanderers**: Ana\n" in page
    assert either.json("show recap last")["markdown"] == page


def test_options_are_those_of_whom_they_are_asked_for(either: Typed):
    either.says("play fight.jsonl")
    mine = either.json("show options last --as s2")["options"]
    assert {o["command"]["who"] for o in mine} == {"bert"}
    assert either.json("show options last --as s1")["options"] == []
    assert "Nothing can be done now." in either.says("show options last --as ana")
    said = either.says("show options last --as bert")
    assert "parry" in said and '"who": "bert"' in said
    assert either.fails("show options last --as s9")["status"] == 404


# --- changing --------------------------------------------------------------------------------


def test_undo_redo_and_jump_show_what_changes(either: Typed):
    combat = either.json("play fight.jsonl")["combat"]
    before = either.json("show state last")
    said = either.says("undo step last --dry-run")
    assert "Ana strikes Bert" in said and "Nothing was changed." in said
    assert re.search(r"^Ana +AP +1 +2$", said, re.MULTILINE)
    assert either.json("show state last") == before
    assert "The head is at entry " in either.says(
        'undo step last --yes --note "slip of the tongue"'
    )
    assert "2 action points" in either.says("show state last")
    assert "returns" in either.says("undo redo last --yes")
    assert either.json("show state last") == before
    assert either.json("undo jump last 5 --yes")["entries"][0]["event"]["to"] == "5"
    assert either.fails("undo jump last 999 --yes")["numbers"] == {
        "last": before_last(either, combat)
    }


def before_last(typed: Typed, combat: str) -> int:
    """The number of the last entry."""
    with_seats: Any = typed.json(f"show log {combat} --full")
    return int(with_seats["number"])


def test_the_referees_hand_counts_in_displayed_points(either: Typed):
    either.says("play fight.jsonl")
    either.says('correct adjust last --pool ana ap +2 --reason "a gift"')
    assert "3 action points" in either.says("show state last")
    either.says('correct adjust last --condition bert hurt --level 2 --reason "fell"')
    shown = either.says("show state last")
    assert "hurt 2" in shown
    either.says('correct adjust last --condition bert hurt --end --reason "no, he did not"')
    either.says('correct adjust last --fact ana adjacent no --toward bert --reason "misread"')
    either.says('correct adjust last --place bert "the reeds" --reason "map"')
    shown = either.says("show state last")
    assert "hurt" not in shown and "side by side" not in shown and "Bert is at the reeds" in shown
    half = either.fails('correct adjust last --pool ana ap 1/2 --reason "half"')
    assert (half["status"], half["numbers"]) == (409, {"parts": 1})
    assert "1/2 cannot be counted in AP" in half["detail"]
    none = either.fails('correct adjust last --pool ana ap x --reason "?"')
    assert none["status"] == 422 and "Write a number of points" in none["detail"]
    assert "exactly one" in either.fails('correct adjust last --reason "nothing"', 2)["detail"]


def test_seats_are_given_renewed_and_taken(either: Typed):
    either.says("play fight.jsonl")
    token = either.json('seats open last "Sue Dunn" --role spectator')["tokens"]["s3"]
    assert "Sue Dunn" in either.says("seats list last")
    assert either.json(f"show state last --token {token}")["number"]
    new = either.says("seats renew last s3").split()[1]
    assert either.run(f"show state last --token {token}").exit_code == 1
    assert either.says(f"show state last --token {new}")
    assert either.says("seats close last s3") == "Done.\n"
    assert "closed" in either.says("seats list last")
    assert either.fails(f"show state last --token {new}")["status"] == 401


# --- playing ---------------------------------------------------------------------------------


def test_others_join_with_a_code_until_it_ends(either: Typed):
    either.says("play fight.jsonl")
    said = either.says("seats code last --role spectator --minutes 5")
    code = said.split()[0]
    assert f"{code} lets a spectator join for 5 minutes" in said and len(code) == 9
    assert either.json("seats code last --minutes 0") == {"origins": [], "campaign": ""}
    assert either.says("seats code last --minutes 0") == "Nobody can join with a code now.\n"


def test_other_sites_are_allowed_by_name_and_listed(either: Typed):
    either.says("play fight.jsonl")
    assert "No other site" in either.says("seats origins last")
    sites = "https://map.example http://localhost:5173"
    assert either.json(f"seats origins last {sites}") == {"origins": sites.split()}
    assert either.says("seats origins last").split() == sites.split()
    assert "without a path" in either.fails("seats origins last https://map.example/")["detail"]
    assert either.json("seats origins last --none") == {"origins": []}


def test_serving_refuses_what_is_no_origin(either: Typed):
    done = either.run("serve --port 0 --origin map.example")
    assert done.exit_code == 2 and "https://map.example:8443" in done.stderr


def test_a_file_is_played_with_the_tokens_of_its_seats(either: Typed):
    played = either.json("play fight.jsonl")
    assert played["commands"] == len(FIGHT) and set(played["tokens"]) == {"s1", "s2"}
    by = {line["by"] for line in json_lines(either, played["combat"])}
    assert by == {"p0", "p1"}
    more = either.json("play more.jsonl --into last")
    assert (more["combat"], more["commands"], more["tokens"]) == (played["combat"], 2, {})
    assert int(more["last"]) > int(played["last"])


def json_lines(typed: Typed, combat: str) -> list[Any]:
    """The envelopes of all entries, from an export."""
    lines = typed.says(f"transfer export {combat}").splitlines()
    return [
        json.loads(json.loads(line)["body"].split("\n")[1])
        for line in lines
        if '"line":"entry"' in line
    ]


def test_it_stops_at_the_first_line_that_is_refused(either: Typed):
    lines = [*FIGHT[:4], {"type": "act", "who": "bert", "manoeuvre": "move"}, FIGHT[4]]
    file = either.folder / "bad.jsonl"
    file.write_text("\n\n".join(map(json.dumps, lines)))
    problem = either.fails("play bad.jsonl")
    assert problem["line"] == 9 and problem["detail"].startswith("line 9: ")
    assert problem["status"] == 409 and problem["combat"] in problem["detail"]
    assert "ana" not in either.json(f"show state {problem['combat']}")["turn_order"]["gone"]
    said = either.run("play bad.jsonl")
    assert said.exit_code == 1 and "Error: line 9: " in said.stderr
    assert "Possible now:\n  move" in said.stderr


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", None, "is empty"),
        ("{", 1, "no JSON object"),
        ("\n[1]", 2, "no JSON object"),
        ('{"type": "join", "subject": "ana"}', 1, "the first line opens a combat"),
        ('{"type": "open", "ruleset": "chess"}', 1, "No ruleset 'chess'"),
        ('{"type": "open", "ruleset": "toy"}\n{"type": "jon"}', 2, "Expected one of"),
        ('{"type": "open", "ruleset": "toy"}\n{"as": "s7", "type": "pass-all"}', 2, ""),
    ],
)
def test_a_file_that_is_no_fight_says_where(empty: Typed, text: str, line: int | None, why: str):
    (empty.folder / "no.jsonl").write_text(text)
    problem = empty.fails("play no.jsonl")
    assert problem.get("line") == line and why in problem["detail"]


def test_it_is_read_from_standard_input_too(empty: Typed):
    data = (empty.folder / "fight.jsonl").read_bytes()
    assert empty.run("play -", input=data).exit_code == 0
    assert "The bridge" in empty.says("show combats")


# --- carrying --------------------------------------------------------------------------------


def test_an_export_goes_to_another_folder_and_back(either: Typed):
    combat = either.json("play fight.jsonl")["combat"]
    said = either.json("transfer export last --keys -o moving.ndjson")
    file = either.folder / "moving.ndjson"
    assert (said["combat"], said["bytes"]) == (combat, file.stat().st_size)
    assert file.stat().st_mode & 0o777 == 0o600
    assert either.json("transfer import moving.ndjson --data other --dry-run")["outcome"] == (
        "would be imported"
    )
    assert "imported" in either.says("transfer import moving.ndjson --data other")
    assert either.json("transfer import moving.ndjson --data other")["outcome"] == "already here"
    assert either.says("transfer export last --keys --data other").encode() == file.read_bytes()
    assert "begun elsewhere" in either.fails("play more.jsonl --into last --data other")["detail"]
    assert "keys of era 2" in either.says("transfer go-on last --data other")
    assert either.says("play more.jsonl --into last --data other")
    assert "has gone on" in either.fails("transfer import moving.ndjson --data other")["detail"]


def test_a_spoilt_file_names_its_line(either: Typed):
    either.says("play fight.jsonl")
    lines = either.says("transfer export last").splitlines(keepends=True)
    (either.folder / "cut.ndjson").write_text("".join(lines[:9]))
    problem = either.fails("transfer import cut.ndjson --data third")
    assert problem["numbers"] == {"line": 10} and "Line 10: " in problem["detail"]
    assert "There is no combat yet." in either.says("show combats --data third")
