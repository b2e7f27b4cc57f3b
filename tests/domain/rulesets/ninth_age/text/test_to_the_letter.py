"""What a careful reader finds in the rules: small sentences, each played out."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, causes, clash, strikes
from tests.support.fights.ninth_age import ARCHERS, GHOULS, KNIGHTS, SPEARS, Battle, battle, refused
from tests.support.refusals import lacks

NEEDS: dict[str, Any] = {"wounds on": 4, "armour on": 7}
FEIGNING = {**ARCHERS, "Feigned Flight": True, "Discipline": 8}


# --- fear ----------------------------------------------------------------------------------


def test_who_fails_against_fear_is_shaken_for_the_round_and_does_not_pursue():
    feared = {**GHOULS, "Unstable": False, "Models": 9, "Agility": 2, "Discipline": 5}
    told = clash({**A, "Agility": 4}, feared).rolls(6, 6)
    assert {"afraid", "shaken"} <= set(told.states("a"))
    causes(told, "a", "b", 3).passes("b").rolls(6, 6).answers("bo", "near", units=[])
    assert told.waits_for() == ("flee distance", ("b",))  # the Shaken are not asked
    told.rolls(3, 3).answers("bo", "straight ahead", edge=30).agrees()
    assert {o.command["choice"] for o in told.offered()} == {"pivot", "pass"}
    told.answers("a", "pivot")
    assert "shaken" not in told.states("a")


# --- feigned flight ------------------------------------------------------------------------


def feigned(*faces: int) -> Battle:
    """Bo's archers flee from a charge that fails, and test to rally in Bo's turn."""
    told = battle({"ann": {"knights": KNIGHTS}, "bo": {"archers": FEIGNING, "guards": SPEARS}})
    told.charges("knights", "archers", 20).does("archers", "flee")
    told.rolls(2, 2).answers("bo", "straight ahead", edge=60).agrees().passes()
    told.until("charge moves").moves_charge("knights", "archers", 24, 1, 1)
    return told.until("discipline", "bo").rolls(*faces)


def test_a_feigned_flight_may_move_and_shoot_as_having_moved():
    told = feigned(4, 4)
    assert "shaken" not in told.states("archers")
    told.until("moves").does("archers", "advance", using="forward", inches=2).agrees()
    told.until("shots").does(
        "archers", "shoot", "knights", range="short", cover="none", shots=2, **NEEDS
    ).agrees()
    assert told.outcome("aim") == ("aims", {"attacks": 2, "needs": 5, "moved": 1})


def test_a_feigned_flight_counts_as_having_moved_where_it_stands_still():
    told = feigned(4, 4).until("shots")
    told.does("archers", "shoot", "knights", range="short", cover="none", shots=2, **NEEDS).agrees()
    assert told.outcome("aim")[1]["needs"] == 5


def test_it_is_no_feint_when_it_rallies_a_turn_later():
    told = feigned(6, 6).rolls(2, 2).answers("bo", "straight ahead", edge=60).agrees()
    told.until("discipline", "bo").rolls(4, 4)
    assert told.states("archers") == ["shaken"]


def test_who_fled_in_terror_feigned_nothing():
    dread = {**KNIGHTS, "Terror": True}
    told = battle({"ann": {"dread": dread}, "bo": {"archers": FEIGNING, "guards": SPEARS}})
    told.charges("dread", "archers", 20).rolls(6, 6).does("archers", "flee")
    told.rolls(2, 2).answers("bo", "straight ahead", edge=60).agrees().passes()
    told.until("charge moves").moves_charge("dread", "archers", 24, 1, 1)
    told.until("discipline", "bo").rolls(4, 4)
    assert "shaken" in told.states("archers")


# --- facings, and foes that are gone ---------------------------------------------------------


def test_a_flank_counts_for_the_charge_that_came_into_it_and_no_other():
    told = battle({"ann": {"a": A}, "bo": {"b": A, "c": A}})
    told.charges("a", "b", 11, "flank").answers("b", "hold").until("charge moves")
    told.moves_charge("a", "b", 11, 1, 1)
    assert told.outcome("charge")[0] == "fails"
    told.until("charges", "bo").charges("b", "a", 3).answers("a", "hold").until("charge moves")
    told.moves_charge("b", "a", 3, 6, 6).until("combats").does("b", "fight").passes("b", "a")
    assert "flank or rear" not in told.outcome("score ann")[1]


DOOM = {"Doom": {"at": "start of the magic phase", "once": True, "to": "enemy", "loses": 20}}


def test_a_charger_whose_foe_is_gone_before_the_melee_is_done_with_that_first():
    told = battle({"ann": {"a": A, "mage": {**A, "effects": DOOM}}, "bo": {"b": A, "c": A}})
    told.charges("a", "b", 3).answers("b", "hold").until("charge moves")
    told.moves_charge("a", "b", 3, 6, 6).until("effects")
    told.declares("mage", "use", using="Doom", on="b").passes("ann").passes("bo")
    told.until("no more foes")
    assert told.waits_for() == ("no more foes", ("a",))
    assert {o.command["choice"] for o in told.offered()} == {"overrun", "pivot", "reform", "pass"}
    told.answers("a", "reform")
    assert "charging" not in told.states("a")


def test_of_a_unit_without_foes_only_health_points_count():
    plain = {**A, "Standard": False, "Models": 5}
    told = battle({"ann": {"a": A, "c": plain}, "bo": {"b": {**plain, "Models": 1}, "d": plain}})
    told.touches("a", "b").touches("c", "b").touches("c", "d").until("combats").does("a", "fight")
    strikes(told, "a", "b", 1).passes("c", "b", "d").agrees().rolls(6).rolls(6)
    assert told.outcome("score ann")[1] == {"score": 1, "Health Points": 1}


def test_who_is_left_without_foes_wins_whatever_the_score():
    lone = {**A, "Models": 1, "Agility": 5, "Attacks": 4}
    told = clash({**A, "Models": 5, "Standard": False}, lone)
    causes(told, "b", "a", 4)
    causes(told, "a", "b", 1)
    assert scores_of(told) == (1, 4)
    assert told.outcome("winner") == ("no foes are left", {"by": 0})


def scores_of(told: Battle) -> tuple[int, int]:
    ann, bo = told.outcome("score ann")[1], told.outcome("score bo")[1]
    return ann["score"], bo["score"]


# --- flight --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lost", "states"),
    [(3, ["decimated", "fleeing", "losses"]), (4, ["destroyed", "fleeing", "losses"])],
)
def test_dangerous_terrain_decimates_and_may_destroy(lost: int, states: list[str]):
    told = battle({"ann": {"knights": KNIGHTS}, "bo": {"u": {**ARCHERS, "Models": 4}, "v": SPEARS}})
    told.charges("knights", "u", 20).does("u", "flee").rolls(2, 2)
    told.answers("bo", "straight ahead", edge=60, lost=lost).agrees()
    assert sorted(told.states("u")) == states
    assert (told.waits_for()[0] == "near") == (lost == 4)


# --- the way they flee, and who must pursue ------------------------------------------------


def two_against(one: str = "b") -> Battle:
    """Two of Ann's units beat Bo's, which breaks; nobody is near."""
    few = {**A, "Standard": False, "Models": 9, "Agility": 2}
    told = battle({"ann": {"a": {**A, "Agility": 4}, "c": A}, "bo": {one: few, "far": ARCHERS}})
    told.touches("a", one).touches("c", one).until("combats").does("a", "fight")
    causes(told, "a", one, 3).passes("c").passes(one).rolls(6, 6)
    return told.answers("bo", "near", units=[])


def test_the_winner_picks_the_way_where_several_touch_the_broken():
    told = two_against()
    assert told.waits_for() == ("flee direction", ("ann",))
    told.answers("ann", "away from", toward="b", foe="c")
    assert told.outcome("direction b", "b") == ("turns to flee", {"from": "c"})
    assert told.waits_for() == ("pursuits", ("a", "c"))
    told.answers("a", "restrain").answers("c", "pursue", whom="b").rolls(3, 3).rolls(6, 6)
    told.rolls(1, 1)
    [flight] = [a for a in told.events(e.Declared) if a.manoeuvre == "flee"]
    assert (flight.targets, flight.params) == (("b",), {"from": "c", "rolled": 12})


def test_who_fails_to_restrain_itself_says_whom_it_pursues():
    few = {**A, "Standard": False, "Models": 4, "Agility": 2}
    armies = {"ann": {"a": {**A, "Agility": 4}}, "bo": {"b": few, "d": few, "far": ARCHERS}}
    told = battle(armies).touches("a", "b").touches("a", "d").until("combats").does("a", "fight")
    causes(told, "a", "b", 3).passes("b", "d").answers("bo", "order", units=["b", "d"])
    told.rolls(6, 6).rolls(6, 6).answers("bo", "near", units=[]).answers("bo", "near", units=[])
    told.answers("a", "restrain").rolls(6, 6)
    assert told.waits_for() == ("must pursue", ("a",))
    told.answers("a", "pursue", whom="d")
    [chase] = told.combat.conditions.on("a", "pursues")
    assert chase.toward == "d"


# --- terror, blows, tokens -----------------------------------------------------------------


def test_who_stood_one_terror_test_takes_no_other_in_the_phase():
    dread = {**KNIGHTS, "Terror": True}
    told = battle({"ann": {"x": dread, "y": dread}, "bo": {"b": A}})
    told.charges("x", "b", 9).rolls(1, 1).answers("b", "hold").charges("y", "b", 9)
    assert told.waits_for() == ("reaction", ("b",))
    assert len([a for a in told.events(e.Declared) if a.manoeuvre == "terror test"]) == 1


def test_crush_attacks_come_last_and_grinding_ones_at_ones_own_agility():
    told = clash({**A, "Agility": 2, "Crush Attack": 1, "Grinding Attacks": 3}, A)
    told.answers("a", "crush", models=1)
    seen = []
    while told.waits_for()[0] == "strikes":
        names = {o.command["manoeuvre"] for o in told.offered() if "manoeuvre" in o.command}
        seen.append((told.outcome("step")[1]["at"], names))
        told.passes()
    assert seen == [(3, {"strike"}), (2, {"strike", "grinding attacks"}), (0, {"crush attack"})]


CALL: dict[str, Any] = {
    "Call": {"at": "start of the melee phase", "tokens": 2, "gives": {"Agility": 1}}
}


def caller() -> Battle:
    armies = {"ann": {"a": {**A, "effects": CALL, "Wizard": "Apprentice"}}, "bo": {"b": A}}
    return battle(armies).until("flux").draws("ann", 2, 3).until("effects")


def test_tokens_are_spent_outside_the_magic_phase_too():
    told = caller().declares("a", "use", using="Call")
    assert told.left("ann", "veil") == 1
    told.passes("ann").passes("bo")
    assert [c.key for c in told.events(e.ConditionBegan) if c.name == "under"] == ["Call"]


def test_what_one_has_no_tokens_for_is_not_asked():
    armies = {"ann": {"a": {**A, "effects": CALL, "Wizard": "Apprentice"}}, "bo": {"b": A}}
    told = battle(armies).until("flux").draws("ann", 2, 1).until("charges", "bo")
    assert "effects" not in [q.about for q in told.events(e.Asked)]


def test_two_uses_are_not_paid_with_the_same_tokens():
    twice = {"Call": CALL["Call"], "Cry": CALL["Call"]}
    armies = {"ann": {"a": {**A, "effects": twice, "Wizard": "Apprentice"}}, "bo": {"b": A}}
    told = battle(armies).until("flux").draws("ann", 2, 3).until("effects")
    told.declares("a", "use", using="Call")
    why = refused(told, lambda: told.declares("a", "use", using="Cry"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "7",
        {"cost": 2, "left": 1},
        "points veil of ann: 1 >= 2",
    )


def test_a_use_taken_back_gives_its_tokens_back():
    told = caller().declares("a", "use", using="Call")
    told.say_plainly({"type": "withdraw", "who": "a"})
    assert told.left("ann", "veil") == 3
