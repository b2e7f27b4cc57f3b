"""ARQ 5: speed, the threat that stops, legs of a move, and from where somebody moves."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash
from tests.support.refusals import lacks


def moving(points: dict[str, str] | None = None, **where: Any) -> Clash:
    return Clash(points).figures(**where).to_phase("movement")


def row() -> Clash:
    """c1 at 0, a foe at 5, along one row."""
    return moving(c1="0,0", o1="5,0")


def legs(clash: Clash) -> list[tuple[str, dict[str, Any]]]:
    return [(r.outcome, r.figures) for r in clash.events(e.Resolved) if r.stage == "leg"]


# --- stops -----------------------------------------------------------------------------------


def test_8_a_move_ends_the_moment_the_mover_is_adjacent_to_an_enemy():
    """Speed 6: he enters 4 after four squares, next to the foe at 5; two squares are unused."""
    clash = row().does("c1", "move", to="5,1")
    assert clash.at("c1") == "4,1"
    assert legs(clash) == [("stopped", {"distance": 4, "left": 2})]
    assert clash.outcomes("threat") == [("o1", "under threat")]
    assert clash.waits_for() == ("stopped", ("c1",))


def test_8_no_further_leg_without_a_blunder():
    clash = row().does("c1", "move", to="6,0")
    no = refused(
        lambda: clash.say_plainly(
            {
                "type": "answer",
                "who": "c1",
                "about": "next leg",
                "choice": "go",
                "params": {"to": "6,1"},
            }
        )
    )
    assert (no.clause, no.why) == ("5.3", "the open question is about stopped")
    clash.answers("c1", "stop")
    assert (clash.at("c1"), clash.left("c1", "move")) == ("4,0", 0)


def test_10_no_move_beyond_the_speed_and_none_twice():
    clash = row()
    no = refused(lambda: clash.does("c1", "move", to="0,7"))
    assert (no.clause, no.why) == ("5.1", "0,7 is 7 squares away; 6 are left")
    assert (no.numbers, lacks(no)) == (
        {"wanted": 6, "squares": 7, "left": 6},
        "distance squares of c1: 7 <= 6",
    )
    clash.does("c1", "move", to="0,3")
    no = refused(lambda: clash.does("c1", "move", to="0,6"))
    assert (no.clause, lacks(no)) == ("2.1", "answer movement of o1: no = yes")


def test_10_off_the_grid_a_move_of_seven_inches_is_refused():
    clash = moving(c1={}, o1={})
    no = refused(lambda: clash.does("c1", "move", distance=7))
    assert (no.clause, no.numbers, lacks(no)) == (
        "5.1",
        {"cost": 7, "left": 6},
        "points speed of c1: 6 >= 7",
    )
    slow = moving(c1={"speed": 3}, o1={})
    said = refused(lambda: slow.does("c1", "move", distance=4))
    assert (said.numbers, lacks(said)) == ({"cost": 4, "left": 3}, "points speed of c1: 3 >= 4")


def test_a_move_in_two_legs_stays_within_the_speed():
    clash = moving(c1="0,0", o1="9,9").does("c1", "move", to="4,0", onward="yes")
    no = refused(lambda: clash.answers("c1", "go", to="4,3"))
    assert no.clause == "5.1"
    clash.answers("c1", "go", to="4,2")
    assert legs(clash) == [
        ("done", {"distance": 4, "left": 2}),
        ("done", {"distance": 2, "left": 0}),
    ]
    assert clash.waits_for() == ("movement", ("o1",))


def test_who_stands_in_the_way_is_gone_round():
    clash = moving(c1="0,0", c2="2,0", o1="9,9").does("c1", "move", to="4,0")
    assert legs(clash) == [("blocked", {"distance": 1, "left": 5})]
    clash.answers("c1", "go", to="2,1")
    assert clash.at("c1") == "2,1"


def ways(clash: Clash, who: str) -> set[str]:
    """Where somebody is offered to go."""
    mine = (o.blanks for o in clash.offered() if o.command["who"] == who)
    return {to for blanks in mine for b in blanks if b.name == "to" for to in b.values}


def test_a_leg_that_goes_nowhere_is_neither_offered_nor_taken():
    clash = moving(c1="0,0", c2="1,0", o1="9,9")
    assert not {"2,0", "4,0", "1,0", "0,0"} & ways(clash, "c1")
    assert {"1,1", "2,1", "-3,0"} <= ways(clash, "c1")
    no = refused(lambda: clash.does("c1", "move", to="4,0"))
    assert (no.clause, no.why) == ("5.1", "c2 stands in the way: c1 would not leave 0,0")
    for option in clash.offered():
        if option.command.get("manoeuvre") == "move" and option.command["who"] == "c1":
            for to in option.blanks[0].values:
                gone = moving(c1="0,0", c2="1,0", o1="9,9").does("c1", "move", to=to)
                assert gone.at("c1") != "0,0", to


AROUND = ("-1,-1", "0,-1", "1,-1", "-1,0", "1,0", "-1,1", "1,1")
RING: dict[str, Any] = {f"c{n}": at for n, at in enumerate(("0,0", *AROUND), 1)}


def test_who_is_shut_in_may_neither_move_nor_blunder():
    clash = moving(**RING, o1="0,1")
    mine = {o.command["manoeuvre"] for o in clash.offered() if o.command["who"] == "c1"}
    assert mine == {"pass"}
    no = refused(lambda: clash.does("c1", "blunder"))
    assert (no.clause, no.why) == ("5.1", "no square that c1 could step to is free")


def test_nobody_threatens_who_cannot_fight():
    clash = Clash().figures(c1="0,0", o1="5,0", o2="9,9").has_taken("o1", 6).to_phase("movement")
    assert clash.does("c1", "move", to="6,0").at("c1") == "6,0"


# --- off the grid ----------------------------------------------------------------------------


def test_off_the_grid_the_table_says_how_far_and_next_to_whom():
    clash = moving(c1={}, o1={}, o2={}).does("c1", "move", distance=4, beside=["o2"])
    assert legs(clash) == [("stopped", {"distance": 4, "left": 2})]
    basis = [d.basis for d in clash.steps[-1] if isinstance(d.event, e.FactSet)]
    assert (clash.combat.facts.get("c1", "adjacent", "o2"), basis) == ("yes", ["table"])
    clash.does("c1", "blunder")
    assert clash.waits_for() == ("free manoeuvre", ("o2",))
    clash.passes().answers("c1", "go", distance=2, beside=["o1"])
    assert clash.combat.facts.get("c1", "adjacent", "o2") == "no"
    assert clash.combat.facts.get("c1", "adjacent", "o1") == "yes"
    assert clash.waits_for() == ("movement", ("o1", "o2"))


def test_moving_on_beside_the_same_enemy_is_no_new_stop():
    clash = moving({"disengaging blunders": "no"}, c1={}, o1={}).touching("o1+c1")
    clash.does("c1", "move", distance=2, beside=["o1"])
    assert clash.waits_for() == ("movement", ("o1",))


# --- against the rules -----------------------------------------------------------------------


def test_a_move_beyond_the_speed_that_the_table_keeps_is_walked_and_ends():
    clash = moving(c1="0,0", o1="20,0").does("c1", "move", to="9,0", against=True)
    assert (clash.at("c1"), legs(clash)) == ("9,0", [("done", {"distance": 9, "left": -3})])
    assert clash.steps[-1][0].basis == "against"


@pytest.mark.parametrize("to", ["nowhere", "", "1;2"])
def test_a_move_to_no_square_that_the_table_keeps_goes_nowhere(to: str):
    clash = moving(c1="0,0", o1="20,0").does("c1", "move", to=to, against=True)
    assert (clash.at("c1"), clash.waits_for()) == ("0,0", ("movement", ("o1",)))


def test_nobody_comes_in_on_a_square_on_which_another_stands():
    clash = Clash().figures(c1="0,0", o1="5,0")
    no = refused(lambda: clash.figures(c2="5,0"))
    assert (no.clause, no.pointer) == ("5.1", "/traits/at")
    assert no.why.startswith("o1 stands on 5,0: name a free square")
    assert clash.figures(c2="5,1").at("o1") == "5,0"


def test_a_square_that_somebody_has_left_is_free_and_off_the_grid_there_are_none():
    clash = moving(c1="0,0", o1="5,0").does("c1", "move", to="0,1")
    assert clash.figures(c2="0,0").figures(c3={}, c4={}).at("c2") == "0,0"
    one = clash.has_taken("o1", 6).figures(c5="5,0")
    assert one.at("c5") == "5,0"


# --- from where somebody moved ---------------------------------------------------------------


def test_the_first_move_is_from_the_square_of_the_sheet():
    clash = moving(c1="0,0", o1="9,9").does("c1", "move", to="2,1", onward="yes")
    clash.answers("c1", "go", to="3,1")
    assert [(m.was, m.place) for m in clash.events(e.Moved)] == [("0,0", "2,1"), ("2,1", "3,1")]


def test_the_referee_puts_somebody_from_where_they_stood():
    put = {"what": "place", "subject": "c1", "place": "4,4"}
    clash = moving(c1="0,0", o1="9,9").say_plainly({"type": "adjust", "note": "n", "change": put})
    assert [(m.was, m.place) for m in clash.events(e.Moved)] == [("0,0", "4,4")]


def test_off_the_grid_who_leaves_a_fallen_figure_touches_it_no_more():
    clash = Clash().figures(c1={}, c2={}, o1={}).touching("o1+c1").to_phase("movement")
    clash.has_taken("c1", 6).does("o1", "move", distance=6, beside=["c2"]).has_taken("c1", -3)
    clash.does("c2", "pass").does("c1", "move", distance=3)
    assert clash.legal_pairings() == [{"o1+c2"}]
