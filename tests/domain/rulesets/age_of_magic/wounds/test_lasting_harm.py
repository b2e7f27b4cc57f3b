"""What serious and critical wounds leave behind, the last minute of the dying, stuck weapons."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.age_of_magic import disabilities
from domain.rulesets.age_of_magic.disabilities import TABLE, Disability
from tests.support.fights.age_of_magic import (
    CRITICAL,
    HALF,
    SERIOUS,
    STRIKE,
    Fight,
    Points,
    maimed,
    refused,
    suffers,
    wounded,
)

# --- the table ---


def test_the_table_has_a_cell_for_each_place_type_and_level():
    assert len(TABLE) == 9 * 3 * 2
    assert [key for key, found in TABLE.items() if found == Disability()] == [
        ("chest", "impaling", 4),
        ("chest", "cutting", 4),
        ("chest", "blunt", 4),
        ("abdomen", "impaling", 4),
        ("abdomen", "cutting", 4),
    ]


@pytest.mark.parametrize(
    ("cell", "words", "dies"),
    [
        (("head", "impaling", 5), ("brain pierced",), "at once"),
        (("head", "blunt", 5), ("KO", "skull broken"), ""),
        (("eyes", "cutting", 4), ("blinded", "scar"), ""),
        (("throat", "impaling", 5), ("artery cut",), "soon"),
        (("throat", "cutting", 5), ("decapitated",), "at once"),
        (("throat", "blunt", 5), ("windpipe crushed", "mute"), "soon"),
        (("chest", "impaling", 5), ("lung pierced",), ""),
        (("arm", "cutting", 5), ("severed",), ""),
        (("hand", "cutting", 5), ("hand off",), ""),
        (("abdomen", "cutting", 5), ("eviscerated",), "soon"),
        (("groin", "blunt", 5), ("impotent",), ""),
        (("leg", "impaling", 4), ("disabled for 1 week",), ""),
    ],
)
def test_cells_as_printed(cell: tuple[str, str, int], words: tuple[str, ...], dies: str):
    assert TABLE[cell] == Disability(words, dies)


@pytest.mark.parametrize("level", [0, 1, 2, 3, 6])
def test_other_levels_and_types_leave_nothing(level: int):
    assert disabilities.disability("head", "cutting", level) == Disability()
    assert disabilities.disability("head", "special", SERIOUS) == Disability()


# --- what they do ---


def named(fight: Fight) -> dict[str, str]:
    """What Urlik is under, and where."""
    return {c.name: c.at for c in fight.combat.conditions.on("urlik")}


def test_a_disability_is_a_condition_at_its_place():
    fight = maimed("eyes", SERIOUS)
    assert named(fight) == {"wound": "eyes", "blinded": "eyes", "scar": "eyes"}
    [began] = [
        d
        for step in fight.steps
        for d in step
        if isinstance(d.event, e.ConditionBegan) and d.event.name == "blinded"
    ]
    assert (began.clause, began.basis) == ("7.6", "stated")


def test_a_blow_may_knock_out():
    fight = maimed("head", SERIOUS, "blunt")
    assert named(fight) == {"wound": "head", "unconscious": "head"}
    fight.ends("cogan")
    assert [t.why for t in fight.events(e.TurnBegan)][-1] == "forfeited"


def test_some_die_at_once():
    assert list(named(maimed("throat", CRITICAL))) == ["wound", "decapitated", "dead"]


def test_a_severed_arm_lets_go_and_takes_nothing_up_again():
    fight = maimed("right arm", CRITICAL, points={"useless limb": "serves"})
    assert fight.combat.facts.get("urlik", "bears", "axe") == "no"
    assert fight.combat.facts.get("urlik", "bears", "shield") is None
    fight.ends("cogan")
    no = refused(lambda: fight.does("urlik", "ready weapon", using="axe"))
    assert (no.clause, no.why) == ("7.6", "urlik cannot use the right arm")


@pytest.mark.parametrize(("played", "bears"), [("fails", "no"), ("serves", None)])
def test_whether_a_broken_arm_fails_is_the_tables_to_settle(played: str, bears: Any):
    fight = maimed("right arm", SERIOUS, points={"useless limb": played})
    assert list(named(fight)) == ["wound", "broken"]
    assert fight.combat.facts.get("urlik", "bears", "axe") == bears


def test_who_loses_a_leg_falls():
    assert list(named(maimed("left leg", CRITICAL))) == ["wound", "severed", "prone"]
    kept = maimed("left leg", SERIOUS, points={"useless limb": "serves"})
    assert list(named(kept)) == ["wound", "broken"]


def test_a_soaked_wound_disables_by_its_soaked_level_where_nothing_else_is_agreed():
    assert list(named(maimed("head", SERIOUS, soaks=True))) == ["wound"]
    fight = maimed("head", SERIOUS, soaks=True, points={"initially": "before soak"})
    assert list(named(fight)) == ["wound", "ear off"]
    [wound] = fight.combat.conditions.on("urlik", "wound")
    assert (wound.level, wound.detail["initially"]) == (2, "serious wound")
    [began] = [
        d
        for step in fight.steps
        for d in step
        if isinstance(d.event, e.ConditionBegan) and d.event.name == "ear off"
    ]
    assert began.basis == "ruled"


# --- the last minute ---


def dying(points: Points = None) -> Fight:
    return maimed("abdomen", CRITICAL, points=points)


def test_the_eviscerated_has_twelve_turns():
    fight = dying()
    [clock] = fight.combat.conditions.on("urlik", "dying")
    [wound] = fight.combat.conditions.on("urlik", "wound")
    assert (clock.left, clock.detail, clock.at) == (12, {"wound": wound.id}, "abdomen")
    fight.turns(11)
    [clock] = fight.combat.conditions.on("urlik", "dying")
    assert clock.left == 1
    assert not fight.combat.conditions.has("urlik", "dead")
    fight.turns()
    assert list(named(fight)) == ["wound", "eviscerated", "dead"]
    assert fight.refolds()


def test_first_aid_stops_the_clock():
    fight = dying().does("cogan", "treat", "urlik").everybody_passes()
    assert fight.left("cogan", "ap") == 16 - 4 - 6
    fight.rolls("cogan", faces=(6, 6, 6))
    assert fight.outcome("care") == ("is treated", {"roll": 19, "difficulty": 16})
    assert list(named(fight)) == ["wound", "eviscerated", "treated"]
    fight.turns(13)
    assert not fight.combat.conditions.has("urlik", "dead")


def test_first_aid_that_fails_may_be_tried_again():
    fight = dying().does("cogan", "treat", "urlik").everybody_passes().rolls("cogan")
    assert fight.outcome("care") == ("is not helped", {"roll": 1, "difficulty": 16})
    assert "dying" in named(fight)
    fight.does("cogan", "treat", "urlik")


# --- weapons that stick ---


def stuck(level: int = 3, points: Points = None, sort: str = "spear") -> Fight:
    """Cogan's spear makes a wound of a level; he rolls for his grip without risk."""
    return maimed("chest", level, "impaling", points, impales=sort)


