"""Which later step answers a question: by the step that asked, or in the same course of play."""

from __future__ import annotations

import pytest

from domain import events as e
from domain.rerun.later_answers import LaterAnswers
from domain.state.combat import EMPTY
from domain.state.ids import make_id
from domain.state.stack import Question
from domain.step.draft import Draft

SLOT = e.Slot(id="ana", who="ana")


def step(*drafts: Draft) -> tuple[Draft, ...]:
    return drafts


def asks(number: int, on: str = "phase") -> Draft:
    question = make_id(number, 1)
    return Draft(e.Asked(question=question, on=on, about="moves", slots=(SLOT,)))


def answers(number: int) -> Draft:
    said = e.Answered(who="ana", choice="go")
    return Draft(said, (make_id(number, 1), "ana"))


def question(number: int, on: str = "phase") -> Question:
    return Question(make_id(number, 1), on, "moves", (SLOT,), "all", "", {})


def filled(*later: tuple[Draft, ...], place: int = 0, asked: Question) -> bool:
    return LaterAnswers(EMPTY, later).fill(place, asked, "ana")


def test_by_the_step_that_asked_and_only_later():
    later = (step(asks(3)), step(), step(answers(3)))
    assert filled(*later, place=1, asked=question(3))
    assert not filled(*later, place=2, asked=question(3))


def test_what_the_course_of_play_asks_of_another_step():
    later = (step(), step(asks(4)), step(answers(4)))
    assert filled(*later, asked=question(9))
    assert not filled(*later, place=2, asked=question(9))


def test_not_once_the_clock_went_on():
    began = Draft(e.PhaseBegan(phase="magic"))
    later = (step(began), step(asks(4)), step(answers(4)))
    assert not filled(*later, asked=question(9))


@pytest.mark.parametrize(("then", "now"), [(make_id(2, 1), "phase"), ("phase", make_id(2, 1))])
def test_not_what_is_asked_about_an_act(then: str, now: str):
    later = (step(), step(asks(4, then)), step(answers(4)))
    assert not filled(*later, asked=question(9, now))


def test_not_where_its_own_step_asked_it_before_as_well():
    later = (step(asks(3)), step(asks(4)), step(answers(4)))
    assert not filled(*later, asked=question(3))
