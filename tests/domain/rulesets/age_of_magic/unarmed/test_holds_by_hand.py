"""Holds that the referee begins by hand: the place named is the part that is held."""

from __future__ import annotations

import pytest

from tests.support.fights.age_of_magic import STRIKE, Fight, boxers, refused, suffers


def held(at: str) -> Fight:
    """The referee says that Ana holds Bo there; it is Bo's phase."""
    fight = boxers().adjusts(what="condition", subject="bo", name="held", toward="ana", at=at)
    return fight.ends("ana").polls("bo")


@pytest.mark.parametrize("at", ["right arm", "both arms"])
def test_an_arm_held_by_hand_strikes_no_more(at: str):
    fight = held(at)
    assert STRIKE not in fight.manoeuvres("bo")
    no = refused(lambda: fight.does("bo", STRIKE, "ana", using="club"))
    assert (no.clause, no.why) == ("7.9", "bo cannot use the right arm")


@pytest.mark.parametrize("at", ["left arm", "head", ""])
def test_the_sword_arm_strikes_while_something_else_is_held(at: str):
    fight = held(at).does("bo", STRIKE, "ana", using="club").everybody_passes().rolls("bo")
    assert fight.why("attack")["held"] == -4


def test_an_arm_held_by_hand_may_be_locked():
    fight = boxers(points={"arm lock": "action too"})
    fight.adjusts(what="condition", subject="bo", name="held", toward="ana", at="right arm")
    suffers(fight.does("ana", "arm lock", "bo", aim="right arm").everybody_passes(), "bo")
    suffers(fight.rolls("ana", faces=(6,) * 6).rolls("bo"), "bo")
    [hold] = fight.combat.conditions.on("bo", "held")
    assert (hold.key, hold.detail["by"]) == ("right arm", "arm lock")
