"""The sample fight: played from its file, it shows the numbers of the rules' own examples."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain import events as e
from domain.state.combat import EMPTY
from tests.support.fights.age_of_magic import Fight

FILE = Path(__file__).parents[4] / "samples/age-of-magic/the-toll-bridge/fight.jsonl"


@cache
def played() -> Fight:
    fight = Fight()
    fight.combat, fight.steps, fight.commands = EMPTY, [], []
    for line in FILE.read_text("utf-8").splitlines():
        fight.say_plainly(json.loads(line))
    return fight


def outcomes(stage: str) -> list[tuple[str, str, dict[str, Any]]]:
    found = [r for r in played().events(e.Resolved) if r.stage == stage and r.figures]
    return [(r.of, r.outcome, r.figures) for r in found]


def test_it_plays_to_its_end_and_folds_again():
    fight = played()
    assert fight.combat.roster.ended
    assert fight.combat.clock.rounds == 3
    assert fight.refolds()


def test_no_die_is_left_to_chance():
    rolls = played().events(e.DiceRolled)
    assert {r.provenance for r in rolls} == {"typed"}
    assert sum(len(r.faces) for r in rolls) == 30


def test_cogan_begins_with_thirteen_points():
    filled = [p for p in played().events(e.PoolChanged) if p.how == "fill"]
    assert [p.balance for p in filled if p.subject == "cogan"] == [26, 28, 16]


def test_erik_withdraws_and_pays_nothing():
    assert len(played().events(e.Withdrawn)) == 1
    paid = [p for p in played().events(e.PoolChanged) if (p.subject, p.how) == ("erik", "pay")]
    assert [p.delta for p in paid] == [-2]  # only for turning, when he is warned


def test_attacks_and_defences():
    assert [(of, what, f["attack"], f["defence"]) for of, what, f in outcomes("hit")] == [
        ("man", "stopped", 24, 26),
        ("urlik", "stopped", 24, 27),
        ("cogan", "stopped", 17, 18),
        ("urlik", "stopped", 24, 29),
        ("cogan", "stopped", 26, 28),
        ("urlik", "stopped", 25, 27),
        ("cogan", "stopped", 16, 28),
        ("urlik", "hit", 25, 13),
    ]


def test_a_block_locks_shield_and_sword_while_the_blows_last():
    fight = played()
    began = [c for c in fight.events(e.ConditionBegan) if c.name == "locked"]
    assert [(c.subject, c.key) for c in began] == [("urlik", "shield"), ("cogan", "hand-&-half")]
    ended = {c.id for c in fight.events(e.ConditionEnded)}
    assert {c.id for c in began} <= ended


def test_the_serious_wound_is_soaked_to_a_light_one():
    assert outcomes("damage") == [
        ("urlik", "serious wound", {"basic": 40, "resistance": 16, "net": 24})
    ]
    assert outcomes("soak") == [("urlik", "light wound", {"soak": 14, "was": "serious wound"})]
    assert outcomes("pain") == [("urlik", "bears the pain", {"pain": 16})]
    assert outcomes("knock back") == [("urlik", "off balance", {"roll": 34, "difficulty": 40})]
    assert played().conditions("urlik") == ["prone", "wound"]


def test_he_falls_for_want_of_the_point_that_keeping_his_balance_costs():
    [loss] = [p for p in played().events(e.PoolChanged) if p.how == "lose"]
    assert (loss.subject, loss.delta, loss.balance, loss.wanted) == ("urlik", -1, 0, -2)


def test_his_wound_costs_him_a_point_of_initiative_and_makes_a_tie():
    order = played().combat.clock.orders["initiative"]
    assert order.scores == {"man": 8, "urlik": 8, "cogan": 7, "erik": 2}
    assert order.line() == ("man", "urlik", "cogan", "erik")


@pytest.mark.parametrize(
    ("turn", "phases"),
    [(1, ["man", "cogan", "urlik", "erik"]), (2, ["man", "cogan", "urlik", "erik"])],
)
def test_phases_in_the_order_they_were_taken(turn: int, phases: list[str]):
    assert [t.who[0] for t in played().events(e.TurnBegan)][4 * turn - 4 : 4 * turn] == phases
