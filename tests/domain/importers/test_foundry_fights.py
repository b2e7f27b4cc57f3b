"""Combats and chat logs of Foundry VTT: the order, turns that are followed, and rolls."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from domain import events as e
from domain.importers import all_importers
from domain.importers.detect import find_importer
from domain.importers.file import File
from tests.domain.importers.test_avrae import brought
from tests.support.timelines.replaying import Replay


def combat(round_: int, turn: int | None, **ogre: Any) -> dict[str, Any]:
    """A combat as it is stored."""
    kara = {"_id": "c1", "name": "Kara", "initiative": 15.14, "hidden": False, "defeated": False}
    other = {"_id": "c2", "name": "Old Ogre", "initiative": 9, "hidden": True, "actorId": "a1"}
    people = [{**other, **ogre}, kara]
    return {"_id": "f17", "round": round_, "turn": turn, "combatants": people, "scene": "s1"}


def test_one_moment_of_a_combat():
    found = brought(json.dumps(combat(2, 0)), "foundry-combat")
    assert found.combat.clock.order("order") == ("c1", "c2")
    assert found.combat.clock.orders["order"].scores == {"c1": Decimal("15.14"), "c2": 9}
    assert (getattr(found.combat.clock.span("round"), "name", ""), found.combat.clock.actors) == (
        "2",
        ("c1",),
    )
    traits = found.combat.roster.members["c2"].traits
    assert (traits["hidden"], traits["actor"]) == (True, "a1")
    said = {(each.words.partition(":")[0], each.how) for each in found.findings}
    assert ("scene", "left out") in said


def test_a_score_of_nought_is_one_and_ties_go_by_the_id():
    scores = {"zz": 12, "aa": 12, "b": 0, "c": -2, "a": None}
    people = [{"_id": id, "name": f"Ann {id}", "initiative": s} for id, s in scores.items()]
    fight = {"_id": "f1", "round": 1, "turn": 2, "combatants": people}
    found = brought(json.dumps(fight), "foundry-combat").combat
    assert found.clock.order("order") == ("aa", "zz", "b", "c", "a")
    assert found.clock.actors == ("b",)


def test_a_database_has_every_moment_and_turns_that_went_back():
    moments = [combat(1, 0), combat(1, 1), combat(1, 0), combat(1, 1, defeated=True)]
    text = "\n".join(json.dumps(each) for each in moments)
    found = brought(text, "foundry-combat")
    assert [each.taken_back for each in found.events(e.TurnEnded)] == [False, True, False]
    [defeated] = [each for each in found.events(e.FactSet) if each.of == "c2"]
    assert (defeated.name, defeated.value) == ("defeated", True)
    importer = find_importer(File(text), all_importers())
    assert importer.read(File(text)).fight == "f17"


CHAT = """\
[3/1/2026, 7:04:12 PM] Old Ogre
1d20 + 6 = 11 + 6 = 17
---------------------------
[3/1/2026, 7:04:30\u202fPM] Kara
I step back.
2d6 + 3 = 9 + 3 = 12
---------------------------
"""


def test_a_chat_log_has_rolls_and_words_with_their_time():
    found = brought(CHAT, "foundry-chat")
    first, second = found.events(e.DiceRolled)
    assert (first.who, first.faces, first.total) == ("Old-Ogre", (11,), 17)
    assert [each.value for each in first.modifiers] == [6]
    assert (second.lost, second.total, second.text) == (True, 12, "2d6 + 3 = 9 + 3 = 12")
    times = {each.time for each in found.events(e.Reported) if each.time}
    assert times == {"3/1/2026, 7:04:12 PM", "3/1/2026, 7:04:30 PM"}
    assert [report.note for report in found.reports if report.note] == ["Kara: I step back."]


def left(found: Replay) -> list[str]:
    """Return the places that are left out."""
    return [each.at for each in found.findings if each.how == "left out"]


def test_a_line_of_a_database_that_is_no_combat_is_left_out():
    deleted = '{"$$deleted": true, "_id": "f17"}'
    lines = [json.dumps(combat(1, 0)), json.dumps(combat(2, 0))[:60], "", deleted, "garbage"]
    found = brought("\n".join(lines), "foundry-combat")
    assert left(found) == ["line 1", "line 2", "line 4", "line 5"]
    assert "was deleted" in found.findings[-2].said


def test_lines_that_stand_in_no_message_are_left_out():
    other = "[3/1/2026, 19:04:30] Kara\nI hit for 7.\n---------------------------\n"
    ruled = f"{CHAT.rstrip()}\nbehind a rule\n---------------------------\n"
    found = brought(f"{CHAT}{other}{ruled}", "foundry-chat")
    assert left(found) == ["line 8", "line 9", "line 18"]


def test_every_line_of_a_chat_log_but_borders_is_in_the_report():
    found = brought(CHAT, "foundry-chat")
    assert [each.at for each in found.findings] == [
        "line 1",
        "line 2",
        "line 4",
        "line 5",
        "line 6",
    ]
