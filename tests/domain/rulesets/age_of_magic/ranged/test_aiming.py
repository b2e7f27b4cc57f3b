"""Setting oneself to aim: the bonus, aimed fire, and what makes one lose it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.fights.age_of_magic import COGAN, URLIK, Points, refused
from tests.support.fights.age_of_magic_ranged import ARCHER, MAIL, Afar, at_a_distance
from tests.support.refusals import legal

AIM, AIMED = "set and aim", "aimed fire"


def aiming(times: int = 1, archer: dict[str, Any] = ARCHER, points: Points = None) -> Afar:
    """The archer has set and aimed, so many times in as many turns."""
    fight = at_a_distance(archer=archer, points=points)
    for n in range(times):
        if n:
            fight.ends("archer").ends("urlik").begins("archer")
        fight.does("archer", AIM, "urlik", using="bow").rolls("archer").everybody_passes()
    return fight


def test_aiming_adds_one_against_twice_the_bonus_already_held():
    fight = aiming()
    assert fight.left("archer", "ap") == 18 - 6
    assert fight.why("aim") == {"Shooting": 12, "specialism": 2, "WP": 3}
    assert fight.outcome("aim") == ("succeeded", {"roll": 17, "difficulty": 0, "bonus": 2})
    assert aiming(3).outcome("aim") == ("succeeded", {"roll": 17, "difficulty": 8, "bonus": 6})


def test_the_bonus_is_kept_over_turns_and_lost_when_aiming_fails():
    fight = aiming(5)
    assert fight.outcome("aim") == ("succeeded", {"roll": 17, "difficulty": 16, "bonus": 10})
    fight.ends("archer").ends("urlik").begins("archer")
    fight.does("archer", AIM, "urlik", using="bow").rolls("archer").everybody_passes()
    assert fight.outcome("aim") == ("failed", {"roll": 17, "difficulty": 20, "bonus": 0})
    [condition] = fight.combat.conditions.on("archer", "set")
    assert (condition.level, condition.toward, condition.key) == (0, "urlik", "bow")


def fired(points: Points = None) -> Afar:
    fight = aiming(2, points=points)
    fight.does("archer", AIMED, "urlik", using="bow", range="30 m").everybody_passes()
    return fight.rolls("archer")


def test_aimed_fire_rolls_pe_and_the_bonus_and_ends_the_aim():
    fight = fired()
    assert fight.why("attack") == {"Shooting": 12, "specialism": 2, "PE": 4, "bow": 2, "aimed": 4}
    assert fight.outcome("hit")[1] == {"attack": 24, "difficulty": 14, "by": 10}
    assert [c.level for c in fight.combat.conditions.on("archer", "set")] == [0]
    assert fired({"aimed fire ends": "set"}).conditions("archer") == []


def test_aimed_fire_is_at_whom_one_aimed():
    fight = Afar().joins("archer", **ARCHER).joins("urlik", **URLIK).joins("cogan", **COGAN)
    fight.begins("archer").does("archer", AIM, "urlik", using="bow").rolls("archer")
    fight.everybody_passes()
    no = refused(lambda: fight.does("archer", AIMED, "cogan", using="bow", range="10 m"))
    assert (no.pointer, legal(no)) == ("/targets/0", "urlik")
    fight.does("archer", AIM, "cogan", using="bow").rolls("archer").everybody_passes()
    [condition] = fight.combat.conditions.on("archer", "set")
    assert (condition.toward, condition.level) == ("cogan", 1)


def test_aimed_fire_needs_to_be_set():
    fight = at_a_distance()
    assert AIMED not in fight.manoeuvres("archer")
    no = refused(lambda: fight.does("archer", AIMED, "urlik", using="bow", range="10 m"))
    assert (no.clause, legal(no)) == ("3.8", "nothing")


def test_aimed_fire_answers_the_movement_of_whom_one_aims_at():
    fight = aiming().ends("archer").polls("urlik").does("urlik", "move")
    fight.declares("archer", AIMED, "urlik", using="bow", range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.why("attack")["aimed"] == 2


def test_who_is_set_defends_with_nothing():
    fight = aiming()
    fight.side_by_side("archer urlik").ends("archer").polls("urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe").everybody_passes()
    assert fight.waits_for() == ("strike", ("urlik",))
    fight.rolls("urlik")
    assert fight.outcome("hit") == ("hit", {"attack": 12, "defence": 0, "by": 12})


@pytest.mark.parametrize(
    ("points", "left", "rolled"),
    [(None, [], ("urlik", "archer")), ({"set ends": "movement"}, ["set"], ("urlik", "archer"))],
)
def test_a_block_gives_up_being_set_as_the_table_has_it(
    points: Points, left: list[str], rolled: tuple[str, ...]
):
    archer = {**ARCHER, "shield": 2}
    fight = aiming(archer=archer, points=points)
    fight.side_by_side("archer urlik").ends("archer").polls("urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe")
    fight.declares("archer", "block", using="shield").everybody_passes()
    assert fight.conditions("archer") == left
    assert fight.waits_for() == ("strike", rolled)


def test_whoever_moves_is_set_no_more():
    fight = aiming().does("archer", "move").everybody_passes()
    assert fight.conditions("archer") == []


@pytest.mark.parametrize("name", ["stunned", "staggered", "unconscious"])
def test_who_is_shaken_is_set_no_more(name: str):
    fight = aiming().adjusts(what="condition", subject="archer", name=name)
    assert fight.conditions("archer") == [name]


def test_who_is_knocked_back_is_set_no_more():
    fight = aiming(archer={**ARCHER, **MAIL, "ST": 3, "Athletics": "4 1/2"})
    fight.side_by_side("archer urlik").ends("archer").polls("urlik")
    fight.does("urlik", "stand and attack", "archer", using="axe").everybody_passes()
    fight.rolls("urlik").rolls("urlik")
    assert fight.conditions("archer") == ["set"]
    fight.rolls("archer")
    assert fight.outcome("knock back")[0] == "knocked back"
    assert "set" not in fight.conditions("archer")


def test_whoever_has_left_is_set_no_more():
    fight = aiming().say_plainly({"type": "leave", "who": "archer"})
    assert fight.conditions("archer") == []
    fight.joins("archer", side="heroes", **ARCHER).ends("urlik").begins("archer")
    no = refused(lambda: fight.does("archer", AIMED, "urlik", using="bow", range="10 m"))
    assert no.pointer == "/targets/0"
