"""Rebuild: what is kept beside the log is what the log says, or is told and made anew."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from api.store.core.row_seals import seal_of
from tests.support.clients.cli_runner import Typed
from tests.support.tampering.stored_state import reworded


@pytest.fixture
def typed(typed: Typed) -> Typed:
    """A folder with two fights in it, one of them with words and an undone step."""
    typed.says("play fight.jsonl")
    typed.says("play more.jsonl --into last")
    typed.says("undo step last --yes")
    return typed


def spoil(typed: Typed, statement: str) -> None:
    """Change something in the database by hand; who does may seal the row again."""
    with closing(sqlite3.connect(typed.folder / ".combatlog/combats.db")) as database, database:
        database.create_function("sealed", -1, lambda table, *row: seal_of(table, row))
        database.create_function("reworded", 3, reworded)
        assert database.execute(statement).rowcount > 0


def looked(typed: Typed, line: str = "admin rebuild --check") -> list[dict[str, Any]]:
    """What a look at all combats finds, whatever its exit code."""
    found: list[dict[str, Any]] = json.loads(typed.run(f"{line} --json").stdout)["items"]
    return found


def test_what_is_kept_is_what_the_log_says(typed: Typed):
    found = looked(typed)
    assert [item["flaws"] for item in found] == [[], []]
    assert all(item["states"] >= 1 for item in found)
    said = typed.says("admin rebuild --check")
    assert said.count("as it should be") == 2 and said.startswith("combat ")
    assert len(typed.json("admin rebuild last --check")["items"]) == 1


BEHIND: dict[str, tuple[str, str]] = {
    "a state": (
        "UPDATE checkpoints SET data = CAST(data || 'x' AS BLOB)",
        "the state kept at entry",
    ),
    "no state": ("UPDATE checkpoints SET data = 'x'", "the state kept at entry"),
    "an index": ("UPDATE lines SET data = CAST(data || 'x' AS BLOB)", "the index of its line"),
    "a title": ("UPDATE catalogue SET title = 'The mill'", "the catalogue lists it"),
    "a status": ("UPDATE catalogue SET status = 'ended'", "the catalogue lists it"),
    "the catalogue": ("DELETE FROM catalogue", "the catalogue lists it"),
}


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("what", BEHIND)
def test_what_was_spoilt_is_found_and_made_anew(typed: Typed, what: str):
    statement, why = BEHIND[what]
    before = typed.says("show state last"), typed.says("show combats")
    spoil(typed, statement)
    found = looked(typed)
    assert all(why in item["flaws"][0] for item in found) and len(found) == 2
    done = typed.run("admin rebuild --check")
    assert done.exit_code == 1 and why in done.stdout
    typed.says("admin rebuild")
    assert [item["flaws"] for item in looked(typed)] == [[], []]
    assert (typed.says("show state last"), typed.says("show combats")) == before


BROKEN: dict[str, tuple[str, str]] = {
    "an entry": (
        "UPDATE combatlog_events SET state = reworded(state, 'bridge', 'Bridge')"
        " WHERE originator_version = 1",
        "entry 1: ",
    ),
    "a missing entry": ("DELETE FROM combatlog_events WHERE originator_version = 3", "Entry 3 of"),
    "a name": (
        "UPDATE combatlog_events SET topic = 'combat.left/1' WHERE originator_version = 2",
        "entry 2: it is stored as combat.left/1",
    ),
    "a person": ("DELETE FROM people WHERE id = 'p2'", "the table people has not what was written"),
    "two names exchanged": (
        "UPDATE people SET (salt, name, seal) = (SELECT o.salt, o.name,"
        " sealed('people', o.combat, 'p1', o.salt, o.name) FROM people o"
        " WHERE o.combat = people.combat AND o.id = 'p2') WHERE id = 'p1'",
        "the name of p1 is altered, or another person's",
    ),
    "a name that nobody has": (
        "UPDATE people SET id = 'p9', seal = sealed('people', combat, 'p9', salt, name)"
        " WHERE id = 'p2'",
        "none refers to p9",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_log_is_found_and_left_as_it_is(typed: Typed, what: str):
    statement, why = BROKEN[what]
    spoil(typed, statement)
    for line in ("admin rebuild --check", "admin rebuild", "admin rebuild --check"):
        found = looked(typed, line)
        assert all(item["flaws"] and why in item["flaws"][0] for item in found), found


def test_a_combat_that_is_not_there_is_said(typed: Typed):
    assert "no such combat" in typed.fails("admin rebuild c-none")["detail"]


RULINGS = {
    "one too few": "DELETE FROM rulings",
    "another": "UPDATE rulings SET remedy = 'go-back'",
    "one too many": (
        "INSERT INTO rulings SELECT combat, 9, ruleset, 'T9', remedy, at,"
        " sealed('rulings', combat, 9, ruleset, 'T9', remedy, at) FROM rulings"
    ),
}


@pytest.mark.parametrize("what", RULINGS)
def test_the_index_of_rulings_is_held_to_the_log_and_made_anew(typed: Typed, what: str):
    typed.says("undo redo last --yes")
    typed.says("dispute contest last 19 --note why")
    number = json.loads(typed.says("dispute list last --json"))["items"][0]["number"]
    typed.says(f"dispute rule last {number} --note so")
    assert [item["flaws"] for item in looked(typed)] == [[], []]
    spoil(typed, RULINGS[what])
    flaws = [flaw for item in looked(typed) for flaw in item["flaws"]]
    assert flaws == ["the index of rulings has others"]
    typed.says("admin rebuild")
    assert [item["flaws"] for item in looked(typed)] == [[], []]


def test_an_imported_combat_brings_its_rulings_into_the_index(typed: Typed):
    typed.says("dispute contest last 19 --note why")
    number = json.loads(typed.says("dispute list last --json"))["items"][0]["number"]
    typed.says(f"dispute rule last {number} --note so")
    typed.says("transfer export last --keys -o fight.ndjson")
    typed.says("transfer import fight.ndjson --data there")
    [found] = json.loads(typed.says("admin rebuild --check --data there --json"))["items"]
    assert found["flaws"] == []
    with closing(sqlite3.connect(typed.folder / "there/combats.db")) as database:
        rows = database.execute("SELECT number, clause, remedy FROM rulings").fetchall()
    assert rows == [(int(number), "T4", "let-stand")]
