"""What a what-if begins with: the line of play as its maker sees it, made ready for another log.

Nothing comes along that the maker does not see. What only some saw stays hidden from everybody but
the referee of the what-if, who is its maker. A balance that something hidden has touched is the one
that the maker can count. Dice and cards count as typed in: no key of the new log shows them. Words,
names of people and whatever was said beside play stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from domain import events as e
from domain.log.codec import IMPORTED, Entry
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.ids import make_id
from domain.state.roll_numbers import number_for
from domain.state.viewer import REFEREE, Viewer
from domain.step.draft import Draft
from domain.step.rolling import label_due
from projections.visibility.short_ids import ShortIds
from projections.visibility.visible_log import VisibleLog


class CopiedStep(NamedTuple):
    """A step as it is entered into the what-if, and the state after it."""

    drafts: tuple[Draft, ...]
    after: Combat


def copied_steps(
    path: Iterable[Entry], viewer: Viewer, opened: Mapping[str, Any]
) -> Iterator[CopiedStep]:
    """The steps that a viewer sees of a path of play, renumbered; `opened` replaces its opening."""
    copying = _Copier(viewer, opened)
    for _, step in groupby(path, key=lambda entry: entry.step):
        drafts = tuple(draft for entry in step for draft in copying.take(entry))
        if drafts:
            yield CopiedStep(drafts, copying.state)
            copying.end_step()


class _Ids(ShortIds):
    """The new id of each old one, counted from 1 in every step of the copy."""

    step, made = 1, 0

    def name(self, kind: str) -> str:
        """Return the next id of the step."""
        self.made += 1
        return make_id(self.step, self.made)


class _Copier:
    """Copier of steps: the state of the copy, and the viewer's log with new ids."""

    def __init__(self, viewer: Viewer, opened: Mapping[str, Any]):
        self.state, self._opened, self._ids = EMPTY, opened, _Ids()
        self._eyes = VisibleLog(viewer, self._ids)

    def end_step(self) -> None:
        """Count the ids of the next step from 1."""
        self._ids.step, self._ids.made = self._ids.step + 1, 0

    def take(self, entry: Entry) -> Iterator[Draft]:
        """Yield the next entry of the path as a draft, if the viewer sees it."""
        if (seen := self._eyes.see(entry)) is None:
            return
        meta = seen.entry.meta
        event = self._own(seen.event, "hidden" if meta.audience else "open")
        self.state = evolve(self.state, event, meta.answers)
        behalf = meta.behalf if self.state.roster.get(meta.behalf) else ""
        audience = (REFEREE,) if meta.audience else ()
        yield Draft(event, meta.answers, behalf, meta.cause, meta.clause, IMPORTED, audience)

    def _own(self, event: e.Event, key: str) -> e.Event:
        """An event as the copy holds it: dice, cards and rollers are counted anew."""
        match event:
            case e.CombatOpened():
                return event.model_copy(update=dict(self._opened))
            case e.Joined(controller=master):
                roller = number_for(self.state.roster, event)
                known = master if self.state.roster.get(master) else ""
                return event.model_copy(update={"roller": roller, "controller": known})
            case e.DiceRolled(who=who, sort=sort, label=old):
                label = label_due(self.state, key, who, sort, again=old.reroll > 0)
                told = {"label": label, "key": key, "own": "", "own_r": 0}
                told |= {} if event.provenance == "reported" else {"provenance": "typed"}
                return event.model_copy(update=told)
            case e.PoolChanged(how="set", balance=balance):
                # Somebody who comes out of hiding brings what was posted unseen.
                left = self.state.pools.balance_of(event.subject, event.pool, event.key)
                return event.model_copy(update={"delta": balance - left})
            case e.CardDrawn():
                return event.model_copy(update={"fresh": 0, "provenance": "typed"})
        return event
