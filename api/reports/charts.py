"""Charts of a replay as SVG: how a pool or the harm went over a combat, one line for each.

Drawn by hand: small enough to be read on a phone, told apart by dashes as well as by colour.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from domain.ruleset import Ruleset
from projections.courses import Course, Curve, said, told

MOST_CURVES, MOST_POINTS = 8, 200
WIDTH, TOP, HEIGHT, LEFT, ROW = 360, 12, 150, 34, 18
"""Pixels: across, above the plot, of the plot, left of it, and of a line of the legend."""

_LOOKS = (
    ("#1b6ca8", ""),
    ("#b3432b", "7 3"),
    ("#3f7040", "2 3"),
    ("#7b5ea7", "9 3 2 3"),
    ("#8a6d1d", "4 4"),
    ("#5c5c5c", "1 4"),
    ("#0f766e", "12 4"),
    ("#9d174d", "6 2 2 2"),
)


class Chart(NamedTuple):
    """A chart as it stands in a page: its title, what it shows in words, and the picture."""

    title: str
    says: str
    data_uri: str
    height: int


class _Plot(NamedTuple):
    """How values become pixels."""

    last: int
    least: int
    most: int

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - 6) * place / max(self.last, 1), 1)

    def y(self, value: int) -> float:
        return round(TOP + HEIGHT - HEIGHT * (value - self.least) / (self.most - self.least), 1)


def chart(course: Course, rules: Ruleset) -> Chart:
    """A course as a picture; of many curves those that change most."""
    shown = course._replace(curves=course.curves[:MOST_CURVES])
    known = [v for curve in shown.curves for _, v in curve.points if v is not None]
    plot = _Plot(course.last, min(0, *known, 0), max(1, *known))
    height = TOP + HEIGHT + 20 + ROW * len(shown.curves)
    svg = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {height}",
            "font-family": "sans-serif",
            "font-size": "11",
            "fill": "#333",
        },
    )
    ElementTree.SubElement(svg, "rect", {"width": "100%", "height": "100%", "fill": "#fff"})
    _frame(svg, shown, plot, rules)
    for n, curve in enumerate(shown.curves):
        _curve(svg, curve, plot, n)
    left_out = len(course.curves) - len(shown.curves)
    more = f"; {left_out} more are not drawn" if left_out else ""
    drawn = base64.b64encode(ElementTree.tostring(svg)).decode()
    return Chart(
        course.says, told(shown, rules) + more, f"data:image/svg+xml;base64,{drawn}", height
    )


def _frame(svg: ElementTree.Element, course: Course, plot: _Plot, rules: Ruleset) -> None:
    """The least and the most, and where rounds began."""
    for value in dict.fromkeys((plot.least, 0, plot.most)):
        y = plot.y(value)
        _line(svg, LEFT, y, WIDTH - 6, y, "#d5d0c5")
        _text(svg, LEFT - 4, y + 4, said(course, value, rules), "end")
    every = max(1, len(course.rounds) // 8)
    for n, place in enumerate(course.rounds):
        x = plot.x(place)
        _line(svg, x, TOP, x, TOP + HEIGHT, "#ece8df")
        if n % every == 0:
            _text(svg, x, TOP + HEIGHT + 13, str(n + 1), "middle")


def _curve(svg: ElementTree.Element, curve: Curve, plot: _Plot, n: int) -> None:
    """A line in steps, since nothing changes between two entries; and its row of the legend."""
    colour, dashes = _LOOKS[n]
    style = {"fill": "none", "stroke": colour, "stroke-width": "2", "stroke-dasharray": dashes}
    ElementTree.SubElement(svg, "path", {"d": " ".join(_way(curve, plot)), **style})
    y = TOP + HEIGHT + 20 + ROW * n + 9
    row = ElementTree.SubElement(svg, "path", {"d": f"M{LEFT} {y}h28", **style})
    row.tail = ""
    _text(svg, LEFT + 34, y + 4, curve.name, "start")


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


def _line(
    svg: ElementTree.Element, x: float, y: float, to_x: float, to_y: float, colour: str
) -> None:
    ElementTree.SubElement(svg, "path", {"d": f"M{x} {y}L{to_x} {to_y}", "stroke": colour})


def _text(svg: ElementTree.Element, x: float, y: float, words: str, anchor: str) -> None:
    found = ElementTree.SubElement(svg, "text", {"x": str(x), "y": str(y), "text-anchor": anchor})
    found.text = words
