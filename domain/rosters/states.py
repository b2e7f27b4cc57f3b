"""Conditions between square brackets, such as `[prone, poisoned 3 rounds]`."""

from __future__ import annotations

import re

from domain.rosters import remarks as r
from domain.rosters.combatants import State
from domain.rosters.lines import Line
from domain.rosters.remarks import Remark

_STATE = re.compile(
    r"(?P<name>.+?)(?:[ ]+(?:for[ ]+)?(?P<left>[0-9]{1,6})[ ]*(?P<span>round|turn)s?)?"
)
_NO_STATE = re.compile(r"(?:for[ ]+)?[0-9]*[ ]*(?:round|turn)?s?|.*[ ]0+[ ]*(?:round|turn)s?")
_LEVEL = re.compile(r".*[ ]([0-9]+)")


def read_state(line: Line, begin: int, folded: str, longest: int) -> State | None:
    """Return the condition that folded words at an offset name; None where they name none."""
    text = folded.strip()
    found = _STATE.fullmatch(text)
    if found is None or _NO_STATE.fullmatch(text) or len(found["name"]) > longest:
        return None
    begin += len(folded) - len(folded.lstrip())
    name = line.words(begin, begin + len(found["name"]))
    if not found["left"]:
        return State(name)
    return State(name, int(found["left"]), "round" if found["span"] == "round" else "turn")


def remark_on_level(line: Line, begin: int, state: State, who: str) -> Remark | None:
    """Return the remark on a number behind a condition that counts nothing; None for none."""
    found = _LEVEL.fullmatch(state.name)
    if found is None or state.left is not None:
        return None
    begin = line.typed.index(state.name, begin)
    why = f'"{found[1]}" counts neither rounds nor turns.'
    taken = f'{who} is taken with a condition called "{state.name}".'
    at = line.at(begin, begin + len(state.name))
    return r.kept(at, why, taken, f"Write [{state.name} rounds], if it ends.")
