"""Breaking and pursuit: who restrains itself, who is destroyed, and who may overrun."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, causes, clash
from tests.support.fights.ninth_age import Battle, battle


def broken(discipline: int = 8) -> Battle:
    """Bo's unit breaks; its friends are asked for, and nobody is near."""
    few = {**A, "Standard": False, "Models": 9, "Agility": 2}
    told = clash({**A, "Agility": 4, "Discipline": discipline}, few)
    causes(told, "a", "b", 3).passes("b").rolls(6, 6)
    return told.answers("bo", "near", units=[])


def test_x_32_who_declines_restrains_himself_or_must_pursue():
    told = broken().answers("a", "restrain").rolls(4, 4)
    assert "restrained" in told.states("a")
    told.rolls(3, 3).answers("bo", "straight ahead", edge=30).agrees()
    assert told.waits_for() == ("post combat", ("a",))
    assert {o.command["choice"] for o in told.offered()} >= {"pivot", "reform"}
    told = broken().answers("a", "restrain").rolls(4, 5)
    assert told.outcome("verdict", "a") == ("failed", {"roll": 9, "needed": 8})
    assert "pursues" in told.states("a")


def test_x_27_pursuit_is_declared_before_any_distance_is_rolled():
    told = broken()
    assert told.waits_for() == ("pursuits", ("a",))
    assert not [r for r in told.events(e.DiceRolled) if "distance" in r.purpose]
    told.answers("a", "pursue", whom="b")
    assert told.waits_for() == ("flee distance", ("b",))


@pytest.mark.parametrize(("chase", "caught"), [((3, 4), True), ((3, 3), False)])
def test_a_pursuit_of_the_flee_distance_or_more_destroys(chase: tuple[int, int], caught: bool):
    told = broken().answers("a", "pursue", whom="b").rolls(3, 4)
    assert told.waits_for() == ("pursuit distance", ("a",))
    told.rolls(*chase)
    assert ("destroyed" in told.states("b")) == caught
    assert ("fleeing" in told.states("b")) == (not caught)


def test_friends_near_a_unit_that_breaks_test_for_panic():
    few = {**A, "Standard": False, "Models": 9, "Agility": 2}
    told = causes(clash({**A, "Agility": 4}, few), "a", "b", 3).passes("b").rolls(6, 6)
    told.answers("bo", "near", units=["friend"]).agrees().rolls(6, 6)
    assert "fleeing" in told.states("friend")


def test_several_losers_test_in_an_order_of_their_own():
    plain = {**A, "Standard": False}
    told = battle({"ann": {"a": {**A, "Agility": 5}}, "bo": {"b": plain, "d": plain}})
    told.touches("a", "b").touches("a", "d").until("combats").does("a", "fight")
    causes(told, "a", "b", 5).passes("b", "d")
    told.answers("bo", "order", units=["d", "b"]).rolls(1, 1)
    verdicts = [r.of for r in told.events(e.Resolved) if r.stage == "verdict"]
    told.rolls(1, 1)
    assert verdicts == ["d"]


def test_who_wiped_out_all_it_charged_may_overrun():
    told = clash({**A, "Agility": 4}, {**A, "Models": 1, "Agility": 2}, charge=True)
    causes(told, "a", "b", 1)
    told.answers("bo", "near", units=[])
    assert told.waits_for() == ("post combat", ("a",))
    assert {o.command["choice"] for o in told.offered()} == {"overrun", "pivot", "reform", "pass"}
    told.answers("a", "reform")
    assert "not scoring" in [c.name for c in told.events(e.ConditionBegan) if c.subject == "a"]


def reformed(game_turn: int) -> Battle:
    """Bo's unit b wipes out a in Bo's part of a Game Turn, and reforms; z and b are left."""
    armies = {
        "ann": {"a": {**A, "Models": 1, "Agility": 2}, "z": A},
        "bo": {"b": {**A, "Agility": 4}},
    }
    told = battle(armies)
    while not (told.combat.clock.rounds == game_turn and told.combat.clock.actors == ("bo",)):
        told.goes_on()
    told.until("charges").charges("b", "a", 3).answers("a", "hold").until("charge moves")
    told.moves_charge("b", "a", 3, 6, 6).until("combats").does("b", "fight")
    causes(told, "b", "a", 1).answers("ann", "near", units=[])
    return told.answers("b", "reform")


def holders(told: Battle) -> dict[str, tuple[str, ...]]:
    """The units of each side that may hold the ground."""
    assert told.waits_for()[0] == "hold the ground"
    [option] = [o for o in told.offered() if o.blanks]
    return {blank.name: blank.values for blank in option.blanks}


