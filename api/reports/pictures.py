"""The pictures of the audit, as SVG.

Drawn by pygal, which is imported when the first picture is: it is small and pure Python, so that a
server does not carry an array library for five bar charts. A picture has a title and a description
for those who do not see it, no script, and one style, so that it may be shown under a strict
policy.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

from projections.audit import Report

SVG = "http://www.w3.org/2000/svg"
MOST_BARS = 12
ROW, FRAME, WIDTH = 34, 150, 760
"""Pixels: the height of a bar with its place, of everything around the bars, and across."""

_STYLE: Mapping[str, Any] = {
    "background": "#ffffff",
    "plot_background": "#ffffff",
    "font_family": "sans-serif",
    "colors": ("#1b6ca8", "#c8553d", "#588157", "#7b5ea7", "#8a8a8a", "#8a6d1d"),
    "title_font_size": 15,
    "label_font_size": 13,
    "major_label_font_size": 13,
    "legend_font_size": 13,
    "value_font_size": 12,
}
_CHART: Mapping[str, Any] = {
    "js": [],
    "no_prefix": True,
    "print_values": True,
    "print_zeroes": False,
    "legend_at_bottom": True,
    "explicit_size": True,
    "pretty_print": False,
}

Values = Sequence[float]


class Picture(NamedTuple):
    """What is drawn: bars with their labels, one series or several on top of each other."""

    name: str
    title: str
    says: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, Values], ...]


class Drawn(NamedTuple):
    """A picture as it is sent, and the policy under which it may be opened."""

    svg: bytes
    policy: str

    @property
    def data_uri(self) -> str:
        """The picture within a page."""
        return f"data:image/svg+xml;base64,{base64.b64encode(self.svg).decode()}"


def pictures(report: Report) -> tuple[Picture, ...]:
    """The pictures of a report, those left out that would be empty."""
    found = (make(report) for make in PICTURES.values())
    return tuple(one for one in found if one.labels)


def _luck(report: Report) -> Picture:
    by = "person" if sum(row.by == "person" for row in report.luck) > 1 else "roller"
    return _chances("luck", "Dice", report, by)


def _purposes(report: Report) -> Picture:
    return _chances("purposes", "Dice by purpose", report, "purpose")


def _chances(name: str, what: str, report: Report, by: str) -> Picture:
    rows = [row for row in report.luck if row.by == by][:MOST_BARS]
    off = [(row.total - (row.low + row.high) / 2) for row in rows]
    wide = [max((row.high - row.low) / 2, 0.5) for row in rows]
    said = "; ".join(f"{row.of}: {row.says}" for row in rows)
    return Picture(
        name,
        f"{what}: how far the sum is from the expected one (100: the edge of 95 in 100)",
        said,
        tuple(f"{row.of}, {row.dice} d{row.sides}" for row in rows),
        (("of the way to the edge", [round(100 * o / w) for o, w in zip(off, wide, strict=True)]),),
    )


def _sources(report: Report) -> Picture:
    rows = [p for p in report.people if p.service + p.typed + p.witnessed][:MOST_BARS]
    kinds = ("service", "typed", "witnessed")
    return _stacked(
        "sources",
        "On whose word dice fell",
        [row.name for row in rows],
        {kind: [getattr(row, kind) for row in rows] for kind in kinds},
        "rolls",
    )


def _moves(report: Report) -> Picture:
    kinds = ("moved", "agreed", "refused", "expired", "correction")
    rows = [p for p in report.people if any(getattr(p, kind) for kind in kinds)][:MOST_BARS]
    return _stacked(
        "moves",
        "Going back and correcting, by person",
        [row.name for row in rows],
        {kind: [getattr(row, kind) for row in rows] for kind in kinds},
        "times",
    )


def _irregular(report: Report) -> Picture:
    kinds = {
        "overrides": "override",
        "against the rules": "against",
        "for others": "on_behalf",
        "corrections": "correction",
        "over others' heads": "overruled",
        "own case": "own_case",
    }
    rows = [p for p in report.people if any(getattr(p, kind) for kind in kinds.values())]
    return _stacked(
        "irregular",
        "Overrides and irregularities, by person",
        [p.name for p in rows[:MOST_BARS]],
        {says: [getattr(p, kind) for p in rows[:MOST_BARS]] for says, kind in kinds.items()},
        "times",
    )


def _rulings(report: Report) -> Picture:
    rows = report.rulings[:MOST_BARS]
    return _stacked(
        "rulings",
        "Rulings, by clause",
        [on.clause or "no clause" for on in rows],
        {"rulings": [on.times for on in rows]},
        "rulings",
    )


def _unused(report: Report) -> Picture:
    rows = report.unused[:MOST_BARS]
    return _stacked(
        "unused",
        "Left unused",
        [f"{row.who}: {row.pool} ({row.points})" for row in rows],
        {"times": [row.times for row in rows]},
        "times any was left",
    )


def _passed(report: Report) -> Picture:
    rows = [row for row in report.passed if row.asked][:MOST_BARS]
    return _stacked(
        "passed",
        "Chances to react",
        [row.who for row in rows],
        {
            "taken": [max(row.asked - row.passed - row.barred, 0) for row in rows],
            "let pass": [row.passed for row in rows],
            "barred": [row.barred for row in rows],
        },
        "times asked",
    )


def _turns(report: Report) -> Picture:
    rows = report.turns[:MOST_BARS]
    timed = any(row.seconds for row in rows)
    return _stacked(
        "turns",
        f"The longest goes, in {'seconds' if timed else 'steps'}",
        [f"{row.who}, round {row.round}" for row in rows],
        {"took": [row.seconds if timed else row.steps for row in rows]},
        "seconds" if timed else "steps",
    )


PICTURES: Mapping[str, Callable[[Report], Picture]] = {
    "irregular": _irregular,
    "moves": _moves,
    "rulings": _rulings,
    "sources": _sources,
    "luck": _luck,
    "purposes": _purposes,
    "unused": _unused,
    "passed": _passed,
    "turns": _turns,
}
"""The pictures by their names, in the order in which they are shown."""


def _stacked(
    name: str, title: str, labels: Iterable[str], series: Mapping[str, Values], unit: str
) -> Picture:
    """A picture that says in words what it shows, bar by bar."""
    labels = tuple(labels)
    rows = (
        f"{label}: " + ", ".join(f"{values[n]} {what}" for what, values in series.items())
        for n, label in enumerate(labels)
    )
    return Picture(name, title, f"{unit}. {'; '.join(rows)}", labels, tuple(series.items()))


# --- drawing -------------------------------------------------------------------------------


def drawn(picture: Picture) -> Drawn:
    """A picture as SVG; the same picture is always the same bytes."""
    pygal = _pygal()
    kind = pygal.HorizontalStackedBar if len(picture.series) > 1 else pygal.HorizontalBar
    chart = kind(
        style=pygal.style.Style(**_STYLE),
        title=picture.title,
        width=WIDTH,
        height=FRAME + ROW * len(picture.labels),
        show_legend=len(picture.series) > 1,
        **_CHART,
    )
    # Bars are drawn from below; people read from above.
    chart.x_labels = picture.labels[::-1]
    for name, values in picture.series:
        chart.add(name, [value or None for value in values[::-1]])
    return _told(chart.render_tree(), picture)


@cache
def _pygal() -> Any:
    """The library, imported once.

    It puts a finder of its own before the imports of everybody, for maps that are not used here and
    in a form that Python 3.11 warns of; it is taken out again.
    """
    import pygal
    import pygal.style

    sys.meta_path[:] = [each for each in sys.meta_path if type(each).__module__ != "pygal"]
    return pygal


def _told(tree: Any, picture: Picture) -> Drawn:
    """The drawing with its words, and without what moves or differs from one time to the next."""
    root = ElementTree.fromstring(ElementTree.tostring(tree))
    for parent in root.iter():
        for child in [each for each in parent if each.tag in (f"{{{SVG}}}script", "script")]:
            parent.remove(child)
    for name in ("id", "class", "style"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-labelledby", "title desc")
    for name, text in (("desc", picture.says), ("title", picture.title)):
        words = ElementTree.Element(f"{{{SVG}}}{name}", {"id": name})
        words.text = text
        root.insert(0, words)
    ElementTree.register_namespace("", SVG)
    return Drawn(ElementTree.tostring(root, encoding="utf-8"), _policy(root))


def _policy(root: ElementTree.Element) -> str:
    """What a browser may do that opens the picture by itself: apply its one style."""
    styles = [each.text or "" for each in root.iter(f"{{{SVG}}}style")]
    hashed = (base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in styles)
    allowed = " ".join(f"'sha256-{each}'" for each in hashed)
    return f"default-src 'none'; style-src {allowed}; frame-ancestors 'none'"
