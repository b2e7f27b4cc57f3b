"""Where people are drawn: in two columns by their sides, or as letters on a map of squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from projections.state.positions import Figure

WIDE = 340
BOX, TALL, GAP, HEADING = 118, 36, 12, 22
"""A name's box across and down, what is between two boxes, and what a side's name takes."""
LETTERS = 17
"""So many letters fit on a line of a box; there are two lines."""


class Token(NamedTuple):
    """Somebody in a drawing: the middle, how far the edge is, and the lines of text."""

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
    """Return how high it gets, the boxes, and the names of the sides above them."""
    boxes: list[Token] = []
    headings: list[Column] = []
    downs = [0, 0]
    for side, people in _of_sides(figures):
        column = 0 if downs[0] <= downs[1] else 1
        x = BOX // 2 + 1 if column == 0 else WIDE - BOX // 2 - 1
        if side:
            headings.append(Column(side[:LETTERS], x, downs[column] + 14))
            downs[column] += HEADING
        for one in people:
            y = downs[column] + TALL // 2
            lines = tuple(wrap(one.name, LETTERS, max_lines=2, placeholder="…"))
            boxes.append(Token(one.who, one.name, lines, sides[one.side], x, y, BOX // 2, column))
            downs[column] += TALL + GAP
    return max(downs) - GAP + 2, tuple(boxes), tuple(headings)


def _of_sides(figures: Sequence[Figure]) -> list[tuple[str, list[Figure]]]:
    """Return the figures of each side together; without sides, each is one of its own."""
    order = list(dict.fromkeys(figure.side for figure in figures))
    ranged = sorted(figures, key=lambda one: order.index(one.side))
    if order in ([""], []):
        return [("", [one]) for one in ranged]
    return [(side, list(people)) for side, people in groupby(ranged, key=lambda one: one.side)]


# --- a map of squares ------------------------------------------------------------------------

EDGE = 20
"""What the numbers at the edge take."""
LARGEST, SMALLEST, HIGHEST = 44, 9, 400
"""How large a square is drawn at most, how small a token, and how high the whole map."""
MOST_LINES = 40
"""A map with more squares than that across or down has no lines."""

Square = tuple[int, int]


class Grid(NamedTuple):
    """The lines of a map, as places across and down, with the numbers of what is between them."""

    left: int
    right: int
    top: int
    bottom: int
    across: tuple[int, ...]
    down: tuple[int, ...]
    columns: tuple[tuple[int, int], ...]
    rows: tuple[tuple[int, int], ...]


def grid(
    figures: Sequence[Figure], squares: Mapping[str, Square], sides: Mapping[str, int]
) -> tuple[int, Grid, tuple[Token, ...]]:
    """Return how high the map gets, its lines, and its tokens; a square is free all around."""
    xs, ys = zip(*squares.values(), strict=True)
    first, last = (min(xs) - 1, min(ys) - 1), (max(xs) + 1, max(ys) + 1)
    wide, high = last[0] - first[0] + 1, last[1] - first[1] + 1
    size = min(LARGEST, (WIDE - EDGE) / wide, HIGHEST / high)
    height = EDGE + round(size * high)
    edges = EDGE, EDGE + round(size * wide), EDGE, height
    numbers = _numbers(first[0], wide, size), _numbers(first[1], high, size)
    paper = Grid(*edges, _lines(wide, size), _lines(high, size), *numbers)
    letters = dict(_letters(figures))
    half = max(SMALLEST, round(size * 0.4))

    def token(one: Figure) -> Token:
        x, y = squares[one.who]
        middle = _middle(x - first[0], size), _middle(y - first[1], size)
        return Token(one.who, one.name, (letters[one.who],), sides[one.side], *middle, half, None)

    return height + 1, paper, tuple(map(token, figures))


def _middle(nth: int, size: float) -> int:
    return EDGE + round((nth + 0.5) * size)


def _lines(squares: int, size: float) -> tuple[int, ...]:
    shown = range(squares + 1) if squares <= MOST_LINES else ()
    return tuple(EDGE + round(nth * size) for nth in shown)


def _numbers(first: int, squares: int, size: float) -> tuple[tuple[int, int], ...]:
    """Return each number with its place; of many only every fifth."""
    each, shown = 1 if size >= 18 else 5, range(squares) if squares <= MOST_LINES else ()
    return tuple((first + n, _middle(n, size)) for n in shown if (first + n) % each == 0)


def _letters(figures: Sequence[Figure]) -> Iterator[tuple[str, str]]:
    """Yield two letters for each, no two alike: the first of a word, of all words, or a number."""
    taken: set[str] = set()
    for nth, one in enumerate(figures, start=1):
        words = one.name.split() or [one.who]
        tries = (words[-1][:2], words[0][:2], "".join(word[0] for word in words)[:2].upper())
        said = next((each for each in tries if each not in taken), str(nth))
        taken.add(said)
        yield one.who, said
