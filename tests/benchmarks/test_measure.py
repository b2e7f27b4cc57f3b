"""The benchmarks print ratios whose sense and verdict can be trusted."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack

import pytest

from tests.benchmarks import __main__ as command
from tests.benchmarks import measure
from tests.benchmarks.measure import Bar, Benchmark, Sides, Skipped, measured


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still, except that a side takes as many seconds as it returns.

    Nothing is swept between rounds: among all tests that takes a second each time.
    """
    monkeypatch.setattr(measure, "_time", lambda side: side())
    monkeypatch.setattr("tests.benchmarks.measure.gc.collect", lambda: 0)


def benchmark(bar: Bar, ours: float, reference: float) -> Benchmark:
    return Benchmark("x", "ours / theirs", bar, lambda _: Sides(lambda: ours, lambda: reference))


def test_half_the_speed_is_a_ratio_of_one_half():
    result = measured(benchmark(Bar("at least", 0.4), ours=2, reference=1), rounds=9)
    assert (result.median, result.worst, result.verdict) == (0.5, 0.5, "ok")


def test_twice_the_cost_is_a_ratio_of_two():
    result = measured(benchmark(Bar("at most", 1.5), ours=2, reference=1), rounds=9)
    assert (result.median, result.worst, result.verdict) == (2.0, 2.0, "MISSED")


def test_the_worst_round_is_shown_and_the_median_decides():
    times = iter([1.0, *[1.0, 1.0] * 8, 5.0, 5.0])
    sides = Sides(lambda: next(times), lambda: 1.0)
    uneven = Benchmark("x", "ours / theirs", Bar("at least", 0.9), lambda _: sides)
    result = measured(uneven, rounds=9)
    assert (result.median, result.worst, result.verdict) == (1.0, 0.2, "ok")


def test_what_cannot_be_measured_here_says_why():
    def prepare(stack: ExitStack) -> Sides:
        raise Skipped("no server")

    result = measured(Benchmark("x", "ours / theirs", Bar("at least", 1), prepare), rounds=9)
    assert (result.median, result.verdict) == (None, "skipped: no server")


def test_the_table_goes_to_stdout_and_progress_to_stderr(monkeypatch, capsys):
    slow = benchmark(Bar("at least", 0.9), ours=2, reference=1)
    monkeypatch.setattr(command, "_benchmarks", lambda: iter([slow]))
    monkeypatch.setattr(sys, "argv", ["benchmarks"])
    command.main()
    out, progress = capsys.readouterr()
    assert " ".join(out.splitlines()[-1].split()) == "x ours / theirs 0.50 0.50 >= 0.90 MISSED"
    assert "[1/1] x" in progress


def test_json_says_the_same(monkeypatch, capsys):
    slow = benchmark(Bar("at least", 0.9), ours=2, reference=1)
    monkeypatch.setattr(command, "_benchmarks", lambda: iter([slow]))
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--json", "--only", "x"])
    command.main()
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["name"], row["median"], row["bar"]) == ("x", 0.5, ">= 0.90")


def test_one_that_fails_takes_no_row_of_the_others_along(monkeypatch, capsys):
    def prepare(stack: ExitStack) -> Sides:
        raise ValueError("no such pool")

    broken = Benchmark("y", "ours / theirs", Bar("at least", 1), prepare)
    rows = [broken, benchmark(Bar("at least", 0.4), ours=2, reference=1)]
    monkeypatch.setattr(command, "_benchmarks", lambda: iter(rows))
    monkeypatch.setattr(sys, "argv", ["benchmarks"])
    with pytest.raises(SystemExit) as ended:
        command.main()
    first, second = capsys.readouterr().out.splitlines()[-2:]
    assert (ended.value.code, second.split()[-1]) == (1, "ok")
    assert first.endswith("FAILED: no such pool")
