"""Lines of blows, their luck, and the best one by what is known of the dice."""

from __future__ import annotations

from collections import defaultdict
from math import sqrt
from typing import Any, NamedTuple

from domain import events as e
from tests.support.games.gamble import WEIGHT, luck

Blow = tuple[str, str]
"""Who strikes, and with what."""


class Tally(NamedTuple):
    """What came of some scripts: their luck, and how many were played over with knowledge."""

    scripts: int = 0
    luck: float = 0.0
    squares: float = 0.0
    gained: int = 0

    def __add__(self, other: Any) -> Tally:
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))

    @property
    def gain(self) -> float:
        """How much more than one half his luck was, on average."""
        return self.luck / self.scripts - 0.5

    @property
    def deviations(self) -> float:
        """The same in standard deviations of the mean."""
        mean = self.luck / self.scripts
        return self.gain / sqrt((self.squares / self.scripts - mean**2) / self.scripts)


class Line(NamedTuple):
    """A line that was played: its steps, and the luck of its blows in their order."""

    steps: tuple[int, ...]
    rolls: tuple[e.DiceRolled, ...]

    @property
    def luck(self) -> float:
        total: float = sum(map(luck, self.rolls))
        return total / sum(WEIGHT[rolled.purpose] for rolled in self.rolls)


def known_of(line: Line) -> dict[tuple[str, int], float]:
    """What a line tells of the dice: how low or high the n-th of each of the two is."""
    count, known = defaultdict[str, int](int), {}
    for rolled in line.rolls:
        known[rolled.who, count[rolled.who]] = luck(rolled) / WEIGHT[rolled.purpose]
        count[rolled.who] += 1
    return known


def best(known: dict[tuple[str, int], float]) -> tuple[Blow, ...]:
    """The luckiest line by what is known; what is not known is worth one half."""
    lines: list[tuple[float, tuple[Blow, ...]]] = []
    for eves in range(4):
        who = ["eve"] * eves + ["dan"] * (3 - eves)
        nth = [*range(eves), *range(3 - eves)]
        worth = [known.get(pair, 0.5) for pair in zip(who, nth, strict=True)]
        for mighty in range(3):
            blows = tuple((one, "mighty" if n == mighty else "poke") for n, one in enumerate(who))
            lines.append((sum(worth) + 2 * worth[mighty], blows))
    return max(lines)[1]
