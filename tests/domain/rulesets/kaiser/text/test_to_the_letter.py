"""Kaiser to the letter: what states, stances and deeds leave, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.kaiser import XAN, YRSA, Fight, duel, refused
from tests.support.refusals import legal

SWORD = "long sword"


def test_no_weapon_has_a_base_damage_below_one():
    weak: dict[str, Any] = {**XAN, "strength modifier": -9}
    fight = duel(xan=weak).does("xan", "attack", "yrsa", using=SWORD).rolls(xan=(3, 4)).passes()
    assert fight.outcome("struck")[1]["base"] == 1  # 5 - 9


def test_a_charge_counts_no_farther_than_one_has_moved():
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **YRSA)
    fight.round().intends("xan", "charge intention", using=SWORD).all_declared()
    fight.initiative("xan", "yrsa").does("xan", "move", feet=15, beside=["yrsa"])
    no = refused(fight, lambda: fight.does("xan", "charge", "yrsa", using=SWORD, moved=20))
    assert (no.clause, no.numbers) == ("4", {"least": 0, "most": 15})
    fight.does("xan", "charge", "yrsa", using=SWORD, moved=15).rolls(xan=(3, 4))
    assert "winded by the charge" not in fight.conditions("xan")


def test_who_is_trapped_neither_moves_nor_withdraws():
    fight = duel().state("xan", "trapped", toward="yrsa")
    for deed in (lambda: fight.does("xan", "withdraw"), lambda: fight.does("xan", "move", feet=0)):
        no = refused(fight, deed)
        assert (no.clause, no.why) == ("9.6", "xan is trapped and cannot move")


def test_a_held_attack_is_not_let_go_by_who_is_all_for_defense():
    fight = duel().does("xan", "prepare", until="she moves").state("xan", "total defense")
    no = refused(fight, lambda: fight.does("xan", "release", "yrsa", using=SWORD))
    assert (no.clause, no.why) == ("4", "xan makes no other attack this round")


def test_a_held_attack_is_not_let_go_after_a_complete_attack():
    fight = duel(yrsa={**YRSA, "av": 40}).does("xan", "prepare", until="she moves")
    fight.does("xan", "complete attack", "yrsa", using=SWORD).rolls(xan=(1, 2)).passes()
    no = refused(fight, lambda: fight.does("xan", "release", "yrsa", using=SWORD))
    assert (no.clause, no.why) == ("5", "xan makes no other attack this round")


def withdrawal(**stances: Any) -> Fight:
    """Xan withdraws from Yrsa: 5 and 7 against 9 and 3."""
    fight = Fight().joins("xan", side="a", **XAN).joins("yrsa", side="b", **{**YRSA, "lp": 1000})
    fight.close_together("xan yrsa").round()
    for who, stance in stances.items():
        said: dict[str, Any] = {"of": ["xan"]} if who == "yrsa" else {}
        fight.intends(who, stance, **said)
    return fight.all_declared().initiative("xan", "yrsa")


def withdrawn(fight: Fight) -> dict[str, int]:
    fight.pool("xan", "movement", 35)
    fight.does("xan", "withdraw").rolls(xan=(3, 4)).rolls(yrsa=(1, 2))
    return fight.outcome("withdraw")[1]


def test_a_withdrawal_is_an_opposed_check_that_wariness_weighs_on_once():
    assert withdrawn(withdrawal()) == {"acrobatics": 12, "strike": 12, "by": 0}
    wary = withdrawal(xan="alert to danger")
    assert withdrawn(wary) == {"acrobatics": 12 - 4, "strike": 12, "by": -4}
    assert withdrawn(wary.passes()) == {"acrobatics": 12, "strike": 12, "by": 0}
    foe = withdrawal(yrsa="anticipate surprise")
    assert withdrawn(foe) == {"acrobatics": 12, "strike": 12 - 4, "by": 4}


def test_who_is_surprised_withdraws_at_nine_less_from_that_foe():
    fight = withdrawal().state("xan", "surprised", toward="yrsa")
    assert withdrawn(fight) == {"acrobatics": 12 - 9, "strike": 12, "by": -9}


def test_what_was_struck_from_the_hand_strikes_no_more():
    fight = duel(yrsa={**YRSA, "weapons": {SWORD: {}, "dagger": {}}})
    fight.does("xan", "disarm", "yrsa", using=SWORD).rolls(xan=(3, 4)).passes()
    [lost] = fight.combat.conditions.on("yrsa", "disarmed")
    assert (lost.key, lost.toward) == (SWORD, "xan")
    fight.ends("xan")
    no = refused(fight, lambda: fight.does("yrsa", "attack", "xan", using=SWORD))
    assert legal(no) == "nothing"


@pytest.mark.parametrize(("interval", "lasts"), [("daily", True), ("turn", False)])
def test_a_daily_power_wants_no_upkeep_from_round_to_round(interval: str, lasts: bool):
    ward = {
        "shroud": {"mana": 10, "condition": "partially blind", "rounds": 9, "maintain": interval}
    }
    mage = {"lp": 60, "mana": 90, "MA": 50, "spells": ward}
    fight = Fight().joins("mage", side="a", **mage).joins("yrsa", side="b", **YRSA).round()
    fight.intends("mage", "magic", how="mass").all_declared().rolls(mage=(6, 5), yrsa=(1, 2))
    fight.does("mage", "cast", "yrsa", using="shroud").round_over().round().all_declared()
    fight.rolls(mage=(6, 5), yrsa=(1, 2)).round_over()
    assert ("partially blind" in fight.conditions("yrsa")) is lasts
