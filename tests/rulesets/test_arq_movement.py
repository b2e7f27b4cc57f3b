"""ARQ 5: speed, the threat that stops, blunders with their free manoeuvres, and legs of a move."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.domain.traces.lines import block, traced
from tests.rulesets.age_of_magic import refused
from tests.rulesets.arq import Clash


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
    assert no.numbers == {"from": "0,0", "left": 6, "away": 7}
    clash.does("c1", "move", to="0,3")
    no = refused(lambda: clash.does("c1", "move", to="0,6"))
    assert (no.clause, no.numbers) == ("2.1", {"open": "movement", "waits for": "o1"})


def test_10_off_the_grid_a_move_of_seven_inches_is_refused():
    clash = moving(c1={}, o1={})
    no = refused(lambda: clash.does("c1", "move", distance=7))
    assert (no.clause, no.numbers) == ("5.1", {"cost": "7", "left": "6"})
    slow = moving(c1={"speed": 3}, o1={})
    assert refused(lambda: slow.does("c1", "move", distance=4)).numbers == {
        "cost": "4",
        "left": "3",
    }


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


# --- blunders --------------------------------------------------------------------------------


def test_a_blunder_past_a_foe_who_strikes_and_on():
    """The trace: leg, stop, blunder on top, the foe's manoeuvre on top of that, the next leg."""
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").does("o1", "strike")
    clash.answers("c1", "loses").answers("referee", "harm", wounds=1).answers("c1", "go", to="5,1")
    assert traced(clash, -7) == block("""
    |   Acted a3 c1 move q4/c1
          PoolChanged c1.move -1 pay
          Moved c1 4,0
          Resolved a3 stopped {distance 4, left 2}
          Resolved a3 of=o1 under threat
          Asked q5 on=a3 stopped (c1)
    |       Acted a4 c1 blunder on=a3 q5/c1
              Asked q6 on=a4 free manoeuvre (o1)
    |           Reacted a5 o1 strike on=a4 q6/o1
                  Asked q7 on=a5 test (c1)
    |               CardDrawn c1 melee a card q7/c1
                  Closed q7
                  Asked q8 on=a5 outcome (c1)
    |               Answered c1 loses q8/c1
                  Closed q8
                  Resolved a5 of=c1 c1 loses {trait melee, against melee}
                  Asked q9 on=a5 harm (referee)
    |               Answered referee harm q9/referee
                  Closed q9
                  PoolChanged c1.wounds +1 gain
                Closed a5
              Closed q6
            Closed a4
          Closed q5
          Asked q10 on=a3 next leg (c1)
    |       Answered c1 go q10/c1
          Closed q10
          Moved c1 5,1
          Resolved a3 done {distance 1, left 1}
        Closed a3
        Asked q4 on=phase movement (o1)(c1 barred 'used')
    """)
    assert clash.refolds()


def test_a_foe_may_decline_and_it_is_told():
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").passes("o1")
    assert "Answered o1 pass" in clash.told(-1)[0]
    assert clash.answers("c1", "go", to="6,1").at("c1") == "6,1"


def test_each_further_enemy_is_a_new_stop_and_needs_a_new_blunder():
    clash = moving(c1="0,0", o1="2,1", o2="4,-1").does("c1", "move", to="6,0")
    assert clash.at("c1") == "1,0"
    clash.does("c1", "blunder").passes("o1").answers("c1", "go", to="6,0")
    assert clash.at("c1") == "3,0"
    assert clash.waits_for() == ("stopped", ("c1",))
    clash.does("c1", "blunder")
    assert clash.waits_for() == ("free manoeuvre", ("o1", "o2"))
    clash.passes().answers("c1", "go", to="6,0")
    assert (clash.at("c1"), clash.waits_for()) == ("6,0", ("movement", ("o1", "o2")))


def beset(points: dict[str, str] | None = None) -> Clash:
    """Two foes become adjacent at once."""
    clash = moving(points, c1="0,0", o1="3,1", o2="3,-1")
    return clash.does("c1", "move", to="6,0").does("c1", "blunder")


def test_one_manoeuvre_for_each_who_threatens():
    clash = beset().does("o2", "strike").answers("c1", "wins").answers("referee", "harm", wounds=1)
    assert clash.waits_for() == ("free manoeuvre", ("o1",))
    assert clash.left("o2", "wounds") == 1


def test_one_manoeuvre_in_all_where_the_table_plays_it_so():
    clash = beset({"blunder-free-manoeuvres": "one in all"})
    clash.does("o2", "strike").answers("c1", "ties")
    assert clash.waits_for() == ("next leg", ("c1",))


@pytest.mark.parametrize(
    ("said", "ends"),
    [({"wounds": 6}, True), ({"wounds": 0, "stops": "yes"}, True), ({"wounds": 5}, False)],
)
def test_a_manoeuvre_that_fells_or_stops_the_mover_ends_his_move(said: dict[str, Any], ends: bool):
    clash = row().does("c1", "move", to="6,0").does("c1", "blunder").does("o1", "strike")
    clash.answers("c1", "loses").answers("referee", "harm", **said)
    assert (clash.waits_for()[0] == "movement") == ends
    assert clash.at("c1") == "4,0"


def test_no_second_free_manoeuvre_against_somebody_who_is_down():
    clash = beset().does("o2", "strike").answers("c1", "loses")
    clash.answers("referee", "harm", wounds=6)
    assert clash.waits_for() == ("movement", ("o1", "o2"))


def test_a_foe_who_blunders_is_struck_by_a_character_whose_player_tests():
    clash = moving(c1="5,0", o1="0,0").does("o1", "move", to="6,0").does("o1", "blunder")
    clash.does("c1", "strike", what="a trip")
    assert clash.waits_for() == ("test", ("c1",))
    clash.answers("c1", "wins").answers("referee", "harm", wounds=1)
    assert clash.left("o1", "wounds") == 1


