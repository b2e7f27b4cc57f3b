"""Kaiser 7: mana and ki passed on by contact, pushed and pulled, up to a limit in a round."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from tests.support.fights.kaiser import MAGE, YRSA, Fight, Points, refused
from tests.support.refusals import lacks, legal

MONK: dict[str, Any] = {**YRSA, "ki": 40, "presence": 4, "chakras": {"eye": 3, "hand": 7}}


def at_transfer(points: Points = None, **said: Any) -> Fight:
    """The mage, whose MA is 50, is at his transfer; his friend is beside him, and two crystals."""
    fight = Fight(points=points).joins("mage", side="a", **MAGE).joins("friend", side="a", **MAGE)
    for crystal in ("crystal", "glass"):
        fight.say(c.Join(subject=crystal, kind="thing"))
    fight.pool("crystal", "mana", 30).pool("crystal", "ki", 9)
    fight.round().intends("mage", "magic", how="transfer", **said).all_declared()
    return fight.rolls(mage=(5, 5), friend=(1, 2))


def held(fight: Fight, *whose: str, pool: str = "mana") -> tuple[int, ...]:
    return tuple(fight.left(who, pool) for who in whose)


# --- pushed ---


def test_mana_is_passed_on_up_to_the_accumulation():
    fight = at_transfer().does("mage", "transfer mana", "friend", amount=30)
    assert held(fight, "mage", "friend") == (170, 230)
    fight.does("mage", "transfer mana", "friend", amount=20)
    no = refused(fight, lambda: fight.does("mage", "transfer mana", "friend", amount=1))
    assert (no.clause, no.numbers, lacks(no)) == (
        "7",
        {"most": 50, "done": 50},
        "limit mana passed on of mage: 50 < 50",
    )
    assert held(fight, "mage", "friend") == (150, 250)


def test_less_is_passed_on_without_gesture_or_voice():
    fight = at_transfer(signs="one of them")
    no = refused(fight, lambda: fight.does("mage", "transfer mana", "friend", amount=26))
    assert (no.clause, no.numbers) == ("7", {"least": 1, "most": 25})
    fight.does("mage", "transfer mana", "friend", amount=25)
    assert held(fight, "mage", "friend") == (175, 225)


def test_mana_is_passed_on_to_a_thing_that_holds_some_but_to_no_other():
    fight = at_transfer().does("mage", "transfer mana", "crystal", amount=20)
    assert held(fight, "mage", "crystal") == (180, 50)
    no = refused(fight, lambda: fight.does("mage", "transfer mana", "glass", amount=20))
    assert legal(no) == "friend; crystal"


def test_who_has_no_mana_left_passes_none_on():
    fight = at_transfer().pool("mage", "mana", -200)
    no = refused(fight, lambda: fight.does("mage", "transfer mana", "friend", amount=1))
    assert (no.clause, no.why) == ("7", "mage has no mana left to pass on")


# --- pulled ---


def test_mana_is_pulled_out_of_a_battery():
    fight = at_transfer().does("mage", "pull mana", using="crystal", amount=25)
    assert held(fight, "mage", "crystal") == (225, 5)
    no = refused(fight, lambda: fight.does("mage", "pull mana", using="crystal", amount=6))
    assert (no.why, no.numbers, lacks(no)) == (
        "amount 6 costs 6 mana; 5 left",
        {"cost": 6, "left": 5},
        "points mana of crystal: 5 >= 6",
    )
    fight.does("mage", "pull mana", using="crystal", amount=5)
    assert "pull mana" not in fight.manoeuvres("mage")  # the crystal is empty


def test_what_is_pushed_and_what_is_pulled_counts_together_and_anew_each_round():
    fight = at_transfer().does("mage", "transfer mana", "friend", amount=20)
    fight.does("mage", "pull mana", using="crystal", amount=30)
    assert held(fight, "mage", "friend", "crystal") == (210, 220, 0)
    no = refused(fight, lambda: fight.does("mage", "transfer mana", "friend", amount=1))
    assert (no.numbers, lacks(no)) == (
        {"most": 50, "done": 50},
        "limit mana passed on of mage: 50 < 50",
    )
    fight.round_over().round().intends("mage", "magic", how="transfer").all_declared()
    fight.rolls(mage=(5, 5), friend=(1, 2)).does("mage", "transfer mana", "crystal", amount=50)
    assert held(fight, "mage", "crystal") == (160, 50)


@pytest.mark.parametrize(
    ("pulled_from", "usable"), [("batteries", "crystal"), ("anybody", "friend; crystal")]
)
def test_who_may_be_pulled_from_is_the_tables_to_say(pulled_from: str, usable: str):
    fight = at_transfer({"pulled from": pulled_from})
    if pulled_from == "anybody":
        fight.does("mage", "pull mana", using="friend", amount=10)
        assert held(fight, "mage", "friend") == (210, 190)
    no = refused(fight, lambda: fight.does("mage", "pull mana", using="glass", amount=1))
    assert (no.clause, legal(no)) == ("7", usable)


@pytest.mark.parametrize("deed", ["transfer mana", "pull mana", "transfer ki", "pull ki"])
def test_nothing_is_passed_on_by_who_has_not_intended_it(deed: str):
    fight = at_transfer()
    at, using = ((), "crystal") if deed.startswith("pull") else (("mage",), "")
    no = refused(fight, lambda: fight.does("friend", deed, *at, using=using, amount=1))
    assert (no.clause, no.numbers) == ("7", {"most": 0, "done": 0})


# --- ki ---


def monks(how: str) -> Fight:
    """A monk whose chakras come to 10, his pupil, and a bead that holds 9 of ki."""
    fight = Fight().joins("monk", side="a", **MONK).joins("pupil", side="a", **MONK)
    fight.say(c.Join(subject="bead", kind="thing")).pool("bead", "ki", 9)
    fight.round().intends("monk", "spirit", how=how).all_declared()
    return fight.initiative("monk", "pupil")


def test_ki_is_passed_on_up_to_the_sum_of_the_chakras():
    fight = monks("transfer ki").does("monk", "transfer ki", "pupil", amount=6)
    assert held(fight, "monk", "pupil", pool="ki") == (34, 46)
    fight.does("monk", "pull ki", using="bead", amount=4)
    assert held(fight, "monk", "bead", pool="ki") == (38, 5)
    no = refused(fight, lambda: fight.does("monk", "pull ki", using="bead", amount=1))
    assert (no.clause, no.numbers, lacks(no)) == (
        "7",
        {"most": 10, "done": 10},
        "limit ki passed on of monk: 10 < 10",
    )


def test_who_fills_his_chakras_passes_no_ki_on():
    fight = monks("fill chakra")
    no = refused(fight, lambda: fight.does("monk", "transfer ki", "pupil", amount=1))
    assert (no.clause, no.numbers, lacks(no)) == (
        "7",
        {"most": 0, "done": 0},
        "limit ki passed on of monk: 0 < 0",
    )
