"""Throwing and shooting: what a shot must reach, loading, and defences."""

from __future__ import annotations

from typing import Any

import pytest

from domain.rulesets.age_of_magic.sheet import SHEET
from tests.support.fights.age_of_magic import AXE, URLIK, Points, refused, suffers
from tests.support.fights.age_of_magic_ranged import ARCHER, BOW, SPEAR, STAR, Afar, at_a_distance

SNAP = "snapshot fire"
THROW, ADVANCE = "throw weapon", "advance and throw"


def shot(points: Points = None, defence: str = "", using: str = "", **said: Any) -> Afar:
    """The archer has shot at Urlik, who may have defended; both have rolled without risk."""
    fight = at_a_distance(points=points)
    fight.does("archer", SNAP, "urlik", using="bow", **{"range": "10 m", **said})
    if defence:
        fight.declares("urlik", defence, using=using)
    fight.everybody_passes().rolls("archer")
    return fight.rolls("urlik") if defence else fight


# --- the roll and what it must reach ---


def test_a_snapshot_rolls_shooting_and_co_against_range_and_size():
    fight = shot()
    assert fight.left("archer", "ap") == 18 - 4
    assert fight.why("attack") == {"Shooting": 12, "specialism": 2, "CO": 2, "bow": 2}
    assert fight.outcome("range") == ("difficulty", {"difficulty": 10, "range": 8, "size": 2})
    assert fight.outcome("hit") == ("hit", {"attack": 18, "difficulty": 10, "by": 8})
    assert (fight.basis("range"), fight.basis("hit")) == (("3.8", "table"), ("3.8", "stated"))


def test_half_of_what_it_hit_by_goes_to_the_damage_and_st_need_not():
    fight = shot().rolls("archer")
    assert fight.why("damage") == {"bow": 12, "hit by": 4}
    assert fight.outcome("damage") == ("no wound", {"basic": 16, "resistance": 16, "net": 0})


@pytest.mark.parametrize(
    ("band", "difficulty"),
    [("point blank", 0), ("5 hexes", 2), ("10 m", 4), ("30 m", 6), ("60 m", 8), ("more", 10)],
)
def test_the_bands_of_range(band: str, difficulty: int):
    assert shot(range=band).outcome("range")[1].get("range", 0) == 2 * difficulty


def test_what_is_shot_at_what_is_shot_and_what_else_counts_add_up():
    fight = shot(size="body", item="2", more=3)
    assert fight.outcome("range")[1] == {
        "difficulty": 22,
        "range": 8,
        "item": 4,
        "size": 4,
        "more": 6,
    }
    assert fight.outcome("hit") == ("missed", {"attack": 18, "difficulty": 22, "by": -4})
    assert "size" not in shot(size="area").outcome("range")[1]


def test_turning_costs_one_and_each_metre_beyond_effective_range_another():
    fight = shot(turns="yes", beyond=3)
    assert fight.why("attack")["turning"] == -2
    assert fight.why("attack")["beyond range"] == -6
    assert fight.outcome("hit") == ("hit", {"attack": 10, "difficulty": 10, "by": 0})


def test_a_shot_at_a_part_of_the_body_has_its_aim_modifier_or_only_its_size():
    assert shot(aim="head").why("attack")["aim"] == -8
    fight = shot({"aim of shots": "size"}, aim="head", size="body", range="5 hexes")
    assert "aim" not in fight.why("attack")
    assert fight.rolls("archer").why("damage")["head"] == 4


# --- loading ---


def test_a_bow_is_unloaded_after_a_shot_and_loading_costs_three():
    fight = shot(range="more")
    assert fight.fact("archer", "loaded", "bow") == "no"
    no = refused(lambda: fight.does("archer", SNAP, "urlik", using="bow", range="10 m"))
    assert (no.clause, no.why, no.pointer) == ("3.8", "archer's bow is not loaded", "/using")
    assert SNAP not in fight.manoeuvres("archer")
    fight.does("archer", "load weapon", using="bow").everybody_passes()
    assert fight.left("archer", "ap") == 14 - 6
    assert SNAP in fight.manoeuvres("archer")


