"""Timelines reported to a game whose preset names pools and limits."""

from __future__ import annotations

from typing import Any

from domain.rosters.known import KnownNames
from domain.timelines.reports import Timeline

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
