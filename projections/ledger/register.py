"""The register of a viewer's log: where everything was said, to be found again."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from projections.ledger.ledger import Stands
from projections.visibility.visible_log import SeenEntry

Key = tuple[str, ...]


class Register:
    """Index of a viewer's log: the entries about each act, question, condition and roll."""

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
        case e.Reported():
            yield "reported", str(meta.step)
        case e.DiceRolled() | e.CardDrawn():
            yield "rolled for", meta.cause
            yield "rolled by", event.who
    yield from _set(event)
    yield from _ended(event)


def _set(event: e.Event) -> Iterator[Key]:
    """Under what a sheet, a fact or the limits of a pool are found again."""
    match event:
        case e.Joined():
            yield "joined", event.subject
        case e.FactSet():
            yield "fact", event.of, event.name
        case e.PoolLimited():
            yield "limits", event.subject, event.pool, event.key


def _ended(event: e.Event) -> Iterator[Key]:
    """Under what the end of something is found again."""
    match event:
        case e.Left():
            yield "left", event.subject
        case e.RoundEnded():
            yield "round ended", str(event.n)
        case e.TurnEnded():
            yield from (("turn ended", who) for who in event.who)
        case e.ConditionEnded():
            yield "ended", event.id
