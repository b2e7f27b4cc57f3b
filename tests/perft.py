"""How many lines of play there are: every option with every way to fill it, to a fixed depth.

The counts are golden: a change of the rules that opens or closes a line shows at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from domain import commands as c
from domain.combat import Combat
from domain.decide import decide
from domain.options import Option, options
from domain.ruleset import Blank, Ruleset
from domain.seats import TABLE
from tests.story import Tape


def lines(combat: Combat, rules: Ruleset, depth: int, number: int = 1_000) -> int:
    """How many distinct lines of `depth` commands begin here; every die shows a three.

    A line that ends before counts once.
    """
    said = {json.dumps(command, sort_keys=True): command for command in _all(combat, rules)}
    if depth == 0 or not said:
        return 1
    return sum(
        lines(_after(combat, rules, command, number), rules, depth - 1, number + 1)
        for command in said.values()
    )


def _after(combat: Combat, rules: Ruleset, command: dict[str, Any], number: int) -> Combat:
    parsed = c.COMMAND.validate_python(command)
    return decide(combat, parsed, rules, Tape(), number, TABLE).combat


def _all(combat: Combat, rules: Ruleset) -> Iterator[dict[str, Any]]:
    for option in options(combat, rules, TABLE):
        ways = [list(_fillings(blank)) for blank in option.blanks]
        for filled in product(*ways):
            yield _command(option, filled)


def _command(option: Option, filled: tuple[Any, ...]) -> dict[str, Any]:
    """The command of an option with its blanks filled in; None leaves one out."""
    command, params = dict(option.command), {}
    for blank, value in zip(option.blanks, filled, strict=True):
        if blank.name == "targets":
            command["targets"] = [value]
        elif blank.name == "risk" and command["type"] == "answer":
            command["risk"] = value
        elif value is not None:
            params[blank.name] = value
    return {**command, "params": params} if params else command


def _fillings(blank: Blank) -> Iterator[Any]:
    """Every way to fill a blank; any text is as good as another."""
    if blank.optional:
        yield None
    match blank.kind:
        case "one":
            yield from blank.values
        case "some":
            most = blank.most or len(blank.values)
            for size in range(min(most, len(blank.values)) + 1):
                yield from map(list, combinations(blank.values, size))
        case "ordered":
            yield from map(list, permutations(blank.values))
        case "number":
            yield from range(blank.least, blank.most + 1)
        case _:
            yield "so be it"
