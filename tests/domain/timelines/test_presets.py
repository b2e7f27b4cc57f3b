"""Timelines reported to a game whose preset names pools and limits."""

from __future__ import annotations

from typing import Any

from domain.rosters.known import KnownNames
from domain.timelines.reports import Timeline
from tests.support.timelines.replaying import replay

OGRE: list[dict[str, Any]] = [
    {"k": "join", "who": "ogre", "name": "Ogre", "role": "unit", "side": "foes"},
    {"k": "pool", "who": "ogre", "pool": "hp", "from": None, "to": {"cur": -4, "max": 59}},
]
HP_LEAST_0 = KnownNames({"sheet": {"hp": {"is": "pool", "least": 0}}})


def changes(known: KnownNames) -> list[dict[str, Any]]:
    """Return what the report says by which the ogre joins."""
    [step] = Timeline(OGRE, known=known).steps()
    return list((step.report or {})["changes"])


def test_an_ogre_at_minus_4_joins_at_the_least_and_is_set_below_it():
    join, pool = changes(HP_LEAST_0)
    assert join["traits"]["pools"] == {"hp": {"current": 0, "most": 59}}
    assert (pool["pool"], pool["to"]) == ("hp", -4)


def test_an_ogre_at_minus_4_joins_so_where_there_is_no_least():
    [join] = changes(KnownNames())
    assert join["traits"]["pools"] == {"hp": {"current": -4, "most": 59}}


KARA: list[dict[str, Any]] = [
    {"k": "join", "who": "kara", "name": "Kara", "role": "unit", "side": ""},
    {"k": "attr", "who": "kara", "name": "ac", "from": None, "to": 16},
    {"k": "pool", "who": "kara", "pool": "hit points", "from": None, "to": {"cur": 20}},
    {"k": "cond_began", "who": "kara", "id": "e", "cond": {"name": "Prone"}},
]


def wrong(*lines: dict[str, Any], **kara: Any) -> list[str]:
    """Return where a state of Kara differs after some lines in a fight of D&D 5e."""
    pools, conds = {"hit points": {"cur": 20}}, {"e": {"name": "Prone"}}
    one = {"name": "Kara", "pools": pools, "conds": conds, "attrs": {"ac": 16}, **kara}
    state = {"k": "state", "state": {"combatants": {"kara": one}}}
    return replay([*lines, state], preset="dnd-5e").wrong


def test_a_fact_a_pool_and_a_condition_are_equal_under_the_names_of_the_game():
    assert wrong(*KARA) == []
    assert wrong(*KARA, attrs={"ac": 17}, conds={"e": {"name": "Stunned"}}) == [
        "line 5: combatants.kara.conditions.e.name is stunned in the source, and prone here",
        "line 5: combatants.kara.facts.armour class is 17 in the source, and 16 here",
    ]


def test_who_is_only_in_one_of_the_two_is_said_in_words():
    ogre = {"k": "join", "who": "ogre", "name": "Ogre", "role": "unit", "side": ""}
    assert wrong(*KARA, ogre) == [
        "line 6: combatants.ogre is missing in the source, and present here"
    ]
    assert wrong(ogre, *KARA[:1], attrs={}, pools={}) == [
        "line 3: combatants.kara.conditions.e is present in the source, and missing here",
        "line 3: combatants.ogre is missing in the source, and present here",
    ]
