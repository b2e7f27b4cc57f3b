"""Words, numbers and ids for which there is no room: kept where they can be, else it is said."""

from __future__ import annotations

from typing import Any

import pytest

from domain.timelines.reports import Timeline
from tests.support.timelines.replaying import Replay, replay

Said = dict[str, Any]
ANN: Said = {"k": "join", "who": "ann", "name": "Ann", "role": "unit", "side": None}
END: Said = {"k": "note", "text": "The end."}


def fact(value: Any, name: str = "notes") -> Said:
    return {"k": "attr", "who": "ann", "name": name, "from": None, "to": value}


def state(**said: Any) -> Said:
    one: Any = {"name": "Ann", "role": "unit", "side": None, "pools": {}, "conds": {}, "attrs": {}}
    return {"k": "state", "state": {"clock": {}, "order": [], "combatants": {"ann": one | said}}}


def remarks(found: Replay) -> list[str]:
    """Return what was said of lines that report something, beside that they do."""
    return [
        each.said for each in found.findings if each.how != "imported" and each.words != "state"
    ]


@pytest.mark.parametrize("sign", ["x", "é", "Щ", "龍"])
def test_long_words_of_every_script_stay_whole(sign: str):
    facts = {f"part {nth}": sign * 1900 for nth in range(4)}
    found = replay([ANN, *(fact(value, name) for name, value in facts.items()), state(attrs=facts)])
    assert (found.wrong, remarks(found)) == ([], [])


@pytest.mark.parametrize(
    "line",
    [
        fact("x" * 2001),
        fact("x", name="n" * 81),
        {**ANN, "who": "bob", "name": "B" * 81},
        {"k": "cond_began", "who": "ann", "id": "e", "cond": {"name": "X", "desc": "x" * 2001}},
        {"k": "act", "id": "x1", "verb": "v" * 81},
    ],
)
def test_words_that_are_cut_are_said(line: Said):
    [said] = remarks(replay([ANN, END, line]))
    assert said.startswith("There is no room for all words of")


@pytest.mark.parametrize(
    "amount", [{"cur": 7.5}, {"cur": 7, "max": 9.25}, {"cur": "many"}, {"cur": 10**11}]
)
def test_an_amount_that_no_pool_holds_is_said(amount: Said):
    pool = {"k": "pool", "who": "ann", "pool": "hp", "from": None, "to": amount}
    [said] = remarks(replay([ANN, END, pool]))
    assert said.startswith("A pool holds whole numbers")


@pytest.mark.parametrize("value", [1e300, -1e300, 2**31 + 0.0, float("inf"), "\ud800", 10**40])
def test_no_value_of_a_fact_is_refused(value: Any):
    found = replay([ANN, END, fact(value), {"k": "clock", "set": {"x": value}}])
    assert not [each for each in found.findings if each.how == "left out"]


def test_a_fact_may_be_called_like_a_part_of_a_sheet():
    assert replay([ANN, END, fact(3, name="pool/hp"), state(attrs={"pool/hp": 3})]).wrong == []


@pytest.mark.parametrize("amount", [True, 3.5, 1e300, [1], "7 (half)"])
def test_a_note_may_have_any_amount(amount: Any):
    act = {"k": "act", "id": "x1", "verb": "hit", "who": "ann"}
    found = replay([ANN, act, {"k": "note", "by": "x1", "tag": "damage", "amount": amount}])
    assert remarks(found) == []


def test_a_state_with_broken_parts_is_left_out_and_null_is_nothing():
    for broken in ({"pools": {"hp": 3}}, {"conds": {"e1": "prone"}}, {"conds": {"e1": 7}}):
        [last] = [f for f in replay([ANN, state(**broken)]).findings if f.at == "line 2"]
        assert (last.how, last.said) == ("left out", "It is no state.")
    assert replay([ANN, state(pools={"hp": None}, conds={"e1": None})]).wrong == []


def test_lines_have_ids_of_their_own_whatever_their_numbers_are():
    odd = ["x" * 90 + "1", "x" * 90 + "2", "a\nb", "a b", 3, 3, "3", None, [1], {"a": 1}, 1.5, ""]
    lines = [{**END, "n": n} for n in odd]
    ids = [[line.n for line in Timeline(lines).lines] for _ in range(2)]
    assert ids[0] == ids[1] and len(set(ids[0])) == len(odd)
    for long in (Timeline(lines, fight="f" * 100), Timeline(lines)):
        assert all(len(line.n) <= 80 and line.n.isprintable() for line in long.lines)
        assert [step.report and step.report["id"] for step in long.steps()] == [
            line.n for line in long.lines
        ]
