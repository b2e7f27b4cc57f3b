"""Initiative: who may phase first, and how ties are broken."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.domain.rulesets.age_of_magic.test_turn import ap_of, whys
from tests.support.fights.age_of_magic import COGAN, URLIK, Fight, Points, refused
from tests.support.redecided_stories import in_short, told_again


def example_of_initiative() -> Fight:
    fight = Fight().joins("cogan", **COGAN).joins("urlik", **URLIK).round()
    fight.rolls("cogan", faces=(3, 5)).rolls("urlik")
    return fight


def test_the_printed_example_of_initiative_comes_out_exactly():
    fight = example_of_initiative()
    assert fight.events(e.DiceRolled)[0].total == 7  # 3 1/2
    assert fight.why("initiative") == {"Tactics": 10}
    modifiers = {m.source: m.value for m in fight.events(e.DiceRolled)[0].modifiers}
    assert modifiers == {"Tactics": 4, "Initiative": 2, "PE": 1, "Helmet": -2, "risk": -14}
    assert sum(modifiers.values()) == -9  # 2D - 4 1/2
    assert fight.combat.clock.order("initiative") == ("urlik", "cogan")
    assert fight.combat.clock.orders["initiative"].scores == {"cogan": 7, "urlik": 10}


def test_the_highest_may_phase_first():
    fight = example_of_initiative().rolls("cogan", "urlik")
    assert fight.waits_for() == ("phase", ("urlik",))
    fight.answers("urlik", "now").ends("urlik")
    assert whys(fight) == [("urlik", "now"), ("cogan", "last")]


def test_the_highest_may_phase_second_and_the_lowest_has_no_choice():
    fight = example_of_initiative().rolls("cogan", "urlik")
    fight.answers("urlik", "pass")
    assert whys(fight) == [("cogan", "last")]
    fight.ends("cogan")
    assert whys(fight) == [("cogan", "last"), ("urlik", "last")]


@pytest.mark.parametrize(
    ("points", "initiative", "ap"),
    [
        ({}, 7, 26),  # 2D - 4 1/2 and 2D + 2, each as in its own example
        ({"points per die": "as printed"}, 7, 26),
        ({"points per die": "3"}, 9, 26),
        ({"points per die": "3 1/2"}, 7, 24),
    ],
)
def test_a_risked_die_takes_off_what_the_example_of_its_roll_does_or_what_the_table_says(
    points: Points, initiative: int, ap: int
):
    fight = Fight(points=points).joins("cogan", **COGAN).joins("urlik", **URLIK)
    fight.round().rolls("cogan", faces=(3, 5))
    assert (fight.rolled("initiative").total, fight.rolled("initiative").unit) == (initiative, 2)
    assert ap_of(8, 5, 6, points=points) == ap


def test_a_tie_is_ordered_by_the_referee_and_holds_for_this_turn_only():
    fight = Fight().joins("ana", "bo", Tactics=2).joins("cy", Tactics=5)
    fight.round()
    fight.rolls("ana", "bo", "cy")
    assert fight.events(e.OrderSet)[0].order == (("cy",), ("ana", "bo"))
    assert fight.waits_for() == ("ties", ("referee",))
    by_hand: dict[str, Any] = {"tie 2": ["bo", "ana"]}
    fight.answers("referee", "order", **by_hand)
    order = fight.events(e.OrderSet)[1]
    assert order.order == (("cy",), ("bo",), ("ana",))
    assert (order.scores, order.why) == (
        {"ana": 4, "bo": 4, "cy": 10},
        "initiative; ties by the referee",
    )
    fight.rolls("ana", "bo", "cy").polls("")
    fight.ends("ana").polls("").ends("bo").ends("cy")
    fight.round()
    fight.rolls("ana", "bo", "cy")
    assert fight.waits_for() == ("ties", ("referee",))


def test_a_tie_is_broken_by_dice_that_are_thrown_until_they_differ():
    fight = Fight(4, 4, 2, 5).joins("ana", "bo")
    fight.round()
    fight.rolls("ana", "bo").answers("referee", "roll")
    ties = [(r.who, r.faces) for r in fight.events(e.DiceRolled) if r.purpose == "tie"]
    assert ties == [("ana", (4,)), ("bo", (4,)), ("ana", (2,)), ("bo", (5,))]
    assert fight.combat.clock.order("initiative") == ("bo", "ana")


def tied_two() -> Fight:
    return Fight(6, 6, 6).joins("ana", "bo").round().rolls("ana", "bo")


def test_faces_of_a_tie_are_typed_with_the_answer_and_again_for_those_still_equal():
    fight = tied_two().say(tie_roll(4, 4, 2, 5))
    ties = [r for r in fight.events(e.DiceRolled) if r.purpose == "tie"]
    assert [(r.who, r.faces) for r in ties] == [
        ("ana", (4,)),
        ("bo", (4,)),
        ("ana", (2,)),
        ("bo", (5,)),
    ]
    assert {r.provenance for r in ties} == {"typed"}
    assert fight.combat.clock.order("initiative") == ("bo", "ana")


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ((4,), "no face is left for bo"),
        ((4, 4), "no face is left for ana"),
        ((4, 5, 6), "1 of the faces are too many"),
        ((4, 7), "the die has no face 7"),
    ],
)
def test_too_few_or_too_many_faces_of_a_tie_are_refused(faces: tuple[int, ...], why: str):
    told = refused(lambda: tied_two().say(tie_roll(*faces)))
    assert (told.clause, told.pointer, why in told.why) == ("4.3", "/faces/tie", True), told.why


def tie_roll(*faces: int) -> c.Answer:
    return c.Answer(who="referee", about="ties", choice="roll", faces={"tie": faces})


def test_typed_faces_of_a_tie_stand_when_decided_again_and_a_correction_types_others():
    fight = tied_two().say(tie_roll(4, 4, 2, 5))
    assert in_short(told_again(fight)) == []
    last = len(fight.steps)
    [other] = told_again(fight, instead={last: tie_roll(3, 1)})
    assert (other.verdict, other.command) == ("changed", tie_roll(3, 1))
    assert other.combat.clock.order("initiative") == ("ana", "bo")


def test_dice_that_never_differ_do_not_go_on_for_ever():
    fight = Fight().joins("ana", "bo")
    fight.round()
    fight.rolls("ana", "bo").answers("referee", "roll")
    assert fight.combat.clock.order("initiative") == ("ana", "bo")
