"""Names in two columns, those of one side together, so that lines may run between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from projections.state.positions import Figure

WIDE = 340
BOX, TALL, GAP, HEADING = 118, 36, 12, 22
"""A name's box across and down, what is between two boxes, and what a side's name takes."""
LETTERS = 17
"""So many letters fit on a line of a box; there are two lines."""


class Token(NamedTuple):
    """Somebody in a drawing: the middle of him, how far his edge is, and what stands on him."""

    who: str
    name: str
    lines: tuple[str, ...]
    side: int
    x: int
    y: int
    half: int
    column: int | None


class Column(NamedTuple):
    """The name of a side above its people."""

    name: str
    x: int
    y: int


def columns(
    figures: Sequence[Figure], sides: Mapping[str, int]
) -> tuple[int, tuple[Token, ...], tuple[Column, ...]]:
    """How high it gets, the boxes, and the names of the sides above them."""
    boxes: list[Token] = []
    headings: list[Column] = []
    downs = [0, 0]
    for side, people in _of_sides(figures):
        column = 0 if downs[0] <= downs[1] else 1
        x = BOX // 2 + 1 if column == 0 else WIDE - BOX // 2 - 1
        if side:
            headings.append(Column(shorten_text(side, LETTERS), x, downs[column] + 14))
            downs[column] += HEADING
        for one in people:
            y = downs[column] + TALL // 2
            boxes.append(
                Token(
                    one.who, one.name, name_lines(one.name), sides[one.side], x, y, BOX // 2, column
                )
            )
            downs[column] += TALL + GAP
    return max(downs) - GAP + 2, tuple(boxes), tuple(headings)


def _of_sides(figures: Sequence[Figure]) -> list[tuple[str, list[Figure]]]:
    """Those of each side together; where nobody has one, each is a side of his own."""
    order = list(dict.fromkeys(figure.side for figure in figures))
    ranged = sorted(figures, key=lambda one: order.index(one.side))
    if order in ([""], []):
        return [("", [one]) for one in ranged]
    return [(side, list(people)) for side, people in groupby(ranged, key=lambda one: one.side)]


def name_lines(name: str) -> tuple[str, ...]:
    """A name on one line or two."""
    if len(name) <= LETTERS:
        return (name,)
    at = name.rfind(" ", 0, LETTERS + 1)
    at = at if at > 0 else LETTERS
    return name[:at], shorten_text(name[at:].strip(), LETTERS)


def shorten_text(text: str, most: int) -> str:
    """A text that is not longer than so many letters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
