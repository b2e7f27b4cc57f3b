"""Charge moves of units and at targets that leave meanwhile."""

from __future__ import annotations

from domain import commands as c
from tests.support.fights.ninth_age import KNIGHTS, SPEARS, Battle, battle


def charging(*chargers: str, rolling: str = "one by one") -> Battle:
    """Ann's units charge Bo's guards from 9 inches; they hold."""
    ann = dict.fromkeys(("u1", "u2", "u3"), KNIGHTS)
    bo = {"guards": SPEARS, "rear": SPEARS}
    told = battle({"ann": ann, "bo": bo}, settings={"combined charges": rolling})
    for unit in chargers:
        told.until("charges").charges(unit, "guards", 9).answers("guards", "hold")
    return told.until("charge moves")


def first_moves(*chargers: str) -> Battle:
    """All roll before anybody moves; U1 is the first that is asked."""
    told = charging(*chargers, rolling="all roll first")
    return told.does("u1", "charge move", "guards", distance=9).agrees()


def test_a_charger_that_leaves_before_its_roll_is_not_asked_again():
    told = first_moves("u1", "u2").say(c.Leave(who="u1"))
    assert told.waits_for() == ("charge range", ("u2",))
    told.rolls(6, 6)
    assert told.waits_for() == ("charge moves", ("ann",))
    told.does("u2", "charge move", "guards", distance=9).agrees()
    assert told.outcome("charge") == ("comes home", {"range": 19, "distance": 9})


def test_when_one_of_three_chargers_leaves_the_others_still_roll_first():
    told = first_moves("u1", "u2", "u3").rolls(6, 6)
    assert told.waits_for() == ("charge range", ("u2",))
    told.say(c.Leave(who="u2"))
    assert told.waits_for() == ("charge range", ("u3",))
    told.rolls(1, 1)
    assert told.outcome("charge") == ("comes home", {"range": 19, "distance": 9})


def test_no_more_is_asked_when_the_last_charger_that_has_to_roll_leaves():
    told = first_moves("u1", "u2").rolls(6, 6).say(c.Leave(who="u2"))
    assert told.outcome("charge") == ("comes home", {"range": 19, "distance": 9})
