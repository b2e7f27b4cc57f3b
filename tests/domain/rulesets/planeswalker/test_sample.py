"""The sample combats: played from their files, they show the numbers of the rules' scenarios."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from domain import events as e
from domain.state.combat import EMPTY
from tests.support.fights.planeswalker import Combat
from tests.support.fights.planeswalker_random import check_course, check_piles

FOLDER = Path(__file__).parents[4] / "samples/planeswalker"
NAMES = ("the-broken-gate", "the-swift-errand")


@cache
def played(name: str) -> Combat:
    combat = Combat()
    combat.combat, combat.steps, combat.commands = EMPTY, [], []
    for line in (FOLDER / name / "fight.jsonl").read_text("utf-8").splitlines():
        combat.say_plainly(json.loads(line))
    return combat


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_to_its_end_and_no_die_is_left_to_chance(name: str):
    combat = played(name)
    assert combat.combat.roster.ended
    assert combat.combat.clock.rounds == 3
    assert {r.provenance for r in combat.events(e.DiceRolled)} == {"typed"}
    assert sum(map(len, combat.steps)) > 200
    assert combat.refolds()
    check_piles(combat)
    check_course(combat)


def races(name: str) -> list[tuple[str, object, object]]:
    raced = [r for r in played(name).events(e.Resolved) if "speed" in r.figures]
    return [(r.outcome, r.figures["speed"], r.figures["against"]) for r in raced]


def test_the_answers_of_the_broken_gate():
    assert races(NAMES[0]) == [("fast enough", 9, 9), ("fast enough", 10, 7)]


def test_the_races_of_the_swift_errand():
    assert races(NAMES[1]) == [
        ("fast enough", 15, 14),
        ("not fast enough", 9, 11),
        ("gone at once", 18, 11),
    ]


def test_the_blow_of_the_rules_own_scenario():
    struck = [r.figures for r in played(NAMES[0]).events(e.Resolved) if r.stage == "blow"]
    assert {"power": 12, "toughness": 8, "damage": 4} in struck
    assert len(struck) == 6


def test_one_mana_burns_and_a_delay_moves_a_seat():
    combat = played(NAMES[0])
    lost = [p for p in combat.events(e.PoolChanged) if (p.subject, p.how) == ("nils", "lose")]
    assert [(p.pool, p.delta) for p in lost] == [
        ("life", -2),
        ("life", -1),
        ("mana", -1),
        ("life", -4),
    ]
    assert combat.combat.clock.order("initiative") == ("nils", "mira", "otto", "ogre")


def test_who_leaves_and_why():
    assert [(left.subject, left.why) for left in played(NAMES[0]).events(e.Left)] == [
        ("shade", "dead"),
        ("ogre", "dead"),
        ("wolf", "dispelled"),
    ]
    assert [(left.subject, left.why) for left in played(NAMES[1]).events(e.Left)] == [
        ("hound", "dead"),
        ("vessa", "escaped"),
    ]
