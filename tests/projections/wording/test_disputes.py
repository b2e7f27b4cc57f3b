"""What a remedy makes good, in words: every change that the referee's hand may make."""

from __future__ import annotations

from typing import Any

import pytest

from domain import commands as c
from domain.rulesets import ruleset
from projections.wording.disputes import remedy_words

RULES = ruleset("open")
HP: dict[str, Any] = {"what": "pool", "subject": "kim", "pool": "hp"}
HURT: dict[str, Any] = {"subject": "kim", "name": "hurt"}
CHANGES: dict[str, dict[str, Any]] = {
    "Kim HP +2": {**HP, "delta": 2},
    "Kim HP -1 1/2": {**HP, "delta": "-1 1/2"},
    "Kim HP to 30, at least 0, at most 59": {**HP, "to": 30, "least": 0, "most": 59},
    "Kim HP without a most": {**HP, "most": "none"},
    "Kim hurt 2": {"what": "condition", **HURT, "level": 2},
    "Kim no longer hurt": {"what": "condition", **HURT, "begin": False},
    "Kim hurt level 2, toward Ole, 3 turns to go": {
        "what": "condition-change",
        **HURT,
        "level": 2,
        "toward": "ole",
        "until": {"span": "turn", "left": 3},
    },
    "Kim hurt until ended": {"what": "condition-change", **HURT, "endless": True},
    "order Ole 22 and 12.5, Kim 15": {
        "what": "order",
        "scope": "order",
        "scores": {"ole": (22, "12.5"), "kim": 15},
    },
    "order Ole, Kim": {"what": "order", "scope": "order", "order": ("ole", "kim")},
}


@pytest.mark.parametrize("words", CHANGES)
def test_what_is_made_good_is_said_in_words(words: str):
    remedy = c.Compensate.model_validate({"change": CHANGES[words]})
    for said in (remedy.model_dump(mode="json"), remedy.model_dump(mode="json", exclude_none=True)):
        assert remedy_words(said, RULES, str.capitalize) == f"make good: {words}"
