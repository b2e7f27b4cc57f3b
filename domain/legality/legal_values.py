"""What may stand at one place of a command now, as the options say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.legality.options import Option

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

    `pointer` is a JSON Pointer into the command.
    """
    part = pointer.removeprefix("/").partition("/")[0]
    same = _SAME.get(part)
    if same is None:
        return None
    alike = (it for it in options if all(_agrees(it, command, key) for key in same))
    found = (value for it in alike for value in _values(it, part, pointer))
    return tuple(dict.fromkeys(found)) or None


def _agrees(option: Option, command: Mapping[str, Any], key: str) -> bool:
    return bool(option.command.get(key, "") == (command.get(key) or ""))


def _values(option: Option, part: str, pointer: str) -> Iterator[str]:
    if part in option.command:
        yield str(option.command[part])
    for blank in option.blanks:
        if pointer.startswith(blank.pointer) and blank.kind in ("one", "some", "ordered"):
            yield from blank.values
