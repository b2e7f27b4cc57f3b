"""The pictures of an audit: bars with their labels, and what they show in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from projections.audit.report import AuditReport

MOST_BARS = 12
Values = Sequence[float]


class Picture(NamedTuple):
    """What is drawn: bars with their labels, one series or several on top of each other."""

    name: str
    title: str
    says: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, Values], ...]

    def in_words_of(self, around: str) -> Picture:
        """The same with the game's own word for a round."""
        was, becomes = ", round ", f", {around} "
        labels = tuple(label.replace(was, becomes) for label in self.labels)
        return self._replace(labels=labels, says=self.says.replace(was, becomes))


def pictures(report: AuditReport) -> tuple[Picture, ...]:
    """Return the pictures of a report that compare something: two bars at least."""
    found = (make(report) for make in PICTURES.values())
    return tuple(one for one in found if len(one.labels) > 1)


def _luck(report: AuditReport) -> Picture:
    by = "person" if sum(row.by == "person" for row in report.luck) > 1 else "roller"
    return _chances("luck", "Dice", report, by)


def _purposes(report: AuditReport) -> Picture:
    return _chances("purposes", "Dice by purpose", report, "purpose")


def _chances(name: str, what: str, report: AuditReport, by: str) -> Picture:
    rows = [row for row in report.luck if row.by == by][:MOST_BARS]
    off = [row.total - (row.low + row.high) / 2 for row in rows]
    said = "; ".join(f"{row.of}: {row.says}" for row in rows)
    return Picture(
        name,
        f"{what}: pips more than expected, to the left fewer",
        said,
        tuple(f"{row.of}, {row.dice} d{row.sides}" for row in rows),
        (("pips", off),),
    )


def _by_person(name: str, title: str, unit: str, **kinds: str) -> Callable[[AuditReport], Picture]:
    """A picture that counts kinds of things by person; `kinds` are fields, with their words."""

    def picture_of(report: AuditReport) -> Picture:
        rows = [p for p in report.people if any(getattr(p, kind) for kind in kinds)][:MOST_BARS]
        series = {says: [getattr(p, kind) for p in rows] for kind, says in kinds.items()}
        return _stacked_bars(name, title, [row.name for row in rows], series, unit)

    return picture_of


def _rulings(report: AuditReport) -> Picture:
    rows = report.rulings[:MOST_BARS]
    series = {"rulings": [on.times for on in rows]}
    labels = [on.clause or "no clause" for on in rows]
    return _stacked_bars("rulings", "Rulings, by clause", labels, series, "rulings")


def _unused_points(report: AuditReport) -> Picture:
    rows = report.unused[:MOST_BARS]
    labels, series = [f"{r.who}: {r.pool} ({r.points})" for r in rows], [r.times for r in rows]
    return _stacked_bars("unused", "Left unused", labels, {"times": series}, "times any was left")


def _missed_reactions(report: AuditReport) -> Picture:
    rows = [row for row in report.passed if row.asked][:MOST_BARS]
    series = {
        "taken": [max(row.asked - row.passed - row.barred, 0) for row in rows],
        "let pass": [row.passed for row in rows],
        "barred": [row.barred for row in rows],
    }
    return _stacked_bars("passed", "Chances to react", [r.who for r in rows], series, "times asked")


def _turns(report: AuditReport) -> Picture:
    unit = "seconds" if any(row.seconds for row in report.turns) else "steps"
    rows = [row for row in report.turns if getattr(row, unit)][:MOST_BARS]
    labels = [f"{row.who}, round {row.round}" for row in rows]
    series = {"took": [getattr(row, unit) for row in rows]}
    return _stacked_bars("turns", f"Longest turns, in {unit}", labels, series, unit)


PICTURES: Mapping[str, Callable[[AuditReport], Picture]] = {
    "irregular": _by_person(
        "irregular",
        "Overrides and irregularities, by person",
        "times",
        override="overrides",
        against="against the rules",
        on_behalf="for others",
        correction="corrections",
        overruled="overruled",
        own_case="own case",
    ),
    "moves": _by_person(
        "moves",
        "Undo and corrections, by person",
        "times",
        moved="moved",
        agreed="agreed",
        refused="refused",
        expired="expired",
        correction="correction",
    ),
    "rulings": _rulings,
    "sources": _by_person(
        "sources",
        "Who vouches for the dice",
        "rolls",
        service="service",
        typed="typed",
        witnessed="witnessed",
        reported="reported",
    ),
    "luck": _luck,
    "purposes": _purposes,
    "unused": _unused_points,
    "passed": _missed_reactions,
    "turns": _turns,
}
"""The pictures by their names, in the order in which they are shown."""


def _stacked_bars(
    name: str, title: str, labels: Iterable[str], series: Mapping[str, Values], unit: str
) -> Picture:
    """A picture that says in words what it shows, bar by bar."""
    labels = tuple(labels)
    rows = (
        f"{label}: " + ", ".join(f"{values[n]} {what}" for what, values in series.items())
        for n, label in enumerate(labels)
    )
    return Picture(name, title, f"{unit}. {'; '.join(rows)}", labels, tuple(series.items()))
