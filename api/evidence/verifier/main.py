"""`python3 bundle.zip [ANOTHER] [--noted FILE]`: verify a bundle on a bare machine."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from pathlib import Path

from .apart import apart
from .report import Report, verified


def main() -> int:
    """Verify a bundle, by default the one that this runs in; 0 where all of it holds."""
    parser = argparse.ArgumentParser(description="Verify a bundle of a combat.")
    parser.add_argument("bundle", nargs="?", default=sys.argv[0], type=Path)
    parser.add_argument("--noted", action="append", type=Path, default=[], help="heads, as noted")
    said = parser.parse_args()
    gc.disable()  # nothing here makes cycles
    try:
        noted = [json.loads(line) for file in said.noted for line in file.read_text().splitlines()]
        bundle = said.bundle.read_bytes()
    except (OSError, ValueError, RecursionError) as error:
        parser.error(f"it cannot be read: {error}")
    report = verified(bundle, noted, apart)
    print("\n".join(told(report)))
    return int(bool(report.flaws))


def told(report: Report) -> list[str]:
    """The report, line by line."""
    if report.flaws:
        return ["NOT VERIFIED", *(f"  {flaw}" for flaw in report.flaws)]
    head = report.head
    return [
        f"VERIFIED {head['combat']}: {head['entries']} entries, {report.closed} of them closed",
        f"  {report.dice} dice fell, {report.cards} cards came as their revealed keys say;"
        " balances and state add up",
        *(f"  {name!r} has {len(cards)} cards" for name, cards in head.get("decks", []) if cards),
        f"  head {head['root']}",
        "  Compare the head with one noted elsewhere: another log, whole in itself, verifies too.",
    ]
