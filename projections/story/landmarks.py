"""Landmarks and curves of a combat: what a reader of its replay looks for, and what charts show."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import NameOf, capital, join_with_and, pool_points, pool_word
from projections.wording.reports import rolled_by

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
        case e.DiceRolled(purpose=purpose):
            who = rolled_by(seen)
            whose = f"{name(who)}, " if who else ""
            return "roll", capital(f"{whose}{purpose or 'dice'}"), who
        case e.CardDrawn(who=who, purpose=purpose):
            return "roll", f"{capital(name(who))}, {purpose or 'a card'}", who
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


# --- curves ------------------------------------------------------------------------------------

HARM = "harm"
"""The course that counts harm."""


class Curve(NamedTuple):
    """How much somebody had, from each place on; None where that cannot be known."""

    name: str
    points: tuple[tuple[int, int | None], ...]

    def at(self, place: int) -> int | None:
        """How much it is right after an own entry; None before the first."""
        nth = bisect_right(self.points, place, key=lambda point: point[0])
        return self.points[nth - 1][1] if nth else None


class Course(NamedTuple):
    """One pool of everybody, or the harm done to each.

    `rounds` are the places where rounds began; `last` is the last place of the line of play.
    """

    key: str
    says: str
    pool: str
    curves: tuple[Curve, ...]
    rounds: tuple[int, ...]
    last: int


def courses(
    entries: Sequence[SeenEntry],
    standing: Collection[int],
    marks: Iterable[Landmark],
    rules: Ruleset,
    name: NameOf,
) -> tuple[Course, ...]:
    """The courses along the line of play that change at all; `standing` are its entries."""
    played = [(n, seen) for n, seen in enumerate(entries, 1) if n in standing]
    rounds = tuple(n for n, seen in played if isinstance(seen.event, e.RoundBegan))
    last = played[-1][0] if played else 0
    pools = _pool_balances(played)
    found = [
        Course(pool, capital(pool_word(rules, pool)), pool, _curves(curves, name), rounds, last)
        for pool, curves in pools.items()
    ]
    harm = _harm_counts([mark for mark in marks if mark.kind == "wound" and mark.place in standing])
    found.append(Course(HARM, "Wounds and losses, counted", "", _curves(harm, name), rounds, last))
    return tuple(course for course in found if course.curves)


Growing = dict[str, list[tuple[int, int | None]]]


def _pool_balances(played: Iterable[tuple[int, SeenEntry]]) -> dict[str, Growing]:
    """Every pool of everybody, its keys taken together."""
    found: dict[str, Growing] = {}
    held: dict[tuple[str, str], dict[str, int | None]] = {}
    for place, seen in played:
        if isinstance(event := seen.event, e.PoolChanged):
            balance = seen.says("balance")
            keys = held.setdefault((event.pool, event.subject), {})
            keys[event.key] = balance if isinstance(balance, int) else None
            known = [value for value in keys.values() if value is not None]
            total = sum(known) if len(known) == len(keys) else None
            found.setdefault(event.pool, {}).setdefault(event.subject, []).append((place, total))
    return found


def _harm_counts(marks: Iterable[Landmark]) -> Growing:
    """How often each was harmed so far."""
    found: Growing = {}
    for mark in marks:
        points = found.setdefault(mark.who, [(1, 0)])
        points.append((mark.place, len(points)))
    return found


def _curves(growing: Growing, name: NameOf) -> tuple[Curve, ...]:
    """The curves that change, those that change most first."""
    kept = [(who, points) for who, points in growing.items() if len({v for _, v in points}) > 1]
    kept.sort(key=lambda each: -len(each[1]))
    return tuple(Curve(capital(name(who)), tuple(points)) for who, points in kept)


def course_words(course: Course, rules: Ruleset) -> str:
    """A course in words: `Cogan: 8 at first, 0 at least, 5 in the end; ...`."""
    return "; ".join(_curve_words(course, curve, rules) for curve in course.curves)


def _curve_words(course: Course, curve: Curve, rules: Ruleset) -> str:
    known = [value for _, value in curve.points if value is not None]
    first, least, last = known[0], min(known), known[-1]
    shown = [displayed_value(course, value, rules) for value in (first, least, max(known), last)]
    return f"{curve.name}: {shown[0]} at first, {shown[1]} to {shown[2]}, {shown[3]} in the end"


def displayed_value(course: Course, value: int | None, rules: Ruleset) -> str:
    """A value as people read it; nothing is a dash."""
    if value is None:
        return "–"
    return pool_points(rules, course.pool, value) if course.pool else str(value)


def by_round(course: Course, rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    """A row for each curve: its name, then what there was as every round ended, and at last."""
    ends = [*(since - 1 for since in course.rounds[1:]), course.last]
    return tuple(
        (curve.name, *(displayed_value(course, curve.at(end), rules) for end in ends))
        for curve in course.curves
    )
