"""What the table says with a deed: numbers and words, each with what it is if nothing is said."""

from __future__ import annotations

from collections.abc import Collection

from domain.ruleset import Deed
from domain.scene import Doing


def number(act: Doing | Deed, name: str, most: int) -> int:
    """A whole number from 0 to `most`; what is kept against the rules is cut to that."""
    value = act.params.get(name)
    return min(max(value, 0), most) if type(value) is int else 0


def word(act: Doing | Deed, name: str, known: Collection[str], default: str) -> str:
    """One of the known words, else the default."""
    value = act.params.get(name)
    return value if isinstance(value, str) and value in known else default
