"""Summary of a combat at a moment for one viewer: clock, question, fighters, ties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from api.pages.forms.question_words import question_words
from api.pages.map.map import Drawing, drawing
from api.read.combat_state import Somebody, State, Waiting, state_of
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import Viewer
from projections.state.conditions import StandingCondition
from projections.state.pools import PoolRow, is_keyed, pools, total
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

WHEREABOUTS = "place"
"""The fact by which some games say where somebody is, such as in ambush."""


class Bar(NamedTuple):
    """A pool as a number: what it is called, and how it stands."""

    called: str
    row: PoolRow


class KeyedPool(NamedTuple):
    """A pool counted by keys such as colours, or one of mana: each key, and all together."""

    pool: str
    says: str
    keys: tuple[PoolRow, ...]
    total: str


class Fighter(NamedTuple):
    """A combatant who is here, and how they stand; `own` where the viewer plays them.

    `place` is a zone or a square; `whereabouts` are words such as `in ambush`.
    """

    somebody: Somebody
    now: bool
    own: bool
    bars: tuple[Bar, ...]
    mana: tuple[KeyedPool, ...]
    conditions: tuple[StandingCondition, ...]
    ties: tuple[str, ...]
    place: str
    whereabouts: str = ""


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
        question_words(state.waiting, moment.combat, rules),
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
    if state.ended:
        # It may have ended in the middle of a round.
        return (f"Ended in {order.round_word} {order.round}",)
    return (f"After {order.round_word} {order.round}",)


def _reported(state: State) -> str:
    """What is known from reports; nothing where a file only said who is there."""
    known = state.reported
    return known.says if known and (known.time or known.gaps) else ""


def _elapsed_time(state: State) -> str:
    """How much game time is over; empty before any is, and where the game gives no durations."""
    seconds = state.turn_order.elapsed_seconds
    return f"{duration(seconds)} of game time" if seconds else ""


# --- fighters ------------------------------------------------------------------------------


def _fighters(moment: Moment, state: State, rules: Ruleset, viewer: Viewer) -> tuple[Fighter, ...]:
    roster = moment.combat.roster
    own = {
        one.subject
        for one in state.members
        if not viewer.is_referee and viewer.speaks_for(one.subject, roster)
    }
    rows = pools(moment, rules)
    here = sorted((one for one in state.members if one.here), key=lambda it: it.subject not in own)
    theirs = _belongings(state, rows, rules)
    now = _acting(state, here)
    return tuple(
        _fighter(one, theirs[one.subject], rules, (one.subject in now, one.subject in own))
        for one in here
    )


def _acting(state: State, here: Sequence[Somebody]) -> set[str]:
    """Return who has the turn: where it is a side's, the side if it has a row, else all on it."""
    now, rows = {*state.turn_order.now}, {one.subject for one in here}
    return now | {one.subject for one in here if one.side in now - rows}


class _Belongings(NamedTuple):
    """What a state says of one subject, in its order."""

    pools: list[PoolRow]
    conditions: list[StandingCondition]
    ties: list[str]
    places: list[str]
    whereabouts: list[str]


def _belongings(state: State, rows: Iterable[PoolRow], rules: Ruleset) -> Mapping[str, _Belongings]:
    """Return what a state says of each, gone through once: a crowd has many of everything."""
    of = defaultdict[str, _Belongings](lambda: _Belongings([], [], [], [], []))
    for row in rows:
        of[row.who].pools.append(row)
    for stricken in state.conditions:
        of[stricken.who].conditions.extend(stricken.conditions)
    for tie in state.ties:
        for who in _ends(tie, rules):
            if tie.fact == WHEREABOUTS:
                of[who].whereabouts.append(str(tie.value))
            else:
                of[who].ties.append(_tie_words(tie, who, rules))
    for place in state.places:
        of[place.who].places.append(place.place)
    return of


def _fighter(
    one: Somebody, theirs: _Belongings, rules: Ruleset, now_own: tuple[bool, bool]
) -> Fighter:
    plain = (row for row in theirs.pools if not is_keyed(rules, row.pool, row.key))
    bars = (Bar(pool_word(rules, b.pool), b) for b in plain)
    mana = (row for row in theirs.pools if is_keyed(rules, row.pool, row.key))
    keyed = (_keyed_pool(list(rows)) for _, rows in groupby(mana, attrgetter("pool")))
    standing, ties = tuple(theirs.conditions), tuple(theirs.ties)
    place, whereabouts = "".join(theirs.places[:1]), "".join(theirs.whereabouts[:1])
    return Fighter(one, *now_own, tuple(bars), tuple(keyed), standing, ties, place, whereabouts)


def _keyed_pool(rows: Sequence[PoolRow]) -> KeyedPool:
    return KeyedPool(rows[0].pool, rows[0].says, tuple(rows), total(rows))


def _ends(tie: Tie, rules: Ruleset) -> set[str]:
    """Return whose tie it is: one that holds both ways is that of the other end as well."""
    kind = rules.fact(tie.fact)
    return {tie.of, tie.toward} if kind is not None and kind.symmetric else {tie.of}


def _tie_words(tie: Tie, who: str, rules: Ruleset) -> str:
    """`side by side: Urlik`, `no longer has a weapon ready: axe`, `rear: Cogan (in which arc)`."""
    other = tie.toward_name if tie.of == who else tie.name
    at = f": {other}" if other else ""
    says = tie.says.removeprefix("the ")
    match value_word(tie.value):  # 1 is a number, though it equals True
        case "yes":
            return f"{tie.says}{at}"
        case "no":
            return f"no longer {tie.says}{at}"
    if other:
        return f"{tie.value}{at} ({tie.says})"
    return f"{says} {tie.value}" if _is_number(tie.value) else f"{says}: {tie.value}"


def _is_number(value: object) -> bool:
    return str(value).removeprefix("-")[:1].isdecimal()