def test_what_comes_unloaded_or_needs_no_loading():
    bows = {"bow": {**BOW, "loaded": False}, "sling": {**BOW, "loads": False}}
    fight = at_a_distance(archer={**ARCHER, "weapons": bows})
    assert refused(lambda: fight.does("archer", SNAP, "urlik", using="bow", range="10 m")).clause
    for _ in range(2):
        fight.does("archer", SNAP, "urlik", using="sling", range="more").everybody_passes()
        fight.rolls("archer")
    assert fight.left("archer", "ap") == 18 - 8


# --- throwing ---


def thrown(manoeuvre: str = THROW, using: str = "star", **said: Any) -> Afar:
    fight = at_a_distance(archer={**ARCHER, "weapons": {"star": STAR, "spear": SPEAR}})
    fight.does("archer", manoeuvre, "urlik", using=using, range="5 hexes", **said)
    return fight.everybody_passes().rolls("archer")


def test_a_throw_rolls_throwing_and_co_and_leaves_the_hand():
    fight = thrown()
    assert fight.left("archer", "ap") == 18 - 2
    assert fight.why("attack") == {"Throwing": 8, "CO": 2}
    assert fight.outcome("hit") == ("hit", {"attack": 10, "difficulty": 6, "by": 4})
    assert fight.fact("archer", "bears", "star") == "no"
    fight.rolls("archer")
    assert fight.why("damage") == {"ST": 2, "star": 6, "hit by": 2}


def test_what_strikes_as_well_has_values_of_its_own_when_it_is_thrown():
    fight = thrown(using="spear")
    assert fight.left("archer", "ap") == 18 - 4
    assert fight.why("attack") == {"Throwing": 8, "specialism": 1, "CO": 2, "spear": -2}
    fight.rolls("archer")
    assert fight.why("damage") == {"ST": 2, "spear": 14, "hit by": 1}


JAVELIN: dict[str, Any] = {
    **AXE,
    "type": "impaling",
    "impales as": "spear",
    "adds ST": False,
    "thrown": {"damage": 15, "ap": 2, "type": "impaling"},
}


def impaled_by(**thrown: Any) -> tuple[Afar, list[int]]:
    """What a javelin that was thrown, and sticks, takes off the CO rolls of Urlik."""
    javelin = {**JAVELIN, "thrown": {**JAVELIN["thrown"], **thrown}}
    firm = {**URLIK, "WP": 40, "Athletics": 60}
    fight = at_a_distance(archer={**ARCHER, "weapons": {"javelin": javelin}}, urlik=firm)
    fight.does("archer", THROW, "urlik", using="javelin", range="5 hexes").everybody_passes()
    suffers(fight.rolls("archer"), "urlik")
    spikes = fight.combat.conditions.on("urlik", "impaled")
    return fight, [mod.value for spike in spikes for mod in spike.mods]


def test_a_thrown_weapon_keeps_what_its_own_values_leave_out():
    fight, off = impaled_by()
    assert "ST" not in fight.why("damage")
    assert off == [-8]


def test_values_of_its_own_go_before_those_of_the_weapon_in_hand():
    fight, off = impaled_by(**{"adds ST": True, "impales as": "arrow"})
    assert fight.why("damage")["ST"] == 2
    assert off == [-4]


def test_advancing_a_hex_adds_one_and_says_where_one_stands():
    fight = thrown(ADVANCE, beside=["urlik"])
    assert fight.why("attack")["advancing"] == 2
    assert fight.near("archer", "urlik")


def test_what_only_flies_neither_strikes_nor_blocks():
    fight = at_a_distance(first="urlik")
    fight.side_by_side("archer urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe")
    for deed in ("block", "parry"):
        no = refused(lambda deed=deed: fight.declares("archer", deed, using="bow"))  # type: ignore[misc]
        assert no.pointer == "/using"


def test_what_flies_on_the_sheet():
    traits = SHEET.read(
        {"Shooting": 2, "weapons": {"bow": {**BOW, "loaded": False}, "spear": SPEAR}}
    )
    assert traits["Shooting"] == 4
    assert (traits["weapon bow skill"], traits["weapon bow loaded"]) == ("Shooting", False)
    assert (traits["weapon spear ap"], traits["weapon spear thrown ap"]) == (6, 4)
    assert traits["weapon spear thrown attack"] == -2


