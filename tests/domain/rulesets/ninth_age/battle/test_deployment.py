"""Abilities used at deployment: who is Active at each stage, declared by both and then resolved."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from domain.rulesets.ninth_age.units import ON_TABLE
from tests.support.fights.ninth_age import SPEARS, Battle, mustered, refused, so
from tests.support.refusals import legal

OMEN: dict[str, Any] = {"at": "deployment", "once": True, "says": "omen"}
STAGES = ("start of the deployment phase", "first army deployed", "both armies deployed")


def armies(effect: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Two units on each side, the first of which has an ability; more of Bo's are added."""
    bearer = {**SPEARS, "effects": {"omen": effect}}
    return {"ann": {"a1": bearer, "a2": SPEARS}, "bo": {"b1": bearer, "b2": SPEARS, **more}}


def deployed_by_ann(told: Battle) -> Battle:
    """Ann finishes first; Bo has a unit left to place."""
    told.passes("bo", "ann") if told.waits_for()[0] == "effects" else None
    told.answers("ann", "deploy", unit="a1").answers("bo", "deploy", unit="b1")
    return told.answers("ann", "deploy", unit="a2").answers("ann", "first turn", of="bo")


def test_as_deployment_begins_who_chose_the_zone_is_active():
    told = mustered(armies(OMEN)).prepares(chooser="bo")
    assert told.waits_for() == ("effects", ("bo",))
    why = refused(told, lambda: told.declares("a1", "use", using="omen"))
    assert why.why == "a1 answers later: others come first"


def test_who_finished_first_is_active_from_then_on():
    told = deployed_by_ann(mustered(armies(OMEN)).prepares(chooser="bo"))
    assert told.fact("finished", "ann") == "first"
    assert told.waits_for() == ("effects", ("ann",))
    told.passes("ann", "bo").answers("bo", "deploy", unit="b2")
    assert told.waits_for() == ("effects", ("ann",))
    assert [q.params["at"] for q in told.events(e.Asked) if q.about == "effects"] == list(STAGES)
    told.passes("ann", "bo")
    assert told.combat.clock.actors == ("bo",)


def test_the_reactive_players_ability_is_declared_and_then_resolved():
    told = mustered(armies(OMEN)).prepares(chooser="bo")
    told.declares("b1", "use", using="omen").passes("bo")
    told.declares("a1", "use", using="omen")
    assert told.waits_for() == ("effects", ("ann",)) and not told.events(e.Resolved)
    told.passes("ann")
    said = [
        (type(d.event), d.event.who)
        for step in told.steps
        for d in step
        if isinstance(d.event, e.Said)
    ]
    assert said == [(e.Declared, "b1"), (e.Declared, "a1"), (e.Acted, "b1"), (e.Acted, "a1")]
    assert [(r.outcome, r.of) for r in told.events(e.Resolved)] == [("omen", "b1"), ("omen", "a1")]
    assert told.waits_for() == ("deploy", ("ann",))


def test_what_was_used_once_is_not_asked_for_at_a_later_stage():
    told = mustered(armies(OMEN)).prepares(chooser="bo")
    told.declares("b1", "use", using="omen").passes("bo").declares("a1", "use", using="omen")
    told.passes("ann")
    deployed_by_ann(told)
    assert told.waits_for() == ("deploy", ("bo",))


@pytest.mark.parametrize("stage", STAGES)
def test_an_ability_may_belong_to_one_stage_alone(stage: str):
    told = mustered(armies({**OMEN, "at": stage})).prepares(chooser="bo")
    deployed_by_ann(told)
    while told.waits_for()[0] in ("effects", "deploy"):
        about, [who] = told.waits_for()
        told.passes(who) if about == "effects" else told.answers(who, "deploy", unit="b2")
    assert [q.params["at"] for q in told.events(e.Asked) if q.about == "effects"] == [stage]


def test_what_lies_in_ambush_uses_nothing():
    lurker = {**SPEARS, "Ambush": True, "effects": {"omen": OMEN}}
    told = mustered({"ann": {"a": SPEARS}, "bo": {"b": SPEARS, "lurker": lurker}})
    told.prepares(chooser="bo").answers("bo", "declare", ambushers=["lurker"])
    assert told.waits_for() == ("deploy", ("ann",))


def test_what_alters_a_trait_is_resolved_as_well_and_by_the_reactive_player_too():
    brave = {**OMEN, "gives": {"Discipline": 1}, "lasts": "phase", "says": "takes heart"}
    told = mustered(armies(brave)).prepares(chooser="bo").passes("bo")
    told.declares("a1", "use", using="omen").passes("ann")
    assert told.outcome("effect", "a1") == ("takes heart", {})
    assert "under" in told.states("a1")


def test_automatic_effects_come_about_in_the_order_of_the_active_player():
    dawn = {"at": "start of game turn 1", "mode": "automatic", "says": "dawns"}
    told = mustered(armies(dawn)).prepares(chooser="bo").deploys(first="bo")
    assert [r.of for r in told.events(e.Resolved) if r.stage == "effect"] == ["b1", "a1"]


def test_a_unit_comes_with_others_but_not_with_itself():
    told = mustered({"ann": {"a1": SPEARS, "a2": SPEARS, "a3": SPEARS}, "bo": {"b1": SPEARS}})
    told.prepares(chooser="bo")
    itself = so({"unit": "a1", "with": ["a1"]})
    why = refused(told, lambda: told.answers("ann", "deploy", **itself))
    assert (why.clause, why.pointer.removesuffix("/0")) == ("4", "/params/with")
    assert legal(why) == "a2; a3"
    told.answers("ann", "deploy", **so({"unit": "a1", "with": ["a3"]}))
    assert [told.fact("place", unit) for unit in ("a1", "a2", "a3")] == [ON_TABLE, None, ON_TABLE]
