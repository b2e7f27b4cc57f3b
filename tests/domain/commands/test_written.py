"""Results and rolls in a line: whatever their schema allows is read, and kept as it was read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain import commands as c
from domain.commands.written import DICE_LINE, RESULT_LINE, ROLL_LINE, read_result, read_roll

LINES = {
    "whale: hp -7": {"what": "pool", "subject": "whale", "pool": "hp", "key": "", "delta": "-7"},
    "whale hp = 12": {"what": "pool", "subject": "whale", "pool": "hp", "key": "", "to": "12"},
    "ole: is half-dead for 2 turns of kim": {
        "what": "condition",
        "subject": "ole",
        "name": "half-dead",
        "until": {"span": "turn", "left": 2, "whose": "kim"},
    },
    "kim: is not wet": {"what": "condition", "subject": "kim", "name": "wet", "begin": False},
    "barrel: fact open = yes": {"what": "fact", "of": "barrel", "name": "open", "value": True},
    "kim: at the bow": {"what": "place", "subject": "kim", "place": "the bow"},
}


@pytest.mark.parametrize("line", LINES)
def test_a_result_is_read_from_a_line(line: str):
    assert read_result(line) == LINES[line]


def test_a_roll_is_read_from_a_line():
    said = read_roll("Kim: attack 2d20kh1 + 5 (4, 17) against 15: hit")
    dice = {"who": "Kim", "purpose": "attack", "dice": "2d20kh1 + 5", "faces": [4, 17]}
    assert said == {**dice, "target": "15", "outcome": "hit"}
    assert read_roll("attack = 18") == {"purpose": "attack", "total": "18"}


@pytest.mark.parametrize("field", ["results", "rolls"])
def test_what_cannot_be_read_says_how_it_is_written(field: str):
    with pytest.raises(ValidationError, match=r"Write a (result|roll) as"):
        act(field, "kim hurts")


@pytest.mark.parametrize("line", ["kim: +5", "kim: = 5", "kim:  -7", "kim:   is  ", "kim: at  "])
def test_a_result_without_the_name_of_a_pool_state_or_place_is_refused(line: str):
    with pytest.raises(ValidationError, match=r"Write a result as whale: hp -7"):
        act("results", line)


def act(field: str, line: str) -> Any:
    """An act with one line of a field."""
    said = {"type": "act", "who": "kim", "manoeuvre": "hit", field: [line]}
    return c.COMMAND.validate_python(said)


@pytest.mark.parametrize(("field", "line"), [("results", RESULT_LINE), ("rolls", ROLL_LINE)])
@given(data=st.data())
def test_every_line_of_the_schema_is_read_and_kept(field: str, line: Any, data: Any):
    said = act(field, data.draw(st.from_regex(line["pattern"], fullmatch=True)).rstrip("\n"))
    assert c.COMMAND.validate_json(said.model_dump_json()) == said


@given(dice=st.from_regex(DICE_LINE["pattern"], fullmatch=True))
def test_all_dice_of_the_schema_are_read(dice: str):
    said = c.COMMAND.validate_python({"type": "roll", "who": "kim", "dice": dice.rstrip("\n")})
    assert c.COMMAND.validate_json(said.model_dump_json()) == said
