"""Kaiser 5 and 6: attacks, defences, hits, criticals, death; repeats and special attacks."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.rulesets.kaiser.wounds import is_critical
from tests.support.fights.kaiser import BOW, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks

BANDIT = {**YRSA, "av": 3, "block": 7}


def test_scenario_1_the_source_s_own_hit():
    fight = duel(xan={**XAN, "strike": 14}, yrsa=BANDIT)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.outcome("struck") == (
        "hit",
        {"offence": 21, "defence": 14, "degrees": 7, "units": 2, "base": 7, "damage": 14},
    )
    assert (fight.left("yrsa", "lp"), fight.left("yrsa", "ap")) == (80 - 14, 3 - 1)


def test_equal_is_nothing_and_no_counter():
    fight = duel(xan={**XAN, "strike": 7}, yrsa=BANDIT)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.outcome("struck")[0] == "nothing"
    assert (fight.left("yrsa", "ap"), fight.waits_for()[0]) == (3, "")


def many() -> Fight:
    arms = {"long sword": {"cost": 2}, "dagger": {"cost": 1}}
    fight = Fight().joins("xan", side="a", **{**XAN, "strike": 20, "weapons": arms})
    fight.joins("yrsa", side="b", **{**YRSA, "lp": 900}).close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="long sword", others=["dagger"])
    return fight.all_declared().initiative("xan", "yrsa")


def strike(fight: Fight, manoeuvre: str = "attack", using: str = "long sword") -> dict[str, int]:
    fight.does("xan", manoeuvre, "yrsa", using=using)
    fight.rolls(xan=(1, 2)).passes()
    return fight.why("attack")


def test_scenario_13_three_attacks_each_harder_and_no_fourth():
    fight = many()
    found = [strike(fight) for _ in range(3)]
    assert [why.get("repeated", 0) for why in found] == [0, -2, -4]
    fourth = refused(fight, lambda: strike(fight))
    assert (fourth.clause, fourth.numbers, lacks(fourth)) == (
        "4",
        {"cost": 1, "left": 0, "made": 3},
        "points attacks of xan: 0 >= 1",
    )
    assert strike(fight, "offhand attack", "dagger") == {"strike": 20, "offhand": -4}
    assert refused(fight, lambda: strike(fight, "offhand attack", "dagger")).clause == "5"


def test_an_offhand_attack_comes_after_an_attack():
    fight = many()
    why = refused(fight, lambda: strike(fight, "offhand attack", "dagger"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "5",
        {"least": 1, "done": 0},
        "limit attacks of xan: 0 >= 1",
    )


def test_a_complete_attack_excludes_every_other():
    fight = many()
    strike(fight, "complete attack")
    assert fight.left("xan", "attacks") == 0
    assert refused(fight, lambda: strike(fight)).clause == "5"
    other = many()
    strike(other)
    why = refused(other, lambda: strike(other, "complete attack"))
    assert (why.clause, why.numbers, lacks(why)) == (
        "5",
        {"most": 0, "done": 1},
        "limit attacks of xan: 1 <= 0",
    )


def volley(stance: str = "") -> Fight:
    """Five arrows and a sword at Yrsa, who dodges each."""
    fight = Fight().joins("yrsa", side="b", **{**YRSA, "dodge": 40, "block": 40})
    for nth in range(5):
        fight.joins(f"archer{nth}", side="a", **{**XAN, "weapons": BOW})
    fight.joins("sword", side="a", **XAN).close_together("sword yrsa").round()
    for nth in range(5):
        fight.intends(f"archer{nth}", "attack intention", using="bow")
    fight.intends("sword", "attack intention", using="long sword")
    if stance:
        fight.intends("yrsa", stance)
    fight.all_declared()
    names = (*(f"archer{nth}" for nth in range(5)), "sword", "yrsa")
    fight.rolls(**dict.fromkeys(names, (3, 4)))
    while fight.waits_for()[0] == "ties":
        fight.answers("referee", "roll off")
    return fight


def met(fight: Fight) -> list[int]:
    """The repeat penalties of Yrsa's defences, arrows first."""
    found: dict[str, int] = {}
    while len(found) < 6:
        [who] = fight.combat.clock.actors
        if who != "yrsa":
            fight.does(who, "attack", "yrsa", using="bow" if who != "sword" else "long sword")
            fight.rolls(**{who: (1, 2)})
            fight.does("yrsa", "dodge").rolls(yrsa=(3, 4))
            found[who] = fight.why("defence").get("repeated", 0)
            if fight.waits_for()[0] == "counter":
                fight.passes()
        fight.ends(who)
    return [found[f"archer{nth}"] for nth in range(5)] + [found["sword"]]


def test_scenario_14_a_fan_meets_five_arrows_at_four_and_the_sword_as_the_first():
    assert met(volley("defensive fan")) == [-4, -4, -4, -4, -4, 0]


def test_scenario_14_without_it_each_is_harder():
    assert sorted(met(volley()), reverse=True) == [0, -2, -4, -6, -8, -10]


@pytest.mark.parametrize(
    ("damage", "before", "place", "yes"),
    [
        (90, 180, "", True),
        (89, 180, "", False),
        (45, 90, "", True),
        (16, 160, "head", True),
        (15, 160, "head", False),
    ],
)
def test_scenario_23_the_threshold_of_a_critical(damage: int, before: int, place: str, yes: bool):
    assert is_critical(damage, before, place) is yes


