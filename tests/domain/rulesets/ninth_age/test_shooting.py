"""Shooting, the panic it brings, and the states of units."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.movement.test_charges import SHOT
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, Battle, battle, refused, so
from tests.support.fights.short_sheets import stats
from tests.support.refusals import lacks, legal

# --- shooting ------------------------------------------------------------------------------


def shooting() -> Battle:
    """Bo's archers may shoot at Ann's spears."""
    return battle(
        {"ann": {"spears": SPEARS, "knights": KNIGHTS}, "bo": {"archers": ARCHERS}}
    ).until("shots", "bo")


def test_hits_wounds_saves_and_health_points():
    told = shooting()
    told.does(
        "archers",
        "shoot",
        "spears",
        shots=4,
        range="long",
        cover="soft",
        **so({"wounds on": 4, "armour on": 5, "special on": 6}),
    ).agrees()
    assert told.outcome("aim")[1] == {"attacks": 4, "needs": 6, "long range": 1, "soft cover": 1}
    told.rolls(6, 6, 6, 5).rolls(4, 5, 3).rolls(5, 2).rolls(4)
    assert [told.outcome(s)[0] for s in ("hits", "unsaved")] == ["hits", "wounds"]
    assert told.left("spears", "hp") == 19


def test_where_nothing_wounds_nothing_is_saved():
    told = shooting()
    needs = {"wounds on": 4, "armour on": 5, "special on": 6}
    shot: dict[str, Any] = {**SHOT, **needs, "shots": 2}
    told.does("archers", "shoot", "spears", **shot).agrees().rolls(6, 6).rolls(3, 3)
    assert told.outcome("unsaved") == ("does not wound", {})
    assert (told.waits_for()[0], told.left("spears", "hp")) == ("", 20)


def test_wounds_that_are_all_saved_are_said_to_be():
    told = shooting()
    needs = {"wounds on": 4, "armour on": 5}
    shot: dict[str, Any] = {**SHOT, **needs, "shots": 2}
    told.does("archers", "shoot", "spears", **shot).agrees().rolls(6, 6).rolls(4, 4).rolls(5, 5)
    assert told.outcome("unsaved") == ("saved", {"wounds": 0})


def test_a_seven_cannot_be_hit_and_no_die_is_thrown():
    told = battle({"ann": {"spears": SPEARS}, "bo": {"archers": {**ARCHERS, "Aim": 5}}})
    told.until("moves", "bo").does("archers", "advance", using="forward", inches=3).agrees()
    told.until("shots", "bo")
    told.does("archers", "shoot", "spears", **{**SHOT, "shots": 4, "range": "long"}).agrees()
    assert told.outcome("aim")[1] == {"attacks": 4, "needs": 7, "long range": 1, "moved": 1}
    assert told.outcome("hits") == ("cannot hit", {"hits": 0})


@pytest.mark.parametrize("kind", ["march", "reform"])
def test_who_marched_or_reformed_does_not_shoot(kind: str):
    two = {"archers": ARCHERS, "others": ARCHERS}
    told = battle({"ann": {"spears": SPEARS}, "bo": two}).until("moves", "bo")
    params = {"inches": 5, "nearest": 20} if kind == "march" else {}
    told.does("archers", kind, **so(params)).agrees().until("shots", "bo")
    why = refused(told, lambda: told.does("archers", "shoot", "spears", **SHOT))
    assert (why.clause, lacks(why), legal(why)) == (
        "8",
        f"limit {kind} of archers: 1 <= 0",
        "others",
    )


def test_nobody_shoots_twice_or_at_the_engaged():
    told = battle(
        {
            "ann": {"spears": SPEARS, "knights": KNIGHTS},
            "bo": {"archers": ARCHERS, "others": ARCHERS, "guards": SPEARS},
        }
    )
    told.until("shots", "bo").touches("knights", "guards")
    assert refused(told, lambda: told.does("archers", "shoot", "knights", **SHOT)).clause == "8"
    told.does("archers", "shoot", "spears", **SHOT).agrees().rolls(1, 1)
    why = refused(told, lambda: told.does("archers", "shoot", "spears", **SHOT))
    assert (why.clause, why.numbers, lacks(why), legal(why)) == (
        "8",
        {"most": 1, "done": 1},
        "limit shoot of archers: 1 < 1",
        "others",
    )


# --- with nothing to shoot with ------------------------------------------------------------

IMPOSSIBLE: dict[str, Any] = {**SHOT, "shots": 99, "wounds on": 9}
"""Numbers that no shot can have."""


@pytest.mark.parametrize(("sheet", "lacks_it"), [("Range 24", "Shots"), ("Shots 1", "Range")])
def test_who_has_nothing_to_shoot_with_is_told_so_before_any_number(sheet: str, lacks_it: str):
    unarmed = {**SPEARS, **stats(sheet)}
    told = battle({"ann": {"spears": SPEARS}, "bo": {"archers": ARCHERS, "u": unarmed}})
    told.until("shots", "bo")
    assert "shoot" in told.manoeuvres("archers") and "shoot" not in told.manoeuvres("u")
    why = refused(told, lambda: told.does("u", "shoot", "spears", **IMPOSSIBLE))
    assert (why.clause, why.why, why.pointer) == ("8", "u has nothing to shoot with", "/who")
    assert (lacks(why), legal(why)) == (f"trait {lacks_it} of u: 0 >= 1", "archers")


def test_who_has_nothing_to_shoot_with_neither_stands_and_shoots():
    told = battle({"ann": {"spears": SPEARS}, "bo": {"guards": SPEARS}})
    told.charges("spears", "guards", 20)
    assert told.manoeuvres("guards") == {"flee"}
    why = refused(told, lambda: told.does("guards", "stand and shoot", "spears", **IMPOSSIBLE))
    assert (why.clause, why.why) == ("C4", "guards has nothing to shoot with")
    assert (lacks(why), legal(why)) == ("trait Shots of guards: 0 >= 1", "flee")


def test_who_is_not_charged_is_not_asked_to_shoot_whatever_its_own_state():
    told = battle({"ann": {"spears": SPEARS}, "bo": {"guards": SPEARS, "others": SPEARS}})
    told.charges("spears", "guards", 20)
    why = refused(told, lambda: told.does("others", "stand and shoot", "spears", **SHOT))
    assert why.why == "others is not asked now; first the open question is answered"


# --- panic and states ------------------------------------------------------------------------

EIGHTEEN = {**SPEARS, "Models": 18}


def shot_at(lost: int, traits: dict[str, Any] = EIGHTEEN, engaged: bool = False) -> Battle:
    """Bo's archers take so many Health Points off Ann's spears."""
    two = {"archers": ARCHERS, "others": ARCHERS, "guards": SPEARS}
    told = battle({"ann": {"spears": traits, "knights": KNIGHTS}, "bo": two}).until("shots", "bo")
    return hit(told, "archers", lost)


def hit(told: Battle, by: str, lost: int) -> Battle:
    told.does(
        by,
        "shoot",
        "spears",
        shots=lost,
        range="short",
        cover="none",
        **so({"wounds on": 2, "armour on": 7}),
    ).agrees()
    return told.rolls(*[6] * lost).rolls(*[6] * lost)


def test_x_34_a_quarter_of_the_health_points_of_the_phase_is_too_many():
    assert shot_at(4).waits_for()[0] == "shots"  # 4 of 18: 22%
    told = shot_at(5)  # 5 of 18: 28%
    assert told.waits_for() == ("discipline", ("spears",))
    told.rolls(3, 4)
    assert "steady" in told.states("spears")
    hit(told, "others", 5)  # five more in the same phase: it has passed
    assert told.waits_for()[0] != "discipline"
    assert told.left("spears", "hp") == 8


def test_x_34_losses_of_the_same_phase_add_up():
    told = hit(shot_at(4), "others", 1)
    assert told.waits_for() == ("discipline", ("spears",))


def test_x_34_losses_while_engaged_do_not_count():
    omen = {"at": "start of the magic phase", "to": "enemy", "loses": 5}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"Omen": omen}}, "u": KNIGHTS},
        "bo": {"spears": EIGHTEEN},
    }
    for engaged in (True, False):
        told = battle(armies)
        told.touches("u", "spears") if engaged else None
        told.until("effects").declares("knights", "use", using="Omen", on="spears").passes("ann")
        told.passes("bo")
        assert (told.waits_for()[0] == "discipline") == (not engaged)


def test_who_panics_flees_after_all_tests_are_rolled():
    two = {"archers": ARCHERS}
    told = battle({"ann": {"spears": {**SPEARS, "Models": 5}, "a": SPEARS, "b": SPEARS}, "bo": two})
    hit(told.until("shots", "bo"), "archers", 5)
    told.answers("ann", "near", units=["a", "b"]).agrees().rolls(6, 6).rolls(5, 5)
    assert told.waits_for() == ("flee distance", ("a",))
    told.rolls(1, 1).answers("ann", "straight ahead", edge=9).agrees()
    assert told.waits_for() == ("flee distance", ("b",))


@pytest.mark.parametrize(
    ("of", "left", "is_so"), [(20, 5, True), (20, 6, False), (10, 2, True), (10, 3, False)]
)
def test_x_35_decimated_is_a_quarter_or_less(of: int, left: int, is_so: bool):
    omen = {"at": "start of the magic phase", "to": "enemy", "loses": of - left}
    armies = {
        "ann": {"knights": {**KNIGHTS, "effects": {"Omen": omen}}},
        "bo": {"spears": {**SPEARS, "Models": of, "Fearless": True}},
    }
    told = battle(armies).until("effects")
    told.declares("knights", "use", using="Omen", on="spears").passes("ann").passes("bo")
    assert ("decimated" in told.states("spears")) == is_so


def test_a_war_machine_that_panics_is_shaken_and_does_not_flee():
    engine = {**ARCHERS, "Models": 4, "War Machine": True}
    told = battle({"ann": {"spears": engine, "k": KNIGHTS}, "bo": {"archers": ARCHERS}})
    hit(told.until("shots", "bo"), "archers", 2).rolls(6, 6)
    began = [(c.name, c.key) for c in told.events(e.ConditionBegan) if c.subject == "spears"]
    assert ("shaken", "a War Machine that panics") in began
    assert "fleeing" not in dict(began)
