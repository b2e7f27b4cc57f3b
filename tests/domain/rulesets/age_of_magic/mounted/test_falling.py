"""Riders who fall: nobody lies prone in the saddle."""

from __future__ import annotations

from tests.support.fights.age_of_magic import STRIKE, URLIK, suffers
from tests.support.fights.age_of_magic_ranged import HORSE, KNIGHT, Afar, mounted

FIRM = {**KNIGHT, "WP": 40, "Athletics": 40, "Riding": 40, "armour": {"right leg": 7}}


def test_a_rider_who_loses_a_leg_falls_from_the_mount():
    fight = mounted("urlik", knight=FIRM, urlik={**URLIK, "Tactics": 12, "Melee": 8, "ST": 14})
    fight.does("urlik", STRIKE, "knight", using="axe", aim="right leg").everybody_passes()
    suffers(fight.rolls("urlik", "knight"), "knight")
    assert fight.outcome("damage")[0] == "serious wound"
    assert fight.conditions("knight") == ["wound", "broken", "prone"]
    assert fight.fact("knight", "rides") == ""
    assert fight.near("knight", "horse")
    fight.ends("urlik").polls("knight")
    assert "stand up" in fight.manoeuvres("knight")


def test_whoever_is_trampled_in_the_saddle_lies_beside_the_mount():
    fight = Afar().joins("knight", side="heroes", **KNIGHT).joins("urlik", side="reavers", **URLIK)
    for horse, side in (("horse", "heroes"), ("nag", "reavers")):
        join = {"type": "join", "subject": horse, "kind": "creature", "side": side}
        fight.say_plainly({**join, "traits": HORSE})
    fight.rides("knight", "horse").rides("urlik", "nag").begins("horse")
    fight.does("horse", "move", beside=["urlik"]).everybody_passes()
    fight.does("horse", "trample", "urlik").everybody_passes().answers("referee", "trampled")
    assert (fight.conditions("urlik"), fight.fact("urlik", "rides")) == (["prone"], "")
    assert fight.outcome("unseated")[0] == "thrown from the mount"
    assert fight.near("urlik", "nag")
