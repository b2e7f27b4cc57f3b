"""Reports from outside: short names become ids of the log; one that is known is not repeated."""

from __future__ import annotations

from typing import Any

from api.combats.open_combat import OpenCombat
from domain import commands as c
from domain.state.combat import Combat
from domain.state.viewer import Viewer
from projections.visibility.short_ids import ShortIds

_CONDITIONS = (c.ReportedCondition, c.ReportedConditionChange)


def earlier_step(combat: OpenCombat, command: c.Command, viewer: Viewer) -> int | None:
    """The step on the line of play in which a report of this source and id was entered."""
    if not isinstance(command, c.Report) or not command.id or not viewer.is_referee:
        return None
    return combat.reports.step_of(command.source, command.id, combat.line)


def with_log_ids(command: c.Report, names: ShortIds, combat: Combat) -> c.Report:
    """A report in which acts and conditions go by their ids; external ids stay as they are."""

    def act(said: str) -> str:
        known = combat.reported.act(command.source, said) if said else None
        return said if known or not said else names.raw(said)

    rolls = tuple(each.model_copy(update={"on": act(each.on)}) for each in command.rolls)
    changes = tuple(_change(change, names, combat) for change in command.changes)
    said = {"after": act(command.after), "since": tuple(map(act, command.since))}
    return command.model_copy(update={**said, "rolls": rolls, "changes": changes})


def _change(change: Any, names: ShortIds, combat: Combat) -> Any:
    """A change in which a condition that stands goes by its id."""
    if not isinstance(change, _CONDITIONS):
        return change
    external = {each.external for each in combat.conditions.all.values()}
    begins = isinstance(change, c.ReportedCondition) and change.begin
    said = {part: getattr(change, part) for part in ("parent",) if getattr(change, part)}
    said |= {} if begins else {"name": change.name}
    raw = {part: w if w in external else names.raw(w) for part, w in said.items()}
    return change.model_copy(update=raw)
