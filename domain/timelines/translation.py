"""What a source says, in our words: kinds, names of pools and facts, values, and scores."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from domain.events import Kind
from domain.events.measures import MOST_POINTS
from domain.events.scores import DECIMALS, score_of, score_text

LONGEST_NAME, LONGEST_VALUE = 80, 2000
LONGEST_REPORT, LONGEST_CUT = 12_000, 200
_NO_LIMIT = 60_000
_ROOM = {
    **dict.fromkeys(("to", "cond", "set"), LONGEST_VALUE),
    **dict.fromkeys(("text", "n", "order", "targets", "since", "from", "cause"), _NO_LIMIT),
    "dice": 300,
}
"""How many signs a field has room for, where it is not a name."""

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
_LIKE_OUR_ID = re.compile(r"#(?=\d+\.\d)")

KINDS: dict[str, Kind] = {
    "unit": "combatant",
    "hero": "combatant",
    "item": "thing",
    "power": "thing",
    "player": "side",
    "side": "side",
    "field": "field",
}
"""The kind of subject that each role is; any other role is a combatant."""

_USUAL = ("unit", "item", "side", "field")
"""The roles that their kind says already."""

ROLE, SOURCE_ID = "role", "source id"
"""The facts that say what a subject is in its source, where its kind and its id do not."""

_OURS = {ROLE, SOURCE_ID, "initiative", "score", "zone", "pools", "hp"}
_FROM_SOURCE = " (source)"
_TEMPORARY = re.compile(
    r"(?:(?P<before>.+)[ _-])?(?:temporary|temp)(?:[ _-]?(?:hp|hit[ _]points))?|thp", re.I
)


def kind_of(role: Any) -> Kind:
    """Return the kind of subject that somebody with a role is."""
    return KINDS.get(str(role), "combatant")


def told_role(role: Any) -> str:
    """Return a role that has to be said beside the kind; empty where the kind says it."""
    return "" if role is None or role in _USUAL else fit(role)


def fit(said: Any, longest: int = LONGEST_NAME) -> str:
    """Return words in one line, without signs that cannot be seen, and not too long."""
    words = "" if said is None else str(said)
    if not words.isprintable() or "#" in words:
        words = _LIKE_OUR_ID.sub("# ", _UNSEEN.sub(" ", words))
    return " ".join(words.split())[:longest].rstrip()


def shortened(report: dict[str, Any]) -> dict[str, Any]:
    """Return what a report says; where it is too long for one, its long words are cut."""
    rest = {name: said for name, said in report.items() if name != "note"}
    if byte_length(rest) <= LONGEST_REPORT:
        return report
    return {**report, **_cut(rest, LONGEST_CUT)}


def byte_length(said: Any) -> int:
    """Return how many bytes something that is said takes."""
    return len(json.dumps(said, ensure_ascii=False).encode("utf-8", "replace"))


def _cut(said: Any, longest: int) -> Any:
    if isinstance(said, str):
        return said if len(said) <= longest else f"{said[: longest - 1]}…"
    if isinstance(said, Mapping):
        return {name: _cut(each, longest) for name, each in said.items()}
    return [_cut(each, longest) for each in said] if isinstance(said, list) else said


def cut_fields(said: Mapping[str, Any]) -> list[str]:
    """Return the fields of a line whose words are longer than there is room for."""
    return [name for name, value in said.items() if _is_long(value, _ROOM.get(name, LONGEST_NAME))]


def _is_long(value: Any, room: int) -> bool:
    if isinstance(value, Mapping) and room == LONGEST_VALUE:
        return any(_is_long(name, LONGEST_NAME) for name in value) or any(
            _is_long(each, room) for each in value.values()
        )
    return isinstance(value, str | list | Mapping) and len(str(_listed(value)).strip()) > room


# --- facts -----------------------------------------------------------------------------------


def fact_name(name: str) -> str:
    """Return what a fact is called here; a name that means something else here is marked."""
    fitting = fit(name).replace(">", " to ") or "fact"
    fitting = f"pool {fitting[5:]}" if fitting.startswith("pool/") else fitting
    taken = fitting.casefold() in _OURS
    return f"{fitting}{_FROM_SOURCE}" if taken else fitting


def fact_value(value: Any) -> int | str | bool | None:
    """Return the value of a fact: a number, yes or no, or words; None for one that is gone."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float) and value == value // 1 and abs(value) < 2**31:
        return int(value)
    if isinstance(value, float):
        return repr(value)
    return fit(_listed(value), LONGEST_VALUE)


def in_words(value: Any) -> str:
    """Return any value of a source as people read it: `cur 30, max 59`; empty for none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return fit(_listed(value), LONGEST_VALUE)


def _listed(value: Any) -> Any:
    """Return lists and tables of plain values in one text, anything deeper as JSON."""
    if isinstance(value, list) and all(map(_is_plain, value)):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping) and all(map(_is_plain, (*value, *value.values()))):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | Mapping) else value


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int) and value != "" and "," not in str(value)


# --- pools -----------------------------------------------------------------------------------


def pool_name(name: str) -> tuple[str, str]:
    """Return a pool and its key: temporary points are lost before those of their own pool."""
    fitting = fit(name).replace("/", "-") or "points"
    found = _TEMPORARY.fullmatch(fitting)
    if found is None:
        return fitting, ""
    return found["before"] or "hp", "temporary"


def amounts(said: Mapping[str, Any]) -> dict[str, int | None]:
    """Return what a pool holds, its most and its least; None where one is not known."""
    return {
        part: _number(said.get(name))
        for part, name in (("to", "cur"), ("most", "max"), ("least", "min"))
    }


def unsaid_amounts(said: Mapping[str, Any] | None) -> list[str]:
    """Return which parts of an amount no pool can hold, such as 7.5."""
    known = ((name, (said or {}).get(name)) for name in ("cur", "max", "min"))
    return [f"{name} {fit(v)}" for name, v in known if v is not None and _number(v) is None]


def _number(value: Any) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    known = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS
    return value if known else None


# --- the order -------------------------------------------------------------------------------


def score(said: Any) -> str | None:
    """Return a score as it is kept: 15.14 as `15.14`; None where there is none."""
    if isinstance(said, float):
        said = f"{said:.{DECIMALS}f}"
    found = None if isinstance(said, bool) else score_of(said)
    return None if found is None else score_text(found)
