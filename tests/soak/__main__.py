"""`python -m tests.soak`: the big random counts in full, and one table of what was tried.

Each part takes less than an hour and is kept when it is done: run it again to go on where it was
broken off. A part that failed runs again, and so does one once code that it reaches has changed.
What fails is told with its seed and the others go on; the run has failed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from functools import partial
from time import perf_counter
from typing import Any

from tests.simulation.soak import simulations
from tests.soak import any_game
from tests.soak.cheaters import SCRIPTS, SHARES, cheaters
from tests.soak.corrections import corrections, outdated
from tests.soak.games import books, playouts
from tests.soak.histories import duplicates, histories, moments
from tests.soak.random_client import random_client
from tests.soak.reach import Reach
from tests.soak.results import Results, state_of
from tests.soak.rows import Row
from tests.soak.sweeps import sweeps
from tests.soak.trust import archives, edits, even_dice, worlds
from tests.soak.web import contract, disconnects, secrets
from tests.support.architecture import ROOT
from tests.support.fights.random_fights import TALES
from tests.support.random_client.openings import OPENINGS

GAMES = tuple(dict.fromkeys(tale.game for tale in TALES))

PARTS: dict[str, partial[Any]] = {
    "contract": partial(contract, 100),
    "histories": partial(histories, 200),
    "moments": partial(moments, 1_000, 5_000),
    "duplicates": partial(duplicates, 100),
    "disconnects": partial(disconnects, 10_000),
    "secrets": partial(secrets),
    **{f"random client {game}": partial(random_client, game) for game in OPENINGS},
    "sweeps": partial(sweeps),
    "corrections": partial(corrections, 500),
    "outdated": partial(outdated),
    "edits": partial(edits, 1_000),
    "archives": partial(archives, 100_000),
    "simulations": partial(simulations, 10_000),
    "dice": partial(even_dice),
    "worlds": partial(worlds),
    **{f"cheater {policy}": partial(cheaters, policy, SCRIPTS) for policy in SHARES},
    "playouts in two worlds": partial(any_game.playouts),
    **{f"playouts {game}": partial(playouts, game) for game in GAMES},
    **{f"books {game}": partial(books, game) for game in GAMES},
}


ALONE = {
    "tests.soak.any_game": "any game",
    "tests.soak.cheaters": "the toy",
    "tests.soak.histories": "the toy",
}
"""What plays one game alone; a game that only tests have counts as the toy."""


def main() -> int:
    """Run what is asked for; the table goes to stdout, and what failed with its seed to stderr."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument(
        "--only",
        metavar="PART",
        action="append",
        choices=PARTS,
        help="run this part; may be given several times",
    )
    parser.add_argument("--list", action="store_true", help="list the parts and run nothing")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(PARTS))
        return 0
    results = Results()
    rows = [row for part in asked.only or PARTS for row in done(part, results)]
    return report(rows, state_of(ROOT))


def done(part: str, results: Results) -> list[Row]:
    """Return the rows of a part, as kept from before or run now."""
    of = reach_of(PARTS[part])
    if (kept := results.load(part, of)) is not None:
        return kept
    start = perf_counter()
    try:
        rows = [found] if isinstance(found := PARTS[part](), Row) else found
    except Exception:
        rows = [Row(part, 0, "broken off", perf_counter() - start, (traceback.format_exc(),))]
    results.save(part, rows, of)
    return rows


def reach_of(part: partial[Any]) -> Reach:
    """Return what a part has to do with: of playouts and books, the rules of their game alone."""
    module = part.func.__module__
    if module in ALONE:
        return Reach(module, ALONE[module])
    game = part.args[0] if part.args and part.args[0] in GAMES else ""
    return Reach(module, game)


def report(rows: list[Row], state: str) -> int:
    """Print the table, then each failure; 1 where there is one."""
    print(f"state of the code: {state}")
    print(f"{'tried':60}{'runs':>9}  {'of it':>18}  {'seconds':>8}  failures")
    for row in rows:
        seconds, failures = f"{row.seconds:8.0f}", f"{len(row.failed):8}"
        print(f"{row.what:60}{row.runs:>9,}  {row.amount:>18}  {seconds}  {failures}")
    failed = [why for row in rows for why in row.failed]
    print("".join(f"\n{why}" for why in failed), file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
