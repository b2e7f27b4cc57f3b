"""Characters who stand in a unit: what the unit does, suffers and tests, they do with it."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from projections.wording.game_words import fact_words
from tests.support.fights.ninth_age import (
    ARCHERS,
    GHOULS,
    RULES,
    SPEARS,
    WIZARD,
    Battle,
    battle,
    refused,
)
from tests.support.fights.short_sheets import stats
from tests.support.refusals import legal

LORD: dict[str, Any] = {**WIZARD, **stats("Advance 4, March 8, HP 3, Shots 1, Range 20, Aim 3")}
GUARDS = {**SPEARS, "Champion": True}
BLOWS: dict[str, Any] = {"hits on": 4, "wounds on": 4, "armour on": 7}
NEEDS: dict[str, Any] = {"wounds on": 4, "armour on": 7}
ARMIES: dict[str, dict[str, dict[str, Any]]] = {
    "ann": {"spears": SPEARS, "lord": LORD, "mage": WIZARD},
    "bo": {"archers": ARCHERS, "guards": GUARDS, "seer": WIZARD},
}


def joins(told: Battle, who: str, unit: str) -> Battle:
    return told.fixes(what="fact", of=who, name="joined", value=unit)


def together(armies: Any = ARMIES, **settings: str) -> Battle:
    """Ann's lord stands in her spears."""
    return joins(battle(armies, settings=settings), "lord", "spears")


@pytest.mark.parametrize(
    ("unit", "says"), [("spears", "Lord stands in spears"), ("", "Lord stands in no unit")]
)
def test_the_story_says_in_which_unit_he_stands(unit: str, says: str):
    assert fact_words(RULES, str, e.FactSet(of="lord", name="joined", value=unit)) == says


# --- moving --------------------------------------------------------------------------------


def test_he_neither_charges_nor_moves_by_himself():
    told = together().until("charges")
    assert told.manoeuvres("lord") == set()
    why = refused(told, lambda: told.does("lord", "charge", "archers", distance=8, arc="front"))
    assert (why.clause, why.why) == ("9", "lord stands in spears")
    assert legal(why) == "spears"
    told.until("moves").does("spears", "advance", using="forward", inches=4).agrees()
    assert (told.states("lord"), told.states("spears")) == (["moved"], ["moved"])


def test_he_moves_no_charge_of_his_own():
    told = together().charges("spears", "guards", 12).answers("guards", "hold")
    told.until("charge moves")
    assert (told.manoeuvres("lord"), told.manoeuvres("spears")) == (set(), {"charge move"})
    why = refused(told, lambda: told.does("lord", "charge move", "guards", distance=12))
    assert (why.clause, why.why, legal(why)) == ("9", "lord stands in spears", "spears")
    told.moves_charge("spears", "guards", 12, 6, 6)
    assert "moved" in told.states("lord") and told.fact("engaged", "guards", "lord") != "yes"


def test_he_stops_charging_with_his_unit_where_nobody_is_left_to_charge():
    told = together().charges("spears", "archers", 9).does("archers", "flee").rolls(6, 6)
    told.answers("bo", "straight ahead", edge=5).agrees().answers("bo", "near", units=[]).agrees()
    assert "destroyed" in told.states("archers") and "charging" in told.states("lord")
    told.passes().until("moves")  # no charge is redirected
    assert (told.states("lord"), told.states("spears")) == ([], [])


def test_the_unit_is_as_slow_as_the_slowest_in_it():
    told = together().until("moves")
    why = refused(told, lambda: told.does("spears", "advance", using="forward", inches=5))
    assert why.numbers == {"least": 0, "most": 4, "parts": 0.5}
    why = refused(told, lambda: told.does("spears", "march", inches=9, nearest=20))
    assert why.numbers == {"least": 0, "most": 8, "parts": 0.5}


