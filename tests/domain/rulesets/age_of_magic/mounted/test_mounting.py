"""Rider and mount: two combatants with AP of their own, one figure on the board."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import HALF, STRIKE, URLIK, Points, refused
from tests.support.fights.age_of_magic_ranged import HORSE, KNIGHT, MAIL, Afar, mounted
from tests.support.refusals import legal

STOUT: dict[str, Any] = {**URLIK, "Combat": 12, "Dodge": 9}


# --- action points ---


def test_action_points_of_a_rider_as_in_the_printed_example():
    fight = mounted()
    assert fight.left("knight", "ap") == 13  # 6 1/2
    [roll] = [
        r for r in fight.events(e.DiceRolled) if (r.purpose, r.who) == ("action points", "knight")
    ]
    assert {m.source: m.value for m in roll.modifiers} == {
        "Riding": 4,
        "Riding specialism": 2,
        "mount": 4,
        "tack": 2,
        "CO": 1,
    }
    on_foot = mounted(first="urlik").ends("urlik").polls("")
    on_foot.adjusts(what="fact", of="knight", name="rides", value="")
    on_foot.ends("horse").ends("knight").begins("knight")
    assert on_foot.left("knight", "ap") == 16


def test_a_good_rider_keeps_his_combat():
    assert mounted(knight={**KNIGHT, "Riding": 9}).left("knight", "ap") == 16


def test_rider_and_mount_have_phases_and_points_of_their_own():
    fight = mounted().ends("knight").polls("horse")
    assert fight.actor() == "horse"
    fight.does("horse", "move", beside=[]).everybody_passes()
    assert (fight.left("horse", "ap"), fight.left("knight", "ap")) == (10 - 2, 13)


# --- one figure ---


def test_where_the_mount_goes_there_the_rider_is():
    fight = mounted().joins("erik", side="reavers", **URLIK).ends("knight").polls("horse")
    assert fight.near("horse", "urlik")
    fight.does("horse", "move", beside=["erik"], behind=["erik"])
    for half in ("horse", "knight"):
        assert not fight.near(half, "urlik")
        assert fight.near(half, "erik")
        assert fight.fact(half, "stands", "erik") == "rear"


def test_whoever_comes_up_to_the_rider_is_beside_his_mount():
    fight = mounted().joins("erik", side="reavers", **URLIK).ends("knight").polls("urlik")
    fight.does("urlik", "move", beside=["knight"])
    assert fight.near("horse", "urlik")
    fight.passes().does("urlik", "move", beside=[]).passes()
    assert not fight.near("horse", "urlik")
    assert not fight.near("knight", "urlik")
    fight.does("urlik", "move", beside=["horse"])
    assert fight.near("knight", "urlik")
    assert STRIKE in fight.manoeuvres("knight") & fight.manoeuvres("horse")


def test_a_dodge_of_the_rider_takes_the_mount_along():
    fight = mounted(first="urlik", knight={**KNIGHT, "Dodge": 9})
    fight.does("urlik", STRIKE, "knight", using="axe").declares("knight", "jump back")
    fight.everybody_passes()
    assert fight.left("knight", "ap") == 13 - 2
    assert not fight.near("horse", "urlik")


def test_who_is_ridden_up_to_may_strike_at_the_rider():
    fight = mounted().ends("knight").polls("horse")
    fight.does("horse", "move", beside=[]).everybody_passes()
    fight.does("horse", "move", beside=["urlik"])
    fight.declares("urlik", STRIKE, "knight", using="axe")


def test_two_who_follow_each_other_stay_one_figure_each():
    fight = Afar()
    for rider, mount in (("ana", "alezan"), ("bo", "bay")):
        fight.joins(rider, side="riders", Combat=6, Riding=2, Tactics=2)
        fight.say_plainly(
            {
                "type": "join",
                "subject": mount,
                "kind": "creature",
                "side": "riders",
                "traits": {**HORSE, "Tactics": 4},
            }
        )
        fight.rides(rider, mount)
    fight.begins("alezan").does("alezan", "move", beside=["bay"])
    fight.declares("bay", "follow", beside=["ana"]).everybody_passes()
    pairs = [("alezan", "bay"), ("alezan", "bo"), ("ana", "bay"), ("ana", "bo")]
    assert all(fight.near(*pair) for pair in pairs)


# --- blows from the saddle ---


def blow(fight: Afar) -> dict[str, int]:
    fight.does("knight", STRIKE, "urlik", using=HALF).everybody_passes().rolls("knight", "urlik")
    return fight.why("attack")


def test_an_attack_from_the_saddle_as_in_the_printed_example():
    fight = mounted()
    assert blow(fight) == {
        "Riding": 4,
        "Riding specialism": 2,
        "mount": 4,
        "tack": 2,
        "height": 4,
        "CO": 1,
        HALF: 6,
    }
    assert fight.rolled("attack").total == 23  # 11 1/2
    fight = mounted().adjusts(what="fact", of="knight", name="rides", value="")
    assert blow(fight) == {"Melee": 10, "specialism": 7, "CO": 1, HALF: 6}
    assert fight.rolled("attack").total == 24


def test_a_rider_better_in_the_saddle_than_with_the_sword_keeps_the_sword():
    fight = mounted(knight={**KNIGHT, "Riding": 9})
    assert blow(fight) == {"Melee": 10, "specialism": 7, "height": 4, "CO": 1, HALF: 6}


def test_an_agitated_mount_costs_two():
    fight = mounted().adjusts(what="condition", subject="horse", name="agitated")
    assert blow(fight)["agitated"] == -4


@pytest.mark.parametrize(("points", "height"), [(None, 4), ({"height counts": "on foot"}, 0)])
def test_the_height_against_another_rider_is_the_tables_to_say(points: Points, height: int):
    fight = mounted(points=points)
    fight.say_plainly({"type": "join", "subject": "pony", "kind": "creature", "traits": HORSE})
    fight.rides("urlik", "pony").side_by_side("knight pony")
    assert blow(fight).get("height", 0) == height


@pytest.mark.parametrize(("points", "aim"), [(None, -8), ({"aim mounted": "none"}, 0)])
def test_the_aim_between_mounted_and_foot_is_the_tables_to_say(points: Points, aim: int):
    fight = mounted(points=points).does("knight", STRIKE, "urlik", using=HALF, aim="head")
    fight.everybody_passes().rolls("knight", "urlik")
    assert fight.why("attack").get("aim", 0) == aim


def test_the_mount_strikes_with_its_own_points():
    fight = mounted().ends("knight").polls("horse")
    fight.does("horse", STRIKE, "urlik", using="hooves").everybody_passes().rolls("horse", "urlik")
    assert fight.left("horse", "ap") == 10 - 4
    assert fight.why("attack") == {"Melee": 6}


def test_nobody_strikes_at_his_own_mount():
    fight = Afar().joins("knight", **KNIGHT).joins("horse", **HORSE).joins("urlik", **URLIK)
    fight.rides("knight", "horse").side_by_side("knight urlik").begins("knight")
    no = refused(lambda: fight.does("knight", STRIKE, "horse", using=HALF))
    assert legal(no) == "urlik"


# --- control ---


def test_control_is_the_riders_and_answers_what_his_mount_does():
    fight = mounted().does("knight", "control mount").everybody_passes()
    assert fight.left("knight", "ap") == 13 - 2
    fight.ends("knight").polls("horse").does("horse", "turn").declares("knight", "control mount")
    fight.everybody_passes()
    assert fight.left("knight", "ap") == 13 - 4
    fight.ends("horse").does("urlik", "turn")
    no = refused(lambda: fight.declares("knight", "control mount"))
    assert (no.clause, no.why) == ("3.2", "control answers what the mount does, horse")


def test_control_costs_what_the_table_says():
    fight = mounted(points={"control ap": "3"}).does("knight", "control mount")
    assert fight.left("knight", "ap") == 13 - 6


@pytest.mark.parametrize(("price", "may"), [("0", {"control mount"}), ("1", set())])
def test_control_for_nothing_needs_no_points(price: str, may: set[str]):
    fight = mounted("horse", points={"control ap": price}).tires("knight", 0)
    assert fight.does("horse", "move", beside=[]).manoeuvres("knight") == may


# --- thrown ---


def hit(fight: Afar, *knock_back: int, aim: str = "chest") -> Afar:
    """Urlik hits the knight, who bears the pain and rolls against the knock back."""
    fight.does("urlik", STRIKE, "knight", using="axe", aim=aim).everybody_passes()
    fight.rolls("urlik", "knight").rolls("urlik")
    while fight.waits_for()[0] in ("wound", "pain"):
        fight.passes() if fight.waits_for()[0] == "wound" else fight.rolls("knight")
    return fight.rolls("knight", faces=knock_back)


FEARLESS: dict[str, Any] = {**KNIGHT, **MAIL, "WP": 15, "ST": 3, "Athletics": 9}


def test_a_rider_stands_a_knock_back_by_his_riding():
    fight = hit(mounted(first="urlik", knight=FEARLESS, urlik={**URLIK, "Melee": 14}))
    assert fight.why("knock back") == {
        "ST": 6,
        "Riding": 4,
        "Riding specialism": 2,
        "mount": 4,
        "tack": 2,
    }


def test_a_leg_counts_on_foot_alone():
    armed = {**URLIK, "Melee": 14}
    fight = hit(mounted(first="urlik", knight=FEARLESS, urlik=armed), aim="left leg")
    assert "left leg" not in fight.why("knock back")
    fight = mounted(first="urlik", knight=FEARLESS, urlik=armed)
    fight.adjusts(what="fact", of="knight", name="rides", value="")
    assert hit(fight, aim="left leg").why("knock back")["left leg"] == -4


def test_whoever_is_knocked_over_is_thrown_from_his_mount():
    fight = mounted(first="urlik", knight=FEARLESS, urlik={**URLIK, "Melee": 20, "ST": 6})
    hit(fight)
    assert fight.outcome("knock back")[0] == "knocked over"
    assert fight.outcome("unseated")[0] == "thrown from the mount"
    assert fight.fact("knight", "rides") == ""
    assert "prone" in fight.conditions("knight")
    assert not fight.near("knight", "urlik")
    assert fight.near("horse", "urlik")
    assert fight.near("horse", "knight")


def test_whoever_is_off_balance_without_points_is_thrown():
    fight = mounted(first="urlik", knight=FEARLESS, urlik={**URLIK, "Melee": 8})
    fight.adjusts(what="pool", subject="knight", pool="ap", delta=-6.5)
    hit(fight)
    assert fight.outcome("knock back")[0] == "off balance"
    assert fight.outcome("unseated")[0] == "thrown from the mount"


# --- getting on and off ---


def test_a_rider_takes_no_steps_of_his_own():
    fight = mounted()
    no = refused(lambda: fight.does("knight", "move"))
    assert no.clause == "3.2"
    assert no.why == "knight rides horse: the mount moves, with its own AP"
    assert "move" not in fight.manoeuvres("knight")


def test_getting_off_and_on_again():
    fight = mounted().does("knight", "dismount", beside=["horse"]).everybody_passes()
    assert fight.left("knight", "ap") == 13 - 4
    assert fight.fact("knight", "rides") == ""
    assert fight.near("horse", "knight")
    assert not fight.near("knight", "urlik")
    assert fight.near("horse", "urlik")
    fight.does("knight", "mount", "horse").everybody_passes()
    assert fight.left("knight", "ap") == 13 - 8
    assert fight.fact("knight", "rides") == "horse"
    assert fight.near("knight", "urlik")


def test_mounting_costs_what_the_table_says():
    fight = mounted(points={"mounting ap": "5"}).does("knight", "dismount")
    assert fight.left("knight", "ap") == 13 - 10


def test_a_mount_that_has_left_carries_nobody():
    fight = mounted().say_plainly({"type": "leave", "who": "horse"})
    fight.does("knight", "move")
    assert fight.left("knight", "ap") == 13 - 2


def test_nobody_mounted_fires_aimed():
    bow = {"skill": "Shooting", "damage": 6, "ap": 2, "type": "impaling"}
    knight = {**KNIGHT, "weapons": {**KNIGHT["weapons"], "bow": bow}}
    fight = mounted(knight=knight).does("knight", "set and aim", "urlik", using="bow")
    fight.rolls("knight").everybody_passes()
    no = refused(lambda: fight.does("knight", "aimed fire", "urlik", using="bow", range="10 m"))
    assert (no.clause, no.why) == ("3.8", "knight rides horse: nobody mounted fires aimed")
