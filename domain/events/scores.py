"""Scores of an order: whole numbers as they are, any other as an exact decimal."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, Field

from domain.events.measures import DIGITS, fraction

DECIMALS = 4
"""How many places behind the point a score may have."""

PARTS = 10**DECIMALS
"""What a score goes by parts of."""


def _shortest(score: int | Decimal) -> int | Decimal:
    """Return the one form that is kept: 15 for 15.00, 15.1 for 15.10."""
    if isinstance(score, int):
        return int(score)
    return int(score) if score == score.to_integral_value() else score.normalize()


_Decimal = Annotated[Decimal, Field(max_digits=DIGITS + DECIMALS, decimal_places=DECIMALS)]

Score = Annotated[int | _Decimal, AfterValidator(_shortest)]
"""A score in the unit of its game: JSON writes 15 as a number and 15.14 as text, to stay exact."""


def score_of(value: object) -> Score | None:
    """Return a score as people write it: 15, 15.14 or `15.14`; None for anything else."""
    number = fraction(score_text(value) if isinstance(value, Decimal) else value)
    if number is None or (number * PARTS).denominator != 1:
        return None
    return _shortest(Decimal(number.numerator) / Decimal(number.denominator))


def score_text(score: Score) -> str:
    """Return a score as people write it: `15.14`."""
    return format(score, "f") if isinstance(score, Decimal) else str(score)
