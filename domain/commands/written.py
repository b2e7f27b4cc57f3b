"""Results and rolls of an act as people write them, one a line: `whale: hp -7`, `attack 1d20+5`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticCustomError

from domain.commands.values import UNSEEN
from domain.events.measures import DIGITS

_SIGN, _WORD = f"[^:{UNSEEN}]", f"[^ :{UNSEEN}]"
NUMBER = rf"[0-9]{{1,{DIGITS}}}(?:\.[0-9]{{1,2}}| [0-9]{{1,3}}/[1-9][0-9]{{0,2}})?"
_SIZE = r"(?:[1-9][0-9]?|100)?d(?:[2-9]|[1-9][0-9]{1,2}|1000|%)(?:k[hl]?(?:[1-9][0-9]?|100))?"
_PART = rf"(?:{_SIZE}|[0-9]{{1,6}}(?:\.[0-9]{{1,2}})?)"
DICE = rf"{_SIZE}(?: *[+-] *{_PART}){{0,9}}"
"""Dice as they are written: `2d20kh1 + 1d4 - 2`."""

HOW_RESULTS = (
    "whale: hp -7, whale: hp = 12, whale: is wet 2 for 3 rounds, whale: is not wet,"
    " whale: fact armour = 15, or whale: at the shore"
)
HOW_ROLLS = "attack 2d20kh1+5, attack 1d20+5 (14) against 15: hit, or attack = 18 for a bare total"

_FACE = "(?:[1-9][0-9]{0,2}|1000)"
_FELL = (
    rf"(?:(?P<dice>{DICE})(?: *\((?P<faces>{_FACE}(?:[ ,]+{_FACE}){{0,99}})\))?"
    rf"(?: *= *(?P<total>-?{NUMBER}))?|= *(?P<bare>-?{NUMBER}))"
)
_PLAIN = f"[^:=(0-9{UNSEEN}]"
_ROLL = (
    rf"(?:(?P<who>{_PLAIN}{_SIGN}{{0,60}}?) *: *)?(?P<purpose>{_PLAIN}{{0,60}}?) *"
    rf"{_FELL}(?: +against +(?P<target>-?{NUMBER}))?(?: *: *(?P<outcome>{_SIGN}{{1,60}}))?"
)
_HEADS = (rf"(?P<who>{_SIGN}{{1,60}}?) *: *", rf"(?P<who>{_WORD}{{1,60}}) +")


def unreadable(how: str) -> PydanticCustomError:
    """The error of a line that cannot be read: it says how to write one."""
    return PydanticCustomError("line", how)


def read_result(line: str) -> dict[str, Any]:
    """Return one result of an act as it is written; raises `unreadable` for anything else."""
    for head in _HEADS:
        for pattern, read in _CHANGES:
            said = re.fullmatch(head + pattern, line)
            if said and _names_something(said):
                return {**read(said), "of" if read is _fact else "subject": said["who"]}
    raise unreadable(f"Write a result as {HOW_RESULTS}")


def _names_something(said: re.Match[str]) -> bool:
    """False where the name of a pool, a state or a place is blank: the schema allows that."""
    parts = said.groupdict()
    return all(parts[part].strip() for part in ("name", "pool", "place") if parts.get(part))


def read_roll(line: str) -> dict[str, Any]:
    """Return one roll of an act as it is written; raises `unreadable` for anything else."""
    found = re.fullmatch(_ROLL, line)
    if not found:
        raise unreadable(f"Write a roll as {HOW_ROLLS}")
    said: dict[str, Any] = {name: value for name, value in found.groupdict().items() if value}
    if faces := said.get("faces"):
        said["faces"] = [int(face) for face in re.findall(r"[0-9]+", faces)]
    if bare := said.pop("bare", None):
        said["total"] = bare
    return said


# --- changes -----------------------------------------------------------------------------------


def _pool(said: re.Match[str]) -> dict[str, Any]:
    number, how = said["number"], said["how"]
    changed = {"to": number} if how == "=" else {"delta": how + number}
    return {"what": "pool", "pool": said["pool"], "key": said["key"] or "", **changed}


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
    whole = re.fullmatch(r"-?[0-9]{1,9}", value)
    return {"what": "fact", "name": said["name"], "value": int(value) if whole else plain}


def _place(said: re.Match[str]) -> dict[str, Any]:
    return {"what": "place", "place": said["place"]}


Reader = Callable[[re.Match[str]], dict[str, Any]]

_NAME = f"[^=:{UNSEEN}]{{1,60}}"
_WHOSE = f"(?: +of +(?P<whose>{_WORD}{{1,60}}))?"
_LASTS = f"for +(?P<many>[1-9][0-9]{{0,5}}) +(?P<span>round|turn)s?{_WHOSE}"
_POOL = f"[^=:/{UNSEEN}]{{1,40}}"

_CHANGES: tuple[tuple[str, Reader], ...] = (
    (rf"is +(?:not|no longer) +(?P<name>{_SIGN}{{1,60}})", _no_condition),
    (rf"is +(?P<name>{_SIGN}{{1,60}}?)(?: +(?P<level>-?[0-9]{{1,3}}))?(?: +{_LASTS})?", _condition),
    (rf"fact +(?P<name>{_NAME}?) *= *(?P<value>{_NAME})", _fact),
    (rf"at +(?P<place>{_SIGN}{{1,60}})", _place),
    (rf"(?P<pool>{_POOL}?)(?:/(?P<key>{_POOL}?))? *(?P<how>[=+-]) *(?P<number>{NUMBER})", _pool),
)
"""How changes are written, with what each says."""


# --- as the schema says it -----------------------------------------------------------------------


def as_schema(pattern: str) -> dict[str, Any]:
    """Return the schema of a line: its pattern without the names of its parts."""
    return {"type": "string", "pattern": f"^(?:{re.sub('[?]P<[a-z]+>', '?:', pattern)})$"}


RESULT_LINE = as_schema("|".join(head + change for head in _HEADS for change, _ in _CHANGES))
ROLL_LINE = as_schema(_ROLL)
DICE_LINE = as_schema(DICE)


def lines_as_well(line: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    """Say in the schema of a list that each of its items may be written in a line as well."""

    def say(schema: dict[str, Any]) -> None:
        schema["items"] = {"anyOf": [schema["items"], line]}

    return say
