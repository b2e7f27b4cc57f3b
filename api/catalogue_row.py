"""How the catalogue lists a combat, once the steps of a transaction are stored."""

from __future__ import annotations

from collections.abc import Sequence

from api.open_combat import OpenCombat
from api.store import CatalogueRow
from domain import events as e
from domain.combat import Combat
from domain.wire import Entry
from projections import catalogue

Steps = Sequence[tuple[tuple[Entry, ...], Combat | None]]
"""The entries of each step, with the state after it where that is known already."""


def catalogue_row(combat: OpenCombat, steps: Steps, *, sample: bool) -> CatalogueRow | None:
    """Return the row as it is from now on; None where it stays, and for a fork."""
    if combat.is_fork:
        return None
    listed = combat.listed
    before = catalogue.Row(*listed[1:7]) if listed else None
    entries = tuple(entry for step, _ in steps for entry in step)
    row = catalogue.row(before, entries, _head(combat, steps))
    if row is None:
        return None
    return CatalogueRow(combat.name, *row, sample or bool(listed and listed.sample))


def _head(combat: OpenCombat, steps: Steps) -> Combat:
    head = combat.head
    for step, after in steps:
        if isinstance(step[0].event, e.Rewound):
            head = combat.moments.at(step[0].event.to)
        head = after if after is not None else head
    return head
