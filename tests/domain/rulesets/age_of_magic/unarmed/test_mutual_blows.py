"""A bare hand against an attack back: both are suffered before anything follows."""

from __future__ import annotations

from typing import Any

from tests.support.fights.age_of_magic import BACK, BOXER, Fight, boxers, refused

STRIKE, GRAB, LOCK = "martial strike", "arm grab", "arm lock"


def met(deed: str, ana: dict[str, Any] = BOXER, melee: int = 9) -> Fight:
    """Bo strikes back at Ana's blow with a club; both have rolled without risk."""
    fight = boxers(ana=ana, bo={**BOXER, "Melee": melee}).does("ana", deed, "bo")
    fight.declares("bo", BACK, "ana", using="club").everybody_passes()
    return fight.rolls("ana", "bo")


def until(fight: Fight, about: str) -> list[tuple[str, str]]:
    """Roll and pass until that is asked; who was asked for what on the way."""
    asked = []
    while fight.waits_for()[0] not in (about, ""):
        what, [who, *_] = fight.waits_for()
        asked.append((what, who))
        fight.passes(who) if what in ("wound", "declare") else fight.rolls(who)
    return asked


SUFFERED = ["wound", "pain", "knock back"]


def test_who_was_hit_at_once_suffers_it_before_striking_again():
    fight = met(STRIKE)  # 9 + 1 against 9 + 1
    asked = until(fight, "follow")
    hurt = [(what, who) for who in ("bo", "ana") for what in SUFFERED]
    assert asked == [("damage", "ana"), ("damage", "bo"), *hurt]
    assert fight.conditions("ana") == ["wound"]
    fight.does("ana", STRIKE, "bo").everybody_passes().rolls("ana", "bo")
    assert fight.why("attack")["wounded"] == -4
    until(fight, "follow")
    assert (fight.passes("ana").waits_for(), fight.actor()) == (("", ()), "ana")
    assert fight.conditions("ana") == ["wound"]
    assert fight.refolds()


def test_who_was_stunned_at_once_strikes_no_more():
    fight = met(STRIKE, {**BOXER, "WP": -4})
    until(fight, "follow")
    assert fight.outcome("pain")[0] == "stunned"
    assert fight.waits_for()[0] != "follow"


def test_no_arm_is_locked_that_was_let_go_in_pain():
    fight = met(GRAB, {**BOXER, "WP": 0, "Tactics": 9}, 7)  # 9 - 1 against 7 + 1
    until(fight, "follow")
    assert (fight.outcome("pain")[0], fight.conditions("bo")) == ("staggered", [])
    no = refused(lambda: fight.does("ana", LOCK, "bo", aim="right arm"))
    assert no.why == "bo is no legal target of arm lock"
    assert LOCK not in fight.manoeuvres("ana")
