"""Kaiser 8: Counter and its nesting, openings, the weapon's point."""

from __future__ import annotations

from typing import Any

from domain import events as e
from tests.support.fights.kaiser import MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks


def test_scenario_10_counter_against_counter_against_attack():
    fight = duel().pool("yrsa", "ap", -2).pool("xan", "ap", -1)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1))
    fight.does("yrsa", "block").rolls(yrsa=(3, 3))
    assert fight.outcome("struck")[1] == {"offence": 13, "defence": 15, "degrees": 2, "bonus": 1}
    fight.does("yrsa", "counter", "xan", using="long sword")
    assert (fight.left("yrsa", "ap"), fight.left("yrsa", "attacks")) == (0, 0)
    fight.rolls(yrsa=(1, 2)).does("xan", "dodge").rolls(xan=(6, 4))
    assert fight.why("attack") == {"strike": 9, "counter": 1}
    assert fight.outcome("struck")[1] == {"offence": 13, "defence": 16, "degrees": 3, "bonus": 1}
    fight.does("xan", "counter", "yrsa", using="long sword")
    assert (fight.left("xan", "ap"), fight.left("xan", "attacks")) == (1, 0)
    fight.rolls(xan=(1, 2)).does("yrsa", "block").rolls(yrsa=(1, 2))
    assert fight.why("attack") == {"strike": 10, "repeated": -2, "counter": 1}
    assert fight.outcome("struck")[1]["degrees"] == 2
    assert "flat footed" in fight.conditions("yrsa")
    assert closed_in_order(fight) == ["counter of xan", "counter of yrsa", "attack of xan"]
    assert fight.combat.clock.actors == ("xan",)
    assert "attack" not in fight.manoeuvres("xan")  # both of the round's attacks are spent


def closed_in_order(fight: Fight) -> list[str]:
    acts = {
        a.act: f"{a.manoeuvre} of {a.who}"
        for a in fight.events(e.Said)
        if a.manoeuvre in ("attack", "counter")
    }
    return [acts[c.frame] for c in fight.events(e.Closed) if c.frame in acts]


def test_a_counter_wants_an_attack_of_the_round():
    fight = duel().pool("yrsa", "attacks", -1)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1))
    fight.does("yrsa", "block").rolls(yrsa=(3, 3))
    why = refused(fight, lambda: fight.does("yrsa", "counter", "xan", using="long sword"))
    assert (why.clause, why.numbers["left"]) == ("8.2", 0)


def test_or_not_where_the_table_says_so():
    fight = Fight(points={"counter needs intention": "no"})
    fight.joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA).close_together("xan yrsa")
    fight.round().intends("xan", "attack intention", using="long sword").all_declared()
    fight.initiative("xan", "yrsa").does("xan", "attack", "yrsa", using="long sword")
    fight.rolls(xan=(2, 1)).does("yrsa", "block").rolls(yrsa=(3, 3))
    fight.does("yrsa", "counter", "xan", using="long sword")
    assert fight.left("yrsa", "ap") == 5


def test_a_counter_costs_an_ap_that_must_be_there_and_stamina_may_buy_it():
    fight = duel().pool("yrsa", "ap", -3)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1))
    fight.does("yrsa", "block").rolls(yrsa=(3, 3))
    why = refused(fight, lambda: fight.does("yrsa", "counter", "xan", using="long sword"))
    assert (why.numbers, lacks(why)) == ({"cost": 1, "left": 0}, "points ap of yrsa: 0 >= 1")
    fight.does("yrsa", "increase action").does("yrsa", "counter", "xan", using="long sword")
    assert fight.left("yrsa", "ap") == 0


def test_one_counter_to_one_attack():
    fight = duel(yrsa={**YRSA, "strike": 20})
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1))
    fight.does("yrsa", "block").rolls(yrsa=(3, 3))
    fight.does("yrsa", "counter", "xan", using="long sword").rolls(yrsa=(3, 4))
    fight.does("xan", "dodge").rolls(xan=(6, 6)).rolls(xan=(5,))
    assert fight.waits_for()[0] == ""
    assert len([r for r in fight.events(e.Reacted) if r.manoeuvre == "counter"]) == 1


def with_two_weapons(strikes: bool = True) -> Fight:
    """Yrsa, who has struck with her sword, blocks Xan by 6; her dagger is in the other hand."""
    two = {**YRSA, "weapons": {"long sword": {}, "dagger": {}}}
    fight = Fight().joins("xan", side="a", **{**XAN, "av": 40}).joins("yrsa", side="b", **two)
    fight.close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword")
    fight.intends("yrsa", "attack intention", using="long sword", others=["dagger"])
    fight.all_declared().rolls(yrsa=(6, 5), xan=(1, 2))
    if strikes:
        fight.does("yrsa", "attack", "xan", using="long sword").rolls(yrsa=(1, 2)).passes()
    fight.ends("yrsa").does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    return fight.does("yrsa", "block").rolls(yrsa=(6, 4))


def test_a_counter_may_be_an_offhand_attack_which_spends_no_attack():
    fight = with_two_weapons()
    assert (fight.outcome("struck")[1]["bonus"], fight.left("yrsa", "attacks")) == (3, 0)
    before = fight.left("yrsa", "ap")
    fight.does("yrsa", "offhand counter", "xan", using="dagger").rolls(yrsa=(3, 4))
    assert fight.why("attack") == {"strike": 9, "offhand": -4, "counter": 3}
    assert (fight.left("yrsa", "ap"), fight.left("yrsa", "attacks")) == (before - 1, 0)
    fight.passes()
    assert fight.outcome("struck")[1]["offence"] == 7 + 9 - 4 + 3
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(1, 2))
    fight.does("yrsa", "block").rolls(yrsa=(6, 4))
    why = refused(fight, lambda: fight.does("yrsa", "offhand counter", "xan", using="dagger"))
    assert (why.clause, why.why) == ("5", "offhand counter may be done once a round")


