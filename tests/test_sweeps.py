"""A share of each sweep is drawn: always the same one, and never none."""

from __future__ import annotations

from math import ceil
from types import SimpleNamespace
from typing import Any

import pytest

from tests import sweeps
from tests.soak.sweeps import PYTEST, WHICH
from tests.sweeps import FEWEST, SHARE, examples, shared_out


def items(name: str, count: int, **marked: Any) -> list[Any]:
    """So many tests of one function, marked as a sweep unless told otherwise."""
    mark = None if marked.get("plain") else SimpleNamespace(kwargs=marked)
    return [
        SimpleNamespace(nodeid=f"{name}[{n}]", get_closest_marker=lambda _: mark)
        for n in range(count)
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 13])
def test_a_share_of_a_sweep_runs_and_the_rest_is_left_out(count: int):
    sweep, others = items("a", count), items("b", 2, plain=True)
    runs, left_out = shared_out([*others, *sweep])
    assert runs[:2] == others and len(runs) == 2 + max(1, count // SHARE)
    assert sorted(x.nodeid for x in (*runs[2:], *left_out)) == sorted(x.nodeid for x in sweep)
    assert shared_out([*others, *sweep]) == (runs, left_out)


def test_a_sweep_may_have_a_larger_share():
    assert [len(shared_out(items("a", n, share=2))[0]) for n in (1, 2, 3, 8)] == [1, 1, 1, 4]


def test_functions_of_one_name_are_one_sweep():
    runs, left_out = shared_out([*items("a", 1, of="evenings"), *items("b", 1, of="evenings")])
    assert len(runs) == 1 and len(left_out) == 1


def test_sweeps_draw_different_games():
    drawn = {tuple(x.nodeid[-3:] for x in shared_out(items(f"{n}", 6))[0]) for n in range(8)}
    assert len(drawn) > 1


def test_a_share_of_the_examples_is_tried_and_all_of_them_in_the_soak(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(sweeps._Run, "whole", False)
    assert [examples(n).max_examples for n in (100, 6, 5)] == [ceil(100 / SHARE), FEWEST, FEWEST]
    monkeypatch.setattr(sweeps._Run, "whole", True)
    assert [examples(n).max_examples for n in (100, 6, 5)] == [100, 6, 5]
    assert "hypothesis" in WHICH and "--sweeps" in PYTEST


def test_so_many_are_tried_and_the_whole_in_the_soak(monkeypatch: pytest.MonkeyPatch):
    for whole, expected in ((False, 2), (True, 32)):
        monkeypatch.setattr(sweeps._Run, "whole", whole)
        assert sweeps.so_many(32, 2) == expected


def test_a_page_is_tried_in_one_width_and_in_all_in_the_soak(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sweeps._Run, "whole", False)
    drawn = [tuple(sweeps.widths(f"{n}", (360, 1280))) for n in range(20)]
    assert set(drawn) == {(360,), (1280,)}
    monkeypatch.setattr(sweeps._Run, "whole", True)
    assert sweeps.widths("a", (360, 1280)) == (360, 1280)
