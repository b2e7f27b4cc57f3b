"""Whether two courses of play did the same, whatever ids their acts, questions and conditions bear.

Ids are counted within a step, so that one condition less there gives its questions other ids. What
is said about them later is the same for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domain import events as e
from domain.drafting import Draft

CITED = "barred"
"""Where an event cites a clause, such as 3.3, which may look like an id."""


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
                self._stands[raw] = f"{raw.partition('.')[0]} {kind}{seen[kind]}"

    def tell(self, draft: Draft) -> tuple[Any, ...]:
        """A draft with what its ids stand for."""
        event, answers, behalf, cause, *rest = draft
        parts = event.model_dump(), answers, cause
        return type(event), behalf, *map(self._inside, parts), *rest

    def _inside(self, value: Any) -> Any:
        match value:
            case str():
                return " ".join(self._stands.get(word, word) for word in value.split(" "))
            case list() | tuple():
                return [self._inside(each) for each in value]
            case dict():
                return {
                    self._inside(key): each if key == CITED else self._inside(each)
                    for key, each in value.items()
                }
        return value


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
        case e.ConditionBegan():
            return "k", event.id
    return None
