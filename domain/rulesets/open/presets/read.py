"""A preset read from its JSON: each value checked, and refused with what to write instead.

A refusal has the JSON pointer to the value that is at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from domain.ruleset.ruleset import Need, Params, Refused
from domain.ruleset.sheets.refusals import inside, shown
from domain.ruleset.sheets.values import Flag, OneOf, Value, Whole

from ..order.settings import POINTS
from ..sheet_fields import MOST, NEVER, NO_FACTS, ROUND, TURN
from ..states import LONGEST, STRONGEST
from .preset import BEARER, SOURCE, Preset, PresetField, Usual

HOLDS: tuple[Literal["pool", "number", "word", "yes or no"], ...]
HOLDS = ("pool", "number", "word", "yes or no")
"""What a field of the sheet may hold."""

LONGEST_NAME, MOST_NAMES = 40, 60
WORDS = ("round", "turn", "order")
"""The words of every game that a preset may rename."""

SETTINGS = {"dice": "order dice", "order": "order", "ties": "order ties", "down": "down"}
"""What a preset says of initiative, and the table option that it is the default of."""

_POINTS = {point.key: point for point in POINTS}
_PARTS = ("title", "words", "sheet", "conditions", "initiative")


def read_preset(given: Any) -> Preset:
    """Return the preset that JSON says; raises Refused for the first value that is wrong."""
    said = _known(given, _PARTS, "")
    if "title" not in said:
        raise _wrong("", "a preset has a title", '"title": "the name of your game"')
    return Preset(
        _name(said["title"], "/title"),
        {w: _name(v, f"/words/{w}") for w, v in _part(said, "words", WORDS).items()},
        _sheet(said.get("sheet", {})),
        _each(said.get("conditions", {}), "/conditions", _condition),
        _settings(_part(said, "initiative", tuple(SETTINGS))),
    )


def _wrong(at: str, why: str, instead: str) -> Refused:
    """The refusal of a value, with what to write instead."""
    need = Need("trait", at.rpartition("/")[2] or "preset", "", instead, "")
    return Refused("", why, None, at, missing=[need])


def _part(said: Mapping[str, Any], part: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    return _known(said.get(part, {}), known, f"/{part}")


def _known(given: Any, known: tuple[str, ...], at: str) -> Mapping[str, Any]:
    """Values by name, none of them by another name than is known."""
    if not isinstance(given, Mapping):
        raise _wrong(at, f"{given!r} is no object", f'names and values: {{"{known[0]}": ...}}')
    for name in given:
        if name not in known:
            why = f"{name!r} means nothing here"
            raise _wrong(inside(at, name), why, f"one of: {', '.join(known)}")
    return given


def _name(value: Any, at: str) -> str:
    """A name in one line, which is no template and no path."""
    fits = isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_NAME
    if not fits or not value.isprintable() or set(value) & set("{}/>"):
        instead = f"a name in quotes, of 1 to {LONGEST_NAME} letters, without {{}} / and >"
        raise _wrong(at, f"{value!r} is no name", instead)
    return str(value).strip()


def _each(given: Any, at: str, read: Callable[[str, Any, str], Any]) -> dict[str, Any]:
    """Read what stands under each of many names."""
    if not isinstance(given, Mapping):
        raise _wrong(at, f"{given!r} is no object", 'names and what they are: {"name": {}}')
    if len(given) > MOST_NAMES:
        raise _wrong(at, f"these are {len(given)} names", f"at most {MOST_NAMES}")
    found: dict[str, Any] = {}
    for each, value in given.items():
        name = _name(each, inside(at, each))
        found[name] = read(name, value, inside(at, each))
    return found


class _Called(Value):
    """A name in one line."""

    such = "a name"
    types = (str,)

    def read(self, value: Any, at: str) -> str:
        """Return the name; raises Refused."""
        return _name(value, at)


def _values(given: Any, parts: Mapping[str, tuple[Value, str]], at: str) -> Params:
    """Values by the names of their fields, each with its kind and with what to write for it."""
    said = _known(given, tuple(parts), at)
    return {name: _value(value, *parts[name], inside(at, name)) for name, value in said.items()}


def _value(given: Any, kind: Value, instead: str, at: str) -> Any:
    try:
        return kind.read(given, at)
    except Refused as refused:
        part = at.rpartition("/")[2]
        raise _wrong(refused.pointer, f'"{part}" cannot be {shown(given)}', instead) from refused


def _words(*words: str) -> tuple[Value, str]:
    return OneOf(words), f"one of: {', '.join(words)}"


def _number(least: int, most: int, such: int) -> tuple[Value, str]:
    return Whole((least, most)), f"a whole number from {least} to {most}, such as {such}"


# --- the sheet -----------------------------------------------------------------------------

_FIELD: dict[str, tuple[Value, str]] = {
    "is": _words(*HOLDS),
    "says": (_Called(), "what people call it"),
    "least": _number(-MOST, MOST, 0),
    "most": _number(-MOST, MOST, 3),
    "each": _words(NEVER, ROUND, TURN),
}
_OF_POOLS = ("least", "most", "each")


def _sheet(given: Any) -> dict[str, PresetField]:
    """The fields of a sheet; raises Refused where two share a name."""
    found, taken = _each(given, "/sheet", _sheet_field), dict[str, str]()
    for field in found.values():
        for name in set(field.names):
            if name in taken:
                why = f"{name!r} means {taken[name]!r} already"
                raise _wrong(inside("/sheet", field.name), why, "another name")
            taken[name] = field.name
    return found


def _sheet_field(name: str, given: Any, at: str) -> PresetField:
    said = dict(_known(given, (*_FIELD, "also"), at))
    also = _other_names(said.pop("also", []), inside(at, "also"))
    read = _values(said, _FIELD, at)
    if "is" not in read:
        why = f"nothing says what {name} holds"
        raise _wrong(at, why, f'"is": "number", or another {_FIELD["is"][1]}')
    if name in NO_FACTS and read["is"] == "pool":
        raise _wrong(inside(at, "is"), f"{name} is no pool", '"number" or "word"')
    holds = next(each for each in HOLDS if each == read["is"])
    return PresetField(name, holds, str(read.get("says", name)), also, _limits(name, read, at))


def _limits(name: str, read: Params, at: str) -> Params:
    """The limits of a pool; raises Refused for those of anything else, and for empty ones."""
    limits: Params = {part: read[part] for part in _OF_POOLS if part in read}
    if limits and read["is"] != "pool":
        part = next(iter(limits))
        raise _wrong(inside(at, part), f"{name} is no pool", f'"is": "pool", or no {part}')
    least, most = limits.get("least"), limits.get("most")
    if isinstance(least, int) and isinstance(most, int) and most < least:
        raise _wrong(inside(at, "most"), f"{most} is less than the least", f"{least} or more")
    return limits


def _other_names(given: Any, at: str) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise _wrong(at, f"{given!r} is no list", 'names in brackets: ["ac"]')
    return tuple(_name(name, inside(at, str(nth))) for nth, name in enumerate(given))


# --- usual conditions and initiative -------------------------------------------------------

_CONDITION: dict[str, tuple[Value, str]] = {
    "says": (_Called(), "what people call it"),
    "rounds": _number(1, LONGEST, 10),
    "turns": _number(1, LONGEST, 1),
    "whose": _words(BEARER, SOURCE),
    "edge": _words("begin", "end"),
    "level": _number(-STRONGEST, STRONGEST, 1),
    "most": _number(1, STRONGEST, 4),
    "falls": _number(1, STRONGEST, 1),
    "concentration": (Flag(), "true or false"),
}
_BROUGHT = ("rounds", "turns", "whose", "edge", "level")


def _condition(name: str, given: Any, at: str) -> Usual:
    """How a usual condition begins: it lasts until it is ended unless rounds or turns are said."""
    said = _values(given, _CONDITION, at)
    if {"rounds", "turns"} <= set(said):
        why = f"{name} lasts for rounds or for turns, not for both"
        raise _wrong(inside(at, "turns"), why, '"rounds" or "turns"')
    for part, wanted in (("whose", {"turns"}), ("edge", {"turns", "rounds"})):
        if part in said and not wanted & set(said):
            instead = f'"turns": 1, or no "{part}"'
            raise _wrong(inside(at, part), f"{name} lasts until it is ended", instead)
    brings: Params = {part: said[part] for part in _BROUGHT if part in said}
    if said.get("concentration"):
        brings["concentration"] = "yes"
    ends = {part: n for part in ("most", "falls") if isinstance(n := said.get(part), int)}
    return Usual(name, str(said.get("says", name)), brings, **ends)


def _settings(said: Mapping[str, Any]) -> dict[str, str]:
    """The defaults of the table options that initiative goes by."""
    found: dict[str, str] = {}
    for name, value in said.items():
        point = _POINTS[SETTINGS[name]]
        if not isinstance(value, str) or not point.takes(value):
            known = ", ".join(f'"{each}"' for each in point.values)
            instead = f"one of: {known}" if known else f'dice, such as "{point.default}" or "2d6"'
            raise _wrong(f"/initiative/{name}", f"{value!r} does not fit {name}", instead)
        found[point.key] = value
    return found
