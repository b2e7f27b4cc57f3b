"""Landmarks of a combat: where turns began, dice fell, harm was done, the head moved, was ruled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from domain import events as e
from domain.ruleset import Ruleset
from projections.views import SeenEntry
from projections.words import NameOf, capital, label, listed, pool_word

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
    seeing = _Seeing(rules, name)
    found = (seeing.see(place, seen) for place, seen in enumerate(entries, 1))
    return tuple(one for one in found if one is not None)


class _Seeing:
    """What is remembered on the way: whose every act was."""

    def __init__(self, rules: Ruleset, name: NameOf):
        self.rules, self.name = rules, name
        self._doers: dict[str, str] = {}

    def see(self, place: int, seen: SeenEntry) -> Landmark | None:
        """The landmark that an entry is, if it is one."""
        if isinstance(seen.event, e.Said):
            self._doers[seen.event.act] = seen.event.who
        found = self._kind(seen)
        return Landmark(place, seen.number, *found) if found else None

    def _kind(self, seen: SeenEntry) -> tuple[Kind, str, str] | None:
        match seen.event:
            case e.TurnBegan(who=who):
                return "turn", capital(listed(map(self.name, who))), ""
            case e.DiceRolled(who=who, purpose=purpose):
                return "roll", f"{capital(self.name(who))}, {label(purpose) or 'dice'}", who
            case e.CardDrawn(who=who, purpose=purpose):
                return "roll", f"{capital(self.name(who))}, {label(purpose) or 'a card'}", who
            case e.Rewound():
                return "undo", "the head moves", ""
            case e.DisputeRuled(by=by):
                return "ruling", f"{capital(self.name(by))} rules", ""
        return self._harm(seen) or self._ruling(seen)

    def _harm(self, seen: SeenEntry) -> tuple[Kind, str, str] | None:
        doer = self._doers.get(seen.entry.meta.cause, "")
        match seen.event:
            case e.PoolChanged(subject=who, pool=pool, key=key) as posting if (
                doer and self.rules.is_harm(posting)
            ):
                return (
                    "wound",
                    f"{capital(self.name(who))}, {pool_word(self.rules, pool, key)}",
                    who,
                )
            case e.ConditionBegan(subject=who, name=name) if doer and doer != who:
                kind = self.rules.condition(name)
                if kind is None or not kind.quiet:
                    return "wound", f"{capital(self.name(who))}, {kind.says if kind else name}", who
        return None

    def _ruling(self, seen: SeenEntry) -> tuple[Kind, str, str] | None:
        meta = seen.entry.meta
        says = f"ruled on {meta.clause}" if meta.clause else "a ruling"
        return ("ruling", says, "") if meta.basis == "ruled" else None
