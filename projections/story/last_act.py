"""The last act of a fight, and what has come of it since."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import Telling, Texts
from projections.wording.events import kind_of, sentence

TOLD = ("act", "roll", "outcome", "posting", "condition", "fact", "place", "roster", "gap")
"""Kinds of entries that tell what happened last."""

UNSAID = ("fill", "pay")
"""How pools change that goes without saying."""

MOST_LINES = 4
"""How many lines tell what happened last."""


class Happening(NamedTuple):
    """Something that happened, in words, with the number of its entry."""

    number: str
    says: str


def since_last_act(
    played: Iterable[SeenEntry], rules: Ruleset, texts: Texts
) -> tuple[Moment, list[Telling]]:
    """The moment now, and the entries of the line of play from the last act on."""
    moment, tail = START, list[Telling]()
    for seen in played:
        before, moment = moment, advance(moment, seen)
        if isinstance(seen.event, e.Acted | e.Reacted):
            tail = []
        tail.append(Telling(rules, before.combat, moment.combat, seen, texts=texts))
    return moment, tail


def last_happenings(tail: Iterable[Telling]) -> tuple[Happening, ...]:
    """The last act, and the last of what has come since."""
    told = [Happening(t.seen.number, sentence(t) + t.written()) for t in tail if _is_told(t)]
    return (*told[:1], *told[1:][1 - MOST_LINES :])


def _is_told(t: Telling) -> bool:
    """True for what happened in the fight, but for what goes without saying."""
    match t.seen.event:
        case e.PoolChanged(how=how, pool=pool):
            return how not in UNSAID and not getattr(t.rules.pool(pool), "routine", False)
        case e.ConditionBegan(name=name):
            return not getattr(t.rules.condition(name), "quiet", False)
        case e.ConditionChanged(id=id) | e.ConditionEnded(id=id):
            standing = t.before.conditions.all.get(id)
            kind = t.rules.condition(standing.name) if standing else None
            return not getattr(kind, "quiet", False)
    return kind_of(t.seen.event) in TOLD
