"""Scores of an order: exact, kept in one form, and whole ones as they always were."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from pydantic import ValidationError

from domain import events as e
from domain.events.scores import score_of, score_text
from domain.log.codec import Meta, body_bytes, parse_body

META = Meta(seq=1, step=1, number=1, at=0)


def order(**scores: object) -> e.OrderSet:
    return e.OrderSet.model_validate({"scope": "order", "order": [list(scores)], "scores": scores})


def kept(event: e.OrderSet) -> str:
    return body_bytes(META, event).decode().split("\n")[2]


def test_a_whole_score_is_a_number_and_any_other_is_text():
    told = order(ana=15, bo="15.14", cy=15.14, di="15.10")
    assert '"scores":{"ana":15,"bo":"15.14","cy":"15.14","di":"15.1"}' in kept(told)
    assert parse_body(body_bytes(META, told))[1] == told
    assert told.scores["bo"] > told.scores["di"] > told.scores["ana"]


@pytest.mark.parametrize("written", [7, 7.0, "7", "7.00"])
def test_one_score_has_one_form(written: object):
    assert type(order(ana=written).scores["ana"]) is int
    assert json.loads(kept(order(ana=written)))["scores"] == {"ana": 7}


@pytest.mark.parametrize("strange", ["NaN", "Infinity", "1.23456", "x", None])
def test_what_is_no_score_is_refused(strange: object):
    with pytest.raises(ValidationError):
        order(ana=strange)


@pytest.mark.parametrize(
    ("written", "score"),
    [
        (15, 15),
        (15.14, Decimal("15.14")),
        ("-0.5", Decimal("-0.5")),
        ("1.23456", None),
        ("x", None),
    ],
)
def test_scores_are_read_as_people_write_them(written: object, score: object):
    assert score_of(written) == score


def test_scores_are_written_as_people_read_them():
    assert [score_text(s) for s in (15, Decimal("15.14"), Decimal("-0.0001"))] == [
        "15",
        "15.14",
        "-0.0001",
    ]
