"""Whether two courses of play did the same, whatever ids their acts, questions and conditions bear.

Ids are counted within a step, so that one condition less there gives its questions other ids. What
is said about them later is the same for people, and means the same thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain import events as e
from domain.state.ids import rename_ids, step_of
from domain.step.draft import Draft

_ABOUT = ("who", "about", "subject", "name", "key", "toward", "at")
"""Fields of events by which what they bring up is told from others of its kind."""


class Ids:
    """What the ids of one course of play stand for.

    That is the step, the kind, whose or what about, and which of those. So a wound is the same
    wound although something else began before it in its step.
    """

    def __init__(self) -> None:
        self._stands: dict[str, str] = {}
        self._raw: dict[str, str] = {}

    def meet(self, step: int, drafts: Sequence[Draft]) -> None:
        """Take in what a step brings up for the first time: a declared act is only done later."""
        seen: Counter[str] = Counter()
        for draft in drafts:
            kind, raw = brought_up(draft.event) or ("", "")
            if step_of(raw) == step and raw not in self._stands:
                sort = f"{step} {kind} {_about(draft.event)}"
                seen[sort] += 1
                self._stands[raw] = f"{sort} {seen[sort]}"
                self._raw[self._stands[raw]] = raw

    def find(self, raw: str, before: Ids) -> str:
        """Return the id here of what had an id in the course of play before; empty for nothing.

        What that course did not bring up keeps its id: it is older than both.
        """
        stands = before._stands.get(raw)
        return raw if stands is None else self._raw.get(stands, "")

    def tell(self, draft: Draft) -> tuple[Any, ...]:
        """A draft with what its ids stand for."""
        parts = (type(draft.event), *draft)
        return tuple(rename_ids(parts, lambda raw: self._stands.get(raw, raw)))


def alike(was: Sequence[Draft], now: Sequence[Draft], before: Ids, after: Ids) -> bool:
    """True where two steps did the same, each under the ids of its own course of play."""
    if was == now:
        return True
    if [type(draft.event) for draft in was] != [type(draft.event) for draft in now]:
        return False
    pairs = zip(was, now, strict=True)
    return all(before.tell(one) == after.tell(other) for one, other in pairs)


def _about(event: e.Event) -> tuple[str, ...]:
    """Whose act it is, what a question is about, or what a condition is and whom it concerns."""
    return tuple(getattr(event, part, "") for part in _ABOUT)


def brought_up(event: e.Event) -> tuple[str, str] | None:
    """The kind and id of what an event brings up: q a question, a an act, k a condition."""
    match event:
        case e.Asked():
            return "q", event.question
        case e.Said():
            return "a", event.act
        case e.Reported() if event.act:
            return "a", event.act
        case e.ConditionBegan():
            return "k", event.id
    return None
