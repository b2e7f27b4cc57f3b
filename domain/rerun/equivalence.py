"""Whether two courses of play did the same, whatever ids their acts, questions and conditions bear.

Ids are counted within a step, so that one condition less there gives its questions other ids. What
is said about them later is the same for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain import events as e
from domain.state.ids import rename_ids, step_of
from domain.step.draft import Draft


class Ids:
    """What the ids of one course of play stand for: the step, the kind, and which of those."""

    def __init__(self) -> None:
        self._stands: dict[str, str] = {}

    def meet(self, drafts: Sequence[Draft]) -> None:
        """Take in what a step brings up."""
        seen: Counter[str] = Counter()
        for draft in drafts:
            if (made := brought_up(draft.event)) is not None:
                kind, raw = made
                seen[kind] += 1
                self._stands[raw] = f"{step_of(raw)} {kind}{seen[kind]}"

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
