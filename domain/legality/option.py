"""An option: a command with blanks, and how its blanks are filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.events.measures import written
from domain.legality.narrowing import narrowed
from domain.ruleset.ruleset import Blank, Choice, Draw, Throw, pointer_parts


class Option(NamedTuple):
    """A command with blanks, what it says, costs and cites.

    `about` is the act that it answers or takes back; `throw`, `draw` and `falls` are what it lets
    chance decide: a roll, a card, or dice that fall one by one, as the choice says.
    """

    command: dict[str, Any]
    blanks: tuple[Blank, ...] = ()
    says: str = ""
    clause: str = ""
    cost: dict[str, int] = {}
    about: str = ""
    throw: Throw | None = None
    draw: Draw | None = None
    falls: Choice | None = None


def fill(option: Option, choose: Callable[[Blank], Any]) -> dict[str, Any]:
    """The command of an option with its blanks filled in by `choose`."""
    command = dict(option.command)
    for blank in option.blanks:
        *outer, name = pointer_parts(blank.pointer)
        inside = command
        for each in outer:
            inside[each] = inside = dict(inside.get(each, {}))
        inside[name] = choose(narrowed(blank, option.blanks, command.get("params", {})))
    return command


def plainest(blank: Blank) -> Any:
    """The plainest way to fill a blank."""
    match blank.kind:
        case "number":
            return written(blank.least, blank.scale)
        case "one":
            return blank.values[0] if blank.values else ""
        case "ordered":
            return list(blank.values)
        case "some":
            return list(blank.values[: blank.least])
        case _:
            return ""