@pytest.mark.parametrize(("settings", "reach"), [({}, 11), ({"characters in units": "apart"}, 12)])
def test_the_lowest_advance_rate_makes_the_charge_range(settings: Any, reach: int):
    told = together(**settings).charges("spears", "guards", 12).answers("guards", "hold")
    told.until("charge moves").moves_charge("spears", "guards", 12, 3, 4)
    assert told.outcome("charge", "guards")[1]["range"] == reach
    assert (told.fact("engaged", "guards", "spears") == "yes") is (reach == 12)


def test_a_failed_charge_shakes_all_models():
    told = together().charges("spears", "guards", 12).answers("guards", "hold")
    assert "charging" in told.states("lord")
    told.until("charge moves").moves_charge("spears", "guards", 12, 3, 4)
    assert told.states("lord") == ["moved", "shaken"]


def test_a_shot_from_the_slowest_charger_away_is_possible():
    told = together().charges("spears", "archers", 5)
    shot = {"range": "short", "cover": "none", "shots": 1, **NEEDS}
    told.does("archers", "stand and shoot", "spears", **shot)  # 5 is farther than the lord's 4
    assert told.waits_for() == ("confirm", ("ann",))


def test_nobody_charges_or_shoots_at_him_but_at_his_unit():
    told = joins(battle(ARMIES), "seer", "guards").until("charges")
    says = "seer stands in guards: name guards as the target"
    why = refused(told, lambda: told.does("spears", "charge", "seer", distance=8, arc="front"))
    assert (why.clause, why.why, why.pointer, legal(why)) == ("9", says, "/targets/0", "guards")
    told.until("shots")
    shot = {"range": "short", "cover": "none", "shots": 1, **NEEDS}
    why = refused(told, lambda: told.does("lord", "shoot", "seer", **shot))
    assert (why.clause, why.why, why.pointer, legal(why)) == ("9", says, "/targets/0", "guards")


def test_he_shoots_at_the_target_of_his_unit():
    armies = {"ann": {"bows": ARCHERS, "lord": LORD}, "bo": ARMIES["bo"]}
    told = joins(battle(armies), "lord", "bows").until("shots")
    shot = {"range": "short", "cover": "none", "shots": 1, **NEEDS}
    told.does("bows", "shoot", "guards", **shot).agrees().rolls(1)
    why = refused(told, lambda: told.does("lord", "shoot", "archers", **shot))
    assert (why.clause, legal(why)) == ("8", "guards")
    told.does("lord", "shoot", "guards", **shot)


# --- fleeing -------------------------------------------------------------------------------


def fled(edge: int) -> Battle:
    """Bo's guards flee from a charge, six inches, with the seer in them."""
    told = joins(battle(ARMIES), "seer", "guards").charges("spears", "guards", 20)
    told.does("guards", "flee").rolls(3, 3)
    return told.answers("bo", "straight ahead", edge=edge).agrees()


def test_he_flees_with_his_unit_and_rallies_with_it():
    told = fled(30).passes()
    assert "fleeing" in told.states("seer")
    told.until("charge moves").moves_charge("spears", "guards", 24, 1, 1)
    told.until("discipline", "bo").rolls(3, 4)
    tests = [a.targets for a in told.events(e.Declared) if a.manoeuvre == "rally test"]
    assert tests == [("guards",)]
    assert (told.states("seer"), told.states("guards")) == (["shaken"], ["shaken"])


def test_over_the_edge_both_are_gone():
    told = fled(6)
    assert (told.left("guards", "hp"), told.left("seer", "hp")) == (0, 0)
    assert "destroyed" in told.states("seer")


def test_a_charge_that_reaches_the_fleer_takes_everybody_in_it():
    told = fled(30).passes().until("charge moves")
    told.moves_charge("spears", "guards", 9, 3, 4)
    assert told.outcome("charge", "guards")[0] == "runs it down"
    assert (told.left("guards", "hp"), told.left("seer", "hp")) == (0, 0)


def test_one_panic_test_is_for_both():
    told = joins(battle(ARMIES), "seer", "guards")
    told.charges("spears", "archers", 20).does("archers", "flee").rolls(3, 3)
    told.answers("bo", "straight ahead", edge=2).agrees()
    assert told.waits_for() == ("near", ("bo",))
    [near] = [o for o in told.offered() if o.command.get("choice") == "near"]
    assert near.blanks[0].values == ("guards",)


