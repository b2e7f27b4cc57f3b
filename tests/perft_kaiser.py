"""Perft: how many distinct lines of play there are to a depth, by the list of options alone.

Each option counts once for each way its blanks can be filled that must be filled: every value of
a list, the least and the most of a range; what is optional is left out. Dice and cards fall as on
a tape of one face. So the count depends on the rules and on nothing else.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from domain import commands as c
from domain import events as e
from domain.combat import Combat
from domain.decide import decide
from domain.options import Option, options, plainest
from domain.ruleset import Blank, Ruleset
from domain.seats import TABLE


class OneFace:
    """Every die shows the same face."""

    def __init__(self, face: int = 3):
        self.face = face

    def faces(self, key: str, label: e.DieLabel, count: int, sides: int) -> tuple[int, ...]:
        """So many times the face."""
        return (min(self.face, sides),) * count

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The first card that remains."""
        return cards[0]

    def commitments(self) -> dict[str, str]:
        """Nothing is bound."""
        return {}


def perft(combat: Combat, rules: Ruleset, depth: int, number: int = 1_000) -> int:
    """The number of distinct lines of so many commands from a state."""
    if not depth:
        return 1
    return sum(
        perft(_after(combat, rules, command, number), rules, depth - 1, number + 1)
        for command in commands(combat, rules)
    )


def commands(combat: Combat, rules: Ruleset) -> tuple[c.Command, ...]:
    """Every distinct command that the options offer the referee, blanks filled in."""
    found = {
        repr(sorted(raw.items())): raw
        for option in options(combat, rules, TABLE)
        for raw in _filled(option)
    }
    return tuple(c.COMMAND.validate_python(raw) for raw in found.values())


def _after(combat: Combat, rules: Ruleset, command: c.Command, number: int) -> Combat:
    return decide(combat, command, rules, OneFace(), number, TABLE).combat


def _filled(option: Option) -> Iterator[dict[str, Any]]:
    """The commands of an option: one for each way to fill what must be filled."""
    blanks = [b for b in option.blanks if not b.optional]
    for values in itertools.product(*map(_ways, blanks)):
        command, params = dict(option.command), {}
        for blank, value in zip(blanks, values, strict=True):
            if blank.name == "targets":
                command["targets"] = [value]
            elif blank.name == "risk" and command["type"] == "answer":
                command["risk"] = value
            else:
                params[blank.name] = value
        yield {**command, "params": params} if params else command


def _ways(blank: Blank) -> tuple[Any, ...]:
    match blank.kind:
        case "one":
            return blank.values
        case "number":
            return tuple(dict.fromkeys((blank.least, blank.most)))
    return (plainest(blank),)
