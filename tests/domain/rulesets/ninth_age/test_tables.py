"""Distances are exact in halves of an inch; only characteristics are rounded up."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.movement.test_charges import NO_CHAMPION, SHOT, charged, field
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, Battle, battle, refused
from tests.support.refusals import lacks

HALVES = {"in parts of": "1/2"}


def moving() -> Battle:
    """Ann's Movement Phase; her spears have Advance Rate 5."""
    return battle().until("moves", "ann")


@pytest.mark.parametrize("said", [2.5, "2.5", "2 1/2", "2½"])
def test_half_an_advance_rate_is_exact_however_it_is_written(said: Any):
    told = moving().does("spears", "advance", using="backward", inches=said)
    [moved] = [a for a in told.events(e.Acted) if a.manoeuvre == "advance"]
    assert moved.params == {"inches": "2 1/2"}
    assert told.combat.facts.get("spears", "contested") in (None, "no")


@pytest.mark.parametrize("said", [3, "2 3/4", 2.75])
def test_no_more_than_half_and_nothing_finer_than_a_half(said: Any):
    told = moving()
    why = refused(told, lambda: told.does("spears", "advance", using="sideways", inches=said))
    assert why.clause == "M3" and why.pointer == "/params/inches"
    assert why.numbers == {"least": 0, "most": 2.5, "parts": 0.5}


def test_the_options_say_the_half():
    offered = [o for o in moving().offered() if o.command.get("manoeuvre") == "advance"]
    blanks = {o.command["using"]: o.blanks[0] for o in offered if o.command["who"] == "spears"}
    assert {using: (b.most, b.scale) for using, b in blanks.items()} == {
        "forward": (10, 2),
        "backward": (5, 2),
        "sideways": (5, 2),
    }


@pytest.mark.parametrize(("distance", "outcome"), [(12, "comes home"), (12.5, "fails")])
def test_a_charge_range_is_measured_against_the_exact_distance(distance: Any, outcome: str):
    told = charged(distance, NO_CHAMPION, 2, 3)
    far = "12 1/2" if distance == 12.5 else 12
    word, figures = told.outcome("charge", "guards")
    assert (word, figures["range"], figures["distance"]) == (outcome, 12, far)
    assert told.fact("distance", "u1", "guards") == far


def test_what_is_contested_is_told_to_the_half():
    told = field().does("u1", "charge", "guards", distance=8.5, arc="front")
    told.answers("bo", "contest", which="distance")
    assert told.fact("contested", "u1") == "distance 8 1/2"


def test_a_charger_half_an_inch_beyond_its_advance_rate_may_be_shot_at():
    told = field().charges("u1", "archers", 7)
    why = refused(told, lambda: told.does("archers", "stand and shoot", "u1", **SHOT))
    assert (why.clause, lacks(why)) == ("C4", "distance inches of u1: 7 > 7")
    field().charges("u1", "archers", 7.5).does("archers", "stand and shoot", "u1", **SHOT)


@pytest.mark.parametrize(("distance", "ranges"), [(12, ("short", "long")), (12.5, ("long",))])
def test_long_range_begins_beyond_half_the_range(distance: Any, ranges: tuple[str, ...]):
    told = field().charges("u1", "archers", distance)
    [shot] = [o for o in told.offered() if o.command.get("manoeuvre") == "stand and shoot"]
    assert next(b.values for b in shot.blanks if b.name == "range") == ranges


@pytest.mark.parametrize(("nearest", "asked"), [(8, "discipline"), (8.5, "moves")])
def test_a_march_is_tested_within_eight_inches_to_the_half(nearest: Any, asked: str):
    told = battle({"ann": {"a": KNIGHTS, "b": KNIGHTS}, "bo": {"c": SPEARS}}).until("moves", "ann")
    told.does("a", "march", inches=13.5, nearest=nearest).agrees()
    assert told.waits_for()[0] == asked


@pytest.mark.parametrize(("edge", "gone"), [(6.5, False), (6, True), ("5 1/2", True)])
def test_a_flight_touches_the_edge_to_the_half(edge: Any, gone: bool):
    told = field(bo={"archers": ARCHERS, "guards": SPEARS}).charges("u1", "archers", 9)
    told.does("archers", "flee").rolls(2, 4).answers("bo", "straight ahead", edge=edge).agrees()
    assert ("destroyed" in told.states("archers")) is gone