def test_who_reformed_after_combat_does_not_score_as_the_game_turn_ends():
    told = reformed(2)
    assert holders(told) == {"ann": ("z",), "bo": ()}
    told.answers("bo", "within 6 inches of the centre", ann=[], bo=[]).agrees().until("charges")
    assert (told.combat.clock.actors, told.states("b")) == (("ann",), [])
    assert holders(told.until("hold the ground")) == {"ann": ("z",), "bo": ("b",)}


def test_who_reformed_after_combat_in_the_last_player_turn_does_not_score_at_all():
    told = reformed(6)
    assert holders(told) == {"ann": ("z",), "bo": ()}
    told.answers("bo", "within 6 inches of the centre", ann=["z"], bo=[]).agrees()
    assert told.outcome("objective", "ann")[0] == "holds the objective"
    assert "not scoring" in told.states("b")


@pytest.mark.parametrize(("played", "dice"), [("charges and pursuits", 3), ("charges", 2)])
def test_whether_the_swift_pursue_with_three_dice_is_the_tables_to_say(played: str, dice: int):
    few = {**A, "Standard": False, "Models": 9, "Agility": 2}
    told = battle(
        {"ann": {"a": {**A, "Agility": 4, "Swiftstride": True}}, "bo": {"b": few}},
        settings={"swiftstride": played},
    )
    told.touches("a", "b").until("combats").does("a", "fight")
    causes(told, "a", "b", 3).passes("b").rolls(6, 6).answers("a", "pursue", whom="b")
    told.rolls(3, 4).rolls(*[1] * dice)
    assert len(told.events(e.DiceRolled)[-1].faces) == dice


# --- somebody goes meanwhile ---------------------------------------------------------------


def lets_go(told: Battle) -> Battle:
    """The contact of the two units is taken away by the referee."""
    return told.fixes(what="fact", of="a", name="engaged", toward="b", value="no")


@pytest.mark.parametrize("gone", ["b", "bo"])
def test_a_failed_restraint_pursues_nobody_when_the_broken_unit_has_left(gone: str):
    told = broken().answers("a", "restrain").say(c.Leave(who=gone)).rolls(6, 6)
    assert told.outcome("verdict", "a") == ("failed", {"roll": 12, "needed": 8})
    assert "pursues" not in told.states("a")


def test_a_failed_restraint_pursues_nobody_whom_the_unit_does_not_touch():
    told = lets_go(broken().answers("a", "restrain")).rolls(6, 6)
    assert "pursues" not in told.states("a")
    assert told.waits_for() == ("flee distance", ("b",))


def test_nobody_is_asked_about_a_pursuit_of_who_is_out_of_contact():
    told = broken()
    assert told.waits_for() == ("pursuits", ("a",))
    assert lets_go(told).waits_for() == ("flee distance", ("b",))


def test_nobody_pursues_or_rolls_the_flight_of_a_broken_unit_that_has_left():
    told = broken().say(c.Leave(who="b"))
    assert told.waits_for() == ("post combat", ("a",))


def test_whom_to_pursue_is_not_asked_when_no_broken_unit_is_touched_any_more():
    few = {**A, "Standard": False, "Models": 9, "Agility": 2, "Discipline": 5}
    told = battle({"ann": {"a": {**A, "Agility": 4}}, "bo": {"b": few, "d": few, "e": A}})
    told.touches("a", "b").touches("a", "d").until("combats").does("a", "fight")
    causes(told, "a", "b", 5).passes("b", "d").answers("bo", "order", units=["b", "d"])
    told.rolls(6, 6).rolls(6, 6)
    while told.waits_for()[0] != "pursuits":
        told.goes_on()
    told.answers("a", "restrain").rolls(6, 6)
    assert told.waits_for() == ("must pursue", ("a",))
    told.say(c.Leave(who="b"))
    told.say(c.Leave(who="d"))
    assert told.waits_for()[0] not in ("must pursue", "flee distance")


def test_who_is_taken_out_of_the_combat_does_not_break_from_it():
    few = {**A, "Standard": False, "Models": 9, "Agility": 2}
    told = causes(clash({**A, "Agility": 4}, few), "a", "b", 3).passes("b")
    told.fixes(what="condition", subject="b", name="melee", begin=False).rolls(6, 6)
    assert told.outcome("verdict", "b")[0] == "failed"
    assert told.states("b") == []
