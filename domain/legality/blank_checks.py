"""What is filled into the blanks of an option: whether it fits, and how it is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from domain.commands.values import UNSEEN
from domain.events.measures import decimal, units, written
from domain.legality.narrowing import narrowed
from domain.ruleset.messages import format_value, unknown_name
from domain.ruleset.ruleset import Blank, Numbers, Refused, by_name, json_pointer

_UNSEEN = re.compile(f"[{UNSEEN}]")


def check_blanks(blanks: tuple[Blank, ...], params: dict[str, Any], clause: str) -> None:
    """Check what was filled in against the blanks; raises Refused with a pointer."""
    known = {b.name for b in blanks} if params else ()
    for name in params:
        if name not in known:
            why = unknown_name(name, repr(name), [*map(_blank_name, blanks)])
            raise Refused(clause, why, None, json_pointer("params", name))
    for blank in blanks:
        if blank.name in params:
            _check_blank(narrowed(blank, blanks, params), params[blank.name], clause)
        elif not blank.optional:
            raise _unfit(blank, f"{_blank_name(blank)} is missing", (), clause)


def _blank_name(blank: Blank) -> str:
    """What is left open: a word, or the names of those whom it is about."""
    return " ".join(map(by_name, blank.name.split(" ")))


def _check_blank(blank: Blank, value: Any, clause: str) -> None:
    _check_supply(blank, value, clause)
    if not _fits(blank, value):
        why = f"{format_value(value)} does not fit {_blank_name(blank)}"
        raise _unfit(blank, why, value, clause)


def _check_supply(blank: Blank, value: Any, clause: str) -> None:
    """Refuse a number that costs more than is left of what it is paid from."""
    supply, number = blank.supply, _units(blank, value)
    if supply is None or number is None or number <= blank.most:
        return
    if (cost := number * supply.price) <= supply.left:
        return
    why = supply.short_of(f"{_blank_name(blank)} {number}", cost)
    paid_by = supply.clause or clause
    raise Refused(paid_by, why, None, blank.pointer, missing=[supply.need(cost)])


def _fits(blank: Blank, value: Any) -> bool:
    match blank.kind:
        case "one":
            return value in blank.values
        case "some":
            once = _names(value) and len(set(value)) == len(value)
            few = once and blank.least <= len(value) <= (blank.most or len(value))
            return few and set(value) <= set(blank.values)
        case "ordered":
            return _names(value) and sorted(value) == sorted(blank.values)
        case "number":
            number = _units(blank, value)
            return number is not None and blank.least <= number <= blank.most
        case _:
            return isinstance(value, str) and len(value) <= blank.letters


def canonical_params(blanks: tuple[Blank, ...], params: dict[str, Any]) -> dict[str, Any]:
    """Return params in the one form that is kept: numbers that go by parts, texts in one line."""
    texts = {b.name: params[b.name] for b in blanks if b.kind == "text" and b.name in params}
    lines = {name: _UNSEEN.sub(" ", text) for name, text in texts.items()}
    in_parts = {b.name: b.scale for b in blanks if b.kind == "number" and b.scale > 1}
    numbers = {name: units(params[name], in_parts[name]) for name in in_parts if name in params}
    kept = {n: written(number, in_parts[n]) for n, number in numbers.items() if number is not None}
    return params | lines | kept


def points_in_units(value: int | str, scale: int, what: str, clause: str, at: str) -> int:
    """Return displayed points in units of 1/`scale`; raises Refused for a number that is finer."""
    number = units(value, scale)
    if number is None:
        part = f"1/{scale}" if scale > 1 else "1"
        why = f"{value} cannot be counted in {what}, which go by parts of {part}"
        raise Refused(clause, why, {"parts": 1 / scale}, at)
    return number


def are_filled(blanks: tuple[Blank, ...], params: dict[str, Any]) -> bool:
    """True where every blank that must be filled is filled with what is of its kind."""
    known = {blank.name: blank for blank in blanks}
    missing = (name for name, blank in known.items() if not blank.optional and name not in params)
    fitting = all(n in known and _has_its_kind(known[n], value) for n, value in params.items())
    return fitting and not any(missing)


def _has_its_kind(blank: Blank, value: Any) -> bool:
    match blank.kind:
        case "number":
            number = _units(blank, value)
            return number is not None and (number >= 0 or blank.least < 0)
        case "some" | "ordered":
            return _names(value)
        case _:
            return isinstance(value, str)


def _units(blank: Blank, value: Any) -> int | None:
    """A number in parts of 1/`scale`; of one without parts only the whole number itself."""
    if blank.scale == 1:
        return value if type(value) is int else None
    return units(value, blank.scale)


def _names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) for v in value)


def _range(blank: Blank) -> Numbers:
    """The ends of a number; of what is chosen, how many at most."""
    if blank.kind == "number":
        least, most = (decimal(end, blank.scale) for end in (blank.least, blank.most))
        parts = {"parts": 1 / blank.scale} if blank.scale > 1 else {}
        return {"least": least, "most": most, **parts}
    if blank.kind == "text":
        return {"letters": blank.letters}
    ends = {"least": blank.least, "most": blank.most}
    return {name: end for name, end in ends.items() if end}


# --- what does not fit, and what would -----------------------------------------------------


def _unfit(blank: Blank, why: str, value: Any, clause: str) -> Refused:
    """The refusal of a value, with the place in it that is at fault and what may stand there."""
    pointer, legal = blank.pointer, blank.values if blank.kind == "one" else None
    if blank.kind in ("some", "ordered"):
        if not isinstance(value, list | tuple):
            why = f"{why}, which takes a list"
        elif (found := _wrong_place(blank, value)) is not None:
            place, legal = found
            pointer = f"{pointer}/{place}"
    return Refused(clause, why, _range(blank), pointer, legal=legal)


def _wrong_place(blank: Blank, named: Sequence[Any]) -> tuple[int, tuple[str, ...]] | None:
    """The first place of a list that has the wrong name, none or one too many; and what fits."""
    free = tuple(value for value in blank.values if value not in named)
    for place, name in enumerate(named):
        if name not in blank.values or name in named[:place]:
            return place, free
    least = len(blank.values) if blank.kind == "ordered" else blank.least
    if len(named) < least:
        return len(named), free
    return (blank.most, ()) if blank.most and len(named) > blank.most else None
