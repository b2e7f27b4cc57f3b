"""Characters in the ranks of a unit that fights: what they lose counts, and they fall with it."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.test_joined_characters import BLOWS, LORD, PLAIN, joins
from tests.support.fights.ninth_age import WIZARD, battle


@pytest.mark.parametrize(
    ("loses", "settings", "counts"),
    [(2, {}, 2), (3, {}, 3), (2, {"characters in units": "apart"}, 0)],
)
def test_what_he_loses_in_the_ranks_counts_for_the_score(
    loses: int, settings: dict[str, str], counts: int
):
    """Three Health Points he has: of two he is hurt, of three he falls."""
    curse = {"at": "start of the round of combat", "to": "enemy", "loses": loses}
    armies = {
        "ann": {"a": {**PLAIN, "effects": {"Curse": curse}}},
        "bo": {"b": PLAIN, "seer": WIZARD},
    }
    told = joins(battle(armies, settings=settings), "seer", "b").touches("a", "b")
    told.until("combats").does("a", "fight").declares("a", "use", using="Curse", on="seer")
    told.passes("ann").passes("bo")
    while told.waits_for()[0] != "strikes":
        told.passes()
    told.passes("a", "b")
    assert told.left("seer", "hp") == 3 - loses
    assert told.outcome("score ann")[1].get("Health Points", 0) == counts
    assert told.outcome("winner")[1] == {"by": counts}


@pytest.mark.parametrize(("joined", "alarms"), [(True, ["a"]), (False, ["a", "lord"])])
def test_friends_near_a_unit_that_falls_with_him_are_asked_for_once(
    joined: bool, alarms: list[str]
):
    few, more = {**PLAIN, "Models": 1, "Agility": 2}, {**PLAIN, "Agility": 6}
    armies = {
        "ann": {"a": few, "lord": {**LORD, "HP": 1}, "z": PLAIN},
        "bo": {"b": more, "c": more},
    }
    told = battle(armies).touches("a", "b").touches("lord", "b").touches("lord", "c")
    joins(told, "lord", "a") if joined else None
    told.until("combats").does("a", "fight")
    while told.waits_for()[0] != "strikes":
        told.passes()
    for who, target in (("b", "a"), ("c", "lord")):
        told.declares(who, "strike", target, attacks=1, **BLOWS)
    told.agrees().rolls(6).rolls(6).agrees().rolls(6).rolls(6)
    for _ in alarms:
        told.answers("ann", "near", units=[]).agrees()
    asked = [a.targets[0] for a in told.events(e.Declared) if a.manoeuvre == "alarm"]
    assert (asked, told.waits_for()) == (alarms, ("post combat", ("b", "c")))
