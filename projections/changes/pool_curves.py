"""The course of things over a combat: every pool and all harm, entry by entry, for charts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.story.landmarks import Landmark
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import NameOf, capital, pool_points, pool_word

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
    """One pool of everybody, or the harm done to each; `rounds` are where rounds began.

    `unit` is how much of it is one displayed point; `last` is the last place of the line of play.
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
    pools = _pools(played)
    found = [
        Course(pool, capital(pool_word(rules, pool)), pool, _curves(curves, name), rounds, last)
        for pool, curves in pools.items()
    ]
    harm = _harm([mark for mark in marks if mark.kind == "wound" and mark.place in standing])
    found.append(Course(HARM, "Wounds and losses, counted", "", _curves(harm, name), rounds, last))
    return tuple(course for course in found if course.curves)


Growing = dict[str, list[tuple[int, int | None]]]


def _pools(played: Iterable[tuple[int, SeenEntry]]) -> dict[str, Growing]:
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


def _harm(marks: Iterable[Landmark]) -> Growing:
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
