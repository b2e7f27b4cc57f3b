"""Two weapons of one name in one victim: which of them is taken out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import AXE, COGAN, STRIKE, URLIK, Fight

SPEAR: dict[str, Any] = {**AXE, "type": "impaling", "impales as": "spear", "damage": 18}
SPEARMAN: dict[str, Any] = {
    **COGAN,
    "ST": 0,
    "Combat": 12,
    "Medicine": 9,
    "weapons": {"spear": SPEAR},
}
FIRM: dict[str, Any] = {
    **URLIK,
    "ST": 0,
    "WP": 60,
    "Athletics": 60,
    "Combat": 3,
    "CO": -3,
    "Tactics": 0,
    "armour": {"chest": 14},
}
HOLDS, LOSES = (6,) * 12, (1,) * 6


def spitted(cogan: tuple[int, ...], erik: tuple[int, ...]) -> Fight:
    """Cogan's spear, then Erik's, sticks in Urlik; each rolls these faces for his grip."""
    fight = Fight().joins("cogan", side="heroes", **SPEARMAN)
    fight.joins("erik", side="heroes", **{**SPEARMAN, "Tactics": 1})
    fight.joins("urlik", side="reavers", **FIRM)
    fight.side_by_side("cogan urlik", "erik urlik", "cogan erik").begins("cogan")
    for who, other, grip in (("cogan", "erik", cogan), ("erik", "urlik", erik)):
        fight.does(who, STRIKE, "urlik", using="spear").everybody_passes()
        fight.rolls(who, "urlik").rolls(who).passes().rolls("urlik").rolls("urlik")
        fight.rolls(who, faces=grip).ends(who).polls(other)
    return fight


def owners(fight: Fight) -> list[str]:
    """Whose spears are stuck."""
    return [c.toward for c in fight.combat.conditions.on("urlik", "impaled")]


def wounds(fight: Fight) -> list[int]:
    """How bad the wounds are, the one by Cogan first."""
    return [wound.level for wound in fight.combat.conditions.on("urlik", "wound")]


def test_the_one_that_nobody_holds_is_pulled_out():
    fight = spitted(HOLDS, LOSES)
    assert wounds(fight) == [3, 4]
    fight.does("urlik", "pull out", "urlik", using="spear")
    assert owners(fight) == ["cogan"]
    assert wounds(fight) == [3, 5]


def test_the_doer_pulls_out_his_own_before_another():
    fight = spitted(LOSES, LOSES).ends("urlik").begins("erik")
    fight.does("erik", "pull out", "urlik", using="spear")
    assert owners(fight) == ["cogan"]
    assert fight.fact("erik", "bears", "spear") == "yes"


@pytest.mark.parametrize(("who", "left"), [("urlik", ["cogan"]), ("cogan", ["erik"])])
def test_with_care_the_same_one_is_taken_out(who: str, left: list[str]):
    fight = spitted(HOLDS, LOSES).ends("urlik").begins(who)
    fight.say_plainly({"type": "rule", "point": "fight", "value": "is over"})
    fight.does(who, "pull out with care", "urlik", using="spear").rolls(who, faces=(6,) * 9)
    assert fight.outcome("careful hands")[0] == "is taken out"
    assert owners(fight) == left