@pytest.mark.parametrize(
    ("thrown", "pointer"),
    [
        (4, "/traits/weapons/spear/thrown"),
        ({"damage": 7, "ap": 2}, "/traits/weapons/spear/thrown"),
        ({**SPEAR["thrown"], "ap": 9}, "/traits/weapons/spear/thrown/ap"),
        ({**SPEAR["thrown"], "parry": 1}, "/traits/weapons/spear/thrown/parry"),
    ],
)
def test_values_for_throwing_that_are_wrong_are_refused_with_a_pointer(thrown: Any, pointer: str):
    given = {"weapons": {"spear": {**SPEAR, "thrown": thrown}}}
    assert refused(lambda: SHEET.read(given)).pointer == pointer


# --- what sticks ---


@pytest.mark.parametrize(("sort", "name"), [({}, "missile"), ({"impales as": "bolt"}, "bolt")])
def test_what_was_shot_sticks_in_the_wound_and_the_bow_can_be_used(sort: Any, name: str):
    bow = {**BOW, "damage": 14, **sort}  # 14 and half of 6 against 8: a medium wound
    firm = {**URLIK, "WP": 40, "Athletics": 60}
    fight = at_a_distance(archer={**ARCHER, "weapons": {"bow": bow}}, urlik=firm)
    fight.does("archer", SNAP, "urlik", using="bow", range="5 hexes").everybody_passes()
    suffers(fight.rolls("archer"), "urlik")
    assert fight.outcome("damage")[0] == "medium wound"
    assert [c.key for c in fight.combat.conditions.on("urlik", "impaled")] == [name]
    fight.does("archer", "load weapon", using="bow").everybody_passes()
    fight.does("archer", SNAP, "urlik", using="bow", range="more").everybody_passes()
    fight.rolls("archer").ends("archer").polls("urlik")
    fight.does("urlik", "pull out", "urlik", using=name)
    assert "impaled" not in fight.conditions("urlik")


# --- defences ---


@pytest.mark.parametrize(
    ("defence", "using", "value"),
    [("side step", "", 4 + 2), ("jump back", "", 4 + 3), ("block", "shield", 5 + 3)],
)
def test_a_shot_must_reach_its_difficulty_and_the_defence(defence: str, using: str, value: int):
    fight = shot(defence=defence, using=using)
    assert fight.outcome("hit")[1] == {
        "attack": 18,
        "difficulty": 10,
        "defence": 2 * value,
        "by": 18 - 2 * value,
    }
    assert fight.basis("hit") == ("3.8", "default")


def test_a_poor_defence_makes_no_shot_easier():
    fight = shot(defence="side step", range="60 m")
    assert fight.outcome("hit") == ("hit", {"attack": 18, "difficulty": 18, "defence": 12, "by": 0})
    fight = shot(defence="side step", range="more")
    assert fight.outcome("hit")[1]["by"] == 18 - 22
    assert fight.outcome("hit")[0] == "stopped"


def test_a_table_may_let_the_defence_stand_for_the_difficulty():
    fight = shot({"shot against": "defence"}, defence="side step", range="more")
    assert fight.outcome("hit") == ("hit", {"attack": 18, "difficulty": 22, "defence": 12, "by": 6})


def test_a_block_stops_an_arrow_and_locks_nothing():
    fight = at_a_distance(urlik={**URLIK, "Parry": 9})
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m")
    fight.declares("urlik", "block", using="shield").everybody_passes().rolls("archer", "urlik")
    assert fight.outcome("hit")[0] == "stopped"
    assert fight.conditions("archer") == fight.conditions("urlik") == []


@pytest.mark.parametrize(
    ("setting", "legal"), [("any", {"block", "jump back"}), ("dodge", {"jump back"}), ("none", {})]
)
def test_the_table_says_which_defences_there_are(setting: str, legal: set[str]):
    fight = at_a_distance(points={"defence against shots": setting})
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m")
    assert fight.manoeuvres("urlik") & {"block", "jump back"} == set(legal)


def test_a_hit_after_a_defence_is_soaked_as_its_follow_on():
    fight = shot(defence="side step", range="point blank", aim="groin")
    fight.rolls("archer", faces=(6, 6))
    assert fight.waits_for() == ("wound", ("urlik",))
    fight.does("urlik", "soak").rolls("urlik")
    assert fight.outcome("soak")[1]["soak"] == 14
