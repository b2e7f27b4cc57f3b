"""A preset as text: what is wrong in it has a line, a column, and what to write instead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.presets.chosen import chosen_preset, shipped_presets
from api.presets.positions import Position, offsets, position_at
from api.presets.shipped import shipped
from api.presets.text import MOST, UnfitPreset, read_text
from domain.ruleset.sheets.refusals import inside
from domain.rulesets import ruleset

CHECK = ruleset("open").with_preset
GOOD = """{
  "title": "Rust",
  "sheet": {"hp": {"is": "pool"}},
  "conditions": {
    "hot": {"rounds": 2},
    "cold": {"turns": 1}
  }
}
"""
JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def unfit(text: str) -> UnfitPreset:
    with pytest.raises(UnfitPreset) as raised:
        read_text(text, CHECK)
    return raised.value


def test_a_text_that_fits_is_the_json_that_it_says():
    assert read_text(GOOD, CHECK) == json.loads(GOOD)


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        (
            '"rounds": 2',
            '"rounds": "two"',
            "Line 5, column 23: \"rounds\" cannot be 'two'."
            " Write a whole number from 1 to 1000000, such as 10.",
        ),
        (
            '"turns": 1',
            '"turn": 1',
            "Line 6, column 22: 'turn' means nothing here."
            " Write one of: says, rounds, turns, whose, edge, level, most, falls, concentration.",
        ),
        (
            '"title": "Rust",',
            "",
            'Line 1, column 1: a preset has a title. Write "title": "the name of your game".',
        ),
        (
            '{"is": "pool"}',
            '{"is": "pond"}',
            "Line 3, column 26: \"is\" cannot be 'pond'."
            " Write one of: pool, number, word, yes or no.",
        ),
        (
            '"cold"',
            '"hot"',
            "Line 6, column 12: 'hot' stands here a second time. Write each name once.",
        ),
        ('"turns": 1}', '"turns": 1', "Line 9, column 1: this is not valid JSON: "),
    ],
)
def test_what_is_wrong_has_its_line(was: str, becomes: str, says: str):
    assert str(unfit(GOOD.replace(was, becomes))).startswith(says)


def test_what_is_no_preset_at_all():
    assert str(unfit("{" + " " * MOST + "}")).startswith(f"The preset has {MOST + 2} letters")
    assert str(unfit('{"a":' * 2000)) == "This is not valid JSON."
    assert str(unfit('{"title": NaN}')) == "This is not valid JSON."


@given(JSONS)
def test_every_value_stands_where_it_is_said_to(value: Any):
    for indent in (None, 2):
        text = json.dumps(value, indent=indent)
        places = list(offsets(text))
        assert [pointer for pointer, _ in places] == list(pointers(value, ""))
        for pointer, offset in places:
            assert json.JSONDecoder().raw_decode(text, offset)[0] == at(value, pointer)


def pointers(value: Any, pointer: str) -> list[str]:
    inner: Any = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    below = [each for key, one in inner for each in pointers(one, inside(pointer, str(key)))]
    return [pointer, *below]


def at(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def test_lines_and_columns_are_counted_from_one():
    assert [position_at("ab\nc\n", each) for each in (0, 1, 3)] == [
        Position(1, 1),
        Position(1, 2),
        Position(2, 1),
    ]


def test_one_is_chosen_by_name_as_json_or_as_text():
    names = [each.name for each in shipped_presets()]
    assert names == list(shipped()) == ["dnd-5e", "hit-points", "pathfinder-2e"]
    said = json.loads(shipped()["hit-points"])
    assert chosen_preset("hit-points", CHECK) == said
    assert chosen_preset(shipped()["hit-points"], CHECK) == said
    assert chosen_preset({"title": "X"}, CHECK) == {"title": "X"}
    assert chosen_preset(" ", CHECK) == {}
    with pytest.raises(UnfitPreset) as raised:
        chosen_preset("gurps", CHECK)
    assert str(raised.value) == (
        "No preset is called 'gurps'. Write one of: dnd-5e, hit-points, pathfinder-2e;"
        " or JSON of your own."
    )
