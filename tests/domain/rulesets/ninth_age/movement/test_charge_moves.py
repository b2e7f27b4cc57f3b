"""Charges of units, and at targets, that leave or are lost meanwhile."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.ninth_age import KNIGHTS, SPEARS, Battle, battle, refused


def declared(rolling: str = "one by one") -> Battle:
    """Ann may declare charges at Bo's units."""
    ann = dict.fromkeys(("u1", "u2", "u3"), KNIGHTS)
    bo = dict.fromkeys(("guards", "rear"), SPEARS)
    told = battle({"ann": ann, "bo": bo}, settings={"combined charges": rolling})
    return told.until("charges")


def charging(*chargers: str, rolling: str = "one by one") -> Battle:
    """Ann's units charge Bo's guards from 9 inches; they hold."""
    told = declared(rolling)
    for unit in chargers:
        told.charges(unit, "guards", 9).answers("guards", "hold")
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


# --- nothing is left to be moved, or to react ----------------------------------------------


def not_charging(told: Battle) -> Battle:
    """The referee ends the charge of U1."""
    return told.fixes(what="condition", subject="u1", name="charging", begin=False)


@pytest.mark.parametrize("gone", ["u1", "guards"])
def test_no_charge_move_is_asked_for_when_the_charger_or_its_target_has_left(gone: str):
    told = charging("u1").say(c.Leave(who=gone))
    assert told.waits_for() == ("moves", ("ann",))


def test_no_charge_move_is_asked_for_when_nobody_charges_any_more():
    assert not_charging(charging("u1")).waits_for() == ("moves", ("ann",))


def test_a_charge_cannot_be_moved_at_a_unit_that_has_left():
    told = declared().charges("u1", "guards", 9).answers("guards", "hold")
    told.charges("u2", "rear", 9).answers("rear", "hold").until("charge moves")
    told.say(c.Leave(who="guards"))
    assert told.waits_for() == ("charge moves", ("ann",))
    assert {o.command["who"] for o in told.offered()} == {"u2"}
    why = refused(told, lambda: told.does("u1", "charge move", "guards", distance=9))
    assert (why.clause, why.pointer) == ("C6", "/targets/0")
    told.moves_charge("u2", "rear", 9, 6, 6)
    assert told.waits_for() == ("moves", ("ann",))
    assert "charging" not in told.states("u1")


def test_no_reaction_is_asked_of_a_target_that_is_destroyed():
    told = declared().charges("u1", "guards", 9)
    assert told.waits_for() == ("reaction", ("guards",))
    told.fixes(what="condition", subject="guards", name="destroyed", begin=True)
    assert told.waits_for() == ("charges", ("ann",))


def redirecting() -> Battle:
    """The guards flee from U1, which tests to redirect its charge."""
    told = declared().charges("u1", "guards", 9).does("guards", "flee").rolls(2, 3)
    told.answers("bo", "straight ahead", edge=30).agrees()
    return told.does("u1", "redirect")


def test_no_new_charge_is_asked_of_a_unit_that_is_destroyed_during_its_test():
    told = redirecting().fixes(what="pool", subject="u1", pool="hp", to=0).rolls(4, 4)
    assert told.outcome("verdict", "u1")[0] == "passed"
    assert told.waits_for() == ("charges", ("ann",))


def test_no_new_charge_is_asked_for_when_no_other_target_is_left():
    told = redirecting().rolls(4, 4)
    assert told.waits_for() == ("new charge", ("u1",))
    told.say(c.Leave(who="rear"))
    assert told.waits_for() == ("charges", ("ann",))
    assert [k.toward for k in told.combat.conditions.on("u1", "charging")] == ["guards"]


@pytest.mark.parametrize("gone", ["leaves", "falls"])
def test_a_charge_comes_home_at_nobody_who_is_gone_when_its_range_is_rolled(gone: str):
    told = battle().charges("knights", "archers", 10).answers("archers", "hold")
    told.until("charge moves").does("knights", "charge move", "archers", distance=10).agrees()
    if gone == "leaves":
        told.say(c.Leave(who="archers"))
    else:
        told.fixes(what="pool", subject="archers", pool="hp", to=0)
    told.rolls(6, 6)
    assert told.waits_for() == ("moves", ("ann",))
    assert told.states("knights") == []  # it has not moved, and may
    assert told.fact("engaged", "knights", "archers") is None
    assert not [r for r in told.events(e.Resolved) if r.stage == "charge"]
