"""Counting lines: how many distinct ways play can go on to a fixed depth, by the options alone.

Whatever changes what is legal changes the count. Every option is one branch for each way to fill
its first listed blank; other blanks are filled in plainly, and dice fall as the story says.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from domain import commands as c
from domain.combat import state_hash
from domain.decide import decide
from domain.options import Option, fill, options, plainest
from domain.ruleset import Blank
from domain.seats import TABLE
from tests.story import Story, Tape


def perft(story: Story, depth: int) -> int:
    """The number of lines of so many steps from where a story stands, under any ruleset."""
    return _lines(story, depth, len(story.steps) + 1)


def reached(story: Story, depth: int) -> int:
    """The number of different states in which those lines end."""
    return len(set(_ends(story, depth, len(story.steps) + 1)))


def branches(option: Option) -> Iterator[dict[str, Any]]:
    """The commands of an option: one for each value of its first blank that is a list."""
    listed = next((b for b in option.blanks if b.kind == "one" and len(b.values) > 1), None)
    if listed is None:
        yield fill(option, plainest)
    for value in listed.values if listed else ():
        yield fill(option, partial(_chosen, listed, value))


def _chosen(listed: Blank | None, value: str, blank: Blank) -> Any:
    return value if blank is listed else plainest(blank)


def _next(story: Story, number: int) -> Iterator[Story]:
    for option in options(story.combat, story.rules, TABLE):
        for command in branches(option):
            said = c.COMMAND.validate_python(command)
            step = decide(story.combat, said, story.rules, Tape(), number, TABLE)
            after = object.__new__(type(story))
            after.rules, after.combat = story.rules, step.combat
            yield after


def _lines(story: Story, depth: int, number: int) -> int:
    if not depth:
        return 1
    return sum(_lines(after, depth - 1, number + 1) for after in _next(story, number))


def _ends(story: Story, depth: int, number: int) -> Iterator[str]:
    if not depth:
        yield state_hash(story.combat)
        return
    for after in _next(story, number):
        yield from _ends(after, depth - 1, number + 1)
