"""Objectives: what each side may have of them as the battle ends."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from tests.support.fights.ninth_age import SPEARS, Battle, battle, mustered, refused
from tests.support.refusals import lacks

PORTERS: dict[str, Any] = {**SPEARS, "Scoring": False}


def most(told: Battle) -> dict[str, int]:
    """The most that each side may have of the objective."""
    [option] = [o for o in told.offered() if o.command.get("choice") == "objective"]
    return {blank.name: blank.most for blank in option.blanks}


def test_no_more_than_the_scoring_units_of_a_side_break_through_and_at_most_three():
    four = {f"b{n}": SPEARS for n in range(4)}
    armies = {"ann": {"a": SPEARS, "porters": PORTERS}, "bo": four}
    told = battle(armies, objective="breakthrough").until("objective held")
    assert most(told) == {"ann": 1, "bo": 3}
    why = refused(told, lambda: told.answers("bo", "objective", ann=2, bo=0))
    assert (why.clause, why.pointer, why.numbers) == ("13", "/params/ann", {"least": 0, "most": 1})
    told.answers("bo", "objective", ann=1, bo=3).agrees()
    assert told.outcome("objective", "bo")[0] == "holds the objective"


def test_a_unit_that_flees_breaks_through_nowhere():
    told = battle({"ann": {"a": SPEARS}, "bo": {"b": SPEARS}}, objective="breakthrough")
    while told.combat.clock.rounds < 6 or told.combat.clock.actors != ("bo",):
        told.goes_on()
    told.until("moves").fixes(what="condition", subject="b", name="fleeing")
    assert most(told.until("objective held")) == {"ann": 1, "bo": 0}


def test_there_are_three_markers_of_the_spoils_in_all():
    told = battle({"ann": {"a": SPEARS}, "bo": {"b": SPEARS}}, objective="spoils of war")
    told.until("objective held")
    assert most(told) == {"ann": 3, "bo": 3}
    why = refused(told, lambda: told.answers("bo", "objective", ann=2, bo=2))
    assert (why.clause, why.pointer) == ("13", "/params/bo")
    assert why.why == "bo 2 costs 2 markers; 1 left"
    assert lacks(why) == "points counters: 1 >= 2"
    told.answers("bo", "objective", ann=2, bo=1).agrees()
    assert told.outcome("objective", "ann")[0] == "holds the objective"


@pytest.mark.parametrize("share", [{"ann": 3, "bo": 3}, {"ann": 0, "bo": 2}])
def test_what_counts_for_an_objective_of_its_own_is_the_tables_to_say(share: Any):
    armies = {"ann": {"a": PORTERS}, "bo": {"b": PORTERS}}
    told = mustered(armies).round().answers("referee", "other", name="Secure Target")
    told.answers("referee", "frontline clash").answers("referee", "zone", chooser="bo")
    told.deploys().until("objective held").answers("bo", "objective", **share).agrees()
    assert {side: told.left(side, "counters") for side in share} == share


# --- the score -----------------------------------------------------------------------------


def scored(leaves: bool) -> Battle:
    """Bo's first unit is destroyed, and is taken out of the fight or not; then all is scored."""
    bo = {"b": {**PORTERS, "Points": 300}, "b2": {**PORTERS, "Points": 600}}
    told = battle({"ann": {"a": {**PORTERS, "Points": 900}}, "bo": bo})
    told.fixes(what="pool", subject="b", pool="hp", to=0)
    told = told.say(c.Leave(who="b")) if leaves else told
    while not [r for r in told.events(e.Resolved) if r.stage == "result"]:
        told.goes_on()
    return told


@pytest.mark.parametrize("leaves", [False, True])
def test_a_destroyed_unit_counts_whether_or_not_it_was_taken_out(leaves: bool):
    told = scored(leaves)
    assert told.outcome("points ann")[1]["points"] == 300
    assert told.outcome("result", "ann") == ("win", {"difference": 300, "army points": 900})


def test_a_unit_that_left_undestroyed_counts_for_nobody():
    armies = {"ann": {"a": PORTERS}, "bo": {"b": PORTERS, "b2": PORTERS}}
    told = battle(armies).say(c.Leave(who="b"))
    while not [r for r in told.events(e.Resolved) if r.stage == "result"]:
        told.goes_on()
    assert told.outcome("points ann")[1]["points"] == 0
    assert told.outcome("result")[1]["army points"] == 200
