"""`python -m tests.soak`: the big random counts in full, and one table of what was tried.

Each part takes less than an hour and is kept when it is done: run it again to go on where it was
broken off. A part that failed runs again, and so does all of it once the code has changed. What
fails is told with its seed and the others go on; the run has failed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable
from functools import partial
from time import perf_counter

from tests.soak import any_game
from tests.soak.games import books, corrections, outdated, playouts
from tests.soak.histories import duplicates, histories, moments
from tests.soak.random_client import random_client
from tests.soak.results import Results
from tests.soak.rows import Row
from tests.soak.sweeps import sweeps
from tests.soak.trust import SCRIPTS, SHARES, archives, cheaters, edits, even_dice, worlds
from tests.soak.web import contract, disconnects, secrets
from tests.support.fights.random_fights import TALES
from tests.support.random_client.openings import OPENINGS

GAMES = tuple(dict.fromkeys(tale.game for tale in TALES))

PARTS: dict[str, Callable[[], list[Row]]] = {
    "contract": lambda: [contract(100)],
    "histories": lambda: [histories(200)],
    "moments": lambda: [moments(1_000, 5_000)],
    "duplicates": lambda: [duplicates(100)],
    "disconnects": lambda: [disconnects(10_000)],
    "secrets": lambda: [secrets()],
    **{f"random client {game}": partial(random_client, game) for game in OPENINGS},
    "sweeps": lambda: [sweeps()],
    "corrections": lambda: [corrections(500)],
    "outdated": lambda: [outdated()],
    "edits": lambda: [edits(1_000)],
    "archives": lambda: [archives(100_000)],
    "dice": even_dice,
    "worlds": worlds,
    **{f"cheater {policy}": partial(cheaters, policy, SCRIPTS) for policy in SHARES},
    "playouts in two worlds": any_game.playouts,
    **{f"playouts {game}": partial(playouts, game) for game in GAMES},
    **{f"books {game}": partial(books, game) for game in GAMES},
}


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
    return report(rows, results.state)


def done(part: str, results: Results) -> list[Row]:
    """Return the rows of a part, as kept from before or run now."""
    if (kept := results.load(part)) is not None:
        return kept
    start = perf_counter()
    try:
        rows = PARTS[part]()
    except Exception:
        rows = [Row(part, 0, "broken off", perf_counter() - start, (traceback.format_exc(),))]
    results.save(part, rows)
    return rows


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
