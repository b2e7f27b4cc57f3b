"""A map of squares: its lines and numbers, and a token with two letters for everybody on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from api.pages.map.columns import WIDE, Token
from projections.state.positions import Figure

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
    """How high the map gets, its lines, and the tokens on it; a square is free all around."""
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
    if squares > MOST_LINES:
        return ()
    return tuple(EDGE + round(nth * size) for nth in range(squares + 1))


def _numbers(first: int, squares: int, size: float) -> tuple[tuple[int, int], ...]:
    """Each number with its place; of many only every fifth."""
    if squares > MOST_LINES:
        return ()
    each = 1 if size >= 18 else 5
    return tuple(
        (first + nth, _middle(nth, size)) for nth in range(squares) if (first + nth) % each == 0
    )


def _letters(figures: Sequence[Figure]) -> Iterator[tuple[str, str]]:
    """Two signs for everybody, no two alike: the beginnings of his words, else with a number."""
    taken: set[str] = set()
    for nth, one in enumerate(figures, start=1):
        words = one.name.split() or [one.who]
        tries = (words[-1][:2], words[0][:2], "".join(word[0] for word in words)[:2].upper())
        said = next((each for each in tries if each not in taken), str(nth))
        taken.add(said)
        yield one.who, said
