"""Luck: the sum of the faces that fell, against its exact distribution.

Dice of one size are taken together. With n fair dice of s sides every sequence of faces is as
likely as any other, so the chance of a sum is the number of sequences that come to it, of s ** n in
all. They are counted in whole numbers, by the recurrence of the coefficients of
(1 + x + ... + x ** (s - 1)) ** n; nothing is approximated.

The p-value is two-sided: the share of all sequences whose sum is at least as far from the expected
one, n (s + 1) / 2, as that which fell, on either side of it. How many dice fall is taken as given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from domain.events.measures import points

BAND = Fraction(19, 20)
"""Of so many evenings the sum falls into the band that is shown."""

UNUSUAL, RARE = Fraction(1, 20), Fraction(1, 1000)
"""Below the first it is said to be unusual, below the second that it ought to be looked into."""


KINDS = ("person", "source", "roller", "purpose")
"""By what dice are taken together, in the order in which they are told."""


class Fell(NamedTuple):
    """The natural faces of one size in a roll, whose and what for, and who vouches for them."""

    person: str
    who: str
    purpose: str
    provenance: str
    sides: int
    faces: tuple[int, ...]


class Luck(NamedTuple):
    """The dice of one size of somebody, or for something.

    `by` is `person`, who plays the roller, whoever entered the roll; `source`, that person and who
    vouches for the dice; `roller`; or `purpose`.
    `expected` is the expected sum, a whole number or a half: `10 1/2`. From `low` to `high` the
    sum falls in 95 of 100 such evenings at least. `p` is the two-sided p-value, exact as `ways` /
    `of` in lowest terms and rounded here.
    """

    by: str
    of: str
    sides: int
    dice: int
    total: int
    expected: str
    low: int
    high: int
    p: float
    says: str


class LuckLine(NamedTuple):
    """The luck of a fight in a line: what kind of evening it was, and who was furthest off."""

    evening: str
    says: str


def counts(dice: int, sides: int) -> Iterator[int]:
    """How many sequences of faces come to each sum, from the least sum (`dice`) on.

    The coefficients of ((1 - x ** s) / (1 - x)) ** n, each from those before it.
    """
    n, s = dice, sides
    before = [1] + [0] * s
    """The coefficients j, j - 1, ..., j - s."""
    yield 1
    for j in range(n * (s - 1)):
        q, q_1, q_s = before[0], before[s - 1], before[s]
        found = (j + n) * q + (j + 1 - s - n * s) * q_1 - (j - s - n * (s - 1)) * q_s
        following = found // (j + 1)
        before = [following, *before[:-1]]
        yield following


def p_value(dice: int, sides: int, total: int) -> Fraction:
    """The two-sided p-value of a sum of fair dice."""
    twice, middle = 2 * total, dice * (sides + 1)
    if twice == middle:
        return Fraction(1)
    nearer = min(total, middle - total)
    below = sum(islice(counts(dice, sides), nearer - dice + 1))
    return Fraction(2 * below, sides**dice)


def band(dice: int, sides: int) -> tuple[int, int]:
    """The narrowest range about the expected sum that holds at least 95 of 100 sums."""
    out = (1 - BAND) / 2 * sides**dice
    below, low = 0, dice
    for ways in counts(dice, sides):
        if below + ways > out:
            break
        below, low = below + ways, low + 1
    return low, dice * (sides + 1) - low


def luck(fell: Iterable[Fell]) -> tuple[Luck, ...]:
    """By person, by person and provenance, by who rolled, and by purpose; the most dice first."""
    groups: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for roll in fell:
        source = f"{roll.person}, {roll.provenance}"
        for by, of in zip(KINDS, (roll.person, source, roll.who, roll.purpose), strict=True):
            groups[by, of, roll.sides] += roll.faces
    rows = (_row(by, of, sides, faces) for (by, of, sides), faces in groups.items() if faces)
    return tuple(sorted(rows, key=lambda row: (KINDS.index(row.by), -row.dice, row.of)))


def _row(by: str, of: str, sides: int, faces: Sequence[int]) -> Luck:
    dice, total = len(faces), sum(faces)
    (low, high), p = band(dice, sides), p_value(dice, sides, total)
    twice = dice * (sides + 1)
    says = _sentence(dice, sides, 2 * total - twice, p)
    return Luck(by, of, sides, dice, total, points(twice, 2), low, high, float(p), says)


def _sentence(dice: int, sides: int, twice_off: int, p: Fraction) -> str:
    """What it means, for people who do not know what a p-value is."""
    many = f"{dice} d{sides}" if dice > 1 else f"one d{sides}"
    if not twice_off:
        return f"{many}: exactly what is to be expected."
    off = points(abs(twice_off), 2)
    way = "more" if twice_off > 0 else "fewer"
    pips = "pip" if off in ("1", "1/2") else "pips"
    led = f"{many}: {off} {pips} {way} than expected. Fair dice are as far off as that, or further"
    return f"{led}, {often(p)}: {_judgement(p)}."


def often(p: Fraction) -> str:
    """How often something of that chance happens, in words."""
    if p > Fraction(95, 100):
        return "on nearly every evening"
    if p > Fraction(15, 100):
        return f"on about {max(2, round(10 * p))} evenings in 10"
    return f"on about 1 evening in {_rounded(1 / p):,}"


def _rounded(size: Fraction) -> int:
    """A number to two digits: nobody can tell 407,095 evenings from 410,000."""
    unit: int = 10 ** max(0, len(str(int(size))) - 2)
    return round(size / unit) * unit


def _judgement(p: Fraction) -> str:
    if p >= UNUSUAL:
        return "nothing unusual"
    return "unusual, though it happens" if p >= RARE else "rare enough to be looked into"


# --- in a line -------------------------------------------------------------------------------


def luck_line(rows: Iterable[Luck]) -> LuckLine | None:
    """Return the luck of a fight in a line; None where no dice fell.

    Of many fighters one is far off by chance, so the p-value is taken as many times as there are.
    """
    rollers = [row for row in rows if row.by == "roller"]
    if not rollers:
        return None
    odd = min(rollers, key=lambda row: row.p)
    share = Fraction(odd.p) * len(rollers)
    kind = "ordinary" if share >= UNUSUAL else "unusual" if share >= RARE else "very unusual"
    return LuckLine(f"an {kind} evening".replace("an very", "a very"), _in_a_line(odd))


def _in_a_line(row: Luck) -> str:
    """`Ann rolled 7 1/2 pips more than expected on 3 d6; fair dice are as far off ...`."""
    many = f"{row.dice} d{row.sides}" if row.dice > 1 else f"one d{row.sides}"
    off = 2 * row.total - row.dice * (row.sides + 1)
    who = row.of or "The table"
    if not off:
        return f"{who} rolled exactly what is to be expected on {many}."
    way = "more" if off > 0 else "fewer"
    led = f"{who} rolled {points(abs(off), 2)} pips {way} than expected on {many}"
    return f"{led}; fair dice are as far off {often(Fraction(row.p))}."
