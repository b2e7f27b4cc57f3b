"""`python -m tests.benchmarks`: measure, and print one table."""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.benchmarks.measure import Benchmark, Gauge, Result, measured

HEADINGS = ("benchmark", "compared", "median", "worst", "bar", "")
FAILED = "FAILED"


def main() -> None:
    """Measure what the command line asks for; each row goes to stderr, the table to stdout."""
    options = _options()
    chosen = [b for b in _benchmarks() if not options.only or b.name in options.only]
    results = []
    for number, benchmark in enumerate(chosen, start=1):
        print(f"[{number}/{len(chosen)}] {benchmark.name} ...", file=sys.stderr, flush=True)
        results.append(_row_of(benchmark, options.rounds))
        print("    " + ", ".join(_cells(results[-1])[1:]), file=sys.stderr, flush=True)
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} cores; load of 1, 5, 15 minutes: {load}", file=sys.stderr)
    print(_as_json(results) if options.json else _as_table(results))
    if any(result.verdict.startswith(FAILED) for result in results):
        sys.exit(1)


def _row_of(benchmark: Benchmark | Gauge, rounds: int) -> Result:
    """Measure one; if it fails, all others are measured nevertheless."""
    try:
        return measured(benchmark, rounds)
    except Exception as error:
        traceback.print_exc()
        return Result(*benchmark[:3], f"{FAILED}: {error}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        choices=[b.name for b in _benchmarks()],
        help="measure this one; may be given several times",
    )
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds (9)")
    parser.add_argument("--json", action="store_true", help="print JSON and no table")
    return parser.parse_args()


def _benchmarks() -> Iterator[Benchmark | Gauge]:
    """All benchmarks of all modules in this folder and below."""
    folder = Path(__file__).parent
    for file in sorted(folder.rglob("*.py")):
        if not file.stem.startswith(("__", "test_")):
            name = ".".join(file.relative_to(folder).with_suffix("").parts)
            yield from getattr(import_module(f"tests.benchmarks.{name}"), "BENCHMARKS", ())


def _as_json(results: list[Result]) -> str:
    rows = [result._asdict() | {"bar": str(result.bar)} for result in results]
    return json.dumps(rows, indent=2)


def _as_table(results: list[Result]) -> str:
    rows = [HEADINGS, *map(_cells, results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def _cells(result: Result) -> tuple[str, ...]:
    ratios = (result.median, result.worst)
    shown = ["-" if ratio is None else f"{ratio:,.2f}" for ratio in ratios]
    return result.name, result.compared, *shown, str(result.bar), result.verdict


if __name__ == "__main__":
    main()
