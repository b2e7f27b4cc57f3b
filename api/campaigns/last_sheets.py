"""Last sheets: how each of a fight came in, with the sheet as edited since."""

from __future__ import annotations

from collections.abc import Iterator

from api.combats.open_combat import OpenCombat
from domain import commands as c
from domain.log.codec import Entry

_PARTS = ("name", "side", "controller", "traits")


def joins_by_id(combat: OpenCombat) -> dict[str, c.Join]:
    """Return how each came in last, by id, with the sheet of before and as edited since."""
    found: dict[str, c.Join] = {}
    for entry in combat.entries(1, combat.line.entries, kept=True):
        command = entry.kept.command if entry.kept is not None else None
        for join in _joins_of(command):
            before = found.get(join.subject, join)
            # Who comes again keeps what is not said anew.
            kept = {part: getattr(join, part) or getattr(before, part) for part in _PARTS}
            found[join.subject] = join.model_copy(update=kept)
        if isinstance(command, c.Edit) and command.who in found and _stands(combat, entry):
            said = {p: value for p in _PARTS if (value := getattr(command, p)) is not None}
            found[command.who] = found[command.who].model_copy(update=said)
    return found


def _joins_of(command: c.Command | None) -> Iterator[c.Join]:
    """Yield who comes in by a command, also as a file of another program says it."""
    if isinstance(command, c.Join):
        yield command
    elif isinstance(command, c.Report):
        for change in command.changes:
            if isinstance(change, c.ReportedJoin):
                yield c.Join(**change.model_dump(exclude={"what"}))


def _stands(combat: OpenCombat, entry: Entry) -> bool:
    return combat.line.is_play(entry.step) and combat.line.standing(entry.step)
