"""Wounds and stuck weapons that the referee begins or ends by hand count like any other."""

from __future__ import annotations

import pytest

from tests.support.fights.age_of_magic import CRITICAL, Fight, duel, maimed

# --- healed by hand ---


def healed() -> Fight:
    """Urlik is dying of a cut to the abdomen; the referee ends that wound."""
    fight = maimed("abdomen", CRITICAL)
    assert fight.conditions("urlik") == ["wound", "eviscerated", "dying"]
    return fight.adjusts(what="condition", subject="urlik", name="wound", begin=False)


def test_who_is_healed_of_the_wound_no_longer_dies_of_it():
    fight = healed()
    assert fight.conditions("urlik") == ["eviscerated"]
    assert "dead" not in fight.turns(12).conditions("urlik")


def test_who_is_healed_of_another_wound_still_dies():
    fight = maimed("abdomen", CRITICAL)
    fight.adjusts(what="condition", subject="urlik", name="wound", level=2, at="chest")
    fight.adjusts(what="condition", subject="urlik", name="wound", at="chest", begin=False)
    assert fight.conditions("urlik") == ["wound", "eviscerated", "dying"]


# --- stuck by hand ---


def impaled(*wounds: tuple[str, int], at: str = "chest") -> Fight:
    """Urlik's wounds, by place and level, and a weapon in one of them, all set by the referee."""
    fight = duel()
    for place, level in wounds:
        fight.adjusts(what="condition", subject="urlik", name="wound", level=level, at=place)
    return fight.adjusts(what="condition", subject="urlik", name="impaled", at=at, toward="cogan")


def levels(fight: Fight) -> list[int]:
    return [c.level for c in fight.combat.conditions.on("urlik", "wound")]


@pytest.mark.parametrize(
    ("wounds", "after"),
    [
        ([("chest", 3)], [4]),
        ([("left arm", 4), ("chest", 2), ("chest", 3)], [4, 2, 4]),
        ([("left arm", 4)], [4]),
    ],
)
def test_pulling_out_what_the_referee_stuck_worsens_the_worst_wound_there(
    wounds: list[tuple[str, int]], after: list[int]
):
    fight = impaled(*wounds).does("cogan", "pull out", "urlik")
    assert levels(fight) == after
    assert "impaled" not in fight.conditions("urlik")


def test_pulling_it_out_of_a_critical_wound_kills():
    fight = impaled(("chest", CRITICAL)).does("cogan", "pull out", "urlik")
    assert (levels(fight), fight.conditions("urlik")[-1]) == ([6], "dead")
