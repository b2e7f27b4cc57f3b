"""Wounds and stuck weapons that the referee begins or ends by hand count like any other."""

from __future__ import annotations

from tests.support.fights.age_of_magic import CRITICAL, Fight, maimed

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
