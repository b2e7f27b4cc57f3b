"""Rolls as people say them: dice of several sizes, a target, an outcome, or a bare total."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, model_validator

from domain.commands.values import Faces, Int, Points, Word
from domain.commands.written import (
    DICE,
    DICE_LINE,
    HOW_ROLLS,
    ROLL_LINE,
    lines_as_well,
    read_roll,
    unreadable,
)
from domain.events import Fact
from domain.events.measures import fraction, points

MOST_SIZES = 10
"""Of how many sizes the dice of one roll may be."""

_DICE = re.compile(r"([+-])(\d{0,3})d(\d{1,4}|%)(?:(k[hl]?)(\d{1,3}))?", re.ASCII)
_BONUS = re.compile(r"([+-])(\d{1,9}(?:\.\d{1,9})?)", re.ASCII)
_PARTS = re.compile(r"[+-][^+-]+")


class SaidDice(Fact):
    """Dice of one size: the `faces` that fell, or `count` dice that have yet to fall.

    Of those that fell the `kept` ones count, which are all but the `dropped` unless it is said. Of
    the others the highest `keep` count, below 0 the lowest; 0 means all. `unit` is what one pip
    counts: -1 for dice that are taken off.
    """

    sides: Annotated[Int, Field(ge=2, le=1000)]
    count: Annotated[Int, Field(ge=0, le=100)] = 0
    keep: Annotated[Int, Field(ge=-100, le=100)] = 0
    faces: Faces = ()
    kept: Faces | None = None
    dropped: Faces = ()
    unit: Annotated[Int, Field(ge=-100, le=100)] = 1

    @model_validator(mode="before")
    @classmethod
    def _rank(cls, said: Any) -> Any:
        """Say as `keep` that the highest or the lowest count, so that a face can be corrected."""
        if not isinstance(said, Mapping) or not {"kept", "dropped"} & set(said):
            return said
        keep = _ranked(*(list(said.get(part) or ()) for part in ("faces", "kept", "dropped")))
        if keep is None:
            return said
        return {k: v for k, v in said.items() if k not in ("kept", "dropped")} | {"keep": keep}


def _ranked(faces: list[Any], kept: list[Any], dropped: list[Any]) -> int | None:
    """How many of the highest were kept, below 0 of the lowest; None where it is neither."""
    if not all(isinstance(face, int) for face in (*faces, *kept, *dropped)):
        return None
    kept = sorted(kept or (Counter(faces) - Counter(dropped)).elements())
    dropped = sorted(dropped or (Counter(faces) - Counter(kept)).elements())
    if sorted(kept + dropped) != sorted(faces) or not dropped or not kept:
        return None
    high, low = kept[0] >= dropped[-1], kept[-1] <= dropped[0]
    return len(kept) if high else -len(kept) if low else None


def read_dice(text: str) -> dict[str, Any]:
    """Return the dice and the bonus of a roll as it is written: `2d20kh1 + 1d4 - 2`.

    Raises `unreadable` for anything else.
    """
    if not re.fullmatch(DICE, text):
        raise unreadable("Write dice as 2d6+1d4+3 or 2d20kh1+5")
    parts = _PARTS.findall("+" + text.replace(" ", ""))
    dice, bonus = map(_DICE.fullmatch, parts), map(_BONUS.fullmatch, parts)
    whole = sum((_signed(found) for found in bonus if found), Fraction())
    return {"dice": [_dice_of(found) for found in dice if found], "bonus": _written(whole)}


def _written(number: Fraction) -> str:
    return points(number.numerator, number.denominator)


def _signed(found: re.Match[str]) -> Fraction:
    return (fraction(found[2]) or Fraction()) * (-1 if found[1] == "-" else 1)


def _dice_of(found: re.Match[str]) -> dict[str, int]:
    """Dice of one size as they are written: `kh1` keeps the highest, `kl1` the lowest."""
    sign, many, sides, which, few = found.groups()
    keep = int(few or 0) * (-1 if which == "kl" else 1)
    size = 100 if sides == "%" else int(sides)
    said = {"sides": size, "count": int(many or 1), "keep": keep}
    return said | ({"unit": -1} if sign == "-" else {})


def _also_written(schema: dict[str, Any]) -> None:
    """Say in the schema that dice may be written in one line as well."""
    parts = {name: schema.pop(name) for name in ("items", "maxItems", "type") if name in schema}
    line = {**DICE_LINE, "examples": ["2d6+1d4+3", "2d20kh1+5"]}
    schema["anyOf"] = [parts, line]


class RollParts(Fact):
    """What is said of a roll: of whom and what for, its dice and bonus, and what became of it.

    The dice may be written as `2d6+1d4+3`. With a `total` alone the faces are lost, or nobody told
    them. `target` is the number to reach, `outcome` what came of it in a word, `text` the roll as
    it is written where it comes from.
    """

    who: Word = ""
    purpose: Word = ""
    dice: Annotated[
        tuple[SaidDice, ...], Field(max_length=MOST_SIZES, json_schema_extra=_also_written)
    ] = ()
    bonus: Points = 0
    total: Points | None = None
    target: Points | None = None
    outcome: Word = ""
    text: Word = ""

    @model_validator(mode="before")
    @classmethod
    def _read_written(cls, said: Any) -> Any:
        """Read a line, and dice in a line; these are the text where only the total is known."""
        if isinstance(said, str):
            said = read_roll(said)
        if not isinstance(said, Mapping) or not isinstance(line := said.get("dice"), str):
            return said
        read = read_dice(line)
        more = fraction(said.get("bonus") or 0)
        if more is None:  # the field itself says why
            return {**said, "dice": read["dice"]}
        read["bonus"] = _written(more + (fraction(read["bonus"]) or 0))
        lost = said.get("total") is not None and said.get("faces") in (None, {})
        return {"text": line[:80] if lost else "", **said, **read}


class SaidRoll(RollParts):
    """A roll among others: its `faces` are those that fell, in order.

    They may stand with their dice as well; without any, the service rolls.
    """

    faces: Faces | None = None


_ABOUT = f"Rolls of the act. Each may be a line as well: {HOW_ROLLS}."

_OR_LINES = lines_as_well(ROLL_LINE)

Rolls = Annotated[
    tuple[SaidRoll, ...], Field(max_length=16, description=_ABOUT, json_schema_extra=_OR_LINES)
]
"""The rolls of an act."""
