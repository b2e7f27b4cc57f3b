"""Holds need one hex: nobody is held who has left it, by a dodge or by a blow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import BOXER, Fight, boxers, suffers

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
