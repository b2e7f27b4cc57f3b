"""Charts as SVG: the bars of an audit, the curves of a replay.

Drawn by hand: without script and style, so that a chart may be shown under any policy, and told
apart by place or dashes as well as by colour. Each says in words what it shows.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from api.read.reports.audit_charts import Picture
from domain.events.measures import points
from domain.ruleset.ruleset import Ruleset
from projections.story.landmarks import Course, Curve, course_words, displayed_value

MOST_CURVES, MOST_POINTS = 8, 200
_COLOURS = ["#1b6ca8", "#b3432b", "#3f7040", "#7b5ea7", "#8a6d1d", "#5c5c5c", "#0f766e", "#9d174d"]
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 4", "12 4", "6 2 2 2")
"""The colours and the dashes of series; those beyond the eighth combine them otherwise."""

_GRID, _EDGE = "#ece8df", "#d5d0c5"
_TALL, _LONGEST = 30, 34
"""The height of a bar with its place, and how many letters of its label are drawn."""

_WIDE, _LEFT, _ACROSS = 760, 250, 490
"""Bars: the whole width, where they begin, and how long they are at most."""

WIDTH, TOP, HEIGHT, LEFT, ROW = 360, 12, 150, 34, 18
"""Curves: across, above the plot, of the plot, left of it, and of a line of the legend."""


class Chart:
    """A chart as it stands in a page: its title, what it shows in words, and the picture."""

    def __init__(self, width: int, height: int, title: str, says: str):
        self.title, self.says, self.height = title, says, height
        self.root = ElementTree.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width} {height}",
                "font-family": "sans-serif",
                "font-size": "11" if width < _WIDE else "13",
                "fill": "#333",
                "role": "img",
                "aria-labelledby": "title desc",
            },
        )
        self.add("title", title, id="title")
        self.add("desc", says, id="desc")
        self.add("rect", width="100%", height="100%", fill="#fff")

    def add(self, tag: str, text: str = "", /, **how: object) -> None:
        """Add an element; underscores in names of attributes are hyphens."""
        named = {name.replace("_", "-"): str(value) for name, value in how.items()}
        ElementTree.SubElement(self.root, tag, named).text = text or None

    def text(self, x: float, y: float, words: str, anchor: str, **how: object) -> None:
        """Write words that begin, end or have their middle at a place."""
        self.add("text", words, x=x, y=y, text_anchor=anchor, **how)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: str) -> None:
        """Draw a line."""
        self.add("path", d=f"M{x} {y}L{to_x} {to_y}", stroke=colour)

    @property
    def svg(self) -> bytes:
        """The picture."""
        return ElementTree.tostring(self.root)

    @property
    def data_uri(self) -> str:
        """The picture within a page."""
        return f"data:image/svg+xml;base64,{base64.b64encode(self.svg).decode()}"


# --- bars ----------------------------------------------------------------------------------


def bars(picture: Picture) -> Chart:
    """Draw a bar for each label, its series on top of each other."""
    totals = [sum(values) for values in zip(*(v for _, v in picture.series), strict=True)]
    least, most, end = min(0, *totals), max(0, *totals), 40 + _TALL * len(totals)
    scale, legend = _ACROSS / ((most - least) or 1), -(-len(picture.series) // 3) * 22
    chart = Chart(_WIDE, end + 10 + legend, picture.title, picture.says)
    zero = round(_LEFT - least * scale, 1)
    chart.text(_WIDE / 2, 24, picture.title, "middle", font_size=15)
    for n, label in enumerate(picture.labels):
        short = label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"
        chart.text(_LEFT - 8, 40 + _TALL * n + 19, short, "end")
        _bar(chart, [values[n] for _, values in picture.series], zero, scale, 40 + _TALL * n)
    chart.line(zero, 38, zero, end, _EDGE)
    for n, (name, _) in enumerate(picture.series):
        x, y = _LEFT - 200 + n % 3 * 240, end + 12 + n // 3 * 22
        chart.add("rect", x=x, y=y, width=14, height=14, fill=_COLOURS[n])
        chart.text(x + 20, y + 12, name, "start")
    return chart


def _bar(chart: Chart, values: list[float], zero: float, scale: float, y: int) -> None:
    """Draw the parts of a bar, each with its number where there is room for it."""
    x = zero
    for colour, value in zip(_COLOURS, values, strict=False):
        long = round(abs(value) * scale, 1)
        left = x if value >= 0 else round(x - long, 1)
        if value:
            chart.add("rect", x=left, y=y + 4, width=long, height=_TALL - 8, fill=colour)
        says = points(round(2 * value), 2)
        if value and long >= 9 * len(says):
            chart.text(round(left + long / 2, 1), y + 19, says, "middle", fill="#fff")
        x = round(x + value * scale, 1)


# --- curves --------------------------------------------------------------------------------


class _Plot(NamedTuple):
    """How values become pixels."""

    last: int
    least: int
    most: int

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 6) * place / max(self.last, 1), 1)

    def y(self, value: int) -> float:
        return round(TOP + HEIGHT - HEIGHT * (value - self.least) / (self.most - self.least), 1)


def line_styles(courses: Iterable[Course]) -> dict[str, int]:
    """Return the style of everybody's line, the same in all charts of a combat."""
    names = dict.fromkeys(c.name for course in courses for c in course.curves[:MOST_CURVES])
    return {name: n for n, name in enumerate(names)}


