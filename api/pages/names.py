"""Ids for those who are given by name alone."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Container

_LONGEST = 40


def named(name: str, taken: Container[str]) -> str:
    """An id after a name, such as `urlik-2` for a second Urlik; `somebody` where no letter fits."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST].strip("-") or "somebody"
    if base not in taken:
        return base
    return next(f"{base}-{n}" for n in itertools.count(2) if f"{base}-{n}" not in taken)
