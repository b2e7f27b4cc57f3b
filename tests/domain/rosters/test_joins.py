"""Join commands of a roster."""

from __future__ import annotations

import pytest

from domain.rosters.joins import begin_conditions, joins, set_beyond_limits
from domain.rosters.known import KnownNames
from domain.rosters.parse import parse


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ("Goblin 7/7 AC13 +2", {"hp": 7, "ac": 13, "initiative": 2}),
        ("Ogre 30/59", {"hp": {"current": 30, "most": 59}}),
        ("Wraith 40/67 +10 temp", {"hp": {"current": 40, "most": 67, "temporary": 10}}),
        ("Imp 5/5 +1 temp", {"hp": {"current": 5, "most": 5, "temporary": 1}}),
        (
            "Wizard slots=4/4 ki: 3 pc",
            {"pools": {"slots": {"current": 4, "most": 4}, "ki": 3}, "pc": True},
        ),
        ("17: Kara", {"score": 17}),
        ("Kara @15.14", {"score": "15.14"}),
        ("Orc HP 2d6 npc", {"pc": False}),
        ("Orc 0/9", {"hp": {"current": 0, "most": 9}}),
    ],
)
def test_a_sheet_says_what_the_text_says_and_no_more(text: str, sheet: dict[str, object]):
    [join] = joins(parse(text).combatants)
    assert join.traits == sheet


def test_a_join_has_a_new_id_the_side_and_the_notes():
    text = "Enemies:\n2 x Goblin hidden (sly) -- behind the door"
    one, two = joins(parse(text).combatants, {"goblin-1"})
    assert (one.subject, two.subject) == ("goblin-1-2", "goblin-2")
    assert (one.name, one.side, one.hidden) == ("Goblin 1", "Enemies", True)
    assert (one.kind, one.note) == ("combatant", "sly; behind the door")


def test_conditions_begin_by_commands_of_their_own():
    [thug] = parse("Thug [prone] [poisoned 3 rounds] dead").combatants
    said = begin_conditions(thug, "thug")
    assert [command["change"] for command in said] == [
        {"what": "condition", "subject": "thug", "name": "prone"},
        {
            "what": "condition",
            "subject": "thug",
            "name": "poisoned",
            "until": {"span": "round", "left": 3},
        },
        {"what": "condition", "subject": "thug", "name": "dead"},
    ]
    assert {(command["type"], command["note"]) for command in said} == {
        ("adjust", "As line 1 of the roster says.")
    }


HP_LEAST_0 = KnownNames({"sheet": {"hp": {"is": "pool", "also": ["hits"], "least": 0}}})


@pytest.mark.parametrize(
    ("text", "sheet", "to"),
    [
        ("Ogre 70/59", {"hp": {"current": 59, "most": 59}}, 70),
        ("Ogre HP -3/59", {"hp": {"current": 0, "most": 59}}, -3),
        ("Ogre hits: -3", {"pools": {"hits": {"current": 0}}}, -3),
        ("Ogre hits: 9", {"pools": {"hits": 9}}, None),
    ],
)
def test_who_is_beyond_a_limit_joins_at_it_and_is_set_beyond(
    text: str, sheet: dict[str, object], to: int | None
):
    [ogre] = parse(text).combatants
    [join] = joins([ogre], (), HP_LEAST_0)
    report = set_beyond_limits(ogre, "ogre", HP_LEAST_0)
    assert join.traits == sheet
    assert (report and report.changes[0].model_dump()["to"]) == to


def test_who_is_below_0_joins_so_where_the_game_has_no_least():
    [ogre] = parse("Ogre HP -3/59").combatants
    assert joins([ogre])[0].traits == {"hp": {"current": -3, "most": 59}}
    assert set_beyond_limits(ogre, "ogre") is None
