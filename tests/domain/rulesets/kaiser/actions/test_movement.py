"""Kaiser 5: Dash, Move, Withdraw."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks, legal


def test_scenario_26_a_move_is_split_around_other_actions():
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA)
    fight.round().intends("mage", "magic", how="innate").intends(
        "mage", "attack intention", using="dagger"
    )
    fight.all_declared().initiative("mage", "yrsa").pool("mage", "ap", 1 + 1)
    fight.does("mage", "dash").does("mage", "move", feet=10)
    fight.does("mage", "cast", "yrsa", using="flare").rolls(yrsa=(6, 6))
    fight.does("mage", "move", feet=15, beside=["yrsa"])
    fight.does("mage", "attack", "yrsa", using="dagger").rolls(mage=(1, 2)).passes()
    assert fight.left("mage", "movement") == 10
    fight.does("mage", "move", feet=10)
    why = refused(fight, lambda: fight.does("mage", "move", feet=1))
    assert (fight.left("mage", "movement"), why.clause) == (0, "5")
    assert why.why == "mage has no feet left to move"
    assert (why.numbers, lacks(why)) == ({"cost": 1, "left": 0}, "points movement of mage: 0 >= 1")
    assert "move" not in fight.manoeuvres("mage")


def test_a_dash_is_once_and_not_beside_a_run():
    fight = duel().does("xan", "dash")
    assert (fight.left("xan", "ap"), fight.left("xan", "movement")) == (0, 35)
    assert refused(fight, lambda: fight.does("xan", "dash")).clause == "5"
    runner = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round()
    runner.intends("xan", "run").all_declared().initiative("xan", "yrsa")
    assert (runner.left("xan", "ap"), runner.left("xan", "movement")) == (3, 50)
    said = refused(runner, lambda: runner.does("xan", "dash"))
    assert (said.numbers, lacks(said), legal(said)) == (
        {"most": 0, "done": 1},
        "limit run of xan: 1 <= 0",
        "move",
    )


@pytest.mark.parametrize(("value", "feet"), [(4, 35), (6, 55), (8, 85)])
def test_the_table_of_movement(value: int, feet: int):
    fight = duel(xan={**XAN, "agility": value}).does("xan", "dash")
    assert fight.left("xan", "movement") == feet


def test_a_value_that_the_table_has_not_is_refused_or_on_the_sheet():
    fight = duel(xan={**XAN, "agility": 3})
    said = refused(fight, lambda: fight.does("xan", "dash"))
    assert (said.numbers, lacks(said)) == (
        {"agility": 3},
        "trait agility of xan: 3 = a value of the table",
    )
    assert (
        duel(xan={**XAN, "agility": 3, "dash": 25}).does("xan", "dash").left("xan", "movement")
        == 25
    )


def withdrawing() -> Fight:
    fight = Fight().joins("xan", side="a", **{**XAN, "acrobatics": 8})
    fight.joins("one", side="b", **{**YRSA, "strike": 4}).joins(
        "two", side="b", **{**YRSA, "strike": 6}
    )
    fight.close_together("xan one", "xan two").round()
    for foe in ("one", "two"):
        fight.intends(foe, "attack intention", using="long sword")
    fight.all_declared().rolls(xan=(6, 5), one=(3, 4), two=(1, 2))
    return fight.does("xan", "dash").does("xan", "withdraw")


def outcomes(fight: Fight) -> list[tuple[str, str, int]]:
    return [
        (r.of, r.outcome, int(r.figures["by"]))
        for r in fight.events(e.Resolved)
        if r.stage == "withdraw"
    ]


def test_scenario_32_free_of_one_and_stopped_by_another():
    fight = withdrawing().rolls(xan=(3, 4), one=(3, 4), two=(3, 4))
    assert outcomes(fight) == [("one", "free of it", 4), ("two", "stopped", 2)]
    assert (fight.left("xan", "ap"), fight.left("xan", "movement")) == (6 - 3 - 1, 0)
    assert fight.combat.facts.get("one", "hand to hand", "xan") == "no"


def test_a_withdrawal_that_fails_gives_a_counter_with_all_degrees():
    fight = withdrawing().rolls(xan=(1, 2), one=(1, 2), two=(6, 5))
    assert outcomes(fight) == [("one", "free of it", 4), ("two", "caught", -6)]
    assert fight.waits_for() == ("counter", ("two",))
    assert fight.left("xan", "movement") == 0
    fight.does("two", "counter", "xan", using="long sword").rolls(two=(1, 2))
    assert fight.why("attack") == {"strike": 6, "counter": 6}


def test_a_double_six_of_a_strike_is_rolled_on_after_a_boost():
    fight = withdrawing().pool("one", "stamina", 4 - 11).rolls(xan=(3, 4), one=(6, 6))
    fight.does("one", "increase action").rolls(two=(1, 2))  # at 3 Stamina Strike is 2 lower
    assert fight.waits_for() == ("more dice", ("one",))
    fight.rolls(one=(3,))
    assert outcomes(fight) == [("one", "caught", 15 - 18), ("two", "free of it", 15 - 9)]


def test_a_foe_who_leaves_stops_no_withdrawal_with_the_strike_it_has_rolled():
    fight = withdrawing().rolls(xan=(3, 4), one=(6, 6)).say(c.Leave(who="one")).rolls(two=(1, 2))
    assert outcomes(fight) == [("two", "free of it", 15 - 9)]
    assert (fight.left("xan", "movement"), fight.waits_for()) == (35, ("", ()))


def test_who_is_free_of_all_goes_on_with_what_feet_he_has():
    fight = withdrawing().rolls(xan=(6, 5), one=(1, 2), two=(1, 2))
    assert [outcome for _, outcome, _ in outcomes(fight)] == ["free of it", "free of it"]
    assert fight.left("xan", "movement") == 35
    assert fight.does("xan", "move", feet=35).left("xan", "movement") == 0


def test_to_withdraw_is_part_of_moving_and_wants_feet_to_go():
    fight = duel()
    no = refused(fight, lambda: fight.does("xan", "withdraw"))
    assert (no.clause, no.why) == ("5", "xan has no feet left to move")
    assert (no.numbers, lacks(no), legal(no)) == (
        {"cost": 1, "left": 0},
        "points movement of xan: 0 >= 1",
        "dash",
    )
    assert "withdraw" not in fight.manoeuvres("xan")
    assert "withdraw" in fight.does("xan", "dash").pool("xan", "ap", 1).manoeuvres("xan")


def test_who_is_hand_to_hand_with_nobody_does_not_withdraw():
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round().all_declared()
    fight.initiative("xan", "yrsa").does("xan", "dash")
    assert legal(refused(fight, lambda: fight.does("xan", "withdraw"))) == "move"


def between_two(state: str) -> Fight:
    """Xan is hand to hand with One, who is in a state, and with Two."""
    fight = Fight().joins("xan", side="a", **XAN)
    for foe in ("one", "two"):
        fight.joins(foe, side="b", **YRSA).close_together(f"xan {foe}")
    fight.round().intends("xan", "run").all_declared().initiative("xan", "one", "two")
    return fight.state("one", state)


@pytest.mark.parametrize("state", ["asleep", "unconscious", "dead"])
def test_who_can_do_nothing_stops_no_withdrawal(state: str):
    fight = between_two(state).does("xan", "withdraw").rolls(xan=(6, 5))
    assert fight.waits_for() == ("strike", ("two",))
    fight.rolls(two=(1, 2))
    assert outcomes(fight) == [("two", "free of it", 16 - 12)]
    assert fight.left("xan", "movement") == 50


def test_from_the_dead_alone_nobody_withdraws():
    fight = between_two("dead").state("two", "dead")
    assert "withdraw" not in fight.manoeuvres("xan")
    no = refused(fight, lambda: fight.does("xan", "withdraw"))
    assert (no.clause, no.why) == ("5", "xan is hand to hand with no foe who can act")


def test_a_withdrawal_is_over_when_its_last_foe_has_fallen_before_the_strike():
    fight = between_two("dead").does("xan", "withdraw").pool("two", "lp", -121)
    fight.rolls(xan=(1, 2))
    assert (outcomes(fight), fight.waits_for()) == ([], ("", ()))
    assert (fight.left("xan", "movement"), fight.combat.clock.actors) == (50, ("xan",))
