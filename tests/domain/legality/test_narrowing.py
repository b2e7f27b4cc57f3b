"""Blanks that come besides another: what is left for one once the other is filled in."""

from __future__ import annotations

from typing import Any

import pytest

from domain.legality.blank_checks import check_blanks
from domain.legality.narrowing import narrowed
from domain.legality.option import Option, fill
from domain.ruleset.ruleset import Blank, Refused, Supply
from tests.support.refusals import lacks

TOKENS = Supply("tokens", 7, who="ann", pool="veil")
DICE = Blank("dice", "number", most=2, supply=TOKENS._replace(price=3))
KEEP = Blank("keep", "number", most=3, optional=True, supply=TOKENS, besides="dice")
UNITS = ("bows", "knights", "spears")
UNIT = Blank("unit", "one", UNITS)
WITH = Blank("with", "some", UNITS, optional=True, besides="unit")


@pytest.mark.parametrize(("dice", "most"), [(0, 3), (1, 3), (2, 1), ("many", 3)])
def test_a_number_is_paid_from_what_the_other_leaves(dice: Any, most: int):
    assert narrowed(KEEP, (DICE, KEEP), {"dice": dice}).most == most


def test_what_cannot_be_paid_together_is_refused_for_its_cost():
    check_blanks((DICE, KEEP), {"dice": 2, "keep": 1}, "7")
    with pytest.raises(Refused) as caught:
        check_blanks((DICE, KEEP), {"dice": 2, "keep": 2}, "7")
    assert caught.value.why == "keep 2 costs 2 tokens; 1 left"
    assert lacks(caught.value) == "points veil of ann: 1 >= 2"


def test_nothing_is_named_besides_itself():
    assert narrowed(WITH, (UNIT, WITH), {"unit": "bows"}).values == ("knights", "spears")
    assert narrowed(WITH, (UNIT, WITH), {}).values == UNITS
    check_blanks((UNIT, WITH), {"unit": "bows", "with": ["spears"]}, "4")
    with pytest.raises(Refused, match="does not fit with"):
        check_blanks((UNIT, WITH), {"unit": "bows", "with": ["spears", "bows"]}, "4")


def test_an_option_is_filled_in_as_what_is_filled_in_leaves_it():
    said = fill(Option({"type": "answer"}, (UNIT, WITH, DICE, KEEP)), _most)
    assert said["params"] == {"unit": "bows", "with": ["knights", "spears"], "dice": 2, "keep": 1}


def _most(blank: Blank) -> Any:
    """As much as a blank takes."""
    if blank.kind == "number":
        return blank.most
    return blank.values[0] if blank.kind == "one" else list(blank.values)
