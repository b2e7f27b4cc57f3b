"""What commands are made of: the checked types of their fields, and what all of them share."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, Strict, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from domain.events import Fact, Score, TextRef
from domain.events.measures import DIGITS, MOST_POINTS, canonical_number
from domain.events.scores import score_of


def _whole(value: Any) -> Any:
    """JSON has one kind of number: 7.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_FINEST = 0.125
"""What a number of JSON may be a multiple of; finer parts, which no float holds, go in words."""


def _points(value: Any) -> int | str:
    """A number of points in the form that is kept, whichever way it was written."""
    too_fine = isinstance(value, float) and value % _FINEST
    if too_fine or (number := canonical_number(value)) is None:
        raise PydanticCustomError("points", "Write a number of points, such as 2, 2.5 or -1 1/2")
    return number


_ENTRY = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?", re.ASCII)


_NO_ENTRY = 'Write the number of an entry, such as "412"'


def _entry_as_number(value: Any) -> int:
    """Read the number of an entry that was not sent as text; only a whole number is one."""
    number = _whole(value)
    if type(number) is not int:
        raise PydanticCustomError("entry", _NO_ENTRY)
    return number


def _entry_number(value: Any) -> Any:
    """Read the number of a public entry: `"412"`, or 412 as well."""
    if not isinstance(value, str):
        return _entry_as_number(value)
    found = _ENTRY.fullmatch(value)
    if found is None:
        raise PydanticCustomError("entry", _NO_ENTRY)
    if found[2]:
        why = "Only some see a private entry: name the public one before it, such as {public}"
        raise PydanticCustomError("entry", why, {"public": f'"{found[1]}"'})
    return int(found[1])


def _entry_schema(pattern: str) -> WithJsonSchema:
    about = "The number of a public entry."
    return WithJsonSchema(
        {"type": "string", "pattern": pattern, "description": about, "examples": ["412"]}
    )


_Entry = Annotated[int, BeforeValidator(_entry_number), Strict()]
MOST_ENTRY = 10**9 - 1
"""The highest number of an entry that a command may name."""

EntryNumber = Annotated[_Entry, Field(ge=1, le=MOST_ENTRY), _entry_schema("^[1-9][0-9]{0,8}$")]
"""The number of a public entry, sent as text; a whole number is understood as well."""

EntryOrStart = Annotated[_Entry, Field(ge=0, le=MOST_ENTRY), _entry_schema("^(0|[1-9][0-9]{0,8})$")]
"""The number of a public entry, or 0 for before the first."""

Int = Annotated[int, BeforeValidator(_whole), Strict(), Field(ge=-(2**31), le=2**31)]
_WHOLE_PART = f"[0-9]{{1,{DIGITS}}}"
_FRACTION = rf"^[+-]?{_WHOLE_PART}(\.[0-9]{{1,9}}| [0-9]{{1,3}}/[1-9][0-9]{{0,2}})?$"
_WRITTEN: dict[str, Any] = {
    "description": "Displayed points: 2, 2.5 or `2 1/2`.",
    "anyOf": [
        {"type": "number", "minimum": -MOST_POINTS, "maximum": MOST_POINTS, "multipleOf": _FINEST},
        {"type": "string", "pattern": _FRACTION},
    ],
}
"""How points may be written."""

Points = Annotated[int | str, BeforeValidator(_points), WithJsonSchema(_WRITTEN)]
"""Displayed points, kept as 2 or `2 1/2`; what a game cannot count is refused by its rules."""


def _scores(value: Any) -> tuple[Score, ...]:
    """The scores of somebody, one or several, whichever way they were written."""
    found = tuple(
        score_of(each) for each in (value if isinstance(value, list | tuple) else (value,))
    )
    if not 1 <= len(found) <= _MOST_SCORES or None in found:
        raise PydanticCustomError("scores", "Write a score such as 15 or 15.14, or a few of them")
    return tuple(score for score in found if score is not None)


