"""The entry that a refusal cites, by its number in the caller's own log."""

from __future__ import annotations

from collections.abc import Iterator

from api.combats.open_combat import OpenCombat
from api.web.route_table import Call
from domain import events as e
from domain.log.codec import Entry
from domain.state.ids import step_of


def cited_number(cites: str, call: Call) -> dict[str, int | str]:
    """The number of the entry in which an act or condition began, as the caller counts.

    Empty where nothing is cited, or where the caller does not see that entry.
    """
    if not cites or not call.combat:
        return {}
    with call.service.lock_combat(call.combat) as combat:
        for entry in _where(combat, cites):
            if _begins(entry.event, cites) and combat.numbers.is_seen(
                entry.seq, call.caller.viewer
            ):
                label = combat.numbers.label(entry.seq, call.caller.viewer)
                return {"entry": int(label) if label.isdigit() else label}
    return {}


def _where(combat: OpenCombat, cites: str) -> Iterator[Entry]:
    """The entries of the step that the id is made of; after a correction, of any on the line."""
    line, step = combat.line, step_of(cites)
    if line.is_play(step) and line.standing(step):
        yield from combat.entries(line.first(step), line.last(step))
    yield from combat.path(0, combat.node)


def _begins(event: e.Event, cites: str) -> bool:
    match event:
        case e.Said(act=begun) | e.ConditionBegan(id=begun):
            return begun == cites
        case _:
            return False
