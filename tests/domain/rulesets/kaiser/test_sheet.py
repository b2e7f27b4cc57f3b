"""Kaiser: what is no sheet is refused with a pointer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import Fight, refused


@pytest.mark.parametrize(
    ("traits", "pointer"),
    [
        ({}, "/traits"),
        ({"lp": 10, "weapons": {"whip": {}}}, "/traits/weapons/whip"),
        ({"lp": 10, "size": "vast"}, "/traits/size"),
        ({"lp": 10, "strike": "high"}, "/traits/strike"),
        ({"lp": 10, "spells": {"flare": {"mana": 3, "colour": 1}}}, "/traits/spells/flare/colour"),
    ],
)
def test_the_sheet_is_checked(traits: dict[str, Any], pointer: str):
    fight = Fight()
    assert refused(fight, lambda: fight.joins("xan", **traits)).pointer == pointer
