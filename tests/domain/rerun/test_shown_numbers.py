"""Which of the numbers entered with a step an entry shows."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.rerun.entered_numbers import entered_numbers
from domain.rerun.shown_numbers import perhaps_shown, surely_shown, surely_shown_elsewhere
from domain.rulesets import ruleset

RULES = ruleset("open")
HIT: dict[str, Any] = {"their hp": 5, "ap": 2, "reach": 2, "rounds": 3}
NUMBERS = entered_numbers(c.Act(who="ana", manoeuvre="hit", params=HIT))
ACTED = e.Acted(act="#1.1", who="ana", manoeuvre="hit", params=HIT)


def lost(pool: str, delta: int, how: Any = "lose", **more: Any) -> e.PoolChanged:
    return e.PoolChanged(subject="bert", pool=pool, delta=delta, balance=0, how=how, **more)


def begun(**more: Any) -> e.ConditionBegan:
    return e.ConditionBegan(id="#1.2", subject="bert", name="stunned", **more)


def test_what_is_said_first_shows_all_that_was_said():
    step = (e.TurnBegan(who=("ana",)), ACTED, lost("hp", -5))
    shown = [surely_shown(event, step, NUMBERS) for event in step]
    assert shown == [(), NUMBERS, ()]


def test_what_is_said_because_of_a_roll_shows_nothing_of_it():
    answer = c.Answer(who="ana", about="tie", choice="roll", faces={"attack": (4,)})
    step = (rolled(4), e.Declared(act="#1.2", manoeuvre="panic"))
    assert surely_shown(step[1], step, entered_numbers(answer)) == ()


@pytest.mark.parametrize(
    ("event", "shown"),
    [
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
def test_an_event_may_show_the_numbers_of_its_size(event: e.Event, shown: list[str]):
    assert [one.called for one in perhaps_shown(event, NUMBERS, RULES)] == shown


def test_what_came_of_dice_shows_neither_faces_nor_what_was_risked():
    rolls = (c.SaidRoll(purpose="harm", dice=(c.SaidDice(count=1, sides=6, faces=(2,)),)),)
    said = c.Act(who="ana", manoeuvre="hit", risk={"hit": 2}, faces={"hit": (2,)}, rolls=rolls)
    assert len(entered_numbers(said)) == 3
    assert perhaps_shown(lost("hp", -2), entered_numbers(said), RULES) == ()


def rolled(*faces: int, source: Any = "typed") -> e.DiceRolled:
    label = e.DieLabel(round=1, roller=1, sort="loose", r=0)
    own = {"who": "ana", "purpose": "attack", "sort": "loose", "sides": 6, "label": label}
    return e.DiceRolled(faces=faces, kept=faces, total=sum(faces), provenance=source, **own)


def test_the_faces_of_an_answer_fill_its_rolls_one_by_one():
    answer = c.Answer(who="ana", about="tie", choice="roll", faces={"attack": (4, 4, 6)})
    entered, step = entered_numbers(answer), (rolled(4), rolled(4, 6))
    assert [one.called for one in surely_shown(step[0], step, entered)] == ["die 1"]
    assert [one.called for one in surely_shown(step[1], step, entered)] == ["die 2", "die 3"]


def test_faces_said_ahead_are_those_of_their_roll_and_of_no_other():
    deed = c.Act(who="ana", manoeuvre="hit", faces={"attack": (3, 5), "damage": (6,)})
    found = surely_shown_elsewhere(rolled(3, 5), entered_numbers(deed))
    assert [one.called for one in found] == ["attack die 1", "attack die 2"]
    by_service = rolled(3, 5, source="service")
    assert surely_shown_elsewhere(by_service, entered_numbers(deed)) == ()
