"""What may stand at one place of a command now, as the options say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.legality.option import Option
from domain.ruleset.ruleset import Blank, pointer_parts

_SAME: Mapping[str, tuple[str, ...]] = {
    "who": ("manoeuvre", "about"),
    "manoeuvre": ("who",),
    "using": ("who", "manoeuvre"),
    "targets": ("who", "manoeuvre", "using"),
    "about": ("who",),
    "choice": ("who", "about"),
    "toward": ("who", "about"),
    "params": ("who", "manoeuvre", "using", "about", "choice"),
}
"""The parts of a command in which an option agrees with it, by the part that is asked about."""


def legal_values(
    options: Iterable[Option], command: Mapping[str, Any], pointer: str
) -> tuple[str, ...] | None:
    """Return the values for a place of a command that the options have; None where they say none.

    `pointer` is a JSON Pointer into the command. What stands there already is none of them.
    """
    part = next(iter(pointer_parts(pointer)), "")
    same = _SAME.get(part)
    if same is None:
        return None
    alike = (it for it in options if all(_agrees(it, command, key) for key in ("type", *same)))
    fitting = (it for it in alike if part != "manoeuvre" or not _uses_other(it, command))
    found = (value for it in fitting for value in _values(it, pointer))
    there = _standing(command, pointer)
    return tuple(value for value in dict.fromkeys(found) if value not in there) or None


def _agrees(option: Option, command: Mapping[str, Any], key: str) -> bool:
    return bool(option.command.get(key, "") == (command.get(key) or ""))


def _uses_other(option: Option, command: Mapping[str, Any]) -> bool:
    """True where a command says what it is done with, and an option is not done with that."""
    said = command.get("using")
    return bool(said) and option.command.get("using") != said


def _values(option: Option, pointer: str) -> Iterator[str]:
    place = pointer.removeprefix("/")
    if place in option.command:
        yield str(option.command[place])
    for blank in option.blanks:
        if _takes_one_at(blank, pointer):
            yield from blank.values


def _takes_one_at(blank: Blank, pointer: str) -> bool:
    """True where one of the values of a blank stands at a place: itself, or one of its list."""
    if blank.kind not in ("some", "ordered"):
        return blank.kind == "one" and pointer == blank.pointer
    start, _, place = pointer.rpartition("/")
    few = place.isdigit() and (not blank.most or int(place) < blank.most)
    return few and start == blank.pointer


def _standing(command: Mapping[str, Any], pointer: str) -> tuple[Any, ...]:
    """What stands at a place of a command; of a place in a list, all that the list holds."""
    found: Any = command
    for part in pointer_parts(pointer):
        if isinstance(found, list | tuple):
            return tuple(found)
        found = found.get(part) if isinstance(found, Mapping) else None
    return (found,)