def test_an_offhand_counter_comes_after_an_attack_with_another_weapon_and_a_defence_won():
    fight = with_two_weapons(strikes=False)
    why = refused(fight, lambda: fight.does("yrsa", "offhand counter", "xan", using="dagger"))
    assert (why.clause, lacks(why)) == ("5", "limit attacks of yrsa: 0 >= 1")
    fight = with_two_weapons()
    why = refused(fight, lambda: fight.does("yrsa", "offhand counter", "xan", using="long sword"))
    assert (why.clause, why.why) == ("5", "an Offhand Attack is made with another weapon")
    fight.does("yrsa", "offhand counter", "xan", using="dagger").rolls(yrsa=(3, 4)).passes()
    why = refused(fight, lambda: fight.does("yrsa", "offhand counter", "xan", using="dagger"))
    assert why.clause == "8"


def test_total_defense_bars_a_counter():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword")
    fight.intends("yrsa", "attack intention", using="long sword")
    fight.intends("yrsa", "total defense").all_declared().initiative("xan", "yrsa")
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(2, 1))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"block": 9, "total defense": 5}
    assert fight.waits_for()[0] == ""  # asked, and barred


# --- openings and the point ----------------------------------------------------------------


def test_who_leaves_hand_to_hand_gives_an_opening_and_is_slowed():
    fight = duel().pool("xan", "movement", 40).does("xan", "move", feet=10, beside=[])
    assert fight.waits_for() == ("opening", ("yrsa",))
    fight.does("yrsa", "attack an opening", "xan", using="long sword", flanking="behind")
    fight.rolls(yrsa=(1, 2)).does("xan", "dodge").rolls(xan=(3, 3))
    assert fight.why("defence") == {"dodge": 6, "from behind": -8}
    what, figures = fight.outcome("struck")
    assert (what, figures["damage"]) == ("hit", 3 * 5)
    assert fight.left("xan", "movement") == 40 - 10 - 15
    assert fight.combat.facts.get("xan", "hand to hand", "yrsa") == "no"


def test_an_opening_needs_no_intention_where_the_table_says_so():
    fight = duel(points={"counter needs intention": "no"}, intends="").pool("xan", "movement", 40)
    fight.does("xan", "move", feet=10, beside=[])
    assert (
        fight.does("yrsa", "attack an opening", "xan", using="long sword").left("yrsa", "ap") == 5
    )
    strict = duel(intends="").pool("xan", "movement", 40).does("xan", "move", feet=10, beside=[])
    assert "attack an opening" not in strict.manoeuvres("yrsa")


def test_a_surprised_one_cannot_attack_an_opening():
    fight = duel().state("yrsa", "surprised", toward="xan").pool("xan", "movement", 40)
    fight.does("xan", "move", feet=10, beside=[])
    assert fight.waits_for()[0] == ""


def shooting(**said: Any) -> Fight:
    """An archer, hand to hand with Yrsa, shoots at the mage."""
    bow = {"bow": {"damage": 5, "range": 150}}
    fight = Fight().joins("xan", side="a", **{**XAN, "weapons": bow})
    fight.joins("yrsa", side="b", **YRSA).joins("mage", side="b", **MAGE)
    fight.close_together("xan yrsa").round().intends("xan", "attack intention", using="bow")
    fight.intends("yrsa", "attack intention", using="long sword").all_declared()
    fight.rolls(xan=(6, 5), yrsa=(1, 2), mage=(2, 2))
    return fight.does("xan", "attack", "mage", using="bow", feet=40, **said)


def test_who_shoots_past_a_foe_gives_an_opening_after_the_roll():
    fight = shooting().rolls(xan=(3, 4))
    assert fight.waits_for() == ("opening", ("yrsa",))
    fight.does("yrsa", "attack an opening", "xan", using="long sword").rolls(yrsa=(1, 2)).passes()
    assert fight.outcome("struck")[0] == "hit"
    assert fight.waits_for() == ("defend", ("mage",))
    fight.passes()
    assert fight.outcome("struck")[1]["offence"] == 17


def test_shooting_defensively_gives_none_at_a_disadvantage():
    fight = shooting(defensively="yes").rolls(xan=(3, 4, 6))
    assert fight.waits_for() == ("defend", ("mage",))
    fight.passes()
    assert fight.outcome("struck")[1]["offence"] == 17


def test_who_holds_another_at_the_point_may_thrust_at_any_time():
    fight = duel().state("xan", "at weapon's point", toward="yrsa")
    fight.does("yrsa", "thrust", "xan", using="long sword").rolls(yrsa=(1, 2))
    fight.does("xan", "block").rolls(xan=(3, 4))
    assert fight.why("defence") == {"block": 8, "at weapon's point": -10}
    assert "at weapon's point" not in fight.conditions("xan")


def test_whoever_has_surprised_the_holder_acts_first():
    fight = duel().state("xan", "at weapon's point", toward="yrsa")
    fight.state("yrsa", "surprised", toward="xan")
    why = refused(fight, lambda: fight.does("yrsa", "thrust", "xan", using="long sword"))
    assert (why.clause, lacks(why)) == ("8.5", "condition surprised of yrsa: yes = no")
