"""Holds need one hex: nobody is held who has left it, by a dodge or by a blow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import BOXER, COGAN, HALF, Fight, boxers, suffers

STRIKE, GRAB, HEAD, GRAPPLE = "martial strike", "arm grab", "head lock", "grapple"


def dodged(hold: str, dodge: str, **said: Any) -> Fight:
    """Ana's hold hits by far; Bo has defended against it."""
    fight = boxers().does("ana", hold, "bo").declares("bo", dodge, **said).everybody_passes()
    return fight.rolls("ana", faces=(6,) * 6).rolls("bo")


AWAY: list[tuple[str, dict[str, Any]]] = [
    ("jump back", {}),
    ("side step", {}),
    ("rolling dodge", {}),
    ("parry", {"using": "club"}),
]


@pytest.mark.parametrize("hold", [GRAB, GRAPPLE])
@pytest.mark.parametrize(("dodge", "said"), AWAY)
def test_nobody_is_held_who_dodged_out_of_the_hex(hold: str, dodge: str, said: dict[str, Any]):
    fight = dodged(hold, dodge, **said)
    assert fight.outcome("hit")[0] == "hit"
    assert fight.outcome("take hold") == ("has left the hex", {})
    assert fight.basis("take hold") == ("3.7", "stated")
    assert "held" not in fight.conditions("bo")


def test_nothing_but_words_follows_a_grab_out_of_the_hex():
    fight = dodged(GRAB, "jump back")
    assert fight.manoeuvres("ana") == {"speak"}
    fight.passes("ana").ends("ana").does("bo", "move", beside=[])


def test_a_head_lock_hurts_a_dodger_who_is_not_held():
    fight = boxers().does("ana", STRIKE, "bo").everybody_passes().rolls("ana", "bo")
    suffers(fight, "bo").does("ana", HEAD, "bo").declares("bo", "jump back").everybody_passes()
    suffers(fight.rolls("ana", faces=(6,) * 6).rolls("bo"), "bo")
    assert fight.outcome("take hold")[0] == "has left the hex"
    assert len(fight.combat.conditions.on("bo", "wound")) == 2
    assert "held" not in fight.conditions("bo")
    assert fight.conditions("ana") == []


@pytest.mark.parametrize(("dodge", "said"), [("drop dodge", {"bonus": 0}), ("forearm block", {})])
def test_who_defends_on_the_spot_is_held(dodge: str, said: dict[str, Any]):
    assert dodged(GRAB, dodge, **said).conditions("bo") == ["held"]


def test_a_grab_kept_against_the_rules_leads_into_the_hex():
    fight = boxers(within=False).does("ana", GRAB, "bo", against=True).everybody_passes()
    fight.rolls("ana", faces=(6,) * 6).rolls("bo")
    assert (fight.fact("ana", "close", "bo"), fight.conditions("bo")) == ("yes", ["held"])


@pytest.mark.parametrize(("athletics", "outcome"), [(0, "knocked over"), (9, "knocked back")])
def test_a_blow_of_a_third_knocks_a_holder_out_of_the_hex(athletics: int, outcome: str):
    ana = {**BOXER, "Tactics": 9, "Athletics": athletics, "armour": {"chest": 9}}
    fight = Fight().joins("ana", side="heroes", **ana).joins("bo", side="foes", **BOXER)
    fight.joins("cy", side="foes", **{**COGAN, "Tactics": 8}).side_by_side("ana bo", "cy ana")
    fight.adjusts(what="fact", of="ana", name="close", toward="bo", value="yes").begins("ana")
    fight.does("ana", GRAPPLE, "bo").everybody_passes().rolls("ana", faces=(6,) * 6).rolls("bo")
    assert fight.conditions("bo") == ["held"]
    fight.ends("ana").polls("cy").does("cy", "stand and attack", "ana", using=HALF)
    fight.everybody_passes().rolls("cy", "ana")
    suffers(fight, "ana")
    assert fight.outcome("knock back")[0] == outcome
    assert (fight.fact("ana", "close", "bo"), fight.fact("ana", "adjacent", "bo")) == ("no", "yes")
    assert fight.conditions("bo") == []
    assert fight.fact("ana", "adjacent", "cy") == "no"
