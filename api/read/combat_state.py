"""The whole of a moment in one answer: every lens on it, and what the table waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domain.events.measures import decimal
from domain.ruleset.other_revision import as_asked
from domain.ruleset.ruleset import Pool, Ruleset
from domain.ruleset.windows import window_of
from domain.state.exchange import Exchange, Question
from domain.state.roster import Member
from projections.state.conditions import Stricken, conditions
from projections.state.pools import PoolRow, pools
from projections.state.positions import Place, Setting, Tie, places, settings, ties
from projections.state.reported import Reports, reports
from projections.state.turn_order import TurnOrder, turn_order
from projections.visibility.snapshot import Moment
from projections.wording.displayed_points import Displayed, traits_in_points
from projections.wording.game_words import act_words, name_of


class Somebody(NamedTuple):
    """A subject of the combat; the numbers among its `traits` are in displayed points."""

    subject: str
    name: str
    kind: str
    side: str
    controller: str
    hidden: bool
    here: bool
    traits: dict[str, Displayed | str | bool]


class AskedFighter(NamedTuple):
    """Somebody who may answer the open question now."""

    who: str
    name: str


class BarredFighter(NamedTuple):
    """Somebody whom a clause keeps from answering the open question."""

    who: str
    name: str
    clause: str


class Waiting(NamedTuple):
    """The open question: about what, on which act, who may answer now, and whom a clause bars.

    `acts` are those under way in words, the outermost first; those `declared` are not yet done.
    While play waits for an undo request or a dispute, it is that: `about` is `undo` or `dispute`,
    `question` names its entry, as in `request 17`, and people are waited for by their ids.
    """

    question: str
    about: str
    says: str
    on: str
    waits_for: tuple[AskedFighter, ...]
    barred: tuple[BarredFighter, ...]
    acts: tuple[str, ...]
    declared: tuple[str, ...]


class State(NamedTuple):
    """What is true at a moment beside pools, as the caller may know it."""

    ended: bool
    turn_order: TurnOrder
    members: tuple[Somebody, ...]
    conditions: tuple[Stricken, ...]
    ties: tuple[Tie, ...]
    places: tuple[Place, ...]
    settings: tuple[Setting, ...]
    waiting: Waiting | None
    reported: Reports | None = None


def state_of(moment: Moment, rules: Ruleset) -> State:
    """The state at a moment, without its pools."""
    return State(
        moment.combat.roster.ended,
        turn_order(moment, rules),
        _members(moment, rules),
        conditions(moment, rules),
        ties(moment, rules),
        places(moment, rules),
        settings(moment, rules),
        _waiting(moment, rules),
        reports(moment),
    )


def _members(moment: Moment, rules: Ruleset) -> tuple[Somebody, ...]:
    def somebody(m: Member) -> Somebody:
        traits = traits_in_points(rules, m.kind, m.traits)
        who = m.subject, m.name, m.kind, m.side
        return Somebody(*who, m.controller, m.hidden, m.here, traits)

    return tuple(map(somebody, moment.combat.roster.members.values()))


def _waiting(moment: Moment, rules: Ruleset) -> Waiting | None:
    exchange = as_asked(moment.combat, rules).exchange
    question = exchange.question()
    return _open_question(moment, rules, exchange, question) if question else None


def _open_question(
    moment: Moment, rules: Ruleset, exchange: Exchange, question: Question
) -> Waiting:
    name = name_of(moment.combat)
    under_way = (exchange.acts[frame] for frame in exchange.frames if frame in exchange.acts)
    return Waiting(
        question.id,
        question.about,
        window_of(rules, question.about).says,
        question.on,
        tuple(AskedFighter(who, name(who)) for slot in question.open() for who in slot.holders),
        tuple(BarredFighter(s.who, name(s.who), s.barred) for s in question.slots if s.barred),
        tuple(act_words(act, name) for act in under_way),
        tuple(act_words(act, name) for act in exchange.acts.values() if not act.kind),
    )


def pools_as_played(moment: Moment, rules: Ruleset) -> tuple[PoolRow, ...]:
    """Return every pool; one without a least of its own has that which the game declares."""
    return tuple(_with_least(row, rules.pool(row.pool)) for row in pools(moment, rules))


def _with_least(row: PoolRow, kind: Pool | None) -> PoolRow:
    if row.least is not None or kind is None or kind.least is None:
        return row
    return row._replace(least=decimal(kind.least, kind.scale))


PARTS: Mapping[str, Callable[[Moment, Ruleset], Any]] = {
    "turn-order": turn_order,
    "members": _members,
    "pools": pools_as_played,
    "conditions": conditions,
    "ties": ties,
    "places": places,
    "settings": settings,
    "waiting": _waiting,
    "reported": lambda moment, _: reports(moment),
}
"""Every part of a state that follows from the moment alone."""
