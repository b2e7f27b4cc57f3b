"""Where in a log things were said: acts, answers, rolls, orders, conditions, the ends of questions.

Kept entry by entry, on all branches; what stands at a moment is chosen when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from projections.ledger import Stands
from projections.views import SeenEntry

Key = tuple[str, ...]


class Register:
    """The places in one's own log at which each thing was said. Constant time for each entry."""

    def __init__(self) -> None:
        """Nothing has been said."""
        self._places: dict[Key, list[int]] = {}

    def enter(self, seen: SeenEntry) -> None:
        """Note the next entry."""
        if seen.entry.is_play:
            for key in _keys(seen):
                self._places.setdefault(key, []).append(seen.entry.seq)

    def all(self, *key: str, stands: Stands) -> tuple[int, ...]:
        """The entries under a key that stand, first to last."""
        return tuple(seq for seq in self._places.get(key, ()) if stands(seq))

    def last(self, *key: str, stands: Stands) -> int:
        """The last entry under a key that stands; 0 where none does."""
        return next((seq for seq in reversed(self._places.get(key, ())) if stands(seq)), 0)


def _keys(seen: SeenEntry) -> Iterator[Key]:
    """Under what an entry is found again."""
    meta, event, *_ = seen.entry
    if meta.answers is not None:
        yield "answer", *meta.answers
    match event:
        case e.Said():
            yield "act", event.act
            yield "answering", event.on
        case e.Resolved():
            yield "outcome", event.act
        case e.OrderSet():
            yield "order", event.scope
        case e.ConditionBegan() | e.ConditionChanged() | e.ConditionEnded():
            yield "condition", event.id
        case e.Asked():
            yield "asked", event.question
        case e.Closed():
            yield "closed", event.frame
        case e.DiceRolled() | e.CardDrawn():
            yield "rolled for", meta.cause
            yield "rolled by", event.who
