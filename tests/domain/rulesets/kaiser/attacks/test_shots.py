"""Kaiser 5 and 6: shots, cover and range, an aim, and an attack that is held."""

from __future__ import annotations

from typing import Any

from tests.support.fights.kaiser import BOW, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks


def shot(**said: Any) -> Fight:
    fight = Fight(points=said.pop("points", None))
    fight.joins("xan", side="a", **{**XAN, "weapons": BOW}).joins("yrsa", side="b", **YRSA).round()
    fight.intends("xan", "attack intention", using="bow").all_declared().initiative("xan", "yrsa")
    return fight.does("xan", "attack", "yrsa", using="bow", **said)


def test_beyond_the_range_and_into_cover():
    shot(feet=200, cover="yes").rolls(xan=(3, 4))
    fight = shot(feet=200, cover="yes").rolls(xan=(3, 4))
    assert fight.why("attack") == {"strike": 10, "cover": -4, "beyond range": -3}
    fight = shot(feet=200, points={"beyond range": "D1"}).rolls(xan=(3, 4, 6))
    assert fight.why("attack") == {"strike": 10}


def test_point_blank_is_an_advantage_and_may_be_countered():
    fight = shot(feet=5).rolls(xan=(1, 2, 1)).does("yrsa", "dodge").rolls(yrsa=(6, 5))
    assert fight.why("defence") == {"dodge": 9, "missile": -3}
    assert fight.waits_for() == ("counter", ("yrsa",))


def test_a_shot_from_afar_is_not_countered():
    fight = shot(feet=60).rolls(xan=(1, 2)).does("yrsa", "block").rolls(yrsa=(6, 5))
    assert fight.why("defence") == {"block": 9, "missile": -8}
    assert fight.waits_for()[0] == ""


def aimed(using: str) -> Fight:
    """Xan has aimed at Yrsa for a round, and has the turn in the next, armed with bow or sword."""
    fight = Fight().joins("xan", side="a", **{**XAN, "weapons": {**BOW, "long sword": {}}})
    fight.joins("yrsa", side="b", **{**YRSA, "lp": 1000}).close_together("xan yrsa").round()
    fight.intends("xan", "attack intention", using=using).all_declared().initiative("xan", "yrsa")
    fight.does("xan", "aim", "yrsa")
    no = refused(fight, lambda: fight.does("xan", "attack", "yrsa", using=using))
    assert (no.clause, no.numbers, lacks(no)) == (
        "5",
        {"most": 0, "done": 1},
        "limit aim of xan: 1 <= 0",
    )
    fight.round_over().round().intends("xan", "attack intention", using=using)
    return fight.all_declared().initiative("xan", "yrsa")


def test_an_aim_helps_the_next_shot_and_no_other():
    fight = aimed("bow").does("xan", "attack", "yrsa", using="bow", feet=40).rolls(xan=(1, 5, 4))
    assert "aiming" not in fight.conditions("xan")
    fight.passes()
    assert fight.outcome("struck")[1]["offence"] == 10 + 5 + 4
    fight.does("xan", "attack", "yrsa", using="bow", feet=40).rolls(xan=(5, 4))
    assert fight.why("attack") == {"strike": 10, "repeated": -2}


def test_an_aim_helps_no_blow():
    fight = aimed("long sword").does("xan", "attack", "yrsa", using="long sword")
    fight.rolls(xan=(5, 4)).passes()
    assert fight.outcome("struck")[1]["offence"] == 19
    assert "aiming" in fight.conditions("xan")


def test_a_held_attack_is_let_go_in_another_s_turn():
    fight = duel(yrsa={**YRSA, "av": 40}).does("xan", "prepare", until="she moves").ends("xan")
    fight.does("xan", "release", "yrsa", using="long sword").rolls(xan=(1, 2)).passes()
    assert fight.outcome("struck")[0] == "hit"
    assert (
        refused(fight, lambda: fight.does("xan", "release", "yrsa", using="long sword")).clause
        == "5"
    )
