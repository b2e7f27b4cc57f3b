"""Presets over HTTP: a fight is opened with one, and its log alone says what it is from then on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from api.combats.open_combat import rules_as_opened
from api.presets.shipped import shipped
from api.transfer.import_combat import take_in
from domain.events import CombatOpened
from domain.rulesets import ruleset
from tests.support.clients.http_client import Caller, Table, json_of
from tests.support.goldens.samples import service_in

MINE: dict[str, Any] = {
    "title": "Rust",
    "words": {"round": "exchange"},
    "sheet": {"hp": {"is": "pool", "says": "grit"}, "plate": {"is": "number", "also": ["ac"]}},
    "conditions": {"hot": {"rounds": 2}, "linked": {"rounds": 9, "concentration": True}},
    "initiative": {"order": "as added"},
}


@pytest.fixture
def operator(tmp_path: Path) -> Caller:
    service = service_in(tmp_path)
    return Table.at_combat(service, "none").operator


def opens(operator: Caller, preset: Any, **more: Any) -> Any:
    return operator.post("/v1/combats", {"ruleset": "open", "preset": preset, **more})


def say(operator: Caller, combat: str, **command: Any) -> Any:
    answer = operator.post(f"/v1/combats/{combat}/commands", command)
    assert answer.status_code < 300, answer.text
    return answer.json


def played(operator: Caller) -> str:
    """A fight by a preset of its own, in its first round."""
    combat = str(json_of(opens(operator, MINE))["combat"])
    say(operator, combat, type="join", subject="ana", name="Ana", traits={"hp": 9, "ac": 15})
    say(operator, combat, type="join", subject="bo", name="Bo", traits={"HP": 5})
    say(operator, combat, type="answer", who="referee", about="round", choice="begin")
    hit = {"who": "ana", "manoeuvre": "hit", "targets": ["bo"], "params": {"their hp": 2}}
    say(operator, combat, type="act", **hit)
    return combat


def story(operator: Caller, combat: str) -> str:
    address = f"/v1/combats/{combat}/timeline?full=1"
    return str(operator.get(address, Accept="text/plain").text)


def test_the_presets_that_come_with_the_program_are_listed(operator: Caller):
    items = json_of(operator.get("/v1/presets"))["items"]
    assert [each["name"] for each in items] == list(shipped())
    one = next(each for each in items if each["name"] == "dnd-5e")
    assert (one["title"], one["preset"]) == ("D&D 5e", json.loads(shipped()["dnd-5e"]))


@pytest.mark.parametrize("preset", ["hit-points", shipped()["hit-points"]])
def test_one_is_named_or_sent_as_text(operator: Caller, preset: str):
    combat = json_of(opens(operator, preset))["combat"]
    shown = json_of(operator.get(f"/v1/combats/{combat}"))
    assert shown["preset"] == json.loads(shipped()["hit-points"])


def test_a_combat_without_one_says_nothing_of_it(operator: Caller):
    combat = json_of(operator.post("/v1/combats", {"ruleset": "open"}))["combat"]
    assert "preset" not in json_of(operator.get(f"/v1/combats/{combat}"))


def test_the_story_the_state_and_the_options_go_by_it(operator: Caller):
    combat = played(operator)
    told = story(operator, combat)
    assert "Exchange 1" in told and "Bo loses 2 grit, 3 left" in told
    offered = json_of(operator.get(f"/v1/combats/{combat}/options"))["options"]
    begin = next(each for each in offered if each["command"].get("manoeuvre") == "begin")
    name = next(each for each in begin["blanks"] if each["pointer"] == "/params/name")
    assert name["schema"]["examples"] == ["hot", "linked"]
    why = operator.get(f"/v1/combats/{combat}/explain?what=hp+of+bo").text
    assert "grit" in why


def test_a_mistake_in_a_text_has_its_line_and_in_json_its_pointer(operator: Caller):
    text = json.dumps(MINE, indent=2).replace('"rounds": 2', '"rounds": "two"')
    wrong: Any = opens(operator, text)
    assert (wrong.status_code, wrong.json["numbers"]) == (409, {"line": 20, "column": 17})
    assert wrong.json["detail"] == (
        "The preset does not fit. Line 20, column 17: \"rounds\" cannot be 'two'."
        " Write a whole number from 1 to 1000000, such as 10."
    )
    refused = opens(operator, {**MINE, "conditions": {"hot": {"rounds": "two"}}})
    assert refused.status_code == 409
    assert refused.json["pointer"] == "/preset/conditions/hot/rounds"
    assert opens(operator, "gurps").status_code == 409
    assert json_of(operator.get("/v1/combats"))["items"] == []


def test_a_game_with_rules_takes_none(operator: Caller):
    refused = operator.post("/v1/combats", {"ruleset": "arq", "preset": "dnd-5e"})
    assert "takes no preset: its own rules say all of that" in json_of(refused)["detail"]


def test_a_combat_under_a_preset_says_what_its_sheets_may_hold(operator: Caller):
    shown = operator.read(f"/v1/combats/{json_of(opens(operator, 'dnd-5e'))['combat']}")
    fits = jsonschema_rs.Draft202012Validator(shown["sheets"]["combatant"]).is_valid
    assert fits({"AC": 15, "hp": 24}) and not fits({"Armor Class": "high"})
    assert "sheets" not in operator.read(f"/v1/combats/{json_of(opens(operator, {}))['combat']}")


def test_a_setting_is_stronger_than_the_preset(operator: Caller):
    combat = json_of(opens(operator, MINE, settings={"order": "free"}))["combat"]
    say(operator, combat, type="join", subject="ana")
    say(operator, combat, type="answer", who="referee", about="round", choice="begin")
    offered = json_of(operator.get(f"/v1/combats/{combat}/options"))["options"]
    assert any(each["command"].get("about") == "next" for each in offered)


def test_a_restart_and_an_export_keep_it(operator: Caller, tmp_path: Path):
    combat = played(operator)
    told = story(operator, combat)
    exported = operator.get(f"/v1/combats/{combat}/export").data
    (tmp_path / "there").mkdir()
    there = service_in(tmp_path / "there")
    take_in(there, exported.splitlines(keepends=True))
    elsewhere = Table.at_combat(there, combat).operator
    assert story(elsewhere, combat) == told
    assert json_of(elsewhere.get(f"/v1/combats/{combat}"))["preset"] == MINE
    there.combats.let_go(combat)
    assert there.combat(combat).rules.title == "Rust"


def test_a_what_if_has_it_as_well(operator: Caller):
    combat = played(operator)
    made = operator.post(f"/v1/combats/{combat}/what-ifs", {"title": "Else"})
    assert made.status_code == 201, made.text
    copy = json_of(made)["combat"]
    assert json_of(operator.get(f"/v1/combats/{copy}"))["preset"] == MINE
    say(operator, copy, type="act", who="ana", manoeuvre="begin", params={"name": "hot"})
    assert "hot, until the end of the exchange (2 exchanges to go)" in story(operator, copy)


def test_a_log_whose_preset_cannot_be_read_any_more_is_played_on_without_it():
    opened = CombatOpened(ruleset="open", edition="1", preset={"title": 5})
    rules = rules_as_opened(ruleset("open"), opened)
    assert (rules.title, rules.takes_over) == ("Any game", True)


def test_undo_to_the_beginning_and_redo_keep_it(operator: Caller):
    combat = played(operator)
    before = json_of(operator.get(f"/v1/combats/{combat}/state"))
    for how in ("undo",) * 4 + ("redo",) * 4:
        moved = operator.post(
            f"/v1/combats/{combat}/commands", {"type": "rewind", "how": how}, If_Match="*"
        )
        assert moved.status_code < 300, moved.text
    after = json_of(operator.get(f"/v1/combats/{combat}/state"))
    assert after["members"] == before["members"]
