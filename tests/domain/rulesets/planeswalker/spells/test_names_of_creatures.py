"""Planeswalker: ids and names of creatures that are summoned, also after a correction."""

from __future__ import annotations

from typing import Any

from domain import commands as c
from tests.support.fights.planeswalker import CALL, WOLF, Combat, duel
from tests.support.redecided_stories import told_again

DIRE = {**WOLF, "Power": 7}
BOOK: dict[str, Any] = {
    "call": {**CALL, "cost": "0"},
    "dire call": {"cost": "0", "does": "summon", "summons": DIRE},
}
ABLE: dict[str, Any] = {"Speed": 4, "Focus": 3, "spells": BOOK, "memory": list(BOOK)}


def creatures(combat: Combat) -> dict[str, str]:
    """Creatures by their ids, with their names."""
    members = combat.combat.roster.members.values()
    return {member.subject: member.name for member in members if member.kind == "creature"}


def test_creatures_of_one_name_are_told_apart_by_number():
    combat = duel(m=ABLE, n=ABLE).goes_to("mira").casts("mira", "call").resolves()
    combat.casts("mira", "dire call").resolves().goes_to("nils").casts("nils", "call").resolves()
    assert creatures(combat) == {"wolf": "Wolf", "wolf-2": "Wolf 2", "wolf-3": "Wolf 3"}


def test_the_id_goes_by_the_spell_and_the_name_by_who_was_here_before():
    combat = duel(m=ABLE).goes_to("mira").casts("mira", "dire call").resolves()
    combat.casts("mira", "call").resolves()
    assert creatures(combat) == {"wolf-2": "Wolf", "wolf": "Wolf 2"}


def test_an_ability_that_summons_again_gives_each_creature_an_id():
    cub = {"cost": "0", "does": "summon", "summons": {"name": "Cub", "Power": 1}}
    combat = duel(m={"Focus": 3}).creature("bear", "mira", Power=2, abilities={"whelp": cub})
    combat.goes_to("mira").does("mira", "command").does("bear", "use", using="whelp").resolves()
    combat.goes_to("mira", "upkeep").does("mira", "maintain", on=["bear"]).casts_nothing()
    combat.does("mira", "command").does("bear", "use", using="whelp").resolves()
    assert creatures(combat) == {"bear": "Bear", "cub": "Cub", "cub-2": "Cub 2"}


def test_a_summoned_creature_is_called_like_nobody_who_is_here():
    combat = duel(m=ABLE)
    sheet = {"kind": "creature", "Power": 9}
    combat.say(c.Join(subject="fenrir", name="Wolf", kind="creature", side="east", traits=sheet))
    combat.goes_to("mira").casts("mira", "call").resolves()
    assert creatures(combat) == {"fenrir": "Wolf", "wolf": "Wolf 2"}


def test_without_one_summoning_no_other_creature_does_the_deeds_of_the_first():
    combat = duel(m=ABLE).close("mira nils").goes_to("mira").casts("mira", "call")
    first = len(combat.steps)
    combat.resolves().casts("mira", "dire call").resolves().goes_to("mira", "channeling")
    combat.goes_to("mira").does("mira", "command")
    combat.does("wolf-2", "move", "nils").resolves().does("wolf", "engage", "nils")
    judged = told_again(combat, first)
    [dropped] = [one for one in judged if getattr(one.command, "who", "") == "wolf"]
    assert (dropped.verdict, dropped.reason) == ("dropped", "orphaned")
    [moved] = [one for one in judged if getattr(one.command, "who", "") == "wolf-2"]
    assert moved.verdict in ("kept", "changed")
    members = moved.combat.roster.members
    assert members["wolf-2"].traits["Power"] == 7
    assert "wolf" not in members
