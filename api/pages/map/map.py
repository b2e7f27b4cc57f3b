"""The ground as a drawing: a map of squares, areas with who is in them, lines between two.

Lengths are in the drawing's own units: 340 across, whatever the width of the window. Nothing here
knows a game: what the lines mean is read from its facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from api.pages.map.links import Drawn, Mark, lines_between, marks
from api.pages.map.tokens import Column, Grid, Token, columns, grid
from projections.state.positions import Bond, Figure, Ground

SQUARE = re.compile(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})")
MOST_SHOWN = 12
"""Of more than so many only those are drawn who are tied to somebody."""


class Area(NamedTuple):
    """A place with a name, and who is there."""

    name: str
    figures: tuple[tuple[str, int], ...]


class Sketch(NamedTuple):
    """Tokens, or names in columns, with lines between them; `height` in units, 340 across."""

    height: int
    grid: Grid | None
    tokens: tuple[Token, ...]
    headings: tuple[Column, ...]
    lines: tuple[Drawn, ...]


class Drawing(NamedTuple):
    """All of it: what is drawn, what the lines mean, and the same in words."""

    sketches: tuple[Sketch, ...]
    areas: tuple[Area, ...]
    marks: tuple[Mark, ...]
    words: tuple[str, ...]
    ties: frozenset[tuple[str, str, str]]
    """What stands in the drawing already: whose, which fact, toward whom."""


def drawing(ground: Ground) -> Drawing | None:
    """The drawing of a ground; None where there is nothing to look at."""
    squares = {f.who: at for f in ground.figures if (at := _square(f.place))}
    areas = _areas(ground, squares)
    if not (squares or areas or ground.bonds):
        return None
    kinds = marks(ground.bonds)
    ties = frozenset(end for bond in ground.bonds for end in _ends(bond))
    return Drawing(
        tuple(_sketches(ground, squares, kinds)),
        areas,
        tuple(kinds.values()),
        tuple(_words(ground)),
        ties,
    )


def side_numbers(figures: Sequence[Figure]) -> Mapping[str, int]:
    """The sides in the order in which they came, each with its number."""
    return {side: nth for nth, side in enumerate(dict.fromkeys(f.side for f in figures))}


def _square(place: str) -> tuple[int, int] | None:
    found = SQUARE.fullmatch(place)
    return (int(found[1]), int(found[2])) if found else None


def _areas(ground: Ground, squares: Mapping[str, object]) -> tuple[Area, ...]:
    sides, found = side_numbers(ground.figures), dict[str, list[tuple[str, int]]]()
    for figure in ground.figures:
        if figure.place and figure.who not in squares:
            found.setdefault(figure.place, []).append((figure.name, sides[figure.side]))
    return tuple(Area(place, tuple(there)) for place, there in found.items())


def _sketches(
    ground: Ground, squares: Mapping[str, tuple[int, int]], kinds: Mapping[tuple[str, str], Mark]
) -> Iterator[Sketch]:
    """A map where there are squares; columns where a line leads to somebody who has none."""
    sides = side_numbers(ground.figures)
    off_map = [b for b in ground.bonds if b.one not in squares or b.other not in squares]
    if squares:
        here = [f for f in ground.figures if f.who in squares]
        height, paper, tokens = grid(here, squares, sides)
        lines = () if off_map else lines_between(ground.bonds, tokens, kinds)
        yield Sketch(height, paper, tokens, (), lines)
    if off_map or (ground.bonds and not squares):
        height, tokens, headings = columns(_figures_to_show(ground), sides)
        yield Sketch(height, None, tokens, headings, lines_between(ground.bonds, tokens, kinds))


def _figures_to_show(ground: Ground) -> Sequence[Figure]:
    if len(ground.figures) <= MOST_SHOWN:
        return ground.figures
    tied = {who for bond in ground.bonds for who in (bond.one, bond.other)}
    return tuple(figure for figure in ground.figures if figure.who in tied)


def _ends(bond: Bond) -> Iterator[tuple[str, str, str]]:
    """The ties that a line stands for: its own, and its reverse where it holds both ways."""
    yield bond.one, bond.fact, bond.toward
    if bond.mutual:
        yield bond.other, bond.fact, bond.one


def _words(ground: Ground) -> Iterator[str]:
    """What the drawing shows, line by line."""
    for figure in ground.figures:
        if figure.place:
            yield f"{figure.name} is at {figure.place}"
    yield from (bond.words for bond in ground.bonds)
