"""Models removed and Health Points carried: in what is resolved, in the state, and in the story."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import BLOWS, A, causes, clash, wounds
from tests.domain.rulesets.ninth_age.movement.test_charges import field
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS, SPEARS, Battle, battle

OGRES = {**KNIGHTS, "Models": 4, "HP": 3, "Champion": False, "Agility": 2}


def struck(loss: int) -> Battle:
    """Ann's unit causes so many wounds to four ogres of three Health Points each."""
    return causes(clash({**A, "Agility": 4}, OGRES), "a", "b", loss)


@pytest.mark.parametrize(
    ("loss", "removed", "carried"), [(2, 0, 2), (3, 1, 0), (4, 1, 1), (6, 2, 0)]
)
def test_blows_say_the_models_they_remove_and_what_the_next_one_carries(
    loss: int, removed: int, carried: int
):
    told = struck(loss)
    figures = {"lost": loss, "models removed": removed, "carried": carried}
    assert told.outcome("lost b", "b") == ("suffers", figures)
    assert told.fact("models", "b") == (4 - removed if removed else None)
    assert told.fact("carried", "b") == (carried or None)


def test_what_was_carried_counts_with_the_next_loss():
    armies = {"ann": {"archers": {**ARCHERS, "Models": 20}}, "bo": {"b": OGRES}}
    told = battle(armies).until("shots")
    for loss, figures, left in ((2, (0, 2), 4), (2, (1, 1), 3)):
        told.fixes(what="pool", subject="b", pool="hp", delta=-loss)
        assert (told.fact("models", "b") or 4, told.fact("carried", "b")) == (left, figures[1])
    shot: dict[str, Any] = {
        "shots": 2,
        "range": "short",
        "cover": "none",
        "wounds on": 2,
        "armour on": 7,
    }
    told.does("archers", "shoot", "b", **shot).agrees().rolls(6, 6).rolls(6, 6)
    lost = {"lost": 2, "models removed": 1, "carried": 0}
    assert told.outcome("lost b", "b") == ("suffers", lost)
    assert (told.fact("models", "b"), told.fact("carried", "b")) == (2, 0)


def test_who_flees_off_the_table_is_lost_with_all_models():
    told = field(bo={"archers": ARCHERS, "guards": SPEARS}).charges("u1", "archers", 9)
    told.does("archers", "flee").rolls(2, 4).answers("bo", "straight ahead", edge=3).agrees()
    figures = {"lost": 10, "models removed": 10, "carried": 0}
    assert told.outcome("lost archers", "archers") == ("fled off the table", figures)
    assert told.fact("models", "archers") == 0


def test_nothing_is_said_of_units_that_are_whole():
    told = battle()
    assert not [f for f in told.events(e.FactSet) if f.name in ("models", "carried")]


# --- decimated -------------------------------------------------------------------------------


def bled(loss: int = 15) -> Battle:
    """A unit of 20 loses so many to an ability of its own."""
    bleed = {"at": "start of the charge phase", "loses": loss}
    armies = {"ann": {"u": {**SPEARS, "effects": {"Bleed": bleed}}, "v": KNIGHTS}}
    told = battle({**armies, "bo": {"archers": ARCHERS}}).declares("u", "use", using="Bleed")
    while told.waits_for()[0] == "effects":
        told.passes()
    return told


def changes(told: Battle, delta: int) -> Battle:
    """The referee gives or takes Health Points by hand."""
    return told.fixes(what="pool", subject="u", pool="hp", delta=delta)


def test_a_decimated_unit_recovers_as_it_has_more_than_a_quarter_again():
    told = bled().rolls(1, 1)
    assert (told.left("u", "hp"), told.states("u").count("decimated")) == (5, 1)
    changes(told, 10)
    assert (told.left("u", "hp"), told.states("u").count("decimated")) == (15, 0)
    ended = [end.why for end in told.events(e.ConditionEnded)]
    assert ended.count("recovers") == 1 and told.refolds()


@pytest.mark.parametrize(("healed", "is_so"), [(0, True), (1, False)])
def test_more_than_a_quarter_is_what_recovers(healed: int, is_so: bool):
    told = changes(changes(bled().rolls(1, 1), -2), 2 + healed)
    assert (told.left("u", "hp"), "decimated" in told.states("u")) == (5 + healed, is_so)


def test_what_the_referee_takes_by_hand_decimates_as_well():
    told = battle({"ann": {"u": SPEARS}, "bo": {"archers": ARCHERS}})
    assert "decimated" not in changes(told, -14).states("u")
    assert changes(told, -1).states("u") == ["decimated"]
    assert changes(told, -1).states("u") == ["decimated"]
    assert changes(told, 12).states("u") == []
    assert changes(told, -15).states("u") == ["decimated"]


def test_a_unit_that_loses_all_at_once_is_not_decimated_first():
    told = bled(20)
    assert "destroyed" in told.states("u") and "decimated" not in told.states("u")


# --- destroyed -------------------------------------------------------------------------------


def destroyed(told: Battle, unit: str) -> list[str]:
    """Why a unit was destroyed, each time that it was."""
    begun = [k for k in told.events(e.ConditionBegan) if k.name == "destroyed"]
    return [k.key for k in begun if k.subject == unit]


def test_a_unit_that_the_referee_leaves_no_health_points_is_destroyed():
    told = battle({"ann": {"u": SPEARS, "v": KNIGHTS}, "bo": {"archers": ARCHERS}})
    told.touches("u", "archers")
    assert destroyed(changes(told, -19), "u") == []
    assert destroyed(changes(told, -1), "u") == ["no Health Points left"]
    assert told.fact("engaged", "archers", "u") == "no"
    while not [r for r in told.events(e.Resolved) if r.stage == "points bo"]:
        told.goes_on()
    assert told.outcome("points bo") == ("Victory Points", {"points": 200, "counters": 0})


def test_a_charger_without_health_points_is_not_waited_for():
    told = field(bo={"archers": ARCHERS, "guards": SPEARS}).charges("u1", "guards", 9)
    told.answers("guards", "hold").until("charge moves")
    told.fixes(what="pool", subject="u1", pool="hp", to=0)
    assert told.waits_for() == ("moves", ("ann",))


def test_a_target_without_health_points_does_not_react():
    told = field(bo={"archers": ARCHERS, "guards": SPEARS}).charges("u1", "guards", 9)
    told.fixes(what="pool", subject="guards", pool="hp", to=0)
    assert told.waits_for() == ("charges", ("ann",))


def test_blows_destroy_once_and_only_after_the_step():
    told = clash(A, {**A, "Models": 2})
    told.declares("a", "strike", "b", attacks=2, **BLOWS)
    told.declares("b", "strike", "a", attacks=2, **BLOWS).agrees()
    wounds(told, 2)
    assert (told.left("b", "hp"), destroyed(told, "b")) == (2, [])
    wounds(told.agrees(), 2)
    assert destroyed(told, "b") == ["no Health Points left"]
    assert told.left("a", "hp") == 18
