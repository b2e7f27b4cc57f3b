"""Results and rolls of an act as people write them, one a line: `whale: hp -7`, `attack 1d20+5`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticCustomError

NUMBER = r"\d{1,9}(?:\.\d{1,9}|(?: \d{1,3})?/\d{1,3})?"
ONE_SIZE = r"\d{0,3}d(?:\d{1,4}|%)(?:[kd][hl]?\d{1,3})?"
DICE = rf"{ONE_SIZE}(?:\s*[+-]\s*(?:{ONE_SIZE}|\d{{1,9}}(?:\.\d{{1,9}})?))*"
"""Dice as they are written: `2d20kh1 + 1d4 - 2`."""

HOW_RESULTS = (
    "whale: hp -7, whale: hp = 12, whale: is wet 2 for 3 rounds, whale: is not"
    " wet, whale: fact armour = 15, or whale: at the shore"
)
HOW_ROLLS = "attack 2d20kh1+5, attack 1d20+5 (14) against 15: hit, or attack = 18 for a bare total"

LONGEST = 300
"""How long a line may be."""

_WHO = re.compile(r"(?P<who>[^:]+?)\s*:\s*(?P<rest>.+)|(?P<word>\S+)\s+(?P<more>.+)")
_ROLL = re.compile(
    rf"(?:(?P<who>[^:=(]+?)\s*:\s*)?(?P<purpose>[^\d:=(]*?)\s*(?P<dice>{DICE})?"
    rf"(?:\s*\((?P<faces>[\d,\s]+)\))?(?:\s*=\s*(?P<total>-?{NUMBER}))?"
    rf"(?:\s+against\s+(?P<target>-?{NUMBER}))?(?:\s*:\s*(?P<outcome>.+))?",
    re.ASCII | re.IGNORECASE,
)


def unreadable(how: str) -> PydanticCustomError:
    """The error of a line that cannot be read: it says how to write one."""
    return PydanticCustomError("line", how)


def lines_as_well(schema: dict[str, Any]) -> None:
    """Say in the schema of a list that each of its items may be written in a line as well."""
    schema["items"] = {"anyOf": [schema["items"], {"type": "string", "maxLength": LONGEST}]}


def read_result(line: str) -> dict[str, Any]:
    """Return one result of an act as it is written; raises `unreadable` for anything else."""
    found = _WHO.fullmatch(line.strip()) if len(line) <= LONGEST else None
    if found is not None:
        who, what = found["who"] or found["word"], found["rest"] or found["more"]
        for pattern, read in _CHANGES:
            if said := pattern.fullmatch(what.strip()):
                return {**read(said), "of" if read is _fact else "subject": who}
    raise unreadable(f"Write a result as {HOW_RESULTS}")


def read_roll(line: str) -> dict[str, Any]:
    """Return one roll of an act as it is written; raises `unreadable` for anything else."""
    found = _ROLL.fullmatch(line.strip()) if len(line) <= LONGEST else None
    if not found or not (found["dice"] or found["total"]):
        raise unreadable(f"Write a roll as {HOW_ROLLS}")
    said: dict[str, Any] = {name: value for name, value in found.groupdict().items() if value}
    if faces := said.get("faces"):
        said["faces"] = [int(face) for face in re.findall(r"\d+", faces)]
    return said


# --- changes -----------------------------------------------------------------------------------


def _pool(said: re.Match[str]) -> dict[str, Any]:
    pool, _, key = said["pool"].partition("/")
    number = said["number"]
    how = {"to": number} if said["how"] == "=" else {"delta": said["how"].strip() + number}
    return {"what": "pool", "pool": pool, "key": key, **how}


def _condition(said: re.Match[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"what": "condition", "name": said["name"]}
    if said["level"]:
        found["level"] = int(said["level"])
    if said["many"]:
        whose = {"whose": said["whose"]} if said["whose"] else {}
        found["until"] = {"span": said["span"], "left": int(said["many"]), **whose}
    return found


def _no_condition(said: re.Match[str]) -> dict[str, Any]:
    return {"what": "condition", "name": said["name"], "begin": False}


def _fact(said: re.Match[str]) -> dict[str, Any]:
    value = said["value"]
    plain: Any = {"yes": True, "no": False}.get(value, value)
    whole = re.fullmatch(r"-?\d{1,9}", value)
    return {"what": "fact", "name": said["name"], "value": int(value) if whole else plain}


def _place(said: re.Match[str]) -> dict[str, Any]:
    return {"what": "place", "place": said["place"]}


Reader = Callable[[re.Match[str]], dict[str, Any]]

_CHANGES: tuple[tuple[re.Pattern[str], Reader], ...] = (
    (re.compile(r"is\s+(?:not|no longer)\s+(?P<name>.+)"), _no_condition),
    (
        re.compile(
            r"is\s+(?P<name>.+?)(?:\s+(?P<level>-?\d{1,4}))?"
            r"(?:\s+for\s+(?P<many>\d{1,7})\s+(?P<span>round|turn)s?(?:\s+of\s+(?P<whose>\S+))?)?"
        ),
        _condition,
    ),
    (re.compile(r"fact\s+(?P<name>[^=]+?)\s*=\s*(?P<value>.+)"), _fact),
    (re.compile(r"at\s+(?P<place>.+)"), _place),
    (re.compile(rf"(?P<pool>[^=]+?)\s*(?P<how>=|[+-])\s*(?P<number>{NUMBER})"), _pool),
    (re.compile(rf"(?P<pool>[^=]+?)\s*(?P<how>=)\s*(?P<number>-{NUMBER})"), _pool),
)
"""How changes are written, with what each says."""
