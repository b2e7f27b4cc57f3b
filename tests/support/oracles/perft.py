"""Perft: how many distinct lines of so many commands there are from where a story stands.

The counts are golden: a change of the rules that opens or closes a line shows at once. A line is
counted by the options alone, each command is really decided, and every die shows a three; so a
count depends on the rules and on nothing else.

One rule says how often an option counts. Every value of a choice is a way to fill it, and so is
leaving out what may be left out; of a range of numbers its two ends; of some of a list nobody, each
alone and all; of an order the list forwards and backwards; any text is as good as another. An
option counts for each combination of these, unless there are more than `MOST`: then one blank is
varied at a time, while the others are filled in plainly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any, NamedTuple

from domain import commands as c
from domain.engine.decide import decide
from domain.events.measures import written
from domain.legality.option import Option, fill, plainest
from domain.legality.options import options
from domain.ruleset.ruleset import Blank, Ruleset
from domain.state.combat import Combat, state_hash
from domain.state.viewer import TABLE
from tests.support.story import Story, Tape

MOST = 24
"""So many combinations of one option are all counted."""


def perft(story: Story, depth: int) -> int:
    """How many lines of `depth` commands begin here; one that ends before counts once."""
    return _lines(_Position(story.combat, story.rules, len(story.steps) + 1), depth)


def counted(story: Story, depths: int) -> tuple[int, ...]:
    """The number of lines of one command, of two, and so on."""
    return tuple(perft(story, depth) for depth in range(1, depths + 1))


def reached(story: Story, depth: int) -> int:
    """The number of different states in which the lines end."""
    return len(set(_ends(_Position(story.combat, story.rules, len(story.steps) + 1), depth)))


def ways(option: Option) -> Iterator[dict[str, Any]]:
    """The commands of an option, by the rule above."""
    fillings = [tuple(_fillings(blank)) for blank in option.blanks]
    if prod(map(len, fillings)) <= MOST:
        yield from (_command(option, filled) for filled in product(*fillings))
        return
    plain = tuple(plainest(blank) for blank in option.blanks)
    for nth, each in enumerate(fillings):
        yield from (_command(option, (*plain[:nth], one, *plain[nth + 1 :])) for one in each)


class _Position(NamedTuple):
    """A state, the rules that it stands under, and the number of the next step."""

    combat: Combat
    rules: Ruleset
    number: int

    def after(self) -> Iterator[_Position]:
        """Where each distinct command leads."""
        for command in _commands(self):
            said = c.COMMAND.validate_python(command)
            step = decide(self.combat, said, self.rules, Tape(), self.number, TABLE)
            yield self._replace(combat=step.combat, number=self.number + 1)


def _commands(position: _Position) -> tuple[dict[str, Any], ...]:
    offered = options(position.combat, position.rules, TABLE)
    said = (command for option in offered for command in ways(option))
    return tuple({json.dumps(each, sort_keys=True): each for each in said}.values())


def _lines(position: _Position, depth: int) -> int:
    if not depth:
        return 1
    return sum(_lines(each, depth - 1) for each in position.after()) or 1


def _ends(position: _Position, depth: int) -> Iterator[str]:
    following = tuple(position.after()) if depth else ()
    if not following:
        yield state_hash(position.combat)
    for each in following:
        yield from _ends(each, depth - 1)


def _command(option: Option, filled: tuple[Any, ...]) -> dict[str, Any]:
    """The command of an option with its blanks filled in; None leaves one out."""
    values = {blank.name: value for blank, value in zip(option.blanks, filled, strict=True)}
    said = tuple(blank for blank in option.blanks if values[blank.name] is not None)
    return fill(option._replace(blanks=said), lambda blank: values[blank.name])


def _fillings(blank: Blank) -> Iterator[Any]:
    if blank.optional:
        yield None
    match blank.kind:
        case "one":
            yield from blank.values
        case "some":
            if not blank.least:
                yield []
            yield from ([each] for each in blank.values)
            if 1 < len(blank.values) <= (blank.most or len(blank.values)):
                yield list(blank.values)
        case "ordered":
            yield from dict.fromkeys((blank.values, blank.values[::-1]))
        case "number":
            yield from (
                written(end, blank.scale) for end in dict.fromkeys((blank.least, blank.most))
            )
        case _:
            yield ""
