"""Defects of combats in memory, put back: those let go, those behind their log, and half a step."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from unittest.mock import patch

from api.combats.open_combat import OpenCombat
from api.combats.registry import OpenCombats
from api.combats.viewers.viewer_log import Sight
from tests.simulation.defects.defect import Defect, put_back

_go_on_with_half_of_it = partial(
    patch.object, OpenCombat, "is_whole", property(lambda _: True, lambda *_: None)
)

_trust_what_was_read = partial(
    patch.object, OpenCombat, "may_be_behind", property(lambda _: False, lambda *_: None)
)


@put_back(OpenCombats, "_acquire")
def _go_on_with_what_was_let_go(self: OpenCombats, name: str) -> OpenCombat:
    combat = self.combat(name)
    combat.lock.acquire()
    return combat


@put_back(Sight, "catch_up")
def _see_entry_by_entry(self: Sight, combat: OpenCombat) -> None:
    if combat.line.entries < len(self._own):
        return
    entries = combat.entries(len(self._own), combat.line.entries)
    for _, step in groupby(entries, key=lambda entry: entry.step):
        if seen := [found for entry in step if (found := self._see(entry))]:
            self._count(seen)


DEFECTS = (
    Defect(
        "half read",
        "A combat went on with half of a command in memory, where the database failed after the"
        " commit.",
        _go_on_with_half_of_it,
        found_at=310,
        seeds=1000,
    ),
    Defect(
        "let go",
        "A combat that was let go while somebody waited for it was in memory twice, and one of the"
        " two fell behind.",
        _go_on_with_what_was_let_go,
        found_at=32,
    ),
    Defect(
        "kept late",
        "On SQLite, a combat that was read for long was kept without the steps that others had"
        " appended and let go meanwhile.",
        _trust_what_was_read,
        found_at=624,
        seeds=1000,
    ),
    Defect(
        "seen by halves",
        "A viewer's log took in half of a step where the database failed within that step.",
        _see_entry_by_entry,
        found_at=403,
        seeds=1000,
    ),
)
