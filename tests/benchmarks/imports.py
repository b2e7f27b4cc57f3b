"""What it costs to bring in a fight of another program, against bare inserts of as many rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from api.service.service import OPERATOR, Service
from api.transfer.file_report import Wanted
from api.transfer.import_file import bring_in, read_file
from tests.benchmarks.append import INSERT, bare_sqlite, many, row_of
from tests.benchmarks.measure import Bar, Benchmark, Sides
from tests.support.timelines.cards import cards
from tests.support.timelines.installation import installation

LINES = 5_000


def import_fight(stack: ExitStack) -> Sides:
    """A fight of so many lines, as happenings of its own; against as many single inserts."""
    folder = stack.enter_context(TemporaryDirectory(prefix="combatlog-bench-", dir="/var/tmp"))
    service = stack.enter_context(installation(Path(folder) / "here"))
    bare = bare_sqlite(stack)
    insert = many(LINES, count(1), lambda seq: bare.execute(INSERT, row_of(seq)))
    return Sides(imported(service), insert)


def imported(service: Service) -> Callable[[], None]:
    """Import the same lines each time as another fight, all of them new."""
    meta, *lines = cards(1, 2_000)[:LINES]
    rest, fights = [json.dumps(line) for line in lines], count(1)

    def side() -> None:
        first = json.dumps({**meta, "fight": f"fight {next(fights)}"})
        reading = read_file("\n".join((first, *rest)).encode())
        report = bring_in(service, "", reading, Wanted(OPERATOR))
        assert report.reported > LINES / 2 and not report.repeated

    return side


BENCHMARKS = [
    Benchmark(
        "import-fight",
        "import of a fight of 5,000 lines / as many bare sqlite3 inserts, synchronous=FULL",
        Bar("at most", 20.0),
        import_fight,
    )
]
