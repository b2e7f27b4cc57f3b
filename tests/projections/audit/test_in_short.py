"""The audit in short: what is counted goes by its own name."""

from __future__ import annotations

import pytest

from projections.audit.in_short import in_short
from projections.audit.report import AuditReport, Person

NOTHING = AuditReport((), (), (), (), (), (), (), ())


def of(**counts: int) -> tuple[str, ...]:
    """The sentences about one person who did so much."""
    none = dict.fromkeys(Person._fields[1:], 0)
    return in_short(NOTHING._replace(people=(Person(name="Ann", **none | counts),)))


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({}, "Nobody overruled the rules, and nothing was undone or corrected."),
        ({"moved": 1}, "Beside ordinary play there was 1 undo or redo."),
        ({"moved": 3, "agreed": 1}, "Beside ordinary play there were 4 undos and redos."),
        ({"moved": 1, "overruled": 1}, "Beside ordinary play there was 1 undo or redo."),
        (
            {"override": 2, "correction": 1},
            "Beside ordinary play there were 2 overrides and 1 correction.",
        ),
    ],
)
def test_moves_of_the_head_are_undos_and_redos(counts: dict[str, int], said: str):
    assert of(**counts)[0] == said


def test_every_roll_has_its_source():
    assert of(service=1, typed=2)[1] == (
        "Dice were rolled 3 times: 1 rolled by the server and 2 typed in."
    )
