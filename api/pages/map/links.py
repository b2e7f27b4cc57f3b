"""The lines of a drawing: one for each bond between two, each kind in a stroke of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import NamedTuple

from api.pages.map.columns import Token
from projections.state.positions import Bond

APART = 9
"""How far two lines between the same two are from each other."""
STROKES = 6
"""So many kinds of lines can be told apart by their strokes."""
ARROW, BULGE, MOST_BULGE = 7, 12, 36
ALONG, ROOM = (0.5, 0.3, 0.7, 0.18, 0.82), (28, 13)
"""Where on its line a word may stand, the best first, and the room that it takes."""


class Mark(NamedTuple):
    """What a kind of line means: `stroke` is its style, empty where nothing is drawn."""

    stroke: str
    says: str
    arrow: bool


class Drawn(NamedTuple):
    """A line as a path, its style, the corners of its arrow, and a word on it with its place."""

    stroke: str
    path: str
    arrow: str
    word: str
    x: int
    y: int


class _Run(NamedTuple):
    """Where a line begins and ends, and which way it bulges."""

    x1: float
    y1: float
    x2: float
    y2: float
    bulge: float

    @property
    def path(self) -> str:
        x1, y1, x2, y2 = map(round, self[:4])
        if not self.bulge:
            return f"M{x1} {y1}L{x2} {y2}"
        out = round(self.x1 + self.bulge)
        return f"M{x1} {y1}C{out} {y1} {out} {y2} {x2} {y2}"

    def at(self, part: float) -> tuple[int, int]:
        """A place on the line, a part of the way along."""
        x = self.x1 + (self.x2 - self.x1) * part + self.bulge * 0.75
        return round(x), round(self.y1 + (self.y2 - self.y1) * part)

    @property
    def arrow(self) -> str:
        """The corners of an arrow's head at the end."""
        dx, dy = (-self.bulge, 0.0) if self.bulge else (self.x2 - self.x1, self.y2 - self.y1)
        long = hypot(dx, dy) or 1
        ux, uy = dx / long * ARROW, dy / long * ARROW
        corners = (
            (self.x2, self.y2),
            (self.x2 - ux - uy * 0.6, self.y2 - uy + ux * 0.6),
            (self.x2 - ux + uy * 0.6, self.y2 - uy - ux * 0.6),
        )
        return " ".join(f"{round(x, 1)},{round(y, 1)}" for x, y in corners)


def marks(bonds: Sequence[Bond]) -> dict[tuple[str, str], Mark]:
    """What each kind of bond is drawn as, in the order in which the game declares them."""
    found: dict[tuple[str, str], Mark] = {}
    for bond in sorted(bonds, key=lambda it: -(it.degree or 0)):
        if bond.degree is not None:
            stroke = f"near{bond.degree}" if bond.degree else ""
            found[_kind(bond)] = Mark(stroke, str(bond.value), False)
    plain = dict.fromkeys(_kind(bond) for bond in bonds if bond.degree is None)
    of = {_kind(bond): bond for bond in bonds}
    for nth, kind in enumerate(plain):
        found[kind] = Mark(f"kind{nth % STROKES}", _says(of[kind]), not of[kind].mutual)
    return found


def _kind(bond: Bond) -> tuple[str, str]:
    """What is drawn alike: each value of what has degrees, and whatever else is of one fact."""
    plainly = bond.degree is None and bond.value not in ("no", False)
    return bond.fact, "" if plainly else str(bond.value)


def _says(bond: Bond) -> str:
    return f"no longer {bond.says}" if bond.value in ("no", False) else bond.says


def lines_between(
    bonds: Sequence[Bond], tokens: Sequence[Token], kinds: Mapping[tuple[str, str], Mark]
) -> tuple[Drawn, ...]:
    """The lines between the tokens; several between the same two lie side by side."""
    at = {token.who: token for token in tokens}
    between: dict[frozenset[str], list[Bond]] = {}
    for bond in bonds:
        if kinds[_kind(bond)].stroke and bond.one in at and bond.other in at:
            between.setdefault(frozenset((bond.one, bond.other)), []).append(bond)
    lines: list[Drawn] = []
    for both in between.values():
        for nth, bond in enumerate(both):
            run = _run(at[bond.one], at[bond.other], (nth - (len(both) - 1) / 2) * APART)
            lines.append(_line(bond, run, kinds[_kind(bond)], lines))
    return tuple(lines)


def _line(bond: Bond, run: _Run, mark: Mark, before: Sequence[Drawn]) -> Drawn:
    word = "" if bond.degree is not None else _word(bond)
    places = [run.at(part) for part in ALONG]
    x, y = next((place for place in places if _is_free(place, before)), places[0])
    return Drawn(mark.stroke, run.path, run.arrow if mark.arrow else "", word, x, y)


def _is_free(place: tuple[int, int], before: Sequence[Drawn]) -> bool:
    """True where no word stands yet."""
    words = [line for line in before if line.word]
    return all(abs(w.x - place[0]) >= ROOM[0] or abs(w.y - place[1]) >= ROOM[1] for w in words)


def _word(bond: Bond) -> str:
    return "" if bond.value in ("yes", "no", True, False) else str(bond.value)


def _run(one: Token, other: Token, off: float) -> _Run:
    """From edge to edge: across between columns, in a bow within one, straight on a map."""
    if one.column is None:
        return _straight(one, other, off)
    inward = 1 if one.column == 0 else -1
    x1, y1, y2 = one.x + one.half * inward, one.y + off, other.y + off
    if one.column == other.column:
        bulge = min(MOST_BULGE, BULGE + abs(y2 - y1) / 8) * inward
        return _Run(x1, y1, x1, y2, bulge + off * inward)
    return _Run(x1, y1, other.x - other.half * inward, y2, 0)


def _straight(one: Token, other: Token, off: float) -> _Run:
    dx, dy = other.x - one.x, other.y - one.y
    long = hypot(dx, dy) or 1
    ux, uy = dx / long, dy / long
    aside = -uy * off, ux * off
    return _Run(
        one.x + ux * one.half + aside[0],
        one.y + uy * one.half + aside[1],
        other.x - ux * other.half + aside[0],
        other.y - uy * other.half + aside[1],
        0,
    )