# --- leaving ---------------------------------------------------------------------------------


def test_leaving_an_enemy_next_to_whom_one_began_is_a_blunder():
    clash = moving(c1="0,0", o1="1,0")
    no = refused(lambda: clash.does("c1", "move", to="0,3"))
    assert (no.clause, no.numbers) == ("5.6", {"threatened by": "o1", "legal": "blunder, pass"})
    clash.does("c1", "blunder").passes("o1").answers("c1", "go", to="-3,0")
    assert (clash.at("c1"), clash.left("c1", "move")) == ("-3,0", 0)
    assert legs(clash) == [("done", {"distance": 3, "left": 3})]


def test_leaving_is_free_where_the_table_plays_it_so():
    clash = moving({"disengaging-blunders": "no"}, c1="0,0", o1="1,0", o2="-4,0")
    clash.does("c1", "move", to="-5,0")
    assert clash.at("c1") == "-3,0"
    assert clash.outcomes("threat") == [("o2", "under threat")]


def test_who_blunders_off_may_be_stopped_again_and_blunder_on():
    clash = moving(c1="0,0", o1="1,0", o2="-4,1").does("c1", "blunder").passes()
    clash.answers("c1", "go", to="-6,0")
    assert clash.at("c1") == "-3,0"
    clash.does("c1", "blunder").passes().answers("c1", "go", to="-6,0")
    assert clash.at("c1") == "-6,0"


def test_no_blunder_where_nobody_threatens():
    no = refused(lambda: row().does("c1", "blunder"))
    assert (no.clause, no.why, no.numbers) == ("5.4", "nobody threatens c1", {"legal": "move"})


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
    clash = moving({"disengaging-blunders": "no"}, c1={}, o1={}).touching("o1+c1")
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


# --- half way --------------------------------------------------------------------------------


def test_two_who_advance_meet_half_way():
    """Six squares lie between: three each."""
    clash = moving(c1="0,0", o1="7,0").does("referee", "meet", "o1", using="c1")
    assert (clash.at("c1"), clash.at("o1")) == ("3,0", "4,0")
    assert (clash.left("c1", "move"), clash.left("o1", "move")) == (0, 0)
    assert clash.waits_for() == ("pairings", ("referee",))


def the_two(clash: Clash) -> tuple[str, str]:
    return clash.at("c1"), clash.at("o1")


def test_over_an_even_number_of_squares_each_goes_half_and_nobody_is_asked():
    clash = moving(c1="0,0", o1="7,0").does("referee", "meet", "o1", using="c1")
    assert (the_two(clash), clash.events(e.Asked)[-1].about) == (("3,0", "4,0"), "pairings")


@pytest.mark.parametrize(("who", "ends"), [("c1", ("3,0", "4,0")), ("o1", ("2,0", "3,0"))])
def test_over_an_odd_number_of_squares_the_referee_says_who_takes_the_odd_one(
    who: str, ends: tuple[str, str]
):
    clash = moving(c1="0,0", o1="6,0").does("referee", "meet", "o1", using="c1")
    assert clash.waits_for() == ("odd square", ("referee",))
    assert (the_two(clash), clash.left("c1", "move")) == (("0,0", "6,0"), 0)
    clash.say(c.Answer(who="referee", about="odd square", choice="takes", params={"who": who}))
    assert the_two(clash) == ends
    moved = [d for step in clash.steps for d in step if isinstance(d.event, e.Moved)]
    assert {d.basis for d in moved} == {"ruled"}


def test_two_who_cannot_come_closer_do_not_meet():
    clash = moving({"disengaging-blunders": "no"}, c1="0,0", o1="1,0", o2="9,9")
    meets = [o for o in clash.offered() if o.command.get("manoeuvre") == "meet"]
    assert [o.blanks[0].values for o in meets] == [("o2",)]
    no = refused(lambda: clash.does("referee", "meet", "o1", using="c1"))
    assert (no.clause, no.why) == ("4.5", "neither c1 nor o1 can step toward the other")


def test_nobody_exceeds_his_speed_to_meet():
    clash = moving(c1={"at": "0,0", "speed": 2}, o1="20,0").does(
        "referee", "meet", "o1", using="c1"
    )
    assert (clash.at("c1"), clash.at("o1")) == ("2,0", "14,0")


def test_another_enemy_stops_one_of_those_who_meet():
    clash = moving(c1="0,0", o1="9,0", o2="2,1").does("referee", "meet", "o1", using="c1")
    assert (clash.at("c1"), clash.at("o1")) == ("1,0", "3,0")


def test_off_the_grid_two_who_meet_are_in_contact():
    clash = moving(c1={}, o1={}).does("referee", "meet", "o1", using="c1", distance=3)
    assert clash.combat.facts.get("c1", "adjacent", "o1") == "yes"
    assert clash.waits_for()[0] == "pairings"


def test_who_is_under_threat_does_not_advance_to_meet():
    clash = moving(c1="0,0", o1="9,0", o2="1,1")
    no = refused(lambda: clash.does("referee", "meet", "o1", using="c1"))
    assert (no.clause, no.numbers) == ("5.6", {"threatened by": "o2", "legal": "blunder, pass"})


def test_nobody_comes_in_on_a_square_on_which_another_stands():
    clash = Clash().figures(c1="0,0", o1="5,0")
    no = refused(lambda: clash.figures(c2="5,0"))
    assert (no.clause, no.why, no.pointer) == ("5.1", "o1 stands on 5,0", "/traits/at")
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
