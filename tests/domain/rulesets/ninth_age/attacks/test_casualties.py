"""Models removed and Health Points carried: in what is resolved, in the state, and in the story."""

from __future__ import annotations

from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, causes, clash
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
