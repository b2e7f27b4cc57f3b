"""How everybody came into a combat, as it was said then."""

from __future__ import annotations

from api.open_combat import OpenCombat
from domain import commands as c


def joined(combat: OpenCombat) -> dict[str, c.Join]:
    """Return how each came in last, by id, with the sheet that was given the first time."""
    found: dict[str, c.Join] = {}
    for entry in combat.entries(1, combat.line.entries, kept=True):
        command = entry.kept.command if entry.kept is not None else None
        if isinstance(command, c.Join):
            found[command.subject] = _completed(command, found.get(command.subject, command))
    return found


def _completed(again: c.Join, before: c.Join) -> c.Join:
    """Who comes again keeps what is not said anew."""
    kept = {
        name: getattr(again, name) or getattr(before, name)
        for name in ("name", "side", "controller", "traits")
    }
    return again.model_copy(update=kept)