def critical(phr: int, *check: int, **points: str) -> Fight:
    """Xan hits for 56 of 80: a critical of the level 12."""
    fight = duel(yrsa={**YRSA, "PhR": phr, "block": 6}, points=points)
    fight.does("xan", "attack", "yrsa", using="long sword").rolls(xan=(3, 4))
    fight.does("yrsa", "block").rolls(yrsa=(1, 1)).rolls(yrsa=(1, 2))
    assert fight.outcome("struck")[1]["damage"] == 63
    fight.rolls(xan=(3, 3))
    return fight.rolls(yrsa=check)


def test_a_critical_must_be_beaten_not_equalled():
    fight = critical(8, 3, 2)
    assert fight.outcome("critical") == ("withstood", {"level": 12, "check": 13, "degrees": 0})
    fight = critical(8, 2, 2)
    assert fight.outcome("critical") == ("suffered", {"level": 12, "check": 12, "degrees": 1})
    assert critical(8, 2, 2, **{"critical by 0": "0"}).outcome("critical")[1]["degrees"] == 0


@pytest.mark.parametrize(
    ("phr", "states"),
    [
        (5, ["pain"]),
        (3, ["pain", "lasting injury"]),
        (-2, ["pain", "lasting injury", "limb destroyed"]),
        (-7, ["pain", "lasting injury", "limb destroyed", "unconscious"]),
    ],
)
def test_what_a_failed_critical_brings(phr: int, states: list[str]):
    fight = critical(phr, 1, 2)
    assert [
        name for name in fight.conditions("yrsa") if name not in ("armed", "flat footed")
    ] == states
    dof = 12 - (3 + phr)
    [pain] = [k for k in fight.combat.conditions.all.values() if k.name == "pain"]
    assert (fight.outcome("critical")[1]["degrees"], pain.level) == (dof, dof)


def test_a_critical_costs_ap_by_its_degrees():
    fight = critical(8, 1, 2)
    lost = [p.delta for p in fight.events(e.PoolChanged) if (p.pool, p.how) == ("ap", "lose")]
    assert lost == [-1, -1]


def test_pain_fades_by_one_a_round():
    fight = critical(5, 1, 2)
    assert fight.outcome("critical")[1]["degrees"] == 4
    fight.round_over()
    assert [k.level for k in fight.events(e.ConditionChanged)] == [3]


@pytest.mark.parametrize(
    ("lp", "states"),
    [
        (1, []),
        (0, ["unconscious"]),
        (-1, ["unconscious", "between life and death"]),
        (-40, ["unconscious", "between life and death"]),
        (-41, ["unconscious", "between life and death", "dead"]),
    ],
)
def test_below_nothing_there_is_death(lp: int, states: list[str]):
    fight = duel().pool("yrsa", "lp", lp - 80)
    assert fight.conditions("yrsa")[1:] == states


def test_death_may_be_put_off_by_the_table():
    fight = duel(points={"death": "whole"}).pool("yrsa", "lp", -41 - 80)
    assert "dead" not in fight.conditions("yrsa")
    assert "dead" in fight.pool("yrsa", "lp", -40).conditions("yrsa")


def test_life_brings_one_back():
    fight = duel().pool("yrsa", "lp", -85).pool("yrsa", "lp", 20)
    assert fight.conditions("yrsa") == ["armed"]


def test_a_two_handed_sword_has_twice_the_strength():
    armed = {**XAN, "weapons": {"two handed sword": {}}}
    fight = Fight().joins("xan", side="a", **armed).joins("yrsa", side="b", **YRSA)
    fight.close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using="two handed sword").all_declared()
    fight.initiative("yrsa", "xan").ends("yrsa")
    fight.does("xan", "attack", "yrsa", using="two handed sword").rolls(xan=(1, 2)).passes()
    assert fight.outcome("struck")[1]["base"] == 9 + 2 * 2


@pytest.mark.parametrize(
    ("name", "ap", "state"),
    [
        ("take down", 1, "prone"),
        ("disarm", 1, "disarmed"),
        ("trap", 1, "trapped"),
        ("weapon's point", 1, "at weapon's point"),
    ],
)
def test_special_attacks_that_put_in_a_state(name: str, ap: int, state: str):
    fight = duel(xan={**XAN, "strike": 25}).does("xan", name, "yrsa", using="long sword")
    fight.rolls(xan=(3, 4)).passes()
    assert state in fight.conditions("yrsa")
    assert (fight.left("xan", "ap"), fight.left("yrsa", "lp")) == (3 - ap, 80)
    penalty = {"take down": -3, "disarm": -4, "trap": -4, "weapon's point": -10}[name]
    assert fight.why("attack") == {"strike": 25, name: penalty}


def test_what_another_special_attack_brings_is_the_referee_s_word():
    fight = duel().does("xan", "feint", "yrsa", using="long sword").rolls(xan=(3, 4)).passes()
    assert fight.waits_for() == ("ruling", ("referee",))
    fight.answers("referee", "as ruled", what="her guard is open")
    assert fight.outcome("ruled")[0] == "her guard is open"
    assert [d.basis for d in fight.steps[-1] if isinstance(d.event, e.Resolved)] == ["ruled"]


def test_secondary_damage_costs_nothing_more():
    fight = duel().does("xan", "secondary damage", "yrsa", using="long sword")
    fight.rolls(xan=(1, 2)).passes()
    assert (fight.left("xan", "ap"), fight.outcome("struck")[0]) == (3, "hit")