def test_apart_is_the_tables_to_say():
    told = together(**{"characters in units": "apart"}).until("charges")
    assert "charge" in told.manoeuvres("lord")


# --- fighting ------------------------------------------------------------------------------


def fight(
    a: dict[str, Any], b: dict[str, Any], lord: dict[str, Any] = LORD, seer: dict[str, Any] = WIZARD
) -> Battle:
    """Units a and b fight; the lord stands in a, the seer in b; the ranks hold both."""
    told = battle({"ann": {"a": a, "lord": lord}, "bo": {"b": b, "seer": seer, "rest": ARCHERS}})
    joins(joins(told, "lord", "a"), "seer", "b").touches("a", "b")
    return told.until("combats").does("a", "fight").passes("lord").passes("seer")


PLAIN: dict[str, Any] = {**SPEARS, "Standard": False, "Models": 9}


def loses(told: Battle, by: int) -> Battle:
    """Unit b loses so many Health Points, and the Round by that."""
    told.passes("ann", "bo")
    told.declares("a", "strike", "b", attacks=by, **BLOWS).agrees()
    return told.rolls(*[6] * by).rolls(*[6] * by).passes()


def test_from_the_ranks_of_a_unit_in_contact_a_duel_is_accepted():
    told = fight(PLAIN, PLAIN)
    assert told.waits_for() == ("duels", ("ann",))
    told.answers("ann", "issue", challenger="lord")
    why = refused(told, lambda: told.answers("bo", "accept", **{"with": "rest"}))
    assert why.pointer == "/params/with"
    told.answers("bo", "accept", **{"with": "seer"})
    assert told.fact("engaged", "lord", "seer") == "yes"
    assert told.waits_for() == ("strikes", ("a", "b", "lord", "seer"))


def test_his_standard_counts_in_the_ranks():
    told = loses(fight({**PLAIN, "Agility": 4}, PLAIN, {**LORD, "BSB": True}), 1)
    made = told.outcome("score ann")[1]
    assert made == {"score": 2, "Health Points": 1, "standards": 1}


def test_he_breaks_and_is_run_down_with_his_unit():
    told = loses(fight({**PLAIN, "Agility": 4}, PLAIN), 3).rolls(6, 6)
    tests = [a.targets for a in told.events(e.Declared) if a.manoeuvre == "break test"]
    assert tests == [("b",)]
    told.until("pursuits").answers("a", "pursue", whom="b")
    told.rolls(2, 3).rolls(2, 3)
    assert (told.left("b", "hp"), told.left("seer", "hp")) == (0, 0)


def test_he_gets_away_with_his_unit():
    told = loses(fight({**PLAIN, "Agility": 4}, PLAIN), 3).rolls(6, 6)
    told.until("pursuits").answers("a", "pursue", whom="b")
    told.rolls(3, 3).rolls(2, 3)
    assert "fleeing" in told.states("seer") and told.left("seer", "hp") == 3


def test_the_unstable_lose_their_own_first_then_the_characters():
    dead = {**GHOULS, "Fear": False, "Models": 5, "Agility": 2, "Attacks": 1}
    told = loses(fight({**PLAIN, "Agility": 4, "Standard": True}, dead), 3)
    assert told.outcome("winner")[1] == {"by": 4}
    assert (told.left("b", "hp"), told.left("seer", "hp")) == (0, 1)


def test_whoever_is_left_of_a_unit_stands_alone():
    told = (
        together()
        .fixes(what="fact", of="spears", name="place", value="not deployed")
        .until("charges")
    )
    assert "charge" in told.manoeuvres("lord")


# --- magic ---------------------------------------------------------------------------------


def test_witchfire_hits_the_casters_unit():
    told = together().until("flux").draws("ann", 5, 0).until("casts")
    told.does("lord", "cast", using="Shield", dice=3, on="lord").rolls(2, 2, 2)
    while told.waits_for()[0] == "dispel":
        told.answers("bo", "let it be")
    assert told.waits_for() == ("hit count", ("spears",))
