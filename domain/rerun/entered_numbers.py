"""Numbers that a person entered with a command: found, named in people's words, replaced.

A command may hold a number anywhere: a face that fell, an amount in the blanks of an act, a change
that the referee made, a pool of a sheet. Each goes by the way to it in the command's dictionary,
and is called by the last words of that way: `die 2`, `their health`, `sword damage`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pydantic import JsonValue

from domain import commands as c
from domain.events.measures import canonical_number, decimal, fraction
from domain.ruleset.ruleset import Refused

Way = tuple[str | int, ...]
"""The keys and places that lead to a number in a command's dictionary."""

_NEVER = {"type", "note", "cites", "count", "sides"}
"""Fields that are no result of anything: other dice than were rolled are another command."""

_NO_RESULT = {"count", "sides", "keep", "unit", "kept", "dropped"}
"""What is said of dice beside their faces."""

_ALSO_IN_WORDS = {"params", "traits", "change", "bonus", "total", "target"}
"""Fields in which a number may be written as words, such as `2 1/2`; elsewhere words are names."""

_POINTS = {"delta", "to", "least", "most", "value", "bonus", "total", "target"}
"""The same inside the rolls and the results of an act."""

_HOLDERS = {"params", "traits", "pools", "change"}
"""Keys that only say where a number stands, so that nobody calls it after them."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_SAME = {word: str(n) for n, word in enumerate(_ORDINALS, 1)}
_SAME |= dict.fromkeys(("dice", "face", "faces"), "die") | dict.fromkeys(("the", "of"), "")


class EnteredNumber(NamedTuple):
    """A number that stands in a command: the way to it, what it is called, and how it is kept."""

    way: Way
    called: str
    value: int | str

    @property
    def is_face(self) -> bool:
        """True for a face of a die that fell at the table."""
        return "faces" in self.way


def entered_numbers(command: c.Command) -> tuple[EnteredNumber, ...]:
    """The numbers that a person entered with a command, in its order; defaults are none."""
    said = command.model_dump(mode="json", exclude_defaults=True)
    found = [way for field in said if field not in _NEVER for way in _ways(said[field], (field,))]
    return tuple(EnteredNumber(way, _called(way, said), _at(said, way)) for way in found)


def _ways(value: JsonValue, way: Way) -> Iterator[Way]:
    """The ways to every number in a part of a command."""
    if isinstance(value, dict):
        of_dice = way[0] in ("dice", "rolls")
        for key, inside in value.items():
            if of_dice and key in _NO_RESULT:
                continue
            yield from _ways(inside, (*way, key))
    elif isinstance(value, list):
        for place, inside in enumerate(value):
            yield from _ways(inside, (*way, place))
    elif _is_number(value, in_words=bool({way[0]} & _ALSO_IN_WORDS or {way[-1]} & _POINTS)):
        yield way


def _is_number(value: JsonValue, *, in_words: bool) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | str if in_words else int):
        return False
    return fraction(value) is not None


def _at(said: Any, way: Sequence[str | int]) -> Any:
    for key in way:
        said = said[key]
    return said


def _called(way: Way, said: Mapping[str, Any]) -> str:
    """What people call the number at the end of a way."""
    field, *inside = way
    if field == "faces":
        return _die(inside, said["faces"], alone="manoeuvre" not in said)
    if field == "risk" and "manoeuvre" not in said:
        return field
    if field == "dice" or (field == "rolls" and "dice" in inside):
        return _die_of_several(way, said)
    if field == "rolls":
        purpose, faces = said["rolls"][inside[0]].get("purpose", ""), inside[1] == "faces"
        told = _die(inside[2:], _at(said, way[:3])) if faces else str(inside[-1])
        return f"{purpose} {told}".strip()
    if field == "change" and inside[-1] in ("delta", "value"):
        return _changed(said["change"]) or str(inside[-1])
    if field in ("results", "changes"):
        return _of_change(inside, said[field][inside[0]])
    if field == "value" and "point" in said:
        return str(said["point"])
    whose = [*inside, "risk"] if field == "risk" else inside or [field]
    words = (str(key + 1) if isinstance(key, int) else key for key in whose)
    return " ".join(word for word in words if word not in _HOLDERS)


def _of_change(inside: Sequence[str | int], change: Mapping[str, Any]) -> str:
    """Whose number it is, of what is changed: `ogre hp`, `kara hp most` of who joins."""
    whom = change.get("subject") or change.get("of")
    if change.get("what") == "join":
        return " ".join(str(key) for key in (whom, *inside[1:]) if key not in _HOLDERS)
    last = str(inside[-1]) if inside[-1] not in ("delta", "to", "value") else ""
    return " ".join(filter(None, (whom, _changed(change), last)))


def _changed(change: Mapping[str, Any]) -> str:
    """What a change is about: `red mana`, `burning`."""
    parts = (change.get(name, "") for name in ("key", "pool", "name"))
    return " ".join(filter(None, parts))


def _die_of_several(way: Way, said: Mapping[str, Any]) -> str:
    """A die by its place among all of its roll: `attack die 3`."""
    start = way.index("dice")
    roll = _at(said, way[:start])
    part, place = int(way[start + 1]), int(way[-1])
    rows = [each.get("faces", ()) for each in roll["dice"]]
    nth = sum(map(len, rows[:part])) + place
    alone = sum(map(len, rows)) == 1
    purpose = roll.get("purpose", "") if start else ""
    return f"{purpose} die{'' if alone else f' {nth + 1}'}".strip()


def _die(inside: list[str | int], faces: Any, *, alone: bool = False) -> str:
    """`die`, `die 2`, or unless its roll is `alone`, with what that is for: `attack die 2`."""
    *purpose, place = inside
    row = faces[purpose[0]] if purpose else faces
    nth = f" {int(place) + 1}" if len(row) > 1 else ""
    return " ".join((*map(str, () if alone else purpose), f"die{nth}"))


def with_number(command: c.Command, number: EnteredNumber, value: int | str) -> c.Command:
    """A command with another number in one place; raises ValueError where none such fits there."""
    said = command.model_dump()
    *way, last = number.way
    said_there = _thawed(said, way)
    said_there[last] = value
    return type(command).model_validate(said)


def _thawed(said: dict[str, Any], way: list[str | int]) -> Any:
    """What holds the last key of a way, with every tuple on the way to it made a list."""
    inside: Any = said
    for key in way:
        if isinstance(inside[key], tuple):
            inside[key] = list(inside[key])
        inside = inside[key]
    return inside


# --- which one -----------------------------------------------------------------------------


def pick(
    shown: Sequence[EnteredNumber],
    others: Sequence[EnteredNumber],
    was: int | str | None = None,
    which: str = "",
) -> EnteredNumber:
    """The number that is meant: by its words, by what stands there, or the only one there is.

    `shown` are those that the entry itself shows, `others` the rest of its step, which have to be
    named. Raises Refused, with the numbers that there are, where none or several may be meant.
    """
    named = _called_so(shown, others, which)
    found = _worth(named, was)
    if len(found) == 1:
        return found[0]
    there, rest = numbers_of((*shown, *others)), "; say which of these numbers is meant"
    if named and not found:
        if elsewhere := () if which else _worth(others, was):
            raise _has_to_be_named(elsewhere, was)
        why = f"no {was} was entered {f'as {which!r}' if which else 'here'}{rest}"
        raise Refused("", why, there, "/was", legal=dict.fromkeys(map(_size, named)))
    telling = (name for name in there if len(_worth(_called_so(shown, others, name), was)) == 1)
    why = f"no {which!r} was entered here{rest}" if which else f"no number was entered here{rest}"
    why = "several numbers were entered here: say which" if found else why
    raise Refused("", why, there, "/which", legal=[*telling] or None)


def _has_to_be_named(found: Sequence[EnteredNumber], was: int | str | None) -> Refused:
    """The refusal of a number that its step has, but that the entry itself does not show."""
    called = [one.called for one in found]
    why = f"no {was} is shown here: it is {' and '.join(called)}, so say which"
    return Refused("", why, numbers_of(found), "/which", legal=called)


def _called_so(
    shown: Sequence[EnteredNumber], others: Sequence[EnteredNumber], which: str
) -> tuple[EnteredNumber, ...]:
    """Those that may be meant by some words; without any, all that the entry shows."""
    return _named(shown, which) or _named(others, which) if which else tuple(shown)


def _worth(named: Sequence[EnteredNumber], was: int | str | None) -> tuple[EnteredNumber, ...]:
    """Those in whose place a number stands, where that is said; a loss also without its sign."""
    if was is None:
        return tuple(named)
    found = tuple(one for one in named if _equal(one.value, was))
    return found or tuple(one for one in named if _is_loss(one) and _equal(_size(one), was))


def _is_loss(number: EnteredNumber) -> bool:
    return str(number.value).startswith("-")


def numbers_of(entered: Sequence[EnteredNumber]) -> dict[str, int | float]:
    """Entered numbers by what they are called, as a refusal lists them."""
    return {one.called: as_number(one.value) for one in entered}


def _size(number: EnteredNumber) -> int | str:
    """A number as people say it, a loss without its sign."""
    value = number.value
    return abs(value) if isinstance(value, int) else value.removeprefix("-")


def as_number(value: int | str) -> int | float:
    """An entered number as one of JSON."""
    exact = fraction(value) or Fraction()
    return decimal(exact.numerator, exact.denominator)


def _equal(one: int | str, other: int | str) -> bool:
    return canonical_number(one) == canonical_number(other)


def _named(entered: Sequence[EnteredNumber], which: str) -> tuple[EnteredNumber, ...]:
    """Those called exactly so, else those in whose name all of the words are."""
    meant = _words(which)
    exact = tuple(one for one in entered if _words(one.called) == meant)
    return exact or tuple(one for one in entered if set(meant) <= set(_words(one.called)))


def _words(called: str) -> tuple[str, ...]:
    """The words of a name as they are compared: `the first face` is `1 die`, as `die 1` is."""
    plain = re.findall(r"[^\W_]+", called.casefold())
    words = (_SAME.get(word, re.sub(r"^(\d+)(st|nd|rd|th)$", r"\1", word)) for word in plain)
    return tuple(sorted(filter(None, words)))
