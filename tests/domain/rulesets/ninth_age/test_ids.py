"""No id of an act, question or condition stands in what an act or outcome says."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain import events as e
from tests.domain.rulesets.ninth_age.melee.test_combat_round import A, clash
from tests.domain.rulesets.ninth_age.melee.test_pursuit import broken
from tests.domain.rulesets.ninth_age.movement.test_charges import field
from tests.domain.rulesets.ninth_age.test_sample import played
from tests.support.fights.ninth_age import GHOULS, KNIGHTS, Battle
from tests.support.fights.ninth_age_random import pitched, pitched_otherwise
from tests.support.fights.random_play import play

ID = re.compile(r"\d+\.\d+")


def ids_in(said: Any) -> Iterator[str]:
    """Every internal id among words, lists and names of what was said."""
    match said:
        case str():
            yield from filter(ID.fullmatch, said.split(" "))
        case dict():
            yield from ids_in([*said, *said.values()])
        case list() | tuple():
            for each in said:
                yield from ids_in(each)


def leaked(told: Battle) -> list[tuple[str, str]]:
    """The manoeuvre or stage of each internal id that an act or outcome says, with that id."""
    found = []
    for draft in itertools.chain(*told.steps):
        match draft.event:
            case e.Said(manoeuvre=name, params=params):
                found += [(name, found_id) for found_id in ids_in(params)]
            case e.Resolved(stage=stage, figures=figures):
                found += [(stage, found_id) for found_id in ids_in([stage, figures])]
    return found


def afraid() -> Battle:
    return clash({**A, "Agility": 4}, {**GHOULS, "Unstable": False, "Agility": 2}).rolls(6, 6)


def terrified() -> Battle:
    return field({"u1": {**KNIGHTS, "Terror": True}}).charges("u1", "guards", 9).rolls(6, 6)


def must_pursue() -> Battle:
    return broken().answers("a", "restrain").rolls(4, 5).rolls(3, 3)


TESTED = [
    (afraid, "fear test", "a", "afraid"),
    (terrified, "terror test", "guards", "terrified"),
    (must_pursue, "restrain test", "a", "pursues"),
]


@pytest.mark.parametrize(("begins", "test", "unit", "state"), TESTED)
def test_a_test_names_its_combat_or_charge_by_what_it_stands_on(
    begins: Callable[[], Battle], test: str, unit: str, state: str
):
    told = begins()
    [said] = [d for d in told.events(e.Declared) if d.manoeuvre == test]
    cause = told.combat.exchange.acts[said.on]
    assert said.params == {} and cause.manoeuvre in ("fight", "charge")
    assert told.combat.conditions.on(unit, state)[0].act == cause.id
    assert leaked(told) == []


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("begins", [pitched, pitched_otherwise])
@pytest.mark.parametrize("seed", range(3))
def test_nothing_said_in_a_battle_holds_an_id(begins: Callable[[], Battle], seed: int):
    told: Any = play(begins(), seed, 250)
    assert leaked(told) == []


@pytest.mark.parametrize("name", ["the-lamp-and-the-barrow", "the-causeway"])
def test_nothing_said_in_a_sample_holds_an_id(name: str):
    assert leaked(played(name)) == []
