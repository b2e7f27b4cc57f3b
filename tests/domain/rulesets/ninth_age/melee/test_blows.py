"""Blows that a unit has, by what its sheet says."""

from __future__ import annotations

from tests.domain.rulesets.ninth_age.melee.test_combat_round import BLOWS, STOMP, A, clash
from tests.support.fights.ninth_age import refused
from tests.support.refusals import legal


def test_a_unit_without_attacks_does_not_strike():
    told = clash({**A, "Attacks": 0, "Agility": 5}, {**A, "Agility": 2})
    assert told.waits_for() == ("strikes", ("b",))
    assert told.outcome("step") == ("initiative", {"at": 2})


def test_a_unit_without_attacks_has_its_other_blows():
    told = clash({**A, "Attacks": 0, "Agility": 5, "Stomp": 2}, A)
    told.passes("b")
    assert told.waits_for() == ("strikes", ("a",))
    why = refused(told, lambda: told.declares("a", "strike", "b", attacks=1, **BLOWS))
    assert legal(why) == "stomp"
    told.declares("a", "stomp", "b", attacks=2, **STOMP).agrees()
    assert told.outcome("hits") == ("hits", {"hits": 2})
