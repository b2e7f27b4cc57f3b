"""ARQ 5: two who advance on each other meet half way."""

from __future__ import annotations

import pytest

from domain import commands as c
from domain import events as e
from tests.domain.rulesets.arq.test_movement import moving
from tests.support.fights.age_of_magic import refused
from tests.support.fights.arq import Clash
from tests.support.refusals import lacks, legal


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
    clash = moving({"disengaging blunders": "no"}, c1="0,0", o1="1,0", o2="9,9")
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
    assert (no.clause, lacks(no), legal(no)) == (
        "5.6",
        "distance adjacent of o2: yes = no",
        "blunder",
    )


def test_the_speed_of_others_does_not_limit_two_who_meet():
    clash = moving(c1={}, o1={"speed": 5}, o2={"speed": 0})
    why = refused(lambda: clash.does("referee", "meet", "o1", using="c1", distance=6))
    assert (why.clause, why.numbers) == ("5.1", {"cost": 6, "left": 5})
    clash.does("referee", "meet", "o1", using="c1", distance=5)
    assert clash.combat.facts.toward("c1", "adjacent") == {"o1": "yes"}


def test_where_leaving_is_free_who_stands_beside_an_enemy_advances_to_meet_another():
    clash = moving({"disengaging blunders": "no"}, c1="0,0", o1="8,0", o2="-1,0")
    clash.does("referee", "meet", "o1", using="c1")
    clash.say(c.Answer(who="referee", about="odd square", choice="takes", params={"who": "c1"}))
    assert the_two(clash) == ("4,0", "5,0")


@pytest.mark.parametrize(("distance", "touched"), [(5, {"o1"}), (0, {"o1", "o2"})])
def test_off_the_grid_who_meets_leaves_whom_they_stood_beside(distance: int, touched: set[str]):
    clash = moving({"disengaging blunders": "no"}, c1={}, c2={}, o1={}, o2={})
    clash.touching("o2+c1", "o1+c2").does("referee", "meet", "o1", using="c1", distance=distance)
    near = {who: clash.combat.facts.toward("c1", "adjacent").get(who) for who in ("o1", "o2")}
    assert {who for who, value in near.items() if value == "yes"} == touched


@pytest.mark.parametrize("meanwhile", ["falls", "leaves", "goes off the grid"])
def test_over_the_odd_square_nobody_walks_who_cannot(meanwhile: str):
    clash = moving(c1="0,0", o1="6,0", o2="9,9").does("referee", "meet", "o1", using="c1")
    if meanwhile == "falls":
        clash.has_taken("o1", 6)
    elif meanwhile == "leaves":
        clash.say(c.Leave(who="o1"))
    else:
        tower = {"what": "place", "subject": "o1", "place": "the tower"}
        clash.say_plainly({"type": "adjust", "note": "carried off", "change": tower})
    clash.say(c.Answer(who="referee", about="odd square", choice="takes", params={"who": "c1"}))
    assert clash.at("c1") == "0,0"
    assert clash.at("o1") == ("the tower" if meanwhile == "goes off the grid" else "6,0")


def farthest(clash: Clash) -> dict[str, int]:
    """How far each character is offered to come to a meeting."""
    meets = (o for o in clash.offered() if o.command.get("manoeuvre") == "meet")
    blanks = ((o.command["using"], b) for o in meets for b in o.blanks)
    return {who: blank.most for who, blank in blanks if blank.name == "distance"}


def test_off_the_grid_nobody_is_offered_to_come_farther_than_both_can():
    assert farthest(moving(c1={}, c2={"speed": 3}, o1={"speed": 4})) == {"c1": 4, "c2": 3}
    assert farthest(moving(c1={}, o1={"speed": 4}, o2={"speed": 9})) == {"c1": 6}
