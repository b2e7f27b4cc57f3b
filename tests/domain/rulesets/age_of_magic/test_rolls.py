"""Tiredness, and all that weighs on a roll at once."""

from __future__ import annotations

import pytest

from domain import events as e
from tests.support.fights.age_of_magic_ranged import ARCHER, at_a_distance

SNAP = "snapshot fire"


@pytest.mark.parametrize(
    ("level", "penalty"), [(0, 0), (1, 0), (2, -1), (3, -2), (4, -3), (5, -4), (6, -6), (7, -8)]
)
def test_tiredness_weighs_on_every_roll(level: int, penalty: int):
    fight = at_a_distance()
    fight.adjusts(what="condition", subject="archer", name="tired", level=level)
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.rolled("attack").total == 18 + penalty


def test_the_last_word_on_tiredness_counts_and_the_ninth_level_is_unconscious():
    fight = at_a_distance()
    fight.adjusts(what="condition", subject="urlik", name="tired", level=8)
    fight.does("archer", "turn")
    [asked] = [q for q in fight.events(e.Asked) if q.about == "declare"]
    assert [(s.who, s.barred) for s in asked.slots] == [("urlik", "7.8")]
    fight.adjusts(what="condition", subject="urlik", name="tired", level=2)
    fight.does("archer", "turn")
    assert fight.waits_for() == ("declare", ("urlik",))


def test_all_that_weighs_on_a_roll_adds_up():
    fight = at_a_distance(archer={**ARCHER, "Encumbrance": "-1/2", "Helmet": -1})
    for name, level in (("wound", 3), ("wound", 2), ("tired", 4), ("staggered", 0)):
        fight.adjusts(what="condition", subject="archer", name=name, level=level)
    fight.does("archer", SNAP, "urlik", using="bow", range="10 m").everybody_passes()
    fight.rolls("archer")
    assert fight.why("attack") == {
        "Shooting": 12,
        "specialism": 2,
        "CO": 2,
        "Encumbrance": -1,
        "bow": 2,
        "wounded": -4,
        "tired": -3,
        "staggered": -2,
    }
