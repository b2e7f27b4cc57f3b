"""Trampling: for nothing, dodged by its victim, and ruled by the referee."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.support.fights.age_of_magic import URLIK
from tests.support.fights.age_of_magic_ranged import Afar, mounted

STOUT: dict[str, Any] = {**URLIK, "Combat": 12, "Dodge": 9}


def charge(urlik: dict[str, Any] = STOUT) -> Afar:
    """The horse has moved up to Urlik, whom it may trample."""
    fight = mounted(urlik=urlik).ends("knight").polls("horse")
    return fight.does("horse", "move", beside=["urlik"]).everybody_passes()


def test_trampling_costs_the_mount_nothing_and_leaves_its_victim_prone():
    fight = charge()
    assert fight.waits_for() == ("follow", ("horse",))
    [option] = [o for o in fight.offered() if o.command.get("manoeuvre") == "trample"]
    assert option.cost == {}
    fight.does("horse", "trample", "urlik").everybody_passes()
    assert (fight.left("horse", "ap"), fight.waits_for()) == (10 - 2, ("trample", ("referee",)))
    fight.answers("referee", "trampled")
    assert fight.conditions("urlik") == ["prone"]
    assert fight.basis("hit") == ("7.4", "ruled")
    assert fight.waits_for() == ("", ())


@pytest.mark.parametrize("dodge", ["jump back", "side step"])
def test_a_trample_can_be_dodged_and_nothing_else(dodge: str):
    fight = charge().does("horse", "trample", "urlik")
    assert fight.manoeuvres("urlik") & {"block", "parry"} == set()
    fight.declares("urlik", dodge).everybody_passes().answers("referee", "escapes")
    assert fight.left("urlik", "ap") == 24 - 2
    assert [r.outcome for r in fight.events(e.Resolved) if r.stage == "hit"] == [
        "succeeded",
        "stopped",
    ]
    assert fight.conditions("urlik") == []


def test_the_damage_of_a_trample_is_the_referees_word_and_is_suffered_like_any():
    fight = charge().does("horse", "trample", "urlik").everybody_passes()
    fight.answers("referee", "trampled", damage=12)
    assert fight.outcome("damage") == ("light wound", {"basic": 24, "resistance": 16, "net": 8})
    fight.passes().rolls("urlik").rolls("urlik")
    assert fight.outcome("knock back")[1]["difficulty"] == 24
    assert "wound" in fight.conditions("urlik")


def test_a_horse_without_a_rider_tramples_nobody():
    fight = mounted().adjusts(what="fact", of="knight", name="rides", value="")
    fight.ends("knight").polls("horse").does("horse", "move", beside=["urlik"]).everybody_passes()
    assert fight.waits_for() == ("", ())


def test_a_mount_may_trample_after_its_last_step():
    fight = mounted(urlik=STOUT).ends("knight").polls("horse")
    fight.adjusts(what="pool", subject="horse", pool="ap", delta=-4)
    fight.does("horse", "move", beside=["urlik"]).everybody_passes()
    fight.does("horse", "trample", "urlik")
    assert fight.left("horse", "ap") == 0


FIRE = {"power": 9, "element": "Fire"}


@pytest.mark.parametrize(
    ("wards", "resistance"),
    [
        ([{"power": 6}], 28),
        ([{"power": 2}, {"power": 6}], 28),
        ([{"power": 6}, FIRE], 28),
        ([FIRE], 16),
    ],
)
def test_the_best_enchantment_against_everything_resists_a_trample(
    wards: list[dict[str, Any]], resistance: int
):
    fight = mounted("urlik", urlik={**STOUT, "Enhancement": 30})
    for ward in wards:
        said = {"mode": "snapshot", "skill": "Enhancement", **ward}
        fight.does("urlik", "cast resistance", "urlik", **said).rolls("urlik").everybody_passes()
    fight.ends("urlik").polls("horse").does("horse", "move", beside=["urlik"]).everybody_passes()
    fight.does("horse", "trample", "urlik").everybody_passes()
    fight.answers("referee", "trampled", damage=30)
    assert fight.outcome("damage")[1]["resistance"] == resistance
