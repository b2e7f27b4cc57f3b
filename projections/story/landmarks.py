"""Landmarks of a combat: where turns began, dice fell, harm was done, the head moved, was ruled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import NameOf, capital, join_with_and, label, pool_word

Kind = Literal["turn", "roll", "wound", "undo", "ruling"]


class Landmark(NamedTuple):
    """A place that people look for: the own entry, its number, what it is, in a few words."""

    place: int
    number: str
    kind: Kind
    says: str
    who: str = ""


def landmarks(entries: Iterable[SeenEntry], rules: Ruleset, name: NameOf) -> tuple[Landmark, ...]:
    """The landmarks among all that somebody sees, in order.

    Harm is what is lost in the course of an act (or gained, of wounds), and a condition that one
    brings on another, as far as the game does not keep it for its own rules alone.
    """
    found, doers = [], dict[str, str]()
    for place, seen in enumerate(entries, 1):
        if isinstance(seen.event, e.Said):
            doers[seen.event.act] = seen.event.who
        doer = doers.get(seen.entry.meta.cause, "")
        if mark := _event(seen, name) or _harm(seen, doer, rules, name) or _ruling(seen):
            found.append(Landmark(place, seen.number, *mark))
    return tuple(found)


_Mark = tuple[Kind, str, str]
"""The kind of a landmark, what it is in a few words, and whose it is."""


def _event(seen: SeenEntry, name: NameOf) -> _Mark | None:
    match seen.event:
        case e.TurnBegan(who=who):
            return "turn", capital(join_with_and(map(name, who))), ""
        case e.DiceRolled(who=who, purpose=purpose):
            return "roll", f"{capital(name(who))}, {label(purpose) or 'dice'}", who
        case e.CardDrawn(who=who, purpose=purpose):
            return "roll", f"{capital(name(who))}, {label(purpose) or 'a card'}", who
        case e.Rewound():
            return "undo", "the head moves", ""
        case e.DisputeRuled(by=by):
            return "ruling", f"{capital(name(by))} rules", ""
    return None


def _harm(seen: SeenEntry, doer: str, rules: Ruleset, name: NameOf) -> _Mark | None:
    match seen.event:
        case e.PoolChanged(subject=who, pool=pool, key=key) as posting if rules.is_harm(posting):
            what = pool_word(rules, pool, key)
        case e.ConditionBegan(subject=who, name=condition) if doer != who:
            kind = rules.condition(condition)
            what = condition if kind is None else "" if kind.quiet else kind.says
        case _:
            return None
    return ("wound", f"{capital(name(who))}, {what}", who) if doer and what else None


def _ruling(seen: SeenEntry) -> _Mark | None:
    meta = seen.entry.meta
    says = f"ruled on {meta.clause}" if meta.clause else "a ruling"
    return ("ruling", says, "") if meta.basis == "ruled" else None
