"""Data of a ruleset, checked without playing: whatever it names exists, and nothing clashes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.ruleset.ruleset import (
    ConditionKind,
    FactKind,
    Manoeuvre,
    OpenPoint,
    Pool,
    Ruleset,
    Stretch,
    Window,
)
from domain.rulesets import ruleset
from tests.support.games.toy import TOY
from tests.support.rulesets.ruleset_checks import check

TURN = Stretch("turn", "turn", next="in order", acts=True)


def toy(**changes: Any) -> Ruleset:
    return replace(TOY, **changes)


def round_of(*inside: Stretch, **changes: Any) -> dict[str, Stretch]:
    return {"sequence": Stretch("round", "round", inside=inside, **changes)}


def deed(*kinds: str, stages: tuple[str, ...] = (), **changes: Any) -> dict[str, Any]:
    return {"manoeuvres": (Manoeuvre("hop", "hop", "", kinds, stages, **changes),)}


def asks(about: str, **changes: Any) -> dict[str, dict[str, Window]]:
    return {"windows": {"roll": Window(about, "", "", **changes)}}


FAULTS: list[tuple[dict[str, Any], str]] = [
    (round_of(TURN, opens=("dawn",)), "round names a stage 'dawn' that does not exist"),
    (round_of(TURN, closes=("dusk",)), "round names a stage 'dusk' that does not exist"),
    (round_of(TURN._replace(next="lots")), "turn names a stage 'lots' that does not exist"),
    (round_of(TURN._replace(idle="bored")), "turn names a stage 'bored' that does not exist"),
    (round_of(TURN._replace(next="")), "turn does not say whose it is next"),
    (round_of(TURN, TURN), "round has 'turn' twice"),
    (round_of(acts=True, waits=False), "round waits for actors, but is no turn and in none"),
    (round_of(Stretch("phase", "melee", acts=True)), "melee waits for actors, but is no turn"),
    (round_of(TURN, opens=("go",), closes=("go",)), "round has 'go' twice"),
    (deed("action", stages=("go", "blow", "go")), "hop has 'go' twice"),
    ({"sequence": TURN}, "the sequence of play begins with a round"),
    (deed("action", stages=("jump",)), "hop names a stage 'jump' that does not exist"),
    (deed("leap"), "hop is a 'leap', which is no kind of deed"),
    (deed("reaction", answers=("swim",)), "hop answers 'swim', which does not exist"),
    (deed("reaction", stands=True), "hop stands, or has a stage to stand at, but not both"),
    (deed("reaction", stages=("go", "stand")), "hop stands, or has a stage to stand at, but not"),
    (deed("action", stages=("stand",), stands=True), "hop stands, but is no reaction"),
    (deed("action", stages=("begin", "go")), "hop has nothing before or after its beginning"),
    (deed("action", stages=("go", "begin")), "hop has nothing before or after its beginning"),
    ({"manoeuvres": TOY.manoeuvres * 2}, "manoeuvre 'move' is declared 2 times"),
    ({"triggers": {"PoolChanged": "faint"}}, "PoolChanged names a stage 'faint' that does not"),
    ({"triggers": {"Fainted": "go"}}, "no event is called 'Fainted'"),
    (asks("parley"), "window 'roll' is about 'parley'"),
    (asks("roll", takes=("leap",)), "window 'roll' takes a 'leap', which is no kind of deed"),
    (asks("roll", declares=True), "window 'roll' takes nothing that could be declared"),
    (asks("roll", only=("strike",)), "window 'roll' offers what it does not take"),
    (asks("roll", again=True), "window 'roll' asks again, but does not look who may answer"),
    ({"stages": {**TOY.stages, "end": print}}, "no stage or window may be called 'end'"),
    ({"pools": (Pool("ap", "", ""),) * 2}, "pool 'ap' is declared 2 times"),
    (
        {"conditions": (ConditionKind("hurt", "", "", on_zero="heal"),)},
        "hurt names a stage 'heal' that does not exist",
    ),
    (
        {"facts": (FactKind("adjacent", "", "", ("yes", "no"), "maybe"),)},
        "fact 'adjacent' cannot have its default 'maybe'",
    ),
    (
        {"facts": (FactKind("worth", "", "", ("yes", "no"), holds="number"),)},
        "fact 'worth' holds number, and has a list of values",
    ),
    (
        {"facts": (FactKind("adjacent", "", "", symmetric=True, toward="nobody"),)},
        "fact 'adjacent' is the same from both ends, but toward nobody",
    ),
    (
        {"points": (OpenPoint("tie", ("attack", "defence"), "nobody", "", ""),)},
        "open point 'tie' cannot have its default 'nobody'",
    ),
    (
        {"points": (OpenPoint("dice", (), "many", "", "", r"\d+d\d+"),)},
        "open point 'dice' cannot have its default 'many'",
    ),
]


@pytest.mark.parametrize(("changes", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_fault_is_found(changes, fault):
    assert any(found.startswith(fault) for found in check(toy(**changes)))


@pytest.mark.parametrize("rules", [TOY, ruleset("age-of-magic")], ids=lambda rules: rules.key)
def test_no_ruleset_has_a_fault(rules):
    assert check(rules) == ()


def test_a_phase_of_a_turn_may_wait_for_its_actors():
    inside = TURN._replace(acts=False, inside=(Stretch("phase", "main", acts=True),))
    assert check(toy(**round_of(inside))) == ()


def test_a_stage_may_be_one_of_the_kernel_or_the_name_of_a_window():
    assert check(toy(**deed("action", stages=("declare", "react", "roll", "refill")))) == ()


@pytest.mark.parametrize("game", ["age-of-magic", "arq", "kaiser", "ninth-age-2e", "planeswalker"])
def test_every_fact_of_a_game_says_toward_whom_it_is(game: str):
    facts = ruleset(game).facts
    assert [fact.name for fact in facts if fact.toward == "anything"] == []
    assert all(fact.toward == "somebody" for fact in facts if fact.symmetric)
