"""`combatlog correct adjust`: every way to say what is true now, in a game of any words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.clients.cli_runner import Typed

HUNT: tuple[dict[str, Any], ...] = (
    {"type": "open", "ruleset": "open", "settings": {"order": "by hand"}},
    {"type": "join", "subject": "kim", "traits": {"hp": 12, "score": 17}},
    {"type": "join", "subject": "ole", "traits": {"hp": 8, "score": 12}},
    {"type": "answer", "who": "referee", "about": "round", "choice": "begin"},
)


@pytest.fixture
def hunt(empty: Typed) -> Typed:
    """A folder to type in, with Kim and Ole in their first round."""
    lines = "".join(f"{json.dumps(line)}\n" for line in HUNT)
    (empty.folder / "hunt.jsonl").write_text(lines)
    empty.says("play hunt.jsonl")
    return empty


def adjusted(typed: Typed, words: str) -> list[dict[str, Any]]:
    """The events of an adjustment."""
    found = typed.json(f'correct adjust last {words} --reason "so it is"')
    return [entry["event"] for entry in found["entries"]]


def test_a_pool_is_changed_or_set_with_its_limits(hunt: Typed):
    [changed] = adjusted(hunt, "--pool kim hp -3")
    assert (changed["delta"], changed["balance"]) == (-3, 9)
    limited, changed = adjusted(hunt, "--pool kim hp 20 --set --most 30 --least 0")
    assert (limited["least"], limited["most"], changed["balance"]) == (0, 30, 20)
    [limited] = adjusted(hunt, "--pool kim hp 0 --most none")
    assert (limited["least"], limited.get("most")) == (0, None)
    [changed] = adjusted(hunt, "--pool kim hp 5 --set --key temporary")
    assert (changed["key"], changed["balance"]) == ("temporary", 5)


def test_a_condition_says_how_long_and_from_whom(hunt: Typed):
    [began] = adjusted(hunt, "--condition ole stunned --rounds 3 --source kim --level 2")
    assert (began["source"], began["level"]) == ("kim", 2)
    assert (began["until"]["span"], began["until"]["left"]) == ("round", 3)
    [began] = adjusted(hunt, "--condition ole held --turns 2 --whose kim --edge begin")
    until = began["until"]
    assert (until["span"], until["whose"], until["edge"], until["left"]) == (
        "turn",
        "kim",
        "begin",
        2,
    )
    [began] = adjusted(hunt, "--condition ole dazed --toward kim --where head")
    assert (began["toward"], began["at"]) == ("kim", "head")


def test_a_condition_ends_with_its_parent_or_with_concentration(hunt: Typed):
    [began] = adjusted(hunt, "--condition kim blessing --concentration")
    assert began["concentration"]
    [standing] = [
        each for who in hunt.json("show state last")["conditions"] for each in who["conditions"]
    ]
    [child] = adjusted(hunt, f"--condition ole blessed --parent {standing['id']}")
    assert child["parent"]
    ended = adjusted(hunt, "--condition kim blessing --end")
    assert len(ended) == 2


def test_a_condition_that_stands_is_changed(hunt: Typed):
    adjusted(hunt, "--condition ole stunned --rounds 3")
    [changed] = adjusted(hunt, "--condition ole stunned --change --level 2 --toward kim --rounds 5")
    assert (changed["level"], changed["toward"], changed["until"]["left"]) == (2, "kim", 5)


def test_a_fact_is_a_word_or_a_number(hunt: Typed):
    assert [e["value"] for e in adjusted(hunt, '--fact kim "armour class" 15')] == [15]
    assert [e["value"] for e in adjusted(hunt, "--fact kim mount Bess")] == ["Bess"]


def test_an_order_goes_by_names_or_by_scores(hunt: Typed):
    [order] = adjusted(hunt, "--order order ole,kim")
    assert order["order"] == [["ole"], ["kim"]]
    [order] = adjusted(hunt, "--order order kim=15.14,ole=22,ole=3")
    assert order["order"] == [["ole"], ["kim"], ["ole"]]
