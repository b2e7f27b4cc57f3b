"""Odd, broken, huge and contradictory lines: none stops an import, each is accounted for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from domain import events as e
from domain.importers.fight_files.timeline import IMPORTER
from domain.importers.file import File
from domain.timelines.comparison import differences, our_form
from domain.timelines.reports import Timeline
from tests.support.timelines.cards import cards
from tests.support.timelines.evening import evening
from tests.support.timelines.replaying import Replay, replay

Said = dict[str, Any]
ANN: Said = {"k": "join", "who": "ann", "name": "Ann", "role": "unit", "side": None}
HP: Said = {"k": "pool", "who": "ann", "pool": "hp", "from": None, "to": {"cur": 9, "max": 9}}


def told(*lines: Said) -> Replay:
    """Report Ann and some lines."""
    return replay([ANN, HP, *lines])


def wrong(state: Said, *lines: Said) -> list[str]:
    """Return where a state of the source differs after some lines."""
    return told(*lines, {"k": "state", "state": state}).wrong


def ann(**said: Any) -> Said:
    """The state in which nothing but Ann is there."""
    one = {"name": "Ann", "role": "unit", "side": None, "pools": {"hp": HP["to"]}}
    return {
        "clock": {},
        "order": [],
        "combatants": {"ann": {**one, "conds": {}, "attrs": {}, **said}},
    }


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"k": "dance"},
        {"k": "pool", "who": "ann"},
        {"k": "pool", "who": "bob", "pool": "hp", "to": {"cur": 1}},
        {"k": "clock", "set": 3},
        {"k": "cond_ended", "who": "ann", "id": "e1"},
        {"k": "cond_began", "who": "ann", "id": "e1", "cond": "prone"},
        {"k": "order", "order": "ann"},
        {"k": "left", "who": "bob"},
    ],
)
def test_a_line_that_says_nothing_is_left_out_with_the_reason(line: Said):
    found = told(line).findings[-1]
    assert (found.how, found.at) == ("left out", "line 3")
    assert found.said.endswith(".")


def test_a_line_that_is_no_json_keeps_its_place():
    read = IMPORTER.read(File('{"n": 0, "k": "meta"}\nrubbish\n\n{"k": "join", "who": "a"}\n'))
    found = replay(read.lines)
    assert [each.how for each in found.findings] == [
        "interpreted",
        "left out",
        "left out",
        "imported",
    ]
    assert found.findings[-1].at == "line 4"


@pytest.mark.parametrize(
    ("line", "pools"),
    [
        ({**HP, "to": {"cur": -40, "max": 9, "min": 0}}, {"hp": {"cur": -40, "max": 9, "min": 0}}),
        (
            {**HP, "to": {"cur": None, "max": 7}, "pool": "x"},
            {"hp": HP["to"], "x": {"cur": None, "max": 7}},
        ),
        ({**HP, "to": None}, {}),
        (
            {**HP, "pool": "a/b", "to": {"cur": 2.0, "max": None}},
            {"hp": HP["to"], "a/b": {"cur": 2, "max": None}},
        ),
        (
            {"k": "pool", "who": "ann", "pool": "hp", "from": HP["to"], "delta": -2},
            {"hp": {"cur": 7, "max": 9}},
        ),
        ({"k": "pool", "who": "ann", "pool": "hp", "delta": -2}, {"hp": {"cur": 7, "max": 9}}),
        (
            {"k": "pool", "who": "ann", "pool": "luck", "delta": 2},
            {"hp": HP["to"], "luck": {"cur": 2, "max": None}},
        ),
        ({"k": "pool", "who": "ann", "pool": "hp", "delta": "some"}, {"hp": HP["to"]}),
    ],
)
def test_pools_of_any_kind(line: Said, pools: Said):
    filler = {"k": "note", "text": "the sheet ends here"}
    assert wrong(ann(pools=pools), filler, line) == []


def test_a_difference_right_behind_a_sheet_goes_on_from_it():
    hp = {"k": "pool", "who": "ann", "pool": "hp", "delta": -2}
    luck = {**hp, "pool": "luck", "delta": 3}
    found = told(hp, luck)
    assert found.combat.pools.of["ann"] == {"hp": 7, "luck": 3}
    assert found.combat.pools.limits_of("ann", "hp").most == 9


def test_who_has_more_than_a_pool_holds_joins_all_the_same():
    gold = {**HP, "pool": "gold", "to": {"cur": 10**11}}
    bank = {**HP, "pool": "bank", "to": {"cur": 10**11 - 1}}
    found = replay([ANN, HP, gold, bank])
    assert found.combat.pools.of["ann"] == {"hp": 9, "bank": 10**11 - 1}
    assert "up to 11 digits: cur 100000000000 is left" in " ".join(f.said for f in found.findings)


@pytest.mark.parametrize(
    "value",
    [
        0,
        -3,
        2**40,
        0.5,
        True,
        False,
        "",
        "words",
        ["a", "b"],
        ["a, b", 3],
        {"x": 1},
        {"x": {"y": [1]}},
    ],
)
def test_facts_of_any_value(value: Any):
    line = {"k": "attr", "who": "ann", "name": "what", "from": None, "to": value}
    gone = {**line, "from": value, "to": None}
    assert wrong(ann(attrs={"what": value}), {"k": "note"}, line) == []
    assert wrong(ann(), {"k": "note"}, line, gone) == []


def test_who_joins_again_while_they_are_here_is_as_the_source_says_now():
    again = {**ANN, "name": "Ann the Wolf", "role": "item"}
    state = ann(name="Ann the Wolf", role="item", pools={})
    assert wrong(state, {"k": "note"}, again) == []


def test_a_condition_that_begins_again_under_its_id_is_as_it_is_said_now():
    began = {"k": "cond_began", "who": "ann", "id": "e", "cond": {"name": "Prone", "remaining": 3}}
    cond = {"name": "Prone", "remaining": 5, "unit": "rounds", "colour": "red"}
    found = told(began, {**began, "cond": cond}, {"k": "state", "state": ann(conds={"e": cond})})
    assert (found.wrong, len(found.combat.conditions.all)) == ([], 1)


def test_words_without_end_are_cut_and_not_refused():
    long = {f"fact {nth}": "word " * 400 for nth in range(30)}
    lines = [
        {"k": "attr", "who": "ann", "name": name, "from": None, "to": text}
        for name, text in long.items()
    ]
    cond = {"name": "x" * 500, **long}
    found = told(*lines, {"k": "cond_began", "who": "ann", "id": "e", "cond": cond})
    assert max(len(report.model_dump_json()) for report in found.reports) < 16_000
    assert {each.how for each in found.findings} == {"imported", "interpreted"}


@pytest.mark.parametrize(
    "line",
    [
        {"dice": [{"sides": 0, "faces": [0]}], "total": 3},
        {"dice": [{"sides": 20, "faces": [4, 17], "kept": [5]}], "total": 5},
        {"dice": [3, 4], "total": 7},
        {"dice": "1d20", "total": None, "did_hit": True},
        {"total": "many"},
        {"dice": "5000d6 (1)", "total": 1, "dc": "hard"},
        {},
    ],
)
def test_rolls_of_any_kind(line: Said):
    found = told({"k": "roll", "who": "ann", "for": "luck", **line})
    assert found.findings[-1].how == "imported"
    rolled = found.events(e.DiceRolled)
    assert rolled or found.reports[-1].note


def test_acts_of_strangers_name_them_in_words():
    act = {"k": "act", "id": "x", "verb": "draw", "who": "the game", "targets": ["ann", "Bob"]}
    [acted] = told(act).events(e.Acted)
    assert (acted.who, acted.targets) == ("", ("ann",))
    assert acted.params == {"who": "the game", "targets": "Bob"}


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("seed", range(25))
def test_whatever_is_broken_in_a_file_the_rest_comes_in(seed: int):
    chance = random.Random(seed)
    lines = (evening if seed % 2 else cards)(seed, 30)
    broken = [spoilt(line, chance) if chance.random() < 0.1 else line for line in lines]
    chance.shuffle(broken[10:20])
    found = replay(broken)
    assert len(found.findings) >= len(broken)


def spoilt(line: Said, chance: random.Random) -> Said:
    """Return a line with a field that is missing, or holds anything at all."""
    name = chance.choice(list(line))
    if chance.random() < 0.3:
        return {key: value for key, value in line.items() if key != name}
    return {
        **line,
        name: chance.choice((None, 3, -1, 2.5, True, "", "x", [], {}, [[]], {"cur": "y"})),
    }


def test_differences_are_found():
    lines = cards(5, 40)
    timeline = Timeline(lines)
    last: dict[str, Any] = {}
    for step in timeline.steps():
        if step.state is not None:
            last = timeline.expected(step.state)
    ours = our_form(replay(lines).combat, timeline.ids)
    assert list(differences(last, ours)) == []
    for part in ("clock", "order", "combatants"):
        assert list(differences({**last, part: {}}, ours)) or not last[part]


def test_words_that_are_too_long_for_one_note_go_on_in_the_next():
    text = " ".join(f"word{nth}" for nth in range(900))
    reports = told({"k": "note", "text": text}).reports
    notes = [report.note for report in reports if isinstance(report.note, str)]
    assert len(notes) > 3
    assert "".join(notes) == text


@pytest.mark.parametrize(
    ("dice", "faces", "dropped"),
    [
        ("1d20 (15) + 5", [(15,)], ()),
        (
            [{"die": "d20", "value": 15, "kept": True}, {"die": "d20", "value": 3, "kept": False}],
            [(15, 3)],
            (3,),
        ),
        (
            [{"sides": 6, "faces": [1]}, {"sides": 4, "faces": [2]}, {"sides": 6, "faces": [3]}],
            [(1, 3), (2,)],
            (),
        ),
    ],
)
def test_dice_in_other_forms(dice: Any, faces: list[Any], dropped: tuple[int, ...]):
    [rolled] = told({"k": "roll", "who": "ann", "dice": dice, "total": 20}).events(e.DiceRolled)
    assert [group.faces for group in rolled.groups] == faces
    assert rolled.groups[0].dropped == dropped


def test_what_no_state_ever_says_is_not_compared():
    hp = {**HP, "pool": "hp", "to": {"cur": 9, "max": 9, "min": 0}}
    lines = [
        {**ANN, "side": "party"},
        hp,
        {"k": "attr", "who": "ann", "name": "ac", "from": None, "to": 3},
    ]
    lines += [
        {
            "k": "cond_began",
            "who": "ann",
            "id": "e",
            "cond": {"name": "Prone", "cause": "x", "level": 2},
        }
    ]
    one = {"name": "Ann", "role": "unit", "side": "party", "pools": {"hp": {"cur": 9, "max": 9}}}
    state = {"combatants": {"ann": {**one, "conds": {"e": {"name": "Prone"}}}}}
    assert replay([*lines, {"k": "state", "state": state}]).wrong == []
    other = {"combatants": {"ann": {**one, "conds": {"e": {"name": "Prone", "level": 3}}}}}
    assert replay([*lines, {"k": "state", "state": other}]).wrong == [
        "line 5: combatants.ann.conditions.e.level is 3 in the source, and 2 here"
    ]


def test_a_sheet_follows_from_the_act_that_any_of_its_lines_names():
    act = {"k": "act", "id": "x1", "verb": "switch"}
    found = replay([act, ANN, {**HP, "by": "x1", "t": "19:04", "src": 7}])
    assert (found.reports[-1].after, found.reports[-1].time) == ("x1", "19:04")
    assert found.reports[-1].row == "7"
