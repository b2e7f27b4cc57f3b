"""Summary of a combat at a moment for one viewer: clock, question, fighters, ties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from api.pages.map.map import Drawing, drawing
from api.read.combat_state import Somebody, State, Waiting, state_of
from domain.events.measures import units
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import Viewer
from projections.state.action_points import Balance, Mana, Purse, action_points, mana_pools
from projections.state.conditions import StandingCondition
from projections.state.positions import Setting, Tie, ground
from projections.state.turn_order import Ordered
from projections.visibility.snapshot import Moment
from projections.wording.game_words import (
    capital,
    duration,
    join_with_and,
    name_of,
    pool_word,
    value_word,
)


class Bar(NamedTuple):
    """A pool as a number and a bar; `most` is its own, else the largest balance of anybody here."""

    pool: str
    balance: Balance
    left: int | None
    most: int


class Fighter(NamedTuple):
    """A combatant who is here, and how they stand; `own` where the viewer plays them."""

    somebody: Somebody
    now: bool
    own: bool
    bars: tuple[Bar, ...]
    mana: tuple[Mana, ...]
    conditions: tuple[StandingCondition, ...]
    ties: tuple[str, ...]
    place: str


class Look(NamedTuple):
    """A combat at a moment, in the words of its game."""

    ended: bool
    clock: tuple[str, ...]
    elapsed: str
    now: str
    order: Ordered | None
    waiting: Waiting | None
    fighters: tuple[Fighter, ...]
    gone: tuple[str, ...]
    others: tuple[tuple[str, tuple[StandingCondition, ...]], ...]
    settings: tuple[Setting, ...]
    drawing: Drawing | None
    reported: str = ""


def look(moment: Moment, rules: Ruleset, viewer: Viewer, drawn: bool = True) -> Look:
    """Return the summary of a moment, `drawn` as well; the viewer's own combatants come first."""
    state, name = state_of(moment, rules), name_of(moment.combat)
    here = {one.subject for one in state.members if one.here}
    sketch = drawing(ground(moment, rules)) if drawn else None
    running = next((one for one in state.turn_order.orders if one.running), None)
    return Look(
        state.ended,
        _clock(state),
        _elapsed_time(state),
        join_with_and(map(name, state.turn_order.now)),
        running if running and running.rows else None,
        state.waiting,
        _fighters(moment, _apart_from(state, sketch), rules, viewer),
        tuple(one.name for one in state.members if not one.here),
        tuple((c.name, c.conditions) for c in state.conditions if c.who not in here),
        state.settings,
        sketch,
        _reported(state),
    )


def _apart_from(state: State, sketch: Drawing | None) -> State:
    """The state without the ties that stand in the drawing."""
    shown = sketch.ties if sketch else frozenset[tuple[str, str, str]]()
    return state._replace(
        ties=tuple(t for t in state.ties if (t.of, t.fact, t.toward) not in shown)
    )


def _clock(state: State) -> tuple[str, ...]:
    """The open stretches, or between them which round is over."""
    order = state.turn_order
    if order.path:
        return tuple(map(capital, order.path))
    if not order.round:
        return (f"Before the first {order.round_word}",)
    return (f"After {order.round_word} {order.round}",)


def _reported(state: State) -> str:
    """What is known from reports; nothing where a file only said who is there."""
    known = state.reported
    return known.says if known and (known.time or known.gaps) else ""


def _elapsed_time(state: State) -> str:
    """How much game time is over; empty where the game gives no durations."""
    seconds = state.turn_order.elapsed_seconds
    return "" if seconds is None else f"{duration(seconds)} of game time"


# --- fighters ------------------------------------------------------------------------------


def _fighters(moment: Moment, state: State, rules: Ruleset, viewer: Viewer) -> tuple[Fighter, ...]:
    roster = moment.combat.roster
    own = {
        one.subject
        for one in state.members
        if not viewer.is_referee and viewer.speaks_for(one.subject, roster)
    }
    most: dict[str, int] = {}
    purses = action_points(moment, rules)
    for balance in (each for purse in purses for each in purse.pools):
        most[balance.pool] = max(most.get(balance.pool, 1), _units(balance, rules) or 0)
    here = sorted((one for one in state.members if one.here), key=lambda it: it.subject not in own)
    theirs = _belongings(state, purses, mana_pools(moment, rules), rules)
    now = state.turn_order.now
    return tuple(
        _fighter(one, theirs[one.subject], rules, (one.subject in now, one.subject in own), most)
        for one in here
    )


class _Belongings(NamedTuple):
    """What a state says of one subject, in its order."""

    pools: list[Balance]
    mana: list[Mana]
    conditions: list[StandingCondition]
    ties: list[str]
    places: list[str]


def _belongings(
    state: State, purses: Iterable[Purse], manas: Iterable[Mana], rules: Ruleset
) -> Mapping[str, _Belongings]:
    """Return what a state says of each, gone through once: a crowd has many of everything."""
    of = defaultdict[str, _Belongings](lambda: _Belongings([], [], [], [], []))
    for purse in purses:
        of[purse.who].pools.extend(purse.pools)
    for mana in manas:
        of[mana.who].mana.append(mana)
    for stricken in state.conditions:
        of[stricken.who].conditions.extend(stricken.conditions)
    for tie in state.ties:
        for who in _ends(tie, rules):
            of[who].ties.append(_tie_words(tie, who, rules))
    for place in state.places:
        of[place.who].places.append(place.place)
    return of


def _fighter(
    one: Somebody,
    theirs: _Belongings,
    rules: Ruleset,
    now_own: tuple[bool, bool],
    most: Mapping[str, int],
) -> Fighter:
    bars = (
        Bar(pool_word(rules, b.pool), b, _units(b, rules), _own_most(b, rules) or most[b.pool])
        for b in theirs.pools
    )
    mana, standing, ties = tuple(theirs.mana), tuple(theirs.conditions), tuple(theirs.ties)
    return Fighter(one, *now_own, tuple(bars), mana, standing, ties, "".join(theirs.places[:1]))


def _units(balance: Balance, rules: Ruleset) -> int | None:
    """Return how long a bar is; None for a balance that nobody may know."""
    return _in_units(rules, balance.pool, balance.points)


def _own_most(balance: Balance, rules: Ruleset) -> int | None:
    """Return how long a full bar is; None for a pool without a most of its own."""
    return _in_units(rules, balance.pool, balance.most)


def _in_units(rules: Ruleset, pool: str, points: str) -> int | None:
    kind = rules.pool(pool)
    return _units_of_text(points, kind.scale if kind else 1)


_units_of_text = lru_cache(maxsize=10_000)(units)
"""Units of a balance in words: a crowd has many that are alike."""


def _ends(tie: Tie, rules: Ruleset) -> set[str]:
    """Return whose tie it is: one that holds both ways is that of the other end as well."""
    kind = rules.fact(tie.fact)
    return {tie.of, tie.toward} if kind is not None and kind.symmetric else {tie.of}


def _tie_words(tie: Tie, who: str, rules: Ruleset) -> str:
    """`side by side: Urlik`, `no longer has a weapon ready: axe`, `rear: Cogan (in which arc)`."""
    other = tie.toward_name if tie.of == who else tie.name
    at = f": {other}" if other else ""
    match value_word(tie.value):  # 1 is a number, though it equals True
        case "yes":
            return f"{tie.says}{at}"
        case "no":
            return f"no longer {tie.says}{at}"
    return f"{tie.value}{at} ({tie.says})"
