"""Conditions between square brackets, such as `[prone, poisoned 3 rounds]`."""

from __future__ import annotations

import re
from typing import Literal

from domain.rosters import remarks as r
from domain.rosters.combatants import State
from domain.rosters.lines import Line
from domain.rosters.remarks import Remark

_STATE = re.compile(
    r"(?P<name>.+?)(?:[ ]+(?:for[ ]+)?(?P<left>[0-9]{1,6})[ ]*(?P<span>round|turn)s?)?"
)
_NO_STATE = re.compile(r"(?:for[ ]+)?[0-9]*[ ]*(?:round|turn)?s?|.*[ ]0+[ ]*(?:round|turn)s?")
_LEVEL = re.compile(r".*[ ]([0-9]+)")


_NUMBERED = re.compile(r"(?P<name>.+?)[ ]+(?P<level>[1-9][0-9]{0,2})")
"""A condition with a level, where the game declares a condition of that name."""


def read_state(line: Line, begin: int, folded: str, longest: int) -> State | None:
    """Return the condition that folded words at an offset name; None where they name none.

    A number behind the name of a condition that the game declares is its level.
    """
    text = folded.strip()
    found = _STATE.fullmatch(text)
    if found is None or _NO_STATE.fullmatch(text) or len(found["name"]) > longest:
        return None
    begin += len(folded) - len(folded.lstrip())
    state = _named(line, line.words(begin, begin + len(found["name"])))
    if not found["left"]:
        return state
    span: Literal["round", "turn"] = "round" if found["span"] == "round" else "turn"
    return state._replace(left=int(found["left"]), span=span)


def _named(line: Line, name: str) -> State:
    """Return a condition by the name that the game declares, with its level; any other as typed."""
    if own := line.known.condition(name):
        return State(own.name)
    numbered = _NUMBERED.fullmatch(name)
    own = line.known.condition(numbered["name"]) if numbered else None
    return State(own.name, level=int(numbered["level"])) if numbered and own else State(name)


def remark_on_level(line: Line, begin: int, folded: str, state: State, who: str) -> Remark | None:
    """Return the remark on a number that counts nothing, or is too high; None for neither."""
    at, found = line.at(begin, begin + len(folded)), _LEVEL.fullmatch(state.name)
    known = line.known.condition(state.name)
    if known and known.most is not None and state.level > known.most:
        why = f"{state.level} is more than the highest level of {known.name}."
        taken = f"{who} is taken with level {known.most}."
        return r.kept(at, why, taken, f"Write at most {known.most}.")
    if known or found is None or state.left is not None:
        return None
    why = f'"{found[1]}" counts neither rounds nor turns.'
    taken = f'{who} is taken with a condition called "{state.name}".'
    return r.kept(at, why, taken, f"Write [{state.name} rounds], if it ends.")
