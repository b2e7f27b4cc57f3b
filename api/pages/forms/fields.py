"""Fields of a form: what is left open in a command, as it is asked, and what was filled in.

The name of a field says how it is read and where it goes: `number:risk.attack`,
`some:params.beside`. So one reading does for every form, and what comes in is judged as a command
like any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from api.pages.forms.traits_text import traits
from api.web.problems import Flaw, Problem
from api.web.validation import invalid
from domain.events.measures import canonical_number, units, written
from domain.events.scores import score_of, score_text
from domain.step.rolling import LOOSE
from projections.wording.refusals import sentence

Pairs = tuple[tuple[str, str], ...]
"""What is sent, and what people read in its place."""

NOBODY = "*nobody*"
"""Ticked where none of several is meant, which is another thing than saying nothing."""

NOTHING: Any = object()
"""What an empty field says, where it may be left out."""

MOST_FACES = 100

RISK = "number:risk."
"""How the names of fields begin that ask how many dice are risked."""

_NO_DAMAGE = (
    "Damage is a number from 0 up. To heal, write a + before it: +5. For dice choose More, Rolls."
)
_PARTS = ("2", "3", "4", "5", "10000")
"""In which parts a number may go, as the name of its field says: `number/2`."""


class Field(NamedTuple):
    """One thing to fill in, with the `values` to choose from."""

    name: str
    kind: str
    label: str
    values: Pairs = ()
    least: int | float = 0
    most: int | float = 0
    optional: bool = False
    hint: str = ""
    given: str = ""
    scale: int = 1

    @property
    def suits(self) -> tuple[tuple[str, Pairs], ...]:
        """Cards by what they are of: `7 of hearts` is the 7 among the hearts; others by name."""
        found: dict[str, list[tuple[str, str]]] = {}
        for value, label in self.values:
            rank, _, suit = label.partition(" of ")
            found.setdefault(suit, []).append((value, rank))
        return tuple((suit, tuple(cards)) for suit, cards in found.items())

    @property
    def is_needed(self) -> bool:
        """True where nothing can be sent before somebody has filled it in."""
        if self.optional or self.given or self.name.startswith(RISK):
            return False
        chosen = self.kind in ("one", "card") and len(self.values) > 1
        return chosen or self.kind in ("number", "text", "word", "words")


def _one(said: list[str], _: str) -> Any:
    if said == [NOBODY]:
        return ""
    return said[0] if said and said[0] else NOTHING


def _whom(said: list[str], _: str) -> Any:
    return [word for word in said if word] or NOTHING


def _some(said: list[str], _: str) -> Any:
    if NOBODY in said and len(said) > 1:
        raise ValueError("either somebody or nobody can be ticked, not both")
    return [word for word in said if word != NOBODY] if said else NOTHING


def _number(said: list[str], parts: str) -> Any:
    """A whole number, or one in parts: with parts of 1/2 `2.5` is kept as `2 1/2`."""
    text, scale = said[0].strip() if said else "", int(parts) if parts in _PARTS else 1
    number = units(text, scale)
    if text and number is None:
        finest = f"whole, or go by parts of 1/{scale}" if scale > 1 else "a whole number"
        raise ValueError(f"this has to be {finest}")
    return NOTHING if number is None else written(number, scale)


def _faces(said: list[str], sides: str) -> Any:
    """Faces as they are typed: `3 5 6`; of dice that never show two digits, `356` as well."""
    text = said[0] if said else ""
    if sides.isdecimal() and int(sides) < 10:
        text = " ".join(text)
    if re.search(r"[^0-9\s,;.+]", text) or re.search(r"[0-9]{5}", text):
        raise ValueError("faces are whole numbers, such as: 3 5 6")
    faces = [int(word) for word in re.findall(r"[0-9]+", text, re.ASCII)]
    return faces[:MOST_FACES] or NOTHING


def _face(said: list[str], _: str) -> Any:
    """The face of one die, tapped; those of the others come after it."""
    return [_number(said, "")] if said and said[0] else NOTHING


def _points(said: list[str], _: str) -> Any:
    """Displayed points: `-2.5` is kept as `-2 1/2`; an empty field says nothing."""
    if not said or not said[0].strip():
        return NOTHING
    number = canonical_number(said[0])
    if number is None:
        raise ValueError("this has to be a number of points, such as 2, -1 or -1 1/2")
    return number


def _damage(said: list[str], _: str) -> Any:
    """Points that somebody loses, or with a + before them gains; an empty field says nothing."""
    text = said[0].strip() if said else ""
    number = canonical_number(text.removeprefix("+") or "0")
    if number is None or str(number).startswith("-"):
        raise Problem("invalid", _NO_DAMAGE)
    return NOTHING if not text else f"+{number}" if text.startswith("+") else number


def _scores(said: list[str], _: str) -> Any:
    """Scores of somebody in an order: `15.14`, or `22, 12` for two turns; empty says nothing."""
    words = [word.strip() for word in (said[0] if said else "").split(",")]
    if not any(words):
        return NOTHING
    scores = [score_of(word) for word in words]
    if None in scores:
        raise ValueError("this has to be a score such as 15 or 15.14, or a few with commas between")
    return [score_text(score) for score in scores if score is not None]


def _text(said: list[str], _: str) -> Any:
    return said[0].replace("\r\n", "\n") if said else ""


def _lines(said: list[str], _: str) -> Any:
    """The lines that something stands in; an empty field says nothing."""
    lines = said[0].splitlines() if said else []
    return [line.strip() for line in lines if line.strip()] or NOTHING


def _flag(said: list[str], _: str) -> Any:
    return True if said and said[0] else NOTHING


def _traits(said: list[str], _: str) -> Any:
    return traits(said[0]) if said and said[0].strip() else NOTHING


_READERS: Mapping[str, Callable[[list[str], str], Any]] = {
    "one": _one,
    "whom": _whom,
    "some": _some,
    "ordered": _whom,
    "number": _number,
    "faces": _faces,
    "face": _face,
    "points": _points,
    "damage": _damage,
    "scores": _scores,
    "text": _text,
    "lines": _lines,
    "flag": _flag,
    "traits": _traits,
}


def command_from_form(form: MultiDict[str, str]) -> dict[str, Any]:
    """The command that a form says; raises the problem of a field that cannot be read."""
    command = _base(form.get("command", ""))
    for name, where, value in _field_values(form):
        outer, _, inner = where.partition(".")
        if value is NOTHING:
            continue
        if inner:
            inside = _inside(command, outer, name)
            if outer == "change" and "." in inner:
                inner, _, part = inner.partition(".")
                value = {**_inside(inside, inner, name), part: value}
            if name.startswith("face/"):
                value = [*inside.get(inner, ()), *value]  # the faces of the dice before this one
            # What was tapped stands, where nothing was typed in its place.
            command[outer] = inside if value == "" and inner in inside else {**inside, inner: value}
        elif isinstance(value, dict) and isinstance(command.get(outer), dict):
            command[outer] = {**command[outer], **value}  # a sheet, and fields of it
        else:
            command[outer] = value
    if isinstance(faces := command.get("faces"), list):
        command["faces"] = {command.get("purpose") or LOOSE: faces}
    return command


def _base(text: str) -> dict[str, Any]:
    try:
        command = json.loads(text)
    except (ValueError, RecursionError):
        command = None
    if not isinstance(command, dict):
        raise Problem("bad-request", "The form came without its command. Load the page again.")
    return command


def _inside(command: dict[str, Any], outer: str, name: str) -> dict[str, Any]:
    inside = command.get(outer, {})
    if not isinstance(inside, dict):
        raise invalid([Flaw(parameter=name, code="field", detail="There is no such field.")])
    return inside


def _field_values(form: MultiDict[str, str]) -> Iterator[tuple[str, str, Any]]:
    """Every field with its place in the command and its value."""
    for name, said in form.lists():
        kind, _, where = name.partition(":")
        kind, _, how = kind.partition("/")
        if where and kind in _READERS:
            try:
                yield name, where, _READERS[kind](list(said), how)
            except ValueError as error:
                flaw = Flaw(parameter=where, code="field", detail=sentence(str(error)))
                raise invalid([flaw]) from error