def curves(course: Course, rules: Ruleset, styles: Mapping[str, int]) -> Chart:
    """Draw how a pool or the harm went over a combat; of many curves those that change most."""
    shown = course._replace(curves=course.curves[:MOST_CURVES])
    known = [v for curve in shown.curves for _, v in curve.points if v is not None]
    plot = _Plot(course.last, *_whole_points(min(0, *known, 0), max(1, *known), course, rules))
    left_out = len(course.curves) - len(shown.curves)
    more = f"; {left_out} more are not drawn" if left_out else ""
    height = TOP + HEIGHT + 20 + ROW * len(shown.curves)
    chart = Chart(WIDTH, height, course.says, course_words(shown, rules) + more)
    _frame(chart, shown, plot, rules)
    for n, curve in enumerate(shown.curves):
        _curve(chart, curve, plot, n, styles[curve.name])
    return chart


def _whole_points(least: int, most: int, course: Course, rules: Ruleset) -> tuple[int, int]:
    """Widen a range to whole displayed points."""
    scale = getattr(rules.pool(course.pool), "scale", 1)
    return least // scale * scale, -(-most // scale) * scale


def _frame(chart: Chart, course: Course, plot: _Plot, rules: Ruleset) -> None:
    """Draw the least and the most, and where rounds began."""
    for value in dict.fromkeys((plot.least, 0, plot.most)):
        y = plot.y(value)
        chart.line(LEFT, y, WIDTH - 6, y, _EDGE)
        chart.text(LEFT - 4, y + 4, displayed_value(course, value, rules), "end")
    every = max(1, len(course.rounds) // 8)
    for n, place in enumerate(course.rounds):
        x = plot.x(place)
        chart.line(x, TOP, x, TOP + HEIGHT, _GRID)
        if n % every == 0:
            chart.text(x, TOP + HEIGHT + 13, str(n + 1), "middle")


def _curve(chart: Chart, curve: Curve, plot: _Plot, n: int, style: int) -> None:
    """Draw a line in steps, since nothing changes between two entries; and its legend."""
    y = TOP + HEIGHT + 20 + ROW * n + 9
    colour = _COLOURS[style % len(_COLOURS)]
    dashes = _DASHES[(style + style // len(_COLOURS)) % len(_DASHES)]
    for way in (" ".join(_way(curve, plot)), f"M{LEFT} {y}h28"):
        how = {"stroke": colour, "stroke_width": 2, "stroke_dasharray": dashes}
        chart.add("path", d=way, fill="none", **how)
    chart.text(LEFT + 34, y + 4, curve.name, "start")


def _way(curve: Curve, plot: _Plot) -> Iterator[str]:
    """The path of a curve; of very many points those that are apart."""
    step, pen, x = max(1, plot.last // MOST_POINTS), "M", 0.0
    points = [
        p
        for n, p in enumerate(curve.points[:-1])
        if curve.points[n + 1][0] // step > p[0] // step or p[1] is None
    ]
    for place, value in [*points, curve.points[-1]]:
        if value is None:
            pen = "M"
            continue
        x, y = plot.x(place), plot.y(value)
        yield f"M{x} {y}" if pen == "M" else f"H{x}V{y}"
        pen = "H"
    if curve.points[-1][1] is not None:
        yield f"H{plot.x(plot.last)}"
