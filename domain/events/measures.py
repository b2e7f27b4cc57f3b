"""Numbers that go by parts of a whole: read as people write them, kept in one exact form."""

from __future__ import annotations

import re
from fractions import Fraction

DIGITS = 11
"""How many digits whole points may have: every reader of JSON keeps them exact, also in parts."""

MOST_POINTS = 10**DIGITS - 1

_DECIMAL, _PART = rf"(\d{{1,{DIGITS}}}(?:\.\d{{1,9}})?|\.\d{{1,9}})", r"(\d{1,3}/[1-9]\d{0,2})"
_DECIMAL_SCALES = (100, 1_000, 10_000)
_WRITTEN = re.compile(rf"([+-]?) ?(?:{_DECIMAL}(?: {_PART})?|{_PART})", re.ASCII)


def fraction(value: object) -> Fraction | None:
    """Return a number as people write it: 2.5, `2.5`, `2 1/2`, `-2½`; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    found = _WRITTEN.fullmatch(str(value).replace("½", " 1/2").strip())
    if found is None:
        return None
    size = sum((Fraction(part) for part in found.groups()[1:] if part), Fraction())
    return -size if found[1] == "-" else size


def units(value: object, scale: int) -> int | None:
    """Return a number as whole units of 1/`scale`: 2.5 is five halves.

    None for what is no number, and for a number that is finer than that.
    """
    number = fraction(value)
    size = None if number is None else number * scale
    return int(size) if size is not None and size.denominator == 1 else None


def points(value: int, scale: int) -> str:
    """Return units of 1/`scale` as displayed points: `6 1/2` for thirteen halves."""
    if scale == 1:
        return str(value)
    sign, (whole, rest) = "-" if value < 0 else "", divmod(abs(value), scale)
    part = f"{rest}/{scale}" if rest else ""
    return sign + " ".join(filter(None, (str(whole) if whole or not rest else "", part)))


def written(value: int, scale: int) -> int | str:
    """Return units in the form that is kept in the log: 3, or the words `2 1/2`.

    Parts of 1/100 and finer are kept as people write them: `15.14`.
    """
    whole, rest = divmod(value, scale)
    if not rest:
        return whole
    return _as_decimal(value, scale) if scale in _DECIMAL_SCALES else points(value, scale)


def _as_decimal(value: int, scale: int) -> str:
    """Return units of 1/100, or of a smaller power of ten, as a decimal."""
    sign, (whole, rest) = "-" if value < 0 else "", divmod(abs(value), scale)
    behind = str(scale + rest)[1:].rstrip("0")
    return f"{sign}{whole}.{behind}"


def canonical_number(value: object) -> int | str | None:
    """Return a number as people write it in the form that is kept: 2.5 as `2 1/2`."""
    number = fraction(value)
    if number is None or number.denominator == 1:
        return None if number is None else number.numerator
    return points(number.numerator, number.denominator)


def decimal(value: int, scale: int) -> int | float:
    """Return units as a number of JSON or a form: 3, or 2.5."""
    whole, rest = divmod(value, scale)
    return value / scale if rest else whole