def test_an_impaling_weapon_sticks_in_a_medium_wound_and_is_lost():
    fight = stuck()
    assert fight.why("grip") == {"Melee": 6, "CO": 1}
    assert fight.outcome("grip") == ("loses the grip", {"roll": 7, "difficulty": 40})
    assert fight.combat.facts.get("cogan", "bears", HALF) == "no"
    [spike] = fight.combat.conditions.on("urlik", "impaled")
    assert (spike.key, spike.toward, spike.at) == (HALF, "cogan", "chest")
    assert fight.basis("grip") == ("7.5", "stated")


def test_in_a_light_wound_or_with_an_edge_nothing_sticks():
    assert stuck(2).combat.conditions.on("urlik", "impaled") == ()
    assert maimed("chest", 3).combat.conditions.on("urlik", "impaled") == ()


@pytest.mark.parametrize(
    ("sort", "points"),
    [
        ("bolt", -1),
        ("star", -1),
        ("arrow", -2),
        ("knife", -2),
        ("short sword", -3),
        ("spear", -4),
        ("javelin", -4),
        ("lance", -5),
    ],
)
def test_what_is_stuck_weighs_on_co_rolls(sort: str, points: int):
    fight = stuck(sort=sort).ends("cogan").ends("urlik").round()
    fight.rolls("cogan", "urlik")
    assert "impaled" not in fight.why("initiative")
    fight.rolls("cogan", "urlik")
    assert fight.why("action points")["impaled"] == 2 * points


