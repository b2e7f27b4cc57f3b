"""Kaiser 5 and 6: shots, cover and range, an aim, and an attack that is held."""

from __future__ import annotations

from typing import Any

from tests.support.fights.kaiser import BOW, MAGE, XAN, YRSA, Fight, duel, refused
from tests.support.refusals import lacks

SWORD = "long sword"


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


def bolt(*stances: str, **said: Any) -> Fight:
    """The mage casts a firebolt at Yrsa."""
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").intends("yrsa", "attack intention", using=SWORD)
    fight.all_declared().initiative("mage", "yrsa")
    return fight.does("mage", "cast", "yrsa", using="firebolt", **said)


def test_a_projectile_spell_has_the_circumstances_of_a_shot():
    fight = bolt(feet=400, cover="yes", table=2, **{"new target": "yes"}).rolls(mage=(3, 4))
    assert fight.why("attack") == {
        "spell projection": 8,
        "cover": -4,
        "new target": -1,
        "by the table": 2,
    }
    fight = bolt(feet=40, walked=21, **{"target walked": 101}).rolls(mage=(3, 4, 6, 6, 6))
    fight.passes()
    assert fight.outcome("struck")[1]["offence"] == 3 + 4 + 8
    assert bolt(feet=40, advantage=1).rolls(mage=(3, 4, 6)).passes().outcome("struck")


def test_a_projectile_spell_at_point_blank_has_an_advantage_and_may_be_countered():
    fight = bolt(feet=5).rolls(mage=(1, 2, 1)).does("yrsa", "dodge").rolls(yrsa=(6, 5))
    assert fight.outcome("struck")[1]["offence"] == 2 + 1 + 8
    assert fight.waits_for() == ("counter", ("yrsa",))


def test_a_spell_that_is_no_projectile_has_no_cover():
    fight = Fight().joins("mage", side="a", **MAGE).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").all_declared().initiative("mage", "yrsa")
    at = {"using": "flare", "cover": "yes"}
    assert refused(fight, lambda: fight.does("mage", "cast", "yrsa", **at)).clause == "7"


def bolted(spell: str = "firebolt", stance: str = "", **mage: Any) -> Fight:
    """The mage, who has the first turn, casts a projectile at Yrsa, who dodges or blocks it."""
    fight = Fight().joins("mage", side="a", **{**MAGE, **mage}).joins("yrsa", side="b", **YRSA)
    fight.round().intends("mage", "magic", how="mass")
    if stance:
        fight.intends("yrsa", stance)
    fight.all_declared().initiative("mage", "yrsa")
    return fight.does("mage", "cast", "yrsa", using=spell, feet=40).rolls(mage=(3, 4))


def test_a_fan_is_against_the_projectiles_of_spells_as_well():
    fight = bolted(stance="defensive fan").does("yrsa", "dodge").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"dodge": 9, "repeated": -4}
    fight.does("mage", "cast", "yrsa", using="firebolt", feet=40).rolls(mage=(3, 4))
    fight.does("yrsa", "dodge").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"dodge": 9, "repeated": -4}


def test_a_spell_that_is_called_like_a_weapon_has_nothing_of_it():
    spells = {"dagger": {"mana": 20, "projectile": True, "damage": 6}}
    daggers = {"dagger": {"damage": 3, "range": 30, "thrown": True}}
    fight = bolted("dagger", spells=spells, weapons=daggers)
    assert fight.why("attack") == {"spell projection": 8}
    fight.does("yrsa", "block").rolls(yrsa=(3, 4))
    assert fight.why("defence") == {"block": 9}
