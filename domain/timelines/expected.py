"""The state of a source in the form in which it is compared with ours.

Only what the states of a source ever say is compared: what no `state` line of a file names, such as
the least of a pool, is left open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.state.pools import pool_key
from domain.timelines.changes import places
from domain.timelines.clock import Clock
from domain.timelines.comparison import ANY, ENDED, Form, Some, with_people
from domain.timelines.conditions import Translator
from domain.timelines.line import Line, Said
from domain.timelines.source_ids import SourceIds
from domain.timelines.translation import (
    amounts,
    fact_name,
    fact_value,
    fit,
    kind_of,
    pool_name,
    told_role,
)

_FIELDS = {"span": ("remaining", "unit"), "left": ("remaining",), "whose": ("whose", "unit")}
"""By which fields of the source a part of a condition is said, where they have other names."""


class Vocabulary(NamedTuple):
    """What the states of a file ever say, by the names of the source."""

    clock: frozenset[str]
    pools: frozenset[str]
    limits: frozenset[str]
    fields: frozenset[str]
    """What conditions have."""
    facts: frozenset[str]


def vocabulary(lines: Iterable[Line], known: KnownNames = NOTHING_KNOWN) -> Vocabulary:
    """Return what the states among some lines ever say; `known` are the names of the game."""
    states = [line.get("state") for line in lines if line.k == "state" and not line.fault]
    people = [one for state in states for one in (state.get("combatants") or {}).values()]
    pools = [each for one in people for each in (one.get("pools") or {}).items()]
    held = (amount for _, amount in pools if isinstance(amount, Mapping))
    conditions = (cond for one in people for cond in (one.get("conds") or {}).values())
    return Vocabulary(
        clock=_names(state.get("clock") for state in states),
        pools=frozenset(_pool(name, known) for name, _ in pools),
        limits=_names(held),
        fields=_names(conditions),
        facts=frozenset(_fact(name, known) for name in _names(one.get("attrs") for one in people)),
    )


def _names(said: Iterable[Any]) -> frozenset[str]:
    return frozenset(str(name) for each in said if isinstance(each, Mapping) for name in each)


def _pool(name: str, known: KnownNames) -> str:
    """Return a pool with its key as the game keeps it."""
    pool, key = pool_name(name)
    return pool_key(known.own_name(pool), key)


def _fact(name: str, known: KnownNames) -> str:
    """Return a fact by the name under which the game keeps it."""
    return known.own_name(fact_name(name))


class Expected:
    """Puts a state of a source in our words."""

    def __init__(
        self,
        lines: Iterable[Line],
        ids: SourceIds,
        clock: Clock,
        conditions: Translator,
        game: KnownNames = NOTHING_KNOWN,
    ) -> None:
        """Read what the states among some lines say; `game` has the names that it declares."""
        self._ids, self._clock, self._conditions = ids, clock, conditions
        self._known, self._game = vocabulary(lines, game), game

    def form(self, state: Said) -> Form:
        """Return a `state` line in the form in which it is compared."""
        order = state.get("order") or []
        people = (state.get("combatants") or {}).items()
        return {
            "clock": self._clock_form(state.get("clock") or {}, order),
            "order": places(order, self._ids) if "order" in state else ANY,
            "combatants": {self._ids.subject(who): self._one(who, said) for who, said in people},
        }

    def _clock_form(self, clock: Said, order: list[Any]) -> Form:
        standing = self._clock.standing(clock, order)
        turn = standing.turn if standing.counted else ANY
        round_ = ANY if standing.round is None and standing.turn else standing.round
        form = {"round": round_, "turn": turn, **standing.rest}
        return Some(form, {*map(fit, self._known.clock), *self._spans()})

    def _spans(self) -> Iterator[str]:
        """Yield what is compared of rounds and turns, where the clock of the source says it."""
        if self._clock.round_key in self._known.clock:
            yield "round"
        if {"current", "turn"} & self._known.clock:
            yield "turn"

    def _one(self, who: str, said: Said) -> Form:
        subject = self._ids.subject(who)
        return {
            "name": (fit(said.get("name")) or subject) if "name" in said else ANY,
            "kind": kind_of(said.get("role")) if "role" in said else ANY,
            "role": told_role(said.get("role")) if "role" in said else ANY,
            "side": fit(said.get("side")) if "side" in said else ANY,
            "pools": Some(self._pools(said.get("pools") or {}), self._known.pools),
            "conditions": self._conditions_of(who, said["conds"]) if "conds" in said else ANY,
            "facts": Some(self._facts(said.get("attrs") or {}), self._known.facts),
        }

    def _pools(self, said: Mapping[str, Any]) -> Form:
        ends = {"least": "min", "most": "max"}
        open_ = {end: ANY for end, name in ends.items() if name not in self._known.limits}
        return {
            _pool(name, self._game): {**amounts(amount), **open_}
            for name, amount in said.items()
            if amount is not None
        }

    def _conditions_of(self, who: str, said: Said | None) -> Form:
        conditions = (said or {}).items()
        return {fit(id): self._condition(who, one) for id, one in conditions if one is not None}

    def _condition(self, who: str, said: Said) -> Form:
        told = self._conditions.told(who, said)
        form, detail = told._asdict(), dict(told.detail)
        hangs = detail.pop("parent", None) is not None
        form["parent"] = told.parent or (ENDED if hangs else "")
        form = with_people(form, detail, self._ids)
        form["name"] = self._game.own_condition(told.name)
        known = self._known.fields
        for part in form:
            if part != "detail" and not known.intersection(_FIELDS.get(part, (part,))):
                form[part] = ANY
        return {**form, "detail": Some(form["detail"], frozenset(map(fit, known)))}

    def _facts(self, said: Mapping[str, Any]) -> Form:
        known = ((_fact(name, self._game), fact_value(value)) for name, value in said.items())
        return {name: value for name, value in known if value is not None}