_MOST_SCORES = 8
"""How many turns a round somebody may have by their scores."""

_SCORE: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": -MOST_POINTS, "maximum": MOST_POINTS},
        {"type": "string", "pattern": rf"^-?{_WHOLE_PART}(\.[0-9]{{1,4}})?$"},
    ]
}
_SEVERAL = {"type": "array", "items": _SCORE, "minItems": 1, "maxItems": _MOST_SCORES}
_SCORES: dict[str, Any] = {
    "description": "A score such as 15 or `15.14`, or one for each turn of a round.",
    "anyOf": [*_SCORE["anyOf"], _SEVERAL],
}

SaidScore = Annotated[Score, WithJsonSchema(_SCORE)]
"""A score, said as a number or, to stay exact, as text."""

Scores = Annotated[tuple[Score, ...], BeforeValidator(_scores), WithJsonSchema(_SCORES)]
"""The exact scores of somebody in an order."""

UNSEEN = r"\x00-\x1f\x7f-\x9f" + "\u2028-\u202e\u2066-\u2069\ue000\ue001\ufeff"
"""Signs that break a line, turn it round, or show nothing: a name could forge a story with them."""

MOST_WORD = 80
"""The longest name or title."""
Word = Annotated[str, StringConstraints(max_length=MOST_WORD, pattern=f"^[^{UNSEEN}]*$")]
Name = Annotated[Word, StringConstraints(min_length=1)]
_PARAM = StringConstraints(min_length=1, max_length=MOST_WORD + 40, pattern=f"^[^{UNSEEN}]*$")
Param = Annotated[str, _PARAM]
"""The name of a parameter, which may say something of a name: `cost luck`."""
Id = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Saying = Annotated[str, StringConstraints(max_length=2000, pattern=f"^[^{UNSEEN}]*$")]
"""Words in one line, as another program wrote them."""
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Scalar = Int | bool | Word


def _fact_value(value: Any) -> Any:
    """A number in parts in the words that are kept: 10.5 is `10 1/2`."""
    if not isinstance(value, float) or value.is_integer():
        return value
    if value % _FINEST or abs(value) > 2**31:
        raise PydanticCustomError("number", "Write a number such as 10 or 10.5, or as words")
    return canonical_number(value)


_FACT_VALUE: dict[str, Any] = {
    "description": "A word, yes or no, or a number: 10, 10.5 or `10 1/2`.",
    "anyOf": [
        {"type": "number", "minimum": -(2**31), "maximum": 2**31, "multipleOf": _FINEST},
        {"type": "boolean"},
        {"type": "string", "maxLength": MOST_WORD, "pattern": f"^[^{UNSEEN}]*$"},
    ],
}

FactValue = Annotated[Scalar, BeforeValidator(_fact_value), WithJsonSchema(_FACT_VALUE)]
"""What a fact is set to; a number in parts is kept as words."""

LongScalar = Int | bool | Saying
MOST_NAMES = 500
"""How many fighters one command may name: those of a big battle."""
Words = Annotated[tuple[Name, ...], Field(max_length=MOST_NAMES)]
Faces = Annotated[tuple[Annotated[Int, Field(ge=1, le=1000)], ...], Field(max_length=100)]
Dice = Annotated[Int, Field(ge=0, le=100)]
RiskByPurpose = dict[Name, Dice]
"""How many dice are risked, by what the roll is for."""
FacesByPurpose = dict[Name, Faces]
"""The faces that fell at the table, by what the roll is for."""
Role = Literal["referee", "player", "spectator"]


class Command(Fact):
    """What all commands share: a free `note`, kept apart from the log as a person's words."""

    note: Text | TextRef | None = None


def union(*commands: type[Command]) -> Any:
    """Return the type of any of these commands; their `type` says which."""
    return Annotated[reduce(or_, commands), Field(discriminator="type")]
