"""Planeswalker's sheet, and its data."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.ruleset.ruleset import Refused
from tests.support.fights.planeswalker import BOLT, RULES, Combat
from tests.support.rulesets.ruleset_checks import check


def test_whatever_the_ruleset_names_exists():
    assert check(RULES) == ()


def test_a_sheet_is_made_flat():
    given: dict[str, Any] = {
        "Speed": 2,
        "sources": ["red"],
        "mana": {"red": 1},
        "memory": ["b"],
        "spells": {"bolt": BOLT, "b": BOLT},
    }
    traits = Combat().mage("mira", **given).combat.roster.members["mira"].traits
    assert (traits["Power"], traits["Life"], traits["Speed"], traits["Memory"]) == (1, 5, 2, 5)
    assert (traits["spell bolt cost"], traits["spell bolt speed"]) == ("1R", "sorcery")
    assert (traits["library"], traits["memory"]) == ("bolt", "b")


def test_what_a_sheet_gives_goes_by_the_clause_of_its_pool():
    steps = Combat().mage("mira", mana={"red": 1}).steps
    filled = {
        it.event.pool: it.clause
        for drafts in steps
        for it in drafts
        if isinstance(it.event, e.PoolChanged)
    }
    assert filled == {"life": "7.3", "mana": "4.1"}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a stat that nobody has": ({"Luck": 3}, "/traits/Luck"),
    "too many sources": ({"sources": ["red", "blue", "black", "white"]}, "/traits/sources"),
    "a stat below nothing": ({"Power": -1}, "/traits/Power"),
    "too much mana": ({"mana": {"red": 4}}, "/traits/mana"),
    "a cost in no color": ({"spells": {"x": {**BOLT, "cost": "2X"}}}, "/traits/spells/x/cost"),
    "a spell that does nothing": ({"spells": {"x": {"cost": "1"}}}, "/traits/spells/x"),
    "damage without an amount": (
        {"spells": {"x": {"cost": "1", "does": "damage"}}},
        "/traits/spells/x",
    ),
    "a spell that is in Memory unknown": ({"memory": ["x"]}, "/traits/memory"),
    "a spell in two places": (
        {"spells": {"x": BOLT}, "memory": ["x"], "graveyard": ["x"]},
        "/traits/graveyard",
    ),
    "a name that would forge another": ({"spells": {"a, b": BOLT}}, "/traits/spells/a, b"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_a_sheet_refuses(what: str):
    traits, pointer = REFUSED[what]
    with pytest.raises(Refused) as caught:
        Combat().mage("mira", **traits)
    assert caught.value.pointer == pointer


def test_a_creature_has_no_life_unless_it_is_said_and_mana_as_the_place_gives():
    combat = Combat().creature("imp", Power=1, mana={"green": 9}).creature("ogre", Life=6)
    assert combat.combat.pools.of["imp"] == {"mana/green": 9}
    assert combat.left("ogre", "life") == 6
