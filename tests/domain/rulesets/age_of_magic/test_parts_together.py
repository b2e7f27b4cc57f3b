"""Where the parts of the rules meet: arrows that stick, riders who are held, archers who dodge."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import (
    BOXER,
    HALF,
    SIX,
    STRIKE,
    URLIK,
    Fight,
    Points,
    boxers,
    duel,
    refused,
    suffers,
)
from tests.support.fights.age_of_magic_ranged import (
    ARCHER,
    BOW,
    KNIGHT,
    SPEAR,
    Afar,
    at_a_distance,
    mounted,
)
from tests.support.refusals import lacks

SNAP, THROW, AIM = "snapshot fire", "throw weapon", "set and aim"
KICK, SWEEP, GRAB = "martial kick", "leg sweep", "arm grab"
ARROW = {**BOW, "impales as": "arrow", "damage": 14}
JAVELIN = {**SPEAR, "thrown": {**SPEAR["thrown"], "damage": 15, "impales as": "javelin"}}
TOUGH = {**URLIK, "WP": 12, "Athletics": 20}


def pierced(using: str, deed: str) -> Afar:
    """The archer has made a wound from afar, and Urlik has borne it."""
    archer = {**ARCHER, "weapons": {"bow": ARROW, "spear": JAVELIN}}
    fight = at_a_distance(archer=archer, urlik=TOUGH)
    fight.does("archer", deed, "urlik", using=using, range="5 hexes").everybody_passes()
    fight.rolls("archer", "archer")
    while fight.waits_for()[0] in ("wound", "pain", "knock back"):
        fight.passes() if fight.waits_for()[0] == "wound" else fight.rolls("urlik")
    return fight


# --- what flies sticks ---


@pytest.mark.parametrize(
    ("using", "deed", "key", "points"), [("bow", SNAP, "arrow", -2), ("spear", THROW, "spear", -4)]
)
def test_what_was_shot_or_thrown_sticks_and_nobody_rolls_for_a_grip(
    using: str, deed: str, key: str, points: int
):
    fight = pierced(using, deed)
    [spike] = fight.combat.conditions.on("urlik", "impaled")
    assert (spike.key, spike.toward, spike.at) == (key, "archer", "chest")
    assert [(m.trait, m.value) for m in spike.mods] == [("impaled", 2 * points)]
    assert fight.actor() == "archer"


def test_a_thrown_weapon_is_in_the_wound_until_it_is_pulled_out_and_a_bow_is_not():
    fight = pierced("spear", THROW)
    no = refused(lambda: fight.does("archer", "ready weapon", using="spear"))
    assert (no.clause, no.why) == ("7.5", "archer's spear is stuck in a wound")
    fight.ends("archer").polls("urlik").does("urlik", "pull out", "urlik", using="spear")
    assert fight.combat.conditions.on("urlik", "impaled") == ()
    fight = pierced("bow", SNAP)
    assert AIM in fight.manoeuvres("archer")
    fight.ends("archer").polls("urlik").does("urlik", "pull out", "urlik", using="arrow")
    assert fight.combat.conditions.on("urlik", "impaled") == ()


# --- prone, held, in one hex ---


@pytest.mark.parametrize("deed", [SNAP, THROW, AIM])
def test_the_prone_do_not_shoot_unless_the_table_says_so(deed: str):
    fight = at_a_distance().adjusts(what="condition", subject="archer", name="prone")
    assert deed not in fight.manoeuvres("archer")
    using, said = ("star" if deed == THROW else "bow"), ({} if deed == AIM else {"range": "10 m"})
    no = refused(lambda: fight.does("archer", deed, "urlik", using=using, **said))
    assert (no.clause, lacks(no)) == ("7.4", "condition prone of archer: yes = no")
    free = at_a_distance(points={"prone may": "anything"})
    assert deed in free.adjusts(what="condition", subject="archer", name="prone").manoeuvres(
        "archer"
    )


def test_the_held_shoot_and_cast_at_two_less():
    fight = at_a_distance()
    fight.adjusts(what="condition", subject="archer", name="held", toward="urlik")
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m").everybody_passes()
    assert fight.rolls("archer").why("attack")["held"] == -4


def test_who_is_stunned_holds_nobody_and_is_set_no_more():
    archer = {**ARCHER, "Tactics": 9}
    fight = at_a_distance(archer=archer).does("archer", AIM, "urlik", using="bow").rolls("archer")
    fight.everybody_passes()
    fight.adjusts(what="condition", subject="urlik", name="held", toward="archer")
    fight.adjusts(what="condition", subject="archer", name="stunned")
    assert (fight.conditions("archer"), fight.conditions("urlik")) == (["stunned"], [])


# --- riders ---


def closed_in() -> Afar:
    """Urlik, beside the knight and his horse, has come into their hex."""
    fight = mounted("urlik", urlik={**BOXER, "Combat": 12, "Tactics": 9})
    return fight.does("urlik", "move", beside=["knight"], within=["knight"]).everybody_passes()


def test_who_is_in_the_hex_of_a_rider_is_in_that_of_his_mount():
    fight = closed_in()
    assert fight.fact("horse", "close", "urlik") == fight.fact("knight", "close", "urlik") == "yes"
    assert fight.fact("knight", "close", "horse") is None
    fight.does("urlik", "move", beside=["horse"]).everybody_passes()
    assert fight.fact("horse", "close", "urlik") == fight.fact("knight", "close", "urlik") == "no"


def test_a_mount_does_not_carry_off_a_rider_who_is_held():
    fight = closed_in()
    fight.adjusts(what="condition", subject="knight", name="held", toward="urlik")
    fight.ends("urlik").polls("horse")
    no = refused(lambda: fight.does("horse", "move"))
    assert (no.clause, no.why) == ("7.9", "knight is held by urlik and cannot leave the hex")
    assert lacks(no) == "condition held of knight: yes = no"
    assert "move" not in fight.manoeuvres("horse")


def test_no_legs_are_swept_of_a_rider_but_those_of_his_mount():
    fight = closed_in()
    no = refused(lambda: fight.does("urlik", SWEEP, "knight"))
    assert (no.clause, no.why) == ("3.7", "knight rides horse: no leg sweep")
    fight.does("urlik", SWEEP, "horse").everybody_passes()


def test_no_rider_sweeps_legs_and_he_kicks_by_his_riding():
    knight = {**KNIGHT, "Martial arts": 9}
    fight = mounted(knight=knight)
    assert SWEEP not in fight.manoeuvres("knight")
    fight.does("knight", KICK, "urlik").everybody_passes().rolls("knight")
    assert fight.why("attack") == {
        "Riding": 4,
        "Riding specialism": 2,
        "mount": 4,
        "tack": 2,
        "height": 4,
        "CO": 1,
        "martial kick": 2,
    }


# --- martial dodges against what flies ---


def dodging(deed: str, points: Points = None, **said: Any) -> Afar:
    """Urlik, who knows how to fall and was set to aim, dodges a shot from afar."""
    urlik = {**URLIK, "Martial arts": 9, "Shooting": 5, "weapons": {"bow": BOW}, "Combat": 9}
    fight = at_a_distance(first="urlik", urlik=urlik, points=points)
    fight.does("urlik", AIM, "archer", using="bow").rolls("urlik").everybody_passes()
    fight.ends("urlik").polls("archer").does("archer", SNAP, "urlik", using="bow", range="10 m")
    return fight.declares("urlik", deed, **said).everybody_passes().rolls("archer", "urlik")


def test_a_roll_toward_an_archer_far_away_does_not_end_beside_him():
    fight = dodging("rolling dodge")
    assert fight.why("defence") == {"Martial arts": 18, "rolling dodge": 4}
    assert not fight.near("archer", "urlik")
    assert fight.conditions("urlik") == []


@pytest.mark.parametrize(("ends", "left"), [("any defence", []), ("movement", ["set"])])
def test_who_drops_stays_in_the_hex_and_may_stay_set(ends: str, left: list[str]):
    fight = dodging("drop dodge", {"set ends": ends}, bonus=2)
    assert fight.why("defence") == {"Martial arts": 18, "drop dodge": 4}
    assert fight.conditions("urlik") == left


def test_a_trample_is_not_rolled_away_from():
    fight = mounted("horse", urlik=BOXER).adjusts(
        what="fact", of="horse", name="adjacent", toward="urlik", value="no"
    )
    fight.does("horse", "move", beside=["urlik"]).everybody_passes()
    fight.does("horse", "trample", "urlik")
    dodges = {"jump back", "side step", "rolling dodge", "drop dodge"}
    assert fight.manoeuvres("urlik") & dodges == {"jump back", "side step"}


# --- enchantments against fists ---


def warded(*levels: int) -> Fight:
    """Bo has so many resistance enchantments, of so many points each."""
    fight = boxers()
    for level in levels:
        fight.adjusts(what="condition", subject="bo", name="resistance", level=level)
    return fight


def test_a_fist_is_resisted_with_the_enchantment_that_is_chosen():
    fight = warded(3, 5).does("ana", KICK, "bo").everybody_passes().rolls("ana", "bo")
    assert fight.waits_for() == ("resistance", ("bo",))
    fight.answers("bo", "resistance 5").rolls("ana")
    assert fight.outcome("damage")[1]["resistance"] == 2 * (2 + 5)  # ST 2


def test_a_lock_that_tightens_is_resisted_as_well():
    fight = warded(3).does("ana", GRAB, "bo").everybody_passes().rolls("ana", "bo")
    fight.does("ana", "arm lock", "bo", aim="right arm").everybody_passes().rolls("ana", "bo")
    suffers(fight, "bo").ends("ana").ends("bo").begins("ana")
    fight.rolls("ana")
    assert fight.outcome("damage")[1]["resistance"] == 2 * (2 + 3)


def test_a_grab_asks_for_no_enchantment():
    fight = warded(3, 5).does("ana", GRAB, "bo").everybody_passes().rolls("ana", "bo")
    assert fight.conditions("bo") == ["resistance", "resistance", "held"]


# --- a holder is shaken ---


@pytest.mark.parametrize(("before", "pain"), [(False, 12), (True, 10)])
def test_a_holder_who_is_staggered_again_holds_no_more(before: bool, pain: int):
    cogan = {**SIX, "Melee": 3 - before}  # so that the blow goes as deep
    fight = duel(cogan=cogan, urlik={**URLIK, "WP": 5}).joins("erik", **URLIK)
    if before:
        fight.adjusts(what="condition", subject="urlik", name="staggered")
    fight.adjusts(what="condition", subject="erik", name="held", toward="urlik")
    fight.does("cogan", STRIKE, "urlik", using=HALF).everybody_passes().rolls("cogan", "urlik")
    fight.rolls("cogan", faces=(6, 5, 3, 3, 1))
    fight.adjusts(what="condition", subject="urlik", name="set").passes().rolls("urlik")
    assert fight.outcome("pain") == ("staggered", {"pain": pain})
    assert fight.conditions("urlik").count("staggered") == 1
    assert (fight.conditions("erik"), "set" in fight.conditions("urlik")) == ([], False)
    assert "the holder is staggered" in [k.why for k in fight.events(e.ConditionEnded)]
