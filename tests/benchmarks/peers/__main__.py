"""`python -m tests.benchmarks.peers`: combatlog and its peers in one run, as one table."""

from __future__ import annotations

import argparse
import os
import sys

from tests.benchmarks.peers import boardgame, chess_game, library, showdown
from tests.benchmarks.peers.rows import Outcome, amount, measured

ROWS = (*boardgame.PEERS, *chess_game.PEERS, *showdown.PEERS, *library.PEERS)
HEADINGS = ("peer", "what", "ours (us)", "theirs (us)", "ratio", "who is faster")


def main() -> None:
    """Measure all rows; progress goes to stderr, the table to stdout."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds (9)")
    parser.add_argument("--only", metavar="PEER", choices=sorted({row.peer for row in ROWS}))
    options = parser.parse_args()
    chosen = [row for row in ROWS if options.only in (None, row.peer)]
    outcomes = []
    for number, row in enumerate(chosen, start=1):
        print(f"[{number}/{len(chosen)}] {row.peer}: {row.what}", file=sys.stderr, flush=True)
        outcomes.append(measured(row, options.rounds))
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{os.cpu_count()} cores; load of 1, 5, 15 minutes: {load}", file=sys.stderr)
    print(table(outcomes))


def table(outcomes: list[Outcome]) -> str:
    """Return the table in Markdown; a ratio is the peer's time in parts of ours."""
    rows = [HEADINGS, ("---",) * len(HEADINGS), *map(_cells, outcomes)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cells(outcome: Outcome) -> tuple[str, ...]:
    measures = (outcome.ours, outcome.theirs, outcome.ratio)
    shown = ["-" if outcome.skipped else amount(number) for number in measures]
    return (outcome.row.peer, outcome.row.what, *shown, outcome.winner)


if __name__ == "__main__":
    main()
