"""Counting lines of play: every command that the options offer, filled in, to a fixed depth.

A number that changes says that something is allowed which was not, or the other way round. Each way
to fill a blank is one line: every value of a choice, the ends of a range of numbers, nobody and all
of some; texts are left empty, and what may be left out is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from domain import commands as c
from domain.combat import Combat
from domain.decide import decide
from domain.options import Option, fill, options
from domain.ruleset import Blank, Ruleset
from domain.seats import TABLE
from domain.step import Dice


def perft(combat: Combat, rules: Ruleset, dice: Dice, depth: int, number: int = 1000) -> int:
    """How many lines of so many commands may be played from a state; each is really decided."""
    if not depth:
        return 1
    total = 0
    for command in offered(combat, rules):
        step = decide(combat, command, rules, dice, number, TABLE)
        total += perft(step.combat, rules, dice, depth - 1, number + 1)
    return total


def offered(combat: Combat, rules: Ruleset) -> Iterator[c.Command]:
    """Every command that is offered now, each way to fill it in."""
    for option in options(combat, rules, TABLE):
        for raw in ways(option):
            yield c.COMMAND.validate_python(raw)


def ways(option: Option) -> Iterator[dict[str, Any]]:
    """An option filled in each way; optional blanks stay empty."""
    wanted = option._replace(blanks=tuple(b for b in option.blanks if not b.optional))
    for values in product(*map(_values, wanted.blanks)):
        said = dict(zip((b.name for b in wanted.blanks), values, strict=True))
        yield fill(wanted, lambda blank, said=said: said[blank.name])  # type: ignore[misc]


def _values(blank: Blank) -> tuple[Any, ...]:
    match blank.kind:
        case "one":
            return blank.values
        case "number":
            return tuple(dict.fromkeys((blank.least, blank.most)))
        case "some":
            return ((), blank.values) if blank.values else ((),)
        case "ordered":
            return (blank.values,)
    return ("",)
