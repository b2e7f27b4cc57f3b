"""Pain reaction, knock back, and the wound with its impairment."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.rulesets.age_of_magic import tables
from tests.support.fights.age_of_magic import (
    HALF,
    SIX,
    STRIKE,
    SWORD,
    URLIK,
    Fight,
    Points,
    duel,
    wounded,
)

# --- pain reaction ---


def test_a_pain_reaction_by_type_place_and_level():
    cogan = {**SIX, "Melee": 5, "weapons": {HALF: {**SWORD, "damage": 2, "type": "blunt"}}}
    fight = wounded(aim="left leg", cogan=cogan, urlik={**URLIK, "Toughness": 1, "WP": 1})
    fight.passes().rolls("urlik")
    assert fight.outcome("damage")[0] == "serious wound"
    assert fight.why("pain") == {
        "WP": 2,
        "Combat": 8,
        "Toughness": 2,
        "blunt": -4,
        "left leg": 6,
        "serious wound": -6,
    }


@pytest.mark.parametrize(
    ("result", "worse", "better"),
    [
        (0, "unconscious", "unconscious"),
        (1, "unconscious", "stunned"),
        (2, "stunned", "stunned"),
        (6, "stunned", "stunned"),
        (7, "stunned", "staggered"),
        (8, "staggered", "staggered"),
        (12, "staggered", "staggered"),
        (13, "staggered", "bears the pain"),
        (14, "bears the pain", "bears the pain"),
    ],
)
def test_pain_bands_and_the_gaps_between_them(result: int, worse: str, better: str):
    assert (tables.pain(result, "worse"), tables.pain(result, "better")) == (worse, better)


def in_pain(pain: int, aim: str = "chest", points: Points = None) -> Fight:
    """Urlik's pain reaction comes to so many half-points, at a serious wound."""
    place = tables.AREAS[aim]
    cogan = {**SIX, "Melee": 3 - place.attack // 2}
    armour = dict.fromkeys(tables.AREAS, 6)
    wp = (pain - 8 + 6 - place.pain) / 2
    fight = wounded(aim, cogan, {**URLIK, "armour": armour, "WP": wp}, points=points)
    return fight.passes().rolls("urlik")


def test_an_even_pain_reaction_cites_the_rules_and_a_gap_the_table():
    fight = in_pain(7)
    assert fight.outcome("pain") == ("stunned", {"pain": 7})
    assert fight.basis("pain") == ("7.1", "default")
    assert in_pain(7, points={"pain gap": "better"}).basis("pain") == ("7.1", "ruled")
    assert in_pain(8).basis("pain") == ("7.1", "stated")


def test_who_is_stunned_loses_all_points_and_three_on_every_roll():
    fight = in_pain(2)
    assert fight.conditions("urlik") == ["stunned"]
    assert fight.left("urlik", "ap") == 0
    fight.rolls("urlik")
    assert fight.why("knock back") == {"ST": 4, "stunned": -6}


def test_who_is_staggered_loses_one_point_and_one_on_every_roll():
    fight = in_pain(8)
    assert fight.conditions("urlik") == ["staggered"]
    assert fight.left("urlik", "ap") == 6
    fight.rolls("urlik")
    assert fight.why("knock back") == {"ST": 4, "staggered": -2}


def test_who_is_unconscious_loses_his_phase_until_the_referee_wakes_him():
    fight = in_pain(0).rolls("urlik")
    assert fight.conditions("urlik") == ["unconscious", "prone", "wound"]
    fight.ends("cogan")
    assert [(t.who, t.why) for t in fight.events(e.TurnBegan)][-1] == (("urlik",), "forfeited")
    fight.round()
    fight.rolls("cogan").rolls("cogan")
    wakes = {"what": "condition", "subject": "urlik", "name": "unconscious", "begin": False}
    fight.say_plainly({"type": "adjust", "note": "water", "change": wakes})
    assert fight.conditions("urlik") == ["prone", "wound"]


def test_a_steady_victim_suffers_nothing_from_pain():
    fight = in_pain(14)
    assert (fight.outcome("pain")[0], fight.conditions("urlik")) == ("bears the pain", [])
    assert fight.left("urlik", "ap") == 8


def test_a_stun_makes_the_sword_arm_drop_the_weapon_and_is_over_with_the_turn():
    fight = in_pain(2, "right arm").rolls("urlik")
    assert fight.combat.facts.get("urlik", "bears", "axe") == "no"
    assert fight.combat.facts.get("urlik", "bears", "shield") is None
    assert fight.left("urlik", "ap") == 0
    fight.ends("cogan").begins("cogan")
    assert fight.conditions("urlik") == ["prone", "wound", "broken"]
    assert fight.left("urlik", "ap") == 8 - 8 + 6  # Combat 4 - 4 for the serious wound; 3 at least
    assert fight.combat.facts.get("urlik", "bears", "axe") == "no"


def test_a_staggering_hit_on_the_arm_drops_nothing_but_one_on_the_hand_does():
    assert in_pain(8, "right arm").combat.facts.get("urlik", "bears", "axe") is None
    assert in_pain(8, "right hand").combat.facts.get("urlik", "bears", "axe") == "no"


def test_who_is_stunned_twice_is_stunned_once():
    fight = in_pain(2).rolls("urlik").side_by_side("cogan urlik")
    weak = {"what": "condition", "subject": "cogan", "name": "wound", "level": 5}
    fight.say_plainly({"type": "adjust", "note": "so that it hurts less", "change": weak})
    fight.does("cogan", STRIKE, "urlik", using=HALF).rolls("urlik", "cogan")
    fight.rolls("cogan", faces=(1, 1)).rolls("urlik", faces=(6, 6, 6, 6))
    assert fight.outcome("pain")[0] == "stunned"
    assert fight.conditions("urlik") == ["stunned", "prone", "wound"]


# --- knock back ---


@pytest.mark.parametrize(
    ("short", "better", "worse"),
    [
        (-1, "stands firm", "stands firm"),
        (0, "stands firm", "stands firm"),
        (1, "off balance", "off balance"),
        (6, "off balance", "off balance"),
        (7, "knocked back", "knocked back"),
        (11, "knocked back", "knocked back"),
        (12, "knocked back", "knocked over"),
        (13, "knocked back", "knocked over"),
        (14, "knocked over", "knocked over"),
    ],
)
def test_knock_back_bands_and_the_gap_between_them(short: int, better: str, worse: str):
    assert tables.knock_back(short, "better") == better
    assert tables.knock_back(short, "worse") == worse


def knocked(short: int, ap: int = 8, points: Points = None) -> Fight:
    """Urlik, who bears any pain, fails against damage 20 by so many half-points."""
    fight = wounded(urlik={**URLIK, "WP": 20, "Athletics": (40 - 4 - short) / 2}, points=points)
    change = {"what": "pool", "subject": "urlik", "pool": "ap", "delta": (ap - 8) / 2}
    if ap != 8:
        fight.say_plainly({"type": "adjust", "note": "tired", "change": change})
    return fight.passes().rolls("urlik").rolls("urlik")


def state(fight: Fight) -> tuple[str, int, bool, object]:
    near = fight.combat.facts.get("cogan", "adjacent", "urlik")
    prone = "prone" in fight.conditions("urlik")
    return fight.outcome("knock back")[0], fight.left("urlik", "ap"), prone, near


@pytest.mark.parametrize(
    ("short", "ap", "expected"),
    [
        (0, 8, ("stands firm", 8, False, "yes")),
        (6, 8, ("off balance", 6, False, "yes")),
        (6, 1, ("off balance", 0, True, "yes")),
        (6, 0, ("off balance", 0, True, "yes")),
        (11, 8, ("knocked back", 4, False, "no")),
        (11, 3, ("knocked back", 0, True, "no")),
        (14, 8, ("knocked over", 4, True, "no")),
        (14, 0, ("knocked over", 0, True, "no")),
    ],
)
def test_what_a_knock_back_costs(short: int, ap: int, expected: tuple[str, int, bool, str]):
    assert state(knocked(short, ap)) == expected


def test_a_loss_that_the_pool_cannot_bear_is_said():
    loss = knocked(11, 3).events(e.PoolChanged)[-1]
    assert (loss.how, loss.delta, loss.balance, loss.wanted) == ("lose", -3, 0, -4)


def test_the_gap_of_the_knock_back_table_is_the_tables_to_settle():
    fight = knocked(12)
    assert (fight.outcome("knock back")[0], fight.basis("knock back")) == (
        "knocked back",
        ("7.3", "default"),
    )
    assert (
        knocked(12, points={"knock back gap": "worse"}).outcome("knock back")[0] == "knocked over"
    )


def test_a_hit_without_a_wound_still_knocks_back():
    urlik = {**URLIK, "armour": {"chest": 20}}
    fight = wounded(urlik=urlik)
    assert fight.outcome("damage")[0] == "no wound"
    assert fight.waits_for() == ("knock back", ("urlik",))
    fight.rolls("urlik")
    assert fight.outcome("knock back")[0] == "knocked over"
    assert fight.conditions("urlik") == ["prone"]


def test_a_blunt_weapon_and_a_hit_on_the_leg_knock_back_further():
    cogan = {**SIX, "Melee": 5, "weapons": {HALF: {**SWORD, "damage": 1, "type": "blunt"}}}
    fight = wounded(aim="left leg", cogan=cogan, urlik={**URLIK, "WP": 20, "Acrobatics": 2})
    fight.passes().rolls("urlik").rolls("urlik")
    assert fight.why("knock back") == {"ST": 4, "Acrobatics": 4, "blunt": -4, "left leg": -4}


# --- order, and the wound ---


def stages(fight: Fight) -> list[str]:
    told = [r.stage for r in fight.events(e.Resolved) if r.stage != "reach"]
    return [*told, *fight.conditions("urlik")]


def test_pain_comes_before_the_knock_back_and_both_before_the_wound():
    fight = wounded(urlik={**URLIK, "WP": 20}).passes()
    assert fight.waits_for()[0] == "pain"
    fight.rolls("urlik")
    assert fight.waits_for()[0] == "knock back"
    assert fight.combat.conditions.on("urlik", "wound") == ()
    fight.rolls("urlik")
    assert "wounded" not in fight.why("knock back")
    assert stages(fight) == ["hit", "damage", "pain", "knock back", "prone", "wound"]


def test_a_table_may_have_the_knock_back_first():
    fight = wounded(urlik={**URLIK, "WP": 20}, points={"first suffered": "knock back"}).passes()
    assert fight.waits_for()[0] == "knock back"
    fight.rolls("urlik").rolls("urlik")
    assert stages(fight) == ["hit", "damage", "knock back", "pain", "prone", "wound"]


def test_a_fatal_wound_kills_at_once():
    fight = wounded(cogan={**SIX, "ST": 9}).passes()
    assert fight.conditions("urlik") == ["wound", "dead"]
    assert fight.combat.conditions.on("urlik")[0].level == 6
    assert STRIKE not in fight.manoeuvres("cogan")
    assert fight.ends("cogan").combat.clock.path == ()


def test_the_worst_wound_weighs_on_all_rolls_and_not_their_number():
    fight = duel(urlik={**URLIK, "WP": 20})
    for level in (2, 4, 1):
        change = {"what": "condition", "subject": "urlik", "name": "wound", "level": level}
        fight.say_plainly({"type": "adjust", "note": "old wounds", "change": change})
    fight.does("cogan", STRIKE, "urlik", using=HALF).passes().rolls("urlik")
    assert fight.why("defence")["wounded"] == -8


@pytest.mark.parametrize(("level", "penalty"), [(1, 0), (2, -2), (3, -4), (4, -8), (5, -12)])
def test_impairment_by_level(level: int, penalty: int):
    assert tables.IMPAIRMENT[level] == penalty


def test_wounds_last_over_turns_and_name_their_place_and_type():
    fight = wounded(urlik={**URLIK, "WP": 20}).passes().rolls("urlik").rolls("urlik")
    fight.ends("cogan").ends("urlik").begins("cogan")
    [wound] = fight.combat.conditions.on("urlik", "wound")
    assert (wound.level, wound.at, wound.detail["type"]) == (4, "chest", "cutting")


def test_a_victim_who_leaves_takes_no_further_part():
    fight = wounded()
    fight.say_plainly({"type": "leave", "who": "urlik"})
    assert (fight.waits_for(), fight.actor()) == (("", ()), "cogan")
