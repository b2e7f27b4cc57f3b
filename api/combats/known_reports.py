"""Which reports a log holds: by their source and external id, the steps in which they stand."""

from __future__ import annotations

from domain import events as e
from domain.log.codec import Entry
from domain.log.undo_tree import Line


class KnownReports:
    """The steps of each report that has an external id, undone ones among them."""

    def __init__(self, steps: dict[str, list[int]] | None = None):
        """Begin with the steps that a stored index knows."""
        self.steps: dict[str, list[int]] = steps or {}

    def note(self, entry: Entry) -> None:
        """Note the next entry of the log; any but the heading of a report is passed over."""
        if isinstance(entry.event, e.Reported) and entry.event.id:
            key = _key(entry.event.source, entry.event.id)
            self.steps.setdefault(key, []).append(entry.step)

    def step_of(self, source: str, external: str, line: Line) -> int | None:
        """The step on the line of play in which a report stands; None where none does."""
        found = self.steps.get(_key(source, external), ())
        return next((step for step in reversed(found) if line.standing(step)), None)

    def last_step_of(self, source: str, external: str) -> int | None:
        """The last step in which a report ever stood, undone or not; None where it is new."""
        found = self.steps.get(_key(source, external))
        return found[-1] if found else None


def _key(source: str, external: str) -> str:
    return f"{source}\0{external}"
