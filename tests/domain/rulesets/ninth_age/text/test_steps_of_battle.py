"""Sentences that a second careful reading found: shots, combats, flight, and the score."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import HERO, A, causes, clash, strikes
from tests.support.fights.ninth_age import (
    ARCHERS,
    KNIGHTS,
    SPEARS,
    WIZARD,
    Battle,
    battle,
    mustered,
    refused,
)
from tests.support.refusals import lacks, legal

SHOT: dict[str, Any] = {"shots": 4, "cover": "none", "wounds on": 4, "armour on": 7}


# --- shooting ------------------------------------------------------------------------------


@pytest.mark.parametrize(("distance", "ranges"), [(13, ["short", "long"]), (14, ["long"])])
def test_a_charger_beyond_half_the_range_is_shot_at_long_range(distance: int, ranges: list[str]):
    told = battle({"ann": {"k": KNIGHTS}, "bo": {"archers": {**ARCHERS, "Range": 25}}})
    told.charges("k", "archers", distance)
    for reach in ("short", "long"):
        if reach not in ranges:
            why = refused(
                told, lambda: told.does("archers", "stand and shoot", "k", range="short", **SHOT)
            )
            assert (why.clause, legal(why)) == ("C4", "long")
    told.does("archers", "stand and shoot", "k", range=ranges[-1], **SHOT).agrees()
    assert told.outcome("aim", "k")[1] == {"attacks": 4, "needs": 5, "long range": 1}


def test_a_charger_that_panics_from_the_volley_flees_and_charges_no_more():
    told = battle({"ann": {"k": KNIGHTS, "far": SPEARS}, "bo": {"archers": ARCHERS}})
    told.charges("k", "archers", 9)
    told.does("archers", "stand and shoot", "k", range="short", **SHOT).agrees()
    told.rolls(4, 4, 1, 1).rolls(4, 4).rolls(6, 3)  # 2 of 8 are a quarter
    assert told.outcome("verdict", "k") == ("failed", {"roll": 9, "needed": 8})
    assert told.waits_for() == ("flee distance", ("k",))
    told.rolls(2, 3).answers("ann", "straight ahead", edge=20).agrees()
    assert sorted(told.states("k")) == ["fleeing", "losses"]
    told.until("moves")
    assert not [a for a in told.events(e.Declared) if a.manoeuvre == "charge move"]


# --- terror and frenzy ---------------------------------------------------------------------


def test_a_war_machine_that_fails_against_terror_is_shaken_and_holds():
    engine = {**ARCHERS, "War Machine": True}
    told = battle({"ann": {"dread": {**KNIGHTS, "Terror": True}}, "bo": {"engine": engine}})
    told.charges("dread", "engine", 9).rolls(4, 4)
    assert told.states("engine") == ["shaken"]
    why = refused(
        told, lambda: told.does("engine", "stand and shoot", "dread", range="short", **SHOT)
    )
    assert (why.clause, lacks(why), legal(why)) == ("C4", "fact free of engine: no = yes", "")
    told.answers("engine", "hold")


def test_which_frenzied_units_are_near_the_other_player_confirms():
    told = battle({"ann": {"mad": {**KNIGHTS, "Frenzy": True}}, "bo": {"guards": SPEARS}})
    told.answers("ann", "near", units=["mad"])
    assert told.waits_for() == ("confirm", ("bo",))
    told.answers("bo", "contest", which="within reach").rolls(1, 2, 3)
    assert told.fact("contested", "ann") == "within reach mad"
    assert told.outcome("verdict", "mad") == ("passed", {"roll": 5, "needed": 8})


# --- combat --------------------------------------------------------------------------------


def test_health_points_lost_to_an_effect_of_the_round_count_in_its_score():
    curse = {"Curse": {"at": "start of the round of combat", "to": "enemy", "loses": 2}}
    told = clash({**A, "effects": curse}, A)
    told.declares("a", "use", using="Curse", on="b").passes("ann").passes("bo").passes("a", "b")
    assert told.left("b", "hp") == 18
    assert told.outcome("score ann")[1] == {
        "score": 6,
        "Health Points": 2,
        "ranks": 3,
        "standards": 1,
    }
    assert told.outcome("winner", "ann")[1] == {"by": 3}


def test_who_is_wiped_out_as_the_round_begins_alarms_its_friends_in_the_eighth_step():
    curse = {"Curse": {"at": "start of the round of combat", "to": "enemy", "loses": 20}}
    told = clash({**A, "effects": curse}, {**A, "Models": 4})
    told.declares("a", "use", using="Curse", on="b").passes("ann").passes("bo")
    assert told.outcome("winner", "ann") == ("no foes are left", {"by": 0})
    assert told.waits_for() == ("near", ("bo",))
    told.answers("bo", "near", units=[])
    assert [a.manoeuvre for a in told.events(e.Declared)].count("alarm") == 1


@pytest.mark.parametrize(("played", "bonus"), [("both", 5), ("higher", 3)])
def test_a_flank_and_a_rear_count_both_or_as_the_table_says(played: str, bonus: int):
    armies = {"ann": {"a": A, "c": A}, "bo": {"b": A, "d": ARCHERS}}
    told = battle(armies, settings={"flank and rear": played})
    told.charges("a", "b", 3, "flank").answers("b", "hold")
    told.charges("c", "b", 3, "rear").answers("b", "hold").until("charge moves")
    told.moves_charge("a", "b", 3, 6, 6).moves_charge("c", "b", 3, 6, 6)
    told.until("combats").does("a", "fight").passes("a", "c").passes("b")
    assert told.outcome("score ann")[1]["flank or rear"] == bonus
    assert told.basis("score ann") == ("9", "ruled")


def test_there_is_no_overkill_of_a_character_who_still_stands():
    lord = {**HERO, "Character": True, "Models": 1, "HP": 3}
    told = clash(HERO, lord).answers("ann", "issue", challenger="a")
    told.answers("bo", "accept", **{"with": "b"})
    strikes(told, "a", "b", 1).passes("b").agrees().rolls(6).rolls(6)
    why = refused(told, lambda: told.answers("ann", "overkill", overkill=1))
    assert (why.clause, why.numbers) == ("9", {"least": 0, "most": 0})
    told.answers("ann", "overkill", overkill=0).answers("bo", "overkill", overkill=3)


# --- flight --------------------------------------------------------------------------------


def test_what_dangerous_terrain_took_the_other_player_confirms_as_well():
    told = battle({"ann": {"k": KNIGHTS}, "bo": {"archers": ARCHERS, "v": SPEARS}})
    told.charges("k", "archers", 20).does("archers", "flee").rolls(2, 2)
    told.answers("bo", "straight ahead", edge=60, lost=3)
    assert told.waits_for() == ("confirm", ("ann",))
    told.answers("ann", "contest", which="lost")
    assert told.fact("contested", "archers") == "lost 3"
    assert told.left("archers", "hp") == 7


@pytest.mark.parametrize("joined", [False, True])
def test_who_falls_on_the_way_is_not_destroyed_again_at_the_edge(joined: bool):
    """Dangerous Terrain takes all ten, the Character in their ranks flees on, off the table."""
    told = battle({"ann": {"k": KNIGHTS}, "bo": {"archers": ARCHERS, "seer": WIZARD, "v": SPEARS}})
    told.fixes(what="fact", of="seer", name="joined", value="archers") if joined else None
    told.charges("k", "archers", 20).does("archers", "flee").rolls(2, 2)
    told.answers("bo", "straight ahead", edge=2, lost=10).agrees()
    gone = [(c.subject, c.key) for c in told.events(e.ConditionBegan) if c.name == "destroyed"]
    off = [("seer", "fled off the table")] if joined else []
    assert gone == [("archers", "no Health Points left"), *off]
    assert [a.targets for a in told.events(e.Declared) if a.manoeuvre == "alarm"] == [("archers",)]


def test_a_character_who_falls_in_a_unit_alarms_nobody():
    omen = {"Omen": {"at": "start of the magic phase", "to": "enemy", "loses": 3}}
    armies = {
        "ann": {"k": {**KNIGHTS, "effects": omen}},
        "bo": {"guards": SPEARS, "seer": WIZARD, "v": SPEARS},
    }
    for joined in (True, False):
        told = battle(armies)
        told.fixes(what="fact", of="seer", name="joined", value="guards") if joined else None
        told.until("effects").declares("k", "use", using="Omen", on="seer").passes("ann")
        told.passes("bo")
        assert "destroyed" in told.states("seer")
        assert (told.waits_for()[0] == "near") == (not joined)


# --- the score -----------------------------------------------------------------------------


def test_a_fifth_of_the_army_points_is_exact():
    armies = {"ann": {"a": {**A, "Points": 201}}, "bo": {"b": {**A, "Points": 150}}}
    told = ended(battle(armies).fixes(what="pool", subject="bo", pool="counters", delta=1))
    assert told.outcome("objective", "bo") == ("holds the objective", {"worth": "40 1/5"})
    assert told.outcome("result") == ("win", {"difference": "40 1/5", "army points": 201})


def test_what_each_side_has_of_the_objective_the_other_confirms():
    told = battle({"ann": {"a": A}, "bo": {"b": A}}, objective="breakthrough")
    told.until("objective held").answers("bo", "objective", ann=0, bo=1)
    assert told.waits_for() == ("confirm", ("ann",))
    told.answers("ann", "contest", which="bo")
    assert told.fact("contested", "bo") == "bo 1"
    assert told.outcome("objective", "bo") == ("holds the objective", {"worth": 40})


def ended(told: Battle) -> Battle:
    while not (told.combat.clock.rounds == 6 and not told.combat.clock.path):
        told.goes_on()
    return told


def test_a_loss_is_not_steadied_by_ranks_that_a_wide_unit_has_not():
    wide = {**A, "Models": 10, "Files": 10, "Agility": 2, "Standard": False}
    told = causes(clash({**A, "Agility": 4}, wide), "a", "b", 1).passes("b")
    [test] = [a for a in told.events(e.Declared) if a.manoeuvre == "break test"]
    assert test.params["penalty"] == told.outcome("winner", "ann")[1]["by"] == 5


# --- ambush --------------------------------------------------------------------------------


@pytest.mark.parametrize("played", ["no", "yes"])
def test_whether_an_ambusher_moves_on_is_the_tables_to_say(played: str):
    armies = {"ann": {"u": SPEARS, "x": {**SPEARS, "Ambush": True}}, "bo": {"archers": ARCHERS}}
    told = mustered(armies, settings={"ambush moves": played}).prepares()
    told.answers("ann", "declare", ambushers=["x"]).deploys().until("ambush").rolls(3)
    if played == "no":
        why = refused(told, lambda: told.does("x", "advance", using="forward", inches=1))
        assert (why.clause, why.numbers, lacks(why), legal(why)) == (
            "M3",
            {"most": 1, "done": 1},
            "limit moves of x: 1 < 1",
            "u",
        )
    else:
        told.does("x", "advance", using="forward", inches=1).agrees()
        assert "moved" in told.states("x")


# --- reforms, and items of which one is used -----------------------------------------------


def test_a_reform_after_combat_may_change_the_ranks():
    told = causes(clash({**A, "Agility": 4}, {**A, "Models": 1}, charge=True), "a", "b", 1)
    told.answers("bo", "near", units=[])
    why = refused(told, lambda: told.answers("a", "reform", files=21))
    assert (why.clause, why.numbers) == ("9", {"least": 1, "most": 20})
    told.answers("a", "reform", files=10)
    assert told.fact("files", "a") == 10


@pytest.mark.parametrize("played", ["declared", "resolved"])
def test_of_a_capped_item_two_are_not_declared_for_one_moment(played: str):
    scroll = {"Scroll": {"at": "start of the magic phase", "once": True, "cap": "Binding Scroll"}}
    two = {"x": {**A, "effects": scroll}, "y": {**A, "effects": scroll}}
    told = battle({"ann": two, "bo": {"b": A}}, settings={"one use spent": played})
    told.until("effects").declares("x", "use", using="Scroll")
    why = refused(told, lambda: told.declares("y", "use", using="Scroll"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "3",
        {"most": 1, "done": 1},
        "limit Binding Scroll of x: 1 < 1",
    )
