"""Which of the numbers entered with a step an entry shows."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.rerun.entered_numbers import entered_numbers
from domain.rerun.shown_numbers import shown_elsewhere, shown_in_own_step
from domain.rulesets import ruleset

RULES = ruleset("open")
HIT: dict[str, Any] = {"their hp": 5, "ap": 2, "reach": 2, "rounds": 3}
NUMBERS = entered_numbers(c.Act(who="ana", manoeuvre="hit", params=HIT))
ACTED = e.Acted(act="#1.1", who="ana", manoeuvre="hit", params=HIT)


def lost(pool: str, delta: int, how: Any = "lose", **more: Any) -> e.PoolChanged:
    return e.PoolChanged(subject="bert", pool=pool, delta=delta, balance=0, how=how, **more)


def begun(**more: Any) -> e.ConditionBegan:
    return e.ConditionBegan(id="#1.2", subject="bert", name="stunned", **more)


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        (ACTED, ["their hp", "ap", "reach", "rounds"]),
        (lost("hp", -5), ["their hp"]),
        (lost("hp", -1, wanted=-5), ["their hp"]),
        (lost("ap", -2, "pay"), ["ap"]),
        (lost("mana", -2, "pay"), []),
        (lost("mana", -2), ["ap", "reach"]),
        (lost("hp", -4), []),
        (e.PoolLimited(subject="bert", pool="hp", least=0, most=5), ["their hp"]),
        (e.OrderSet(scope="order", order=(("ana",),), scores={"ana": Decimal("2.5")}), []),
        (e.OrderSet(scope="order", order=(), scores={"ana": 9}, more={"ana": (3,)}), ["rounds"]),
        (begun(until=e.Until(span="round", left=3)), ["rounds"]),
        (begun(level=5), ["their hp"]),
        (e.Closed(frame="#1.1"), []),
        (e.RoundBegan(n=5), []),
    ],
)
def test_an_event_shows_the_numbers_of_its_size(event: e.Event, shown: list[str]):
    found = shown_in_own_step(event, (ACTED, event), NUMBERS, RULES)
    assert [one.called for one in found] == shown


def rolled(*faces: int, source: Any = "typed") -> e.DiceRolled:
    label = e.DieLabel(round=1, roller=1, sort="loose", r=0)
    own = {"who": "ana", "purpose": "attack", "sort": "loose", "sides": 6, "label": label}
    return e.DiceRolled(faces=faces, kept=faces, total=sum(faces), provenance=source, **own)


def test_the_faces_of_an_answer_fill_its_rolls_one_by_one():
    answer = c.Answer(who="ana", about="tie", choice="roll", faces={"attack": (4, 4, 6)})
    entered, step = entered_numbers(answer), (rolled(4), rolled(4, 6))
    assert [one.called for one in shown_in_own_step(step[0], step, entered, RULES)] == ["die 1"]
    assert [one.called for one in shown_in_own_step(step[1], step, entered, RULES)] == [
        "die 2",
        "die 3",
    ]


def test_faces_said_ahead_are_those_of_their_roll_and_of_no_other():
    deed = c.Act(who="ana", manoeuvre="hit", faces={"attack": (3, 5), "damage": (6,)})
    found = shown_elsewhere(rolled(3, 5), entered_numbers(deed), RULES)
    assert [one.called for one in found] == ["attack die 1", "attack die 2"]
    by_service = rolled(3, 5, source="service")
    assert shown_elsewhere(by_service, entered_numbers(deed), RULES) == ()
