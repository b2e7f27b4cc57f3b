"""Where the samples were at some moments: `python -m tests.support.goldens.where_we_were` writes.

Read the difference before you commit it: it is what people read who go on with a fight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory

from api.combats.open_combat import OpenCombat
from domain.legality.options import options
from domain.state.viewer import TABLE
from projections.story.where_we_were import TableMatters, WhereWeWere, where_we_were
from projections.visibility.snapshot import START, advance, line_of_play
from tests.support.goldens.samples import FIGHTS, sample_in
from tests.support.logs.whole_logs import seen_entries

GOLDEN = Path(__file__).parents[2] / "projections" / "story" / "where_we_were.txt"
HEAD = re.compile(r"== (\S+) after entry (\d+)")
PARTS = 4


def moments(combat: OpenCombat) -> Iterator[int]:
    """The ends of the steps a quarter, a half and three quarters into a sample, and the end."""
    line = combat.line
    for part in range(1, PARTS + 1):
        yield line.last(line.step_of(line.entries * part // PARTS))


def at(combat: OpenCombat, upto: int) -> WhereWeWere:
    """Where a combat was after an entry, as the referee sees it."""
    seen, rules = seen_entries(combat.entries(1, upto), TABLE), combat.rules
    now = reduce(advance, (seen[seq - 1] for seq in line_of_play(seen)), START)
    offered = options(now.combat, rules, TABLE)
    return where_we_were(seen, rules, TableMatters(offered=offered))


def told(fight: Path) -> Iterator[str]:
    """Every moment of a sample in five lines."""
    with TemporaryDirectory() as folder:
        service, name = sample_in(Path(folder), fight)
        combat = service.combat(name)
        for upto in moments(combat):
            lines = "\n".join(at(combat, upto).lines)
            yield f"== {fight.parent.parent.name}/{fight.parent.name} after entry {upto}\n{lines}\n"
        service.close()


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(text for fight in FIGHTS for text in told(fight)), "utf-8")
