"""Damage against resistance, and the soak of the wound."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.rulesets.age_of_magic import tables
from tests.support.fights.age_of_magic import HALF, SIX, STRIKE, SWORD, URLIK, duel, wounded

# --- damage ---


def test_the_printed_example_of_damage():
    fight = wounded()
    assert fight.outcome("hit") == ("hit", {"attack": 20, "defence": 8, "by": 12})
    assert fight.why("damage") == {"ST": 8, "hand-&-half": 20, "hit by": 6, "risk": -30}
    assert fight.outcome("damage") == ("serious wound", {"basic": 40, "resistance": 16, "net": 24})
    assert fight.basis("damage") == ("6.7", "stated")


def test_half_of_an_odd_margin_is_rounded_as_the_table_plays_it():
    cogan = {**SIX, "Melee": "3 1/2"}
    assert wounded(cogan=cogan).why("damage")["hit by"] == 6
    assert wounded(cogan=cogan, points={"hit by half": "up"}).why("damage")["hit by"] == 7


def test_a_weapon_may_leave_st_out():
    cogan = {**SIX, "weapons": {HALF: {**SWORD, "adds ST": False}}}
    assert wounded(cogan=cogan).rolled("damage").total == 32


def test_the_place_that_is_hit_adds_to_the_damage_and_has_its_own_armour():
    fight = wounded(aim="head", cogan={**SIX, "Melee": 7})
    assert fight.why("damage")["head"] == 4
    assert fight.outcome("damage") == ("fatal wound", {"basic": 44, "resistance": 4, "net": 40})


@pytest.mark.parametrize(("nth", "aim"), list(enumerate(tables.AREAS)))
def test_each_of_the_twelve_areas_has_armour_of_its_own(nth: int, aim: str):
    armour = {area: place for place, area in enumerate(tables.AREAS)}
    fight = wounded(aim, {**SIX, "Melee": 20}, {**URLIK, "armour": armour})
    assert fight.outcome("damage")[1]["resistance"] == 4 + 2 * nth
    assert fight.why("damage").get(aim, 0) == tables.AREAS[aim].damage


def test_tough_skin_and_magic_protect_everywhere():
    urlik = {**URLIK, "Tough skin": "1/2", "Magic protection": 2}
    assert wounded(urlik=urlik).outcome("damage")[1]["resistance"] == 16 + 5


@pytest.mark.parametrize(
    ("net", "level"),
    [
        (-3, 0),
        (0, 0),
        (1, 1),
        (6, 1),
        (7, 2),
        (12, 2),
        (13, 3),
        (18, 3),
        (19, 4),
        (24, 4),
        (25, 5),
        (30, 5),
        (31, 6),
        (99, 6),
    ],
)
def test_wound_levels(net: int, level: int):
    assert tables.wound_level(net) == level


# --- soak ---


def test_a_soak_reduces_the_wound_and_not_the_knock_back():
    fight = wounded()
    assert fight.waits_for() == ("wound", ("urlik",))
    fight.does("urlik", "soak").rolls("urlik")
    assert fight.left("urlik", "ap") == 8 - 2
    assert fight.why("soak") == {"Combat": 8, "Soak": 2, "ST": 4}
    assert fight.rolled("soak").faces == ()
    assert fight.outcome("soak") == ("light wound", {"soak": 14, "was": "serious wound"})
    fight.rolls("urlik", faces=(6, 6, 6, 6))
    fight.rolls("urlik")
    assert fight.outcome("knock back")[1]["difficulty"] == 40
    [wound] = fight.combat.conditions.on("urlik", "wound")
    assert (wound.level, wound.at) == (2, "chest")
    assert wound.detail == {"level": "light wound", "type": "cutting", "by": "cogan", "with": HALF}


def test_the_impairment_is_that_of_the_soaked_wound():
    fight = wounded().does("urlik", "soak").rolls("urlik")
    fight.rolls("urlik", faces=(6, 6, 6, 6)).rolls("urlik")
    fight.ends("cogan").ends("urlik")
    fight.round()
    fight.rolls("urlik")
    assert fight.why("initiative") == {"Tactics": 10, "wounded": -2}


def test_a_soak_without_a_reaction_is_the_reaction_and_after_one_its_follow_on():
    fight = wounded().does("urlik", "soak")
    [soak] = [a for a in fight.events(e.Reacted) if a.manoeuvre == "soak"]
    [blow] = [a for a in fight.events(e.Acted) if a.manoeuvre == STRIKE]
    assert soak.on == blow.act
    fight = duel().does("cogan", STRIKE, "urlik", using=HALF)
    fight.declares("urlik", "block", using="shield").everybody_passes().rolls("cogan", "urlik")
    fight.rolls("cogan").does("urlik", "soak")
    [block] = [a for a in fight.events(e.Reacted) if a.manoeuvre == "block"]
    [soak] = [a for a in fight.events(e.Acted) if a.manoeuvre == "soak"]
    assert soak.on == block.act
    fight.rolls("urlik")
    assert fight.waits_for() == ("pain", ("urlik",))


def test_whoever_has_no_points_left_cannot_soak():
    spent = {"what": "pool", "subject": "urlik", "pool": "ap", "delta": "-3 1/2"}
    fight = duel(cogan=SIX).say_plainly({"type": "adjust", "note": "tired", "change": spent})
    fight.does("cogan", STRIKE, "urlik", using=HALF).rolls("cogan", "urlik").rolls("cogan")
    [asked] = [q for q in fight.events(e.Asked) if q.about == "wound"]
    assert asked.slots[0].barred == "3.3"
    assert fight.waits_for() == ("pain", ("urlik",))


@pytest.mark.parametrize(
    ("result", "levels"),
    [
        (-2, 0),
        (0, 0),
        (1, 1),
        (10, 1),
        (11, 2),
        (20, 2),
        (21, 3),
        (30, 3),
        (31, 4),
        (40, 4),
        (41, 5),
        (50, 5),
        (51, 6),
        (80, 6),
    ],
)
def test_levels_soaked(result: int, levels: int):
    assert tables.levels_soaked(result) == levels
