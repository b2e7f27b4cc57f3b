"""Kaiser 3: action points, forced losses, Flat-Footed, and Stamina."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks


def poor(ap: int, points: dict[str, str] | None = None, **yrsa: object) -> Fight:
    """Yrsa has so many AP left, thick armour, and 20 feet to go."""
    fight = duel(yrsa={**YRSA, "av": 40, **yrsa}, xan={**XAN, "strike": 30}, points=points)
    return fight.pool("yrsa", "ap", ap - 3).pool("yrsa", "movement", 20)


def hit(fight: Fight) -> Fight:
    """Xan hits for nothing."""
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))
    return fight.passes()


def test_scenario_11_hits_for_nothing_cost_ap_until_one_is_flat_footed():
    fight = hit(poor(2))
    assert (fight.left("yrsa", "ap"), fight.outcome("struck")[1]["damage"]) == (1, 0)
    assert hit(fight).left("yrsa", "ap") == 0
    assert "flat footed" not in fight.conditions("yrsa")
    hit(fight)
    assert "flat footed" in fight.conditions("yrsa")
    assert fight.left("yrsa", "movement") == 0
    lost = [p for p in fight.events(e.PoolChanged) if p.pool == "ap" and p.how == "lose"]
    assert [(p.delta, p.balance, p.wanted) for p in lost] == [
        (-1, 1, None),
        (-1, 0, None),
        (0, 0, -1),
    ]


def test_scenario_11_increase_action_ends_it_and_the_movement_stays_lost():
    fight = hit(hit(hit(poor(2)))).does("yrsa", "increase action")
    assert (fight.left("yrsa", "ap"), fight.left("yrsa", "movement")) == (1, 0)
    assert "flat footed" not in fight.conditions("yrsa")
    why = refused(fight, lambda: fight.does("yrsa", "increase action"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "5",
        {"most": 1, "done": 1},
        "limit increase action of yrsa: 1 < 1",
    )


def test_flat_footed_bars_active_actions_and_reactions_and_not_swift_ones():
    fight = duel().state("xan", "flat footed")
    assert (
        refused(fight, lambda: fight.does("xan", "attack", "yrsa", using="long sword")).clause
        == "3.4"
    )
    assert fight.manoeuvres("xan") == {"increase action", "hidden power", "talk"}
    fight.state("yrsa", "flat footed").ends("xan")
    assert fight.combat.clock.actors == ("yrsa",)


def test_a_loss_larger_than_what_is_left_makes_flat_footed():
    fight = poor(2)
    fight.say(c.Adjust(change=c.PoolFix(subject="yrsa", pool="ap", delta=-1), note="tired"))
    assert fight.left("yrsa", "ap") == 1


@pytest.mark.parametrize(("overrun", "flat"), [("flat footed", True), ("lost", False)])
def test_what_becomes_of_the_rest_is_the_table_s_to_say(overrun: str, flat: bool):
    fight = duel(
        xan={**XAN, "strength modifier": 20},
        yrsa={**YRSA, "lp": 400, "PhR": 0},
        points={"overrun": overrun},
    )
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 3)).passes()
    fight.rolls(xan=(6, 6)).rolls(yrsa=(1, 1))
    assert fight.outcome("critical")[1]["degrees"] > 3
    assert ("flat footed" in fight.conditions("yrsa")) is flat


@pytest.mark.parametrize("stance", ["total attack", "absorb hits"])
def test_no_ap_are_lost_under_these_stances(stance: str):
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword").intends("yrsa", stance)
    fight.all_declared().initiative("xan", "yrsa")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1)).passes()
    assert fight.left("yrsa", "ap") == 6


def test_a_ludus_loses_none():
    fight = hit(duel(yrsa={**YRSA, "av": 40, "ludus": True}))
    assert fight.left("yrsa", "ap") == 3


def test_two_stamina_of_boosts_a_round_at_most():
    fight = duel().pool("xan", "boosts", 2)
    why = refused(fight, lambda: fight.does("xan", "increase action"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "3.5",
        {"most": 2, "done": 2},
        "limit boosts of xan: 2 < 2",
    )


def test_stamina_is_constitution_and_willpower():
    assert duel().left("xan", "stamina") == 13


def test_a_second_wind_costs_fifteen_and_gives_half_the_life():
    fight = duel(xan={**XAN, "constitution": 10}).pool("xan", "lp", -80).does("xan", "second wind")
    assert (fight.left("xan", "lp"), fight.left("xan", "stamina")) == (70, 1)
    why = refused(fight, lambda: fight.does("xan", "second wind"))
    assert (why.numbers, lacks(why)) == ({"cost": 15, "left": 1}, "points stamina of xan: 1 >= 15")


@pytest.mark.parametrize(("left", "penalty"), [(4, -1), (3, -2), (2, -4), (1, -8), (0, -16)])
def test_exhaustion_weighs_on_every_action(left: int, penalty: int):
    fight = duel().pool("xan", "stamina", left - 13)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))
    assert fight.why("attack")["exhausted"] == penalty


def test_a_creature_not_wholly_called_has_five_next_round():
    fight = Fight().joins("mage", side="a", **MAGE).joins("wolf", side="a", **YRSA).round()
    fight.intends("mage", "conjure", what="a wolf").all_declared().initiative("mage", "wolf")
    fight.ends("mage").ends("wolf").passes()
    assert fight.waits_for() == ("complete", ("referee",))
    fight.answers("referee", "partial", creature="wolf").round()
    assert (fight.left("wolf", "ap"), fight.left("mage", "ap")) == (5, 6)


def test_after_a_complete_cost_nothing_costs_ap_also_not_of_those_that_came_since():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA).round()
    fight.intends("xan", "sprint").all_declared().initiative("xan", "yrsa")
    fight.does("xan", "increase action")
    assert fight.left("xan", "ap") == 1
    no = refused(fight, lambda: fight.does("xan", "maintain spells"))
    assert (no.clause, no.why) == (
        "3.2",
        "sprint is Complete: after it nothing that costs AP this round",
    )
    assert not {"maintain spells", "alert to danger"} & fight.manoeuvres("xan")
    fight.does("xan", "move", feet=70)


def test_after_a_complete_cost_there_is_no_counter_either():
    fight = Fight(points={"counter needs intention": "no"}).joins("xan", side="a", **XAN)
    fight.joins("yrsa", side="b", **YRSA).close_together("xan yrsa").round()
    fight.intends("xan", "sprint").intends("yrsa", "attack intention", using="long sword")
    fight.all_declared().initiative("xan", "yrsa").ends("xan")
    fight.does("xan", "increase action").does("yrsa", "attack", "xan", using="long sword")
    fight.rolls(yrsa=(1, 2)).does("xan", "block").rolls(xan=(6, 5))
    assert fight.waits_for() == ("counter", ("xan",))
    no = refused(fight, lambda: fight.does("xan", "counter", "yrsa", using="long sword"))
    assert no.clause == "3.2"
