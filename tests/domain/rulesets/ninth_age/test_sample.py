"""The sample battles, played from their files: the whole game, and what its numbers come to."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from domain import events as e
from domain.state.combat import EMPTY
from tests.support.fights.ninth_age import RULES, Battle
from tests.support.rulesets.ruleset_checks import check

FOLDER = Path(__file__).parents[4] / "samples/ninth-age-2e"


@cache
def played(name: str) -> Battle:
    told = Battle()
    told.combat, told.steps, told.commands = EMPTY, [], []
    for line in (FOLDER / name / "fight.jsonl").read_text("utf-8").splitlines():
        told.say_plainly(json.loads(line))
    return told


def whole() -> Battle:
    return played("the-lamp-and-the-barrow")


@pytest.mark.parametrize("name", ["the-lamp-and-the-barrow", "the-causeway"])
def test_no_die_is_left_to_chance_and_it_folds_again(name: str):
    told = played(name)
    assert {r.provenance for r in told.events(e.DiceRolled)} == {"typed"}
    assert told.combat.roster.ended and told.refolds()


def test_a_whole_battle_has_sixty_phases():
    began = Counter(p.phase for p in whole().events(e.PhaseBegan))
    assert began.pop("deployment") == 1
    assert set(began.values()) == {12} and len(began) == 5
    assert sum(map(len, whole().steps)) > 200


def test_its_score_follows_from_the_log():
    told = whole()
    lost = {"lamp": 210, "barrow": 340 + 150 + 125}  # the Ash Wing is Decimated: half of 250
    assert told.outcome("points lamp")[1] == {"points": lost["barrow"], "counters": 3}
    assert told.outcome("points barrow")[1] == {"points": lost["lamp"], "counters": 0}
    assert told.outcome("objective", "lamp")[1] == {"worth": 1140 // 5}
    assert told.outcome("result") == ("massacre", {"difference": 633, "army points": 1140})


def test_who_fell_and_how():
    fallen = {c.subject: c.key for c in whole().events(e.ConditionBegan) if c.name == "destroyed"}
    assert set(fallen) == {"slingers", "bows", "guard"}
    fallen = {
        c.subject: c.key
        for c in played("the-causeway").events(e.ConditionBegan)
        if c.name == "destroyed"
    }
    assert fallen == {"shaman": "fled off the table"}


def test_the_contested_facts_of_the_causeway():
    marked = [f.value for f in played("the-causeway").events(e.FactSet) if f.name == "contested"]
    assert marked == ["cover soft", "distance 13", "no", "no"]


# --- the ruleset as data ---------------------------------------------------------------------


def test_whatever_the_ruleset_names_exists():
    assert check(RULES) == ()
