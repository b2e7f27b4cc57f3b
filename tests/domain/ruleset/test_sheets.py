"""Sheets as data: what a declaration takes and refuses, with the place that is named."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ruleset.refusals import Refused
from domain.ruleset.sheets.names import THING_NAME
from domain.ruleset.sheets.records import Other, Record, When, fields
from domain.ruleset.sheets.sheet import Breach, Sheet, SheetRule
from domain.ruleset.sheets.values import Either, Flag, Halves, OneOf, Several, Text, Whole

SHEET = Sheet(
    Record(
        fields(
            """
6.1 | name | axe [=bow] | | what it is
6.2 | reach | 1..3 [2] | hexes | how far it reaches
6.3 | sharp | flag | | whether it cuts
6.4 | weight | halves | points | what it weighs
6.5 | marks | marks | | what is cut into it
6.6 | worth | either | coins | what it is worth, or who knows
6.7 | charms | charms | | charms by their names
""",
            {
                "axe": OneOf(("axe", "bow")),
                "flag": Flag(),
                "halves": Halves(),
                "marks": Several(OneOf(("sun", "moon", "star")), 2, "6.5"),
                "either": Either((Whole(), Text("somebody", "[a-z]{1,9}", "6.6"))),
                "charms": Record(other=Other(Whole((0, 9)), "its power", THING_NAME, clause="6.7")),
            },
            {"charms": "charm"},
        ),
        cases=(When("name", "axe", needs=("sharp",), without=("charms",), clause="6.1"),),
    ),
    rules=(
        SheetRule(
            "nothing sharp weighs nothing",
            "6.8",
            lambda parts: Breach("/weight") if parts.get("sharp") and not parts["weight"] else None,
        ),
    ),
)


def test_what_is_read_is_kept_flat_with_what_is_filled_in() -> None:
    charms = {"luck": 3, "old ward": 0}
    given = {"reach": 3.0, "weight": "2 1/2", "marks": ["moon", "sun"], "worth": "ana"}
    assert SHEET.read({**given, "charms": charms}) == {
        "name": "bow",
        "reach": 3,
        "weight": 5,
        "marks": "moon, sun",
        "worth": "ana",
        "charm luck": 3,
        "charm old ward": 0,
    }


@pytest.mark.parametrize(
    ("given", "at", "clause", "why"),
    [
        ({"name": "spoon"}, "/traits/name", "", "name is one of axe, bow, not 'spoon'"),
        ({"sharp": 1}, "/traits/sharp", "", "sharp is true or false, not 1"),
        ({"sharp": "yes"}, "/traits/sharp", "", "sharp is true or false, not 'yes'"),
        ({"reach": 0}, "/traits/reach", "6.2", "reach is a whole number from 1 to 3, not 0"),
        ({"reach": 4}, "/traits/reach", "6.2", "reach is a whole number from 1 to 3, not 4"),
        ({"reach": True}, "/traits/reach", "6.2", "reach is a whole number from 1 to 3, not True"),
        ({"reach": 2.5}, "/traits/reach", "6.2", "reach is a whole number from 1 to 3, not 2.5"),
        (
            {"weight": "2 1/3"},
            "/traits/weight",
            "",
            "weight is a whole number of halves from -1000 to 1000, not '2 1/3'",
        ),
        (
            {"marks": ["sun", "sun"]},
            "/traits/marks",
            "6.5",
            "marks is a list of up to 2, none of them twice, each one of sun, moon, star, not"
            " ['sun', 'sun']",
        ),
        ({"marks": "sun"}, "/traits/marks", "6.5", "marks is a list of up to 2"),
        ({"worth": "Ana"}, "/traits/worth", "6.6", "worth is somebody, not 'Ana'"),
        ({"worth": False}, "/traits/worth", "", "worth is a whole number, or somebody, not False"),
        ({"charms": {"luck": 10}}, "/traits/charms/luck", "", "luck is a whole number from 0 to 9"),
        ({"charms": {"": 1}}, "/traits/charms/", "6.7", "'' is not a name of up to 40 signs"),
        ({"charms": {" luck": 1}}, "/traits/charms/ luck", "6.7", "' luck' is not a name of up to"),
        ({"charms": ["luck"]}, "/traits/charms", "", "charms is an object: values by name, not"),
        ({"a/b~c": 1}, "/traits/a~1b~0c", "", "nothing here is called 'a/b~c'"),
        ({"name": "axe"}, "/traits", "", "this must be given: sharp, whether it cuts"),
        (
            {"name": "axe", "sharp": False, "charms": {}},
            "/traits/charms",
            "6.1",
            "nothing here is called 'charms'",
        ),
        ({"sharp": True, "weight": 0}, "/traits/weight", "6.8", "nothing sharp weighs nothing"),
    ],
)
def test_what_a_sheet_cannot_hold_is_refused_with_its_place(
    given: dict[str, Any], at: str, clause: str, why: str
) -> None:
    with pytest.raises(Refused) as refused:
        SHEET.read(given)
    assert (refused.value.clause, refused.value.pointer) == (clause, at)
    assert refused.value.why.startswith(why)


def test_what_is_known_is_named_in_the_refusal() -> None:
    with pytest.raises(Refused) as refused:
        SHEET.read({"maks": "axe"})
    known = "marks, name, reach, sharp, weight, worth and charms"
    assert refused.value.why == f"nothing here is called 'maks'; known here: {known}"
    assert (refused.value.pointer, refused.value.legal) == ("/traits/maks", None)


def test_a_schema_says_what_each_field_holds_and_means() -> None:
    schema = SHEET.alone()
    assert schema["properties"]["reach"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 3,
        "description": "how far it reaches",
        "default": 2,
        "x-unit": "hexes",
        "x-clause": "6.2",
    }
    assert schema["properties"]["weight"]["$ref"] == "#/$defs/Halves"
    assert schema["additionalProperties"] is False
    assert schema["x-rules"] == ["nothing sharp weighs nothing (6.8)"]
