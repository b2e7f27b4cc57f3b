"""The lines of a drawing: one for each bond between two, each kind in a stroke of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

from api.pages.map.tokens import Token
from projections.state.positions import Bond
from projections.wording.game_words import value_word

APART = 8
"""How far two lines between the same two are from each other in their middle."""
STROKES = 6
"""So many kinds of lines can be told apart by their strokes."""
BULGE, MOST_BULGE = 12, 36
ALONG, ROOM = (0.4, 0.6, 0.32, 0.68), (28, 13)
"""Where on its line a word may stand, the best first, and the room that it takes."""


class Mark(NamedTuple):
    """What a kind of line means: `stroke` is its style, empty where nothing is drawn."""

    stroke: str
    says: str
    arrow: bool


class Drawn(NamedTuple):
    """A line beneath the tokens: its style, its path, and a word on it with its place.

    `middle` is where it is halfway, and in which direction in degrees, where that has an arrow.
    """

    stroke: str
    path: str
    middle: tuple[int, int, int] | None
    word: str
    x: int
    y: int


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
    """Return the lines between the tokens; several between the same two lie side by side."""
    at = {token.who: token for token in tokens}
    between: dict[frozenset[str], list[Bond]] = {}
    for bond in bonds:
        if kinds[_kind(bond)].stroke and bond.one in at and bond.other in at:
            between.setdefault(frozenset((bond.one, bond.other)), []).append(bond)
    lines: list[Drawn] = []
    for both in between.values():
        for nth, bond in enumerate(both):
            off = (nth - (len(both) - 1) / 2) * APART
            lines.append(_line(bond, at[bond.one], at[bond.other], off, kinds[_kind(bond)], lines))
    return tuple(lines)


def _line(
    bond: Bond, one: Token, other: Token, off: float, mark: Mark, before: Sequence[Drawn]
) -> Drawn:
    across, down = other.x - one.x, other.y - one.y
    aside_x, aside_y = _bend(one, other, off)

    def at(part: float) -> tuple[int, int]:
        bent = 4 * part * (1 - part)
        x, y = one.x + across * part + aside_x * bent, one.y + down * part + aside_y * bent
        return round(x), round(y)

    bend = round(one.x + across / 2 + 2 * aside_x), round(one.y + down / 2 + 2 * aside_y)
    path = f"M{one.x} {one.y}Q{bend[0]} {bend[1]} {other.x} {other.y}"
    middle = (*at(0.5), round(degrees(atan2(down, across)))) if mark.arrow else None
    is_said = bond.degree is None and value_word(bond.value) not in ("yes", "no")
    places = [at(part) for part in ALONG]
    place = next((each for each in places if _is_free(each, before)), places[0])
    return Drawn(mark.stroke, path, middle, str(bond.value) if is_said else "", *place)


def _is_free(place: tuple[int, int], before: Sequence[Drawn]) -> bool:
    """True where no word stands yet."""
    words = [line for line in before if line.word]
    return all(abs(w.x - place[0]) >= ROOM[0] or abs(w.y - place[1]) >= ROOM[1] for w in words)


def _bend(one: Token, other: Token, off: float) -> tuple[float, float]:
    """Return how far the middle of a line is aside: within a column, so far as to be seen."""
    across, down = other.x - one.x, other.y - one.y
    if one.column is None or one.column != other.column:
        # Both directions of a pair count their lines from the same end, so that none hides another.
        long = hypot(across, down) or 1
        off *= 1 if (one.x, one.y) <= (other.x, other.y) else -1
        return -down / long * off, across / long * off
    out = one.half + min(MOST_BULGE, BULGE + abs(down) / 8) + off
    return (out if one.column == 0 else -out), 0
