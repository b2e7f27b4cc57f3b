"""Kaiser 2.2 and 2.3: the initiative value and roll, ties, and surprise for each pair."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.kaiser import XAN, YRSA, Fight, Points, refused

PLAIN: dict[str, Any] = {"lp": 50, "weapons": {"long sword": {}}, "agility": 4}


def rolled(points: Points = None, **scores: int) -> Fight:
    """Everybody has a value of 10 and rolls a seven; the rest of the score is a class bonus."""
    fight = Fight(points=points)
    for who, score in scores.items():
        fight.joins(who, **PLAIN | {"class bonus": score - 17})
    fight.round().all_declared()
    return fight.rolls(**dict.fromkeys(scores, (3, 4)))


def test_scenario_4_a_long_sword_is_slow():
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round()
    fight.intends("xan", "attack intention", using="long sword").all_declared()
    fight.rolls(xan=(3, 4), yrsa=(3, 4))
    assert fight.combat.clock.orders["initiative"].scores["xan"] == 18


def test_scenario_4_a_sprint_is_quick():
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).round()
    fight.intends("xan", "sprint").all_declared().rolls(xan=(3, 4), yrsa=(3, 4))
    assert fight.combat.clock.orders["initiative"].scores["xan"] == 22


@pytest.mark.parametrize(("size", "base"), [("tiny", 30), ("large", 0), ("titan", -50)])
def test_size_is_the_base(size: str, base: int):
    fight = Fight().joins("xan", **PLAIN, size=size).joins("yrsa", **PLAIN).round()
    fight.all_declared().rolls(xan=(3, 4), yrsa=(3, 4))
    assert fight.combat.clock.orders["initiative"].scores["xan"] == base + 7


def test_a_shield_weighs_always_and_harm_that_wakes_is_slow():
    shielded = {**PLAIN, "weapons": {"shield": {}}}
    fight = Fight().joins("xan", **shielded).joins("yrsa", **PLAIN).round()
    fight.state("xan", "woken by harm").state("xan", "at weapon's point")
    fight.all_declared().rolls(xan=(3, 4))
    assert fight.why("initiative") == {
        "medium": 10,
        "woken by harm": -4,
        "at weapon's point": -5,
        "shield": -5,
    }


def test_scenario_5_the_higher_value_breaks_a_tie():
    fight = Fight().joins("c", **PLAIN | {"class bonus": 1}).joins("a", **PLAIN)
    fight.joins("b", **PLAIN | {"class bonus": 2}).round().all_declared()
    fight.rolls(c=(3, 4), a=(3, 5), b=(3, 3))
    assert fight.combat.clock.orders["initiative"].scores == {"b": 18, "c": 18, "a": 18}
    assert fight.order() == ("b", "c", "a")


def test_scenario_5_a_second_tie_is_ruled_or_rolled_off():
    fight = rolled(a=25, b=18, c=18)
    assert fight.waits_for() == ("ties", ("referee",))
    ruled: dict[str, Any] = {"tie 2": ["c", "b"]}
    fight.answers("referee", "order", **ruled)
    assert fight.order() == ("a", "c", "b")
    assert fight.combat.clock.orders["initiative"].why == "initiative; ties as ruled"


def test_a_roll_off_is_in_the_log():
    fight = rolled(a=25, b=18, c=18).answers("referee", "roll off")
    thrown = [r for r in fight.events(e.DiceRolled) if r.purpose == "roll off"]
    assert {r.who for r in thrown} == {"b", "c"} and len(thrown) == 40  # threes without end
    assert fight.order() == ("a", "b", "c")


def test_a_roll_off_takes_typed_faces():
    typed = c.Answer(who="referee", about="ties", choice="roll off", faces={"roll off": (2, 6)})
    fight = rolled(a=25, b=18, c=18).say(typed)
    thrown = [r for r in fight.events(e.DiceRolled) if r.purpose == "roll off"]
    assert [(r.who, r.faces, r.provenance) for r in thrown] == [
        ("b", (2,), "typed"),
        ("c", (6,), "typed"),
    ]
    assert fight.order() == ("a", "c", "b")


def test_a_table_may_let_ties_stand():
    assert rolled({"tie": "joined"}, a=25, b=18, c=18).order() == ("a", "b", "c")


def test_who_sleeps_does_not_roll_and_has_no_turn():
    fight = Fight().joins("xan", **PLAIN).joins("yrsa", **PLAIN).round().state("yrsa", "asleep")
    fight.passes().rolls(xan=(3, 4))
    assert fight.order() == ("xan",)
    fight.ends("xan")
    assert fight.waits_for() == ("swift", ("xan",))


def test_twenty_points_surprise_pair_by_pair():
    fight = rolled(a=45, b=30, c=25, d=10)
    surprised = [
        (k.subject, k.toward) for k in fight.events(e.ConditionBegan) if k.name == "surprised"
    ]
    assert surprised == [("c", "a"), ("d", "a"), ("d", "b")]


def test_nineteen_points_do_not():
    assert "surprised" not in rolled(a=29, b=10).conditions("b")


def test_surprise_is_nine_off_against_the_surpriser_until_one_s_turn():
    fight = rolled(a=40, b=20, c=15)
    fight.close_together("a c").state("a", "armed")
    assert fight.combat.clock.actors == ("a",)
    fight.ends("a")
    assert (fight.conditions("b"), fight.conditions("c")) == ([], ["surprised"])
    fight.ends("b")
    assert fight.conditions("c") == []


def test_the_surprised_one_blocks_badly():
    fight = Fight().joins("a", side="x", **PLAIN | {"class bonus": 23})
    fight.joins("b", side="y", **PLAIN).close_together("a b").round()
    fight.intends("a", "attack intention", using="long sword").all_declared()
    fight.rolls(a=(3, 4), b=(3, 4)).does("a", "attack", "b", using="long sword")
    fight.rolls(a=(3, 4)).does("b", "block").rolls(b=(3, 4))
    assert fight.why("defence") == {"surprised": -9}


def test_who_anticipates_is_not_surprised_and_pays_once_against_each():
    fight = Fight().joins("a", side="x", **PLAIN | {"class bonus": 23})
    fight.joins("b", side="y", **PLAIN).close_together("a b").round()
    fight.intends("a", "attack intention", using="long sword")
    fight.intends("b", "anticipate surprise", of=["a"]).intends("b", "alert to danger")
    fight.all_declared().rolls(a=(3, 4), b=(3, 4))
    assert "surprised" not in fight.conditions("b")
    fight.does("a", "attack", "b", using="long sword").rolls(a=(3, 4))
    fight.does("b", "block").rolls(b=(3, 4))
    assert fight.why("defence") == {"foreseen": -6}
    assert refused(fight, lambda: fight.does("a", "attack", "b", using="long sword")).clause == "4"


def test_who_comes_while_intentions_are_declared_has_the_first_turn_in_the_next_round():
    fight = Fight().joins("a", **PLAIN).joins("b", **PLAIN).round().joins("c", **PLAIN)
    assert fight.waits_for() == ("intentions", ("a", "b"))
    fight.all_declared()
    assert fight.waits_for() == ("initiative", ("a", "b"))
    fight.rolls(a=(3, 4), b=(3, 3))
    assert (fight.order(), fight.left("c", "ap")) == (("a", "b"), 0)
    fight.round_over().round()
    assert (fight.waits_for(), fight.left("c", "ap")) == (("intentions", ("a", "b", "c")), 6)
    assert fight.all_declared().waits_for() == ("initiative", ("a", "b", "c"))


@pytest.mark.parametrize(
    ("charges_with", "armed"), [("short sword", -1), ("dagger", -1 - 1), ("long sword", -2 - 1)]
)
def test_the_weapons_of_attack_and_charge_count_together(charges_with: str, armed: int):
    arms: dict[str, Any] = {"short sword": {}, "dagger": {}, "long sword": {"cost": 1}}
    fight = Fight().joins("xan", side="a", **PLAIN | {"weapons": arms})
    fight.joins("yrsa", side="b", **PLAIN).round()
    fight.pool("xan", "ap", 1).intends("xan", "attack intention", using="short sword")
    fight.intends("xan", "charge intention", using=charges_with).all_declared().rolls(xan=(3, 4))
    assert fight.why("initiative") == {"medium": 10, "armed": armed}
    assert fight.conditions("xan") == ["armed", "charging"]


def three() -> Fight:
    """Xan, Yrsa and Zoe, who all roll initiative."""
    fight = Fight().joins("xan", **XAN).joins("yrsa", **YRSA).joins("zoe", **YRSA)
    return fight.round().all_declared()


def test_no_more_dice_are_asked_of_who_has_left():
    fight = three().rolls(xan=(6, 6), yrsa=(3, 4)).say(c.Leave(who="xan")).rolls(zoe=(1, 2))
    assert (fight.waits_for(), fight.order()) == (("", ()), ("yrsa", "zoe"))


def test_who_leaves_before_the_order_is_set_is_tied_with_nobody():
    fight = three().rolls(zoe=(3, 4)).say(c.Leave(who="zoe")).rolls(xan=(1, 2), yrsa=(3, 4))
    assert (fight.waits_for(), fight.order()) == (("", ()), ("yrsa", "xan"))


def test_where_all_have_left_nobody_comes_first():
    fight = three().rolls(xan=(6, 6), yrsa=(3, 4))
    for who in ("xan", "yrsa", "zoe"):
        fight.say(c.Leave(who=who))
    assert fight.waits_for() == ("", ())
