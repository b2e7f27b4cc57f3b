"""Last sheets: how each on the line of play came in, with the sheet as edited since."""

from __future__ import annotations

from collections.abc import Iterator

from api.combats.open_combat import OpenCombat
from domain import commands as c

_PARTS = ("name", "side", "controller", "traits")


def joins_by_id(combat: OpenCombat) -> dict[str, c.Join]:
    """Return how each came in last, by id, with the sheet of before and as edited since."""
    found: dict[str, c.Join] = {}
    for command in _played(combat):
        for join in _joins_of(command):
            before = found.get(join.subject, join)
            # Who comes again keeps what is not said anew.
            kept = {part: getattr(join, part) or getattr(before, part) for part in _PARTS}
            found[join.subject] = join.model_copy(update=kept)
        if isinstance(command, c.Edit) and command.who in found:
            said = {p: value for p in _PARTS if (value := getattr(command, p)) is not None}
            found[command.who] = found[command.who].model_copy(update=said)
    return found


def _joins_of(command: c.Command) -> Iterator[c.Join]:
    """Yield who comes in by a command, also as a file of another program says it."""
    if isinstance(command, c.Join):
        yield command
    elif isinstance(command, c.Report):
        for change in command.changes:
            if isinstance(change, c.ReportedJoin):
                yield c.Join(**change.model_dump(exclude={"what"}))


def _played(combat: OpenCombat) -> Iterator[c.Command]:
    """Yield the commands that stand, and not those that were undone or left."""
    line = combat.line
    for entry in combat.entries(1, line.entries, kept=True):
        if entry.kept is not None and line.is_play(entry.step) and line.standing(entry.step):
            yield entry.kept.command