def test_what_is_not_in_the_list_weighs_as_the_table_says():
    fight = maimed("chest", 3, "impaling", {"impaled otherwise": "-3"})
    [spike] = fight.combat.conditions.on("urlik", "impaled")
    assert [m.value for m in spike.mods] == [-6]
    fight = maimed("chest", 3, "impaling")
    assert [m.value for m in fight.combat.conditions.on("urlik", "impaled")[0].mods] == [-4]


def gripped() -> Fight:
    """Cogan keeps his grip."""
    cogan = {
        "ST": 4,
        "CO": "1/2",
        "Combat": 8,
        "Tactics": 9,
        "Melee": 3,
        "weapons": {
            HALF: {
                "specialism": "3 1/2",
                "attack": 3,
                "damage": 10,
                "ap": 2,
                "type": "impaling",
                "impales as": "spear",
            }
        },
    }
    urlik = {"ST": 2, "Combat": 4, "WP": 40, "Athletics": 40, "armour": {"chest": 9}}
    fight = wounded(cogan=cogan, urlik=urlik).passes("urlik").rolls("urlik").rolls("urlik")
    return fight.rolls("cogan", faces=(6, 6, 6, 6, 6, 6))


def test_who_keeps_the_grip_holds_a_weapon_that_is_stuck():
    fight = gripped()
    assert fight.outcome("grip")[0] == "keeps the grip"
    no = refused(lambda: fight.does("cogan", STRIKE, "urlik", using=HALF))
    assert (no.clause, no.why) == ("7.5", "cogan's hand-&-half is stuck in a wound")
    assert refused(lambda: fight.does("cogan", "sheathe weapon", using=HALF)).clause == "7.5"
    fight.does("cogan", "drop weapon", using=HALF).everybody_passes()
    assert fight.combat.facts.get("cogan", "bears", HALF) == "no"


def test_pulling_it_out_costs_two_points_and_a_level():
    fight = gripped()
    [wound] = fight.combat.conditions.on("urlik", "wound")
    assert wound.level == 3
    fight.does("cogan", "pull out", "urlik", using=HALF).everybody_passes()
    assert fight.left("cogan", "ap") == 17 - 4 - 4
    assert named(fight) == {"wound": "chest"}
    [wound] = fight.combat.conditions.on("urlik", "wound")
    assert (wound.level, wound.detail["level"]) == (4, "medium wound")
    fight.does("cogan", STRIKE, "urlik", using=HALF)


def test_who_holds_it_is_the_only_one_to_pull():
    fight = gripped().ends("cogan")
    assert "pull out" not in fight.manoeuvres("urlik")
    no = refused(lambda: fight.does("urlik", "pull out", "urlik", using=HALF))
    assert (no.clause, no.pointer) == ("7.5", "/using")


def test_a_victim_may_pull_it_out_himself_and_its_owner_has_it_not():
    fight = stuck().ends("cogan")
    fight.does("urlik", "pull out", "urlik", using=HALF).everybody_passes()
    assert list(named(fight)) == ["wound"]
    assert fight.combat.facts.get("cogan", "bears", HALF) == "no"
    assert fight.combat.conditions.on("urlik", "wound")[0].level == 4


def test_pulling_may_kill():
    fight = stuck(CRITICAL).does("cogan", "pull out", "urlik", using=HALF)
    assert "dead" in named(fight)
    assert suffers(fight.everybody_passes(), "urlik").actor() == "cogan"
