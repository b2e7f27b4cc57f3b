"""Whether dice are as even as they ought to be: chi-square, and the exact chance of each count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from math import exp, lgamma, log, sqrt
from typing import NamedTuple

from domain.dice import keyed_faces
from domain.events import DieLabel

SIZES = (2, 3, 4, 6, 8, 10, 12, 20, 30, 100)
"""The sizes of dice that people have."""

LEAST = 1e-7
"""How unlikely a count may be that an honest die shows in a test that is run every day."""

COMBAT, ENTROPY = "c-even", keyed_faces.entropy_start("c-even", 1)


class Evenness(NamedTuple):
    """How far off some dice are: in standard deviations of chi-square, and by the oddest count."""

    deviations: float
    oddest: float

    @property
    def is_fair(self) -> bool:
        return abs(self.deviations) < 6 and self.oddest > LEAST


def fallen(
    sides: int, count: int, domain: str = "open", seed: int = 0, combat: str = COMBAT
) -> Iterable[int]:
    """So many dice under labels as the rules count them: a hundred of a roll, round by round."""
    master = sha256(f"even {seed}".encode()).digest()
    key = keyed_faces.key(master, combat, 1, domain)
    for roll in range(count // 100):
        where = {"round": 1 + roll // 50, "roller": 1 + roll % 5, "r": roll % 50 // 5}
        label = DieLabel(sort="attempt", **where)
        yield from keyed_faces.faces(key, combat, ENTROPY, label, [sides] * 100)


def evenness(shown: Iterable[int], sides: int) -> Evenness:
    """How even the faces of dice of one size are."""
    counts = Counter(shown)
    assert set(counts) == set(range(1, sides + 1))
    total = sum(counts.values())
    due = total / sides
    chi = sum((n - due) ** 2 / due for n in counts.values())
    free = sides - 1
    # Wilson and Hilferty: the cube root of chi-square over its mean is very nearly normal.
    deviations = ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return Evenness(deviations, min(exactly(total, n, 1 / sides) for n in counts.values()) * sides)


def exactly(total: int, count: int, chance: float) -> float:
    """The exact chance that a face comes so often or more oddly still, on its side of the mean."""
    step = 1 if count > total * chance else -1
    found, n = 0.0, count
    while 0 <= n <= total:
        more = exp(_log_chance(total, n, chance))
        found += more
        if more < found * 1e-12:
            break
        n += step
    return min(1.0, 2 * found)


def _log_chance(total: int, n: int, chance: float) -> float:
    ways = lgamma(total + 1) - lgamma(n + 1) - lgamma(total - n + 1)
    return ways + n * log(chance) + (total - n) * log(1 - chance)


def independence(one: Iterable[int], other: Iterable[int], sides: int) -> Evenness:
    """How even pairs of dice are that have nothing to do with each other."""
    pairs = ((a - 1) * sides + b for a, b in zip(one, other, strict=True))
    return evenness(pairs, sides * sides)
