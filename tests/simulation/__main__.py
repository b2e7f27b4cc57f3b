"""`python -m tests.simulation SEED`: replay one run, with everything that happened in it."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext

from tests.simulation.defects.all_defects import DEFECTS
from tests.simulation.run import simulate


def main() -> int:
    """Print the trace of a seed, and what was wrong; 1 where something was."""
    named = {defect.name: defect for defect in DEFECTS}
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--defect", choices=named, help="put a defect back")
    parser.add_argument("--quiet", action="store_true", help="print no trace")
    asked = parser.parse_args()
    with named[asked.defect].put_back() if asked.defect else nullcontext():
        outcome = simulate(asked.seed, trace=not asked.quiet)
    print("\n".join(outcome.trace))
    what = f"{outcome.entries} entries, {outcome.faults} faults, fingerprint {outcome.fingerprint}"
    print(f"seed {asked.seed}: {what}")
    print("\n".join(outcome.wrongs) or "nothing was wrong")
    return int(bool(outcome.wrongs))


if __name__ == "__main__":
    sys.exit(main())
