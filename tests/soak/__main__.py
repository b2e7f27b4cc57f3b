"""`python -m tests.soak`: the big random counts in full, and one table of what was tried.

A playout that fails is told with its seed, and the others go on; any other failure stops the run.
Either way the run has failed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from tests.soak.games import books, corrections, playouts, stretches
from tests.soak.histories import duplicates, histories, moments
from tests.soak.rows import Row
from tests.soak.trust import SCRIPTS, cheaters, edits, even_dice
from tests.soak.web import contract, disconnects

PARTS: dict[str, Callable[[], list[Row]]] = {
    "contract": lambda: [contract(100)],
    "histories": lambda: [histories(200)],
    "moments": lambda: [moments(1_000, 5_000)],
    "duplicates": lambda: [duplicates(100)],
    "disconnects": lambda: [disconnects(10_000)],
    "corrections": lambda: [corrections(500)],
    "edits": lambda: [edits(1_000)],
    "dice": even_dice,
    "cheaters": lambda: cheaters(SCRIPTS),
    "playouts": lambda: playouts(stretches()),
    "books": books,
}


def main() -> int:
    """Run what is asked for; the table goes to stdout, and what failed with its seed to stderr."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument(
        "--only", metavar="PART", action="append", choices=PARTS,
        help="run this part; may be given several times",
    )  # fmt: skip
    chosen = parser.parse_args().only or PARTS
    rows = [row for part in chosen for row in PARTS[part]()]
    print(f"{'tried':60}{'runs':>9}  {'of it':>18}  {'seconds':>8}  failures")
    for row in rows:
        seconds, failures = f"{row.seconds:8.0f}", f"{len(row.failed):8}"
        print(f"{row.what:60}{row.runs:>9,}  {row.amount:>18}  {seconds}  {failures}")
    failed = [why for row in rows for why in row.failed]
    print("".join(f"\n{why}" for why in failed), file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
