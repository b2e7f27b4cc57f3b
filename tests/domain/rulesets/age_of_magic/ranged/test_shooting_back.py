"""Throws and shots as reactions, and after a lightning draw."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import BOXER, MAN, URLIK, refused
from tests.support.fights.age_of_magic_ranged import ARCHER, BOW, STAR, Afar, at_a_distance
from tests.support.refusals import legal

SNAP, AIMED = "snapshot fire", "aimed fire"
THROW, ADVANCE = "throw weapon", "advance and throw"


def group(order: tuple[str, ...] = ("leader", "one", "two", "archer")) -> Afar:
    """A leader and two followers against an archer; initiative falls in this order."""
    fight = Afar()
    for place, who in enumerate(order):
        sheet = ARCHER if who == "archer" else MAN
        side = "heroes" if who == "archer" else "foes"
        fight.joins(who, side=side, **{**sheet, "Tactics": 9 - place})
    fight.begins("leader")
    return fight


@pytest.mark.parametrize(
    "order", [("archer", "leader", "one", "two"), ("leader", "one", "two", "archer")]
)
def test_follow_moves_resolve_before_the_shot_whatever_the_initiative(order: tuple[str, ...]):
    fight = group(order).does("leader", "move")
    since = len(fight.steps)
    fight.declares("archer", SNAP, "leader", using="bow", range="10 m")
    fight.declares("one", "follow").declares("two", "follow")
    begun = [d.event for step in fight.steps[since:] for d in step if type(d.event) is e.Reacted]
    assert [b.manoeuvre for b in begun] == ["follow", "follow"]
    fight.everybody_passes().answers("archer", "go").everybody_passes()
    done = [r.manoeuvre for r in fight.events(e.Reacted)]
    assert done == ["follow", "follow", SNAP]
    assert [fight.left(who, "ap") for who in ("leader", "one", "two", "archer")] == [22, 22, 22, 14]
    assert fight.waits_for() == ("shot", ("archer",))


def test_a_shot_answers_the_movement_of_its_target():
    fight = at_a_distance(first="urlik").does("urlik", "move")
    fight.declares("archer", THROW, "urlik", using="star", range="5 hexes").everybody_passes()
    fight.rolls("archer")
    assert fight.outcome("hit")[0] == "hit"


def test_a_shot_answers_nothing_but_movement():
    fight = at_a_distance(first="urlik").does("urlik", "turn")
    no = refused(lambda: fight.declares("archer", SNAP, "urlik", using="bow", range="10 m"))
    assert (no.clause, no.why) == ("3.8", "a shot answers the movement of its target, not turn")
    assert not {SNAP, THROW, ADVANCE, AIMED} & fight.manoeuvres("archer")


@pytest.mark.parametrize("one_hex", [False, True])
def test_a_shot_answers_a_strike_that_closes_in_and_no_other(one_hex: bool):
    fight = Afar().joins("ana", side="heroes", **{**BOXER, "Tactics": 9})
    fight.joins("bo", side="foes", **URLIK).joins("archer", side="foes", **ARCHER)
    fight.side_by_side("ana bo")
    if one_hex:
        fight.adjusts(what="fact", of="ana", name="close", toward="bo", value="yes")
    fight.begins("ana").does("ana", "martial strike", "bo")
    assert bool({SNAP, THROW} & fight.manoeuvres("archer")) != one_hex
    if not one_hex:
        fight.declares("archer", SNAP, "ana", using="bow", range="10 m").everybody_passes()
        assert fight.waits_for() == ("shot", ("archer",))


def test_a_shot_as_a_reaction_is_at_who_moved():
    fight = group().does("leader", "move")
    no = refused(lambda: fight.declares("archer", SNAP, "one", using="bow", range="10 m"))
    assert (no.pointer, legal(no)) == ("/targets/0", "leader")


def test_whom_the_shot_disables_does_not_strike():
    fight = at_a_distance(urlik={**URLIK, "WP": -9}, first="urlik")
    fight.does("urlik", "advance and attack", "archer", using="axe")
    fight.declares("archer", SNAP, "urlik", using="bow", range="point blank", aim="left leg")
    fight.everybody_passes().rolls("archer").rolls("archer", faces=(6, 6)).passes()
    fight.rolls("urlik")
    assert fight.outcome("pain")[0] == "unconscious"
    fight.rolls("urlik")
    assert fight.outcome("hit") == ("void", {})


# --- after a lightning draw ---


def drawn(skill: float, using: str = "bow") -> Afar:
    """The archer draws what he has put away, without risk."""
    away = {"bow": {**BOW, "ready": False}, "star": {**STAR, "ready": False}}
    fight = at_a_distance(archer={**ARCHER, "Sleight of hand": skill, "weapons": away})
    return fight.does("archer", "fast draw", using=using).rolls("archer")


@pytest.mark.parametrize(
    ("deeds", "using"), [({SNAP, "speak"}, "bow"), ({THROW, ADVANCE, "speak"}, "star")]
)
def test_a_throw_or_a_snapshot_follows_a_lightning_draw(deeds: set[str], using: str):
    fight = drawn(10, using)
    assert fight.outcome("fast draw") == ("drawn at once", {"roll": 22, "cost": 0})
    assert fight.waits_for() == ("follow", ("archer",))
    assert fight.manoeuvres("archer") == deeds
    deed = SNAP if using == "bow" else THROW
    fight.does("archer", deed, "urlik", using=using, range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.outcome("hit")[0] == "hit"
    [draw, shot] = fight.events(e.Acted)
    assert (shot.on, shot.targets) == (draw.act, ("urlik",))


def test_nothing_flies_at_once_after_a_slower_draw():
    fight = drawn(9)
    assert fight.outcome("fast draw") == ("drawn", {"roll": 20, "cost": 2})
    assert fight.waits_for() == ("declare", ("urlik",))


def test_no_shot_follows_a_block():
    fight = at_a_distance(first="urlik", archer={**ARCHER, "Combat": 12, "shield": 20})
    fight.side_by_side("archer urlik").does("urlik", "stand and attack", "archer", using="axe")
    fight.declares("archer", "block", using="shield").everybody_passes().rolls("urlik", "archer")
    assert fight.waits_for() == ("follow", ("archer",))
    no = refused(lambda: fight.does("archer", SNAP, "urlik", using="bow", range="point blank"))
    assert (no.clause, no.why) == ("3.6", "snapshot fire does not follow block")
