"""The types of answers are those of the contract."""

from __future__ import annotations

import json

from tests.support.goldens.answers import ANSWERS, written_answers
from tests.support.goldens.contract import written


def test_the_types_of_answers_are_those_of_the_contract():
    assert written_answers(json.loads(written())) == ANSWERS.read_text("utf-8"), (
        "look at the difference, then: python -m tests.support.goldens.contract"
    )
