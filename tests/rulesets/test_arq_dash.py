"""ARQ 1 and 4: tests are facts that the table tells; dash tests say who resolves first."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain import events as e
from domain.rulesets.arq.figures import sheet
from tests.rulesets.age_of_magic import refused
from tests.rulesets.arq import Clash


def bridge() -> Clash:
    """c1 wants the far side of the bridge, which o1 wants to block."""
    clash = Clash().figures(c1={"at": "0,0", "movement": 3}, o1="3,3")
    return clash.to_phase("movement")


# --- the dash --------------------------------------------------------------------------------


def test_11_who_wins_the_dash_moves_first():
    clash = bridge().dash("c1", "o1", "wins", goal="the far side")
    no = refused(lambda: clash.does("o1", "move", to="3,1"))
    assert (no.clause, no.why) == ("4.2", "o1 lost a dash test and waits until c1 has gone")
    assert no.numbers == {"first": "c1", "legal": "pass"}
    clash.does("c1", "move", to="6,0").does("o1", "move", to="3,0")
    assert [m.subject for m in clash.events(e.Moved)] == ["c1", "o1"]
    assert clash.at("c1") == "6,0"


def test_11_who_loses_it_finds_the_way_blocked():
    clash = bridge().dash("c1", "o1", "loses", goal="the far side")
    assert refused(lambda: clash.does("c1", "move", to="6,0")).numbers["first"] == "o1"
    clash.does("o1", "move", to="3,0").does("c1", "move", to="6,0")
    assert [m.subject for m in clash.events(e.Moved)] == ["o1", "c1"]
    assert (clash.at("c1"), clash.outcomes("threat")) == ("2,0", [("o1", "under threat")])


def test_a_dash_test_is_told_with_its_trait_and_rank():
    clash = bridge().does("referee", "dash", "o1", using="c1", goal="the far side")
    clash.answers("c1", "wins", drew="the Wheel", result=5)
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert (told.of, told.outcome) == ("o1", "c1 wins")
    assert told.figures == {
        "trait": "movement", "rank": 3, "card": "the Wheel", "result": 5, "against": "movement",
    }  # fmt: skip


def test_any_trait_may_be_tested_and_the_rank_told_counts():
    clash = bridge().does("referee", "dash", "o1", using="c1", trait="missile")
    clash.answers("c1", "loses", rank=2)
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert told.figures == {"trait": "missile", "rank": 2, "against": "missile"}


def test_a_tied_dash_leaves_the_order_free():
    clash = bridge().dash("c1", "o1", "ties")
    assert clash.outcomes("test") == [("o1", "a tie")]
    assert {o.command["who"] for o in clash.offered() if o.command["manoeuvre"] == "move"} == {
        "c1", "o1",
    }  # fmt: skip


def test_who_waits_may_still_pass_and_the_order_holds_for_its_phase():
    clash = Clash().figures(c1={}, o1={}).round().settled().dash("c1", "o1", "wins")
    clash.does("o1", "pass").does("c1", "action").settled()
    assert clash.phase() == "movement"
    assert clash.combat.facts.get("o1", "waits for", "c1") == "no"
    clash.does("o1", "move", distance=1)


def test_no_order_is_settled_twice_nor_in_a_ring():
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={}).round().settled()
    clash.dash("c1", "o1", "wins").dash("c2", "o1", "loses").dash("c2", "o2", "wins")
    for character, foe, why in (
        ("c1", "o1", "c1 goes before o1: that is settled"),
        ("c1", "o2", "c1 goes before o2: that is settled"),
    ):
        no = refused(partial(clash.does, "referee", "dash", foe, using=character))
        assert (no.clause, no.why) == ("4.2", why)
    for who in ("c1", "o1", "c2", "o2"):
        clash.does(who, "action")
    assert clash.phase() == "movement"


# --- shooting --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shooter", "target", "outcome", "figures", "hit"),
    [("c1", "o1", "wins", {"trait": "missile", "rank": 4, "against": "movement"}, "o1"),
     ("c1", "o1", "loses", {"trait": "missile", "rank": 4, "against": "movement"}, ""),
     ("o1", "c1", "wins", {"trait": "movement", "rank": 2, "against": "missile"}, ""),
     ("o1", "c1", "loses", {"trait": "movement", "rank": 2, "against": "missile"}, "c1")],
)  # fmt: skip
def test_only_the_player_tests_whoever_shoots(
    shooter: str, target: str, outcome: str, figures: dict[str, Any], hit: str
):
    clash = Clash().figures(c1={"missile": 4, "movement": 2}, o1={}).round().settled()
    clash.does(shooter, "shoot", target)
    assert clash.waits_for() == ("test", ("c1",))
    clash.answers("c1", outcome)
    if hit:
        clash.answers("referee", "harm", wounds=2)
    assert [who for who in ("c1", "o1") if clash.left(who, "wounds")] == ([hit] if hit else [])
    [told] = [r for r in clash.events(e.Resolved) if r.stage == "test"]
    assert told.figures == figures


def test_a_test_of_somebody_who_leaves_decides_nothing():
    clash = Clash().figures(c1={}, c2={}, o1={}).round().settled().does("o1", "shoot", "c1")
    clash.say_plainly({"type": "leave", "who": "c1"})
    assert clash.outcomes("test") == [("c1", "not drawn")]
    assert clash.waits_for() == ("action", ("c2",))


# --- the sheet -------------------------------------------------------------------------------


def test_a_sheet_holds_what_means_something_and_the_ranks_of_traits():
    given = {"foe": True, "beneath contempt": False, "speed": 8, "at": "-3,12", "group": "pack",
             "melee": 4, "missile": "good"}  # fmt: skip
    assert sheet(given) == given


@pytest.mark.parametrize(
    ("given", "pointer", "clause"),
    [({"foe": "yes"}, "/traits/foe", ""), ({"speed": -1}, "/traits/speed", "2.1"),
     ({"speed": 61}, "/traits/speed", "2.1"), ({"speed": True}, "/traits/speed", "2.1"),
     ({"at": "3;4"}, "/traits/at", "5.7"), ({"at": 3}, "/traits/at", "5.7"),
     ({"a/b": [1]}, "/traits/a~1b", "1.3"), ({"melee": "x" * 41}, "/traits/melee", "1.3")],
)  # fmt: skip
def test_what_is_no_sheet_is_refused_with_a_pointer(given: dict[str, Any], pointer: str,
                                                    clause: str):  # fmt: skip
    no = refused(lambda: sheet(given))
    assert (no.pointer, no.clause) == (pointer, clause)
