"""Ids for those who are given by name alone, and names for those whom the rules call by id."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Container

from projections.words import capital

_LONGEST = 40


def named(name: str, taken: Container[str]) -> str:
    """An id after a name, such as `urlik-2` for a second Urlik; `somebody` where no letter fits."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST].strip("-") or "somebody"
    if base not in taken:
        return base
    return next(f"{base}-{n}" for n in itertools.count(2) if f"{base}-{n}" not in taken)


_OF_A_QUESTION = re.compile(r"q\d+(: | is closed)")


def unnumbered(text: str) -> str:
    """A line about a question without its number, which only programs refer to."""
    found = _OF_A_QUESTION.match(text)
    if found is None:
        return text
    if found[1] == ": ":
        return capital(text[found.end() :])
    return f"The question is closed{text[found.end() :]}"
