"""Sheets in one line of text."""

from __future__ import annotations

import re
from typing import Any


def stats(text: str) -> dict[str, Any]:
    """The numbers of a sheet, such as `ST 4, CO 1/2, Combat 6 1/2`; fractions stay text."""
    found = re.findall(r"([^,]+?) (-?\d[\d /]*)(?:, |$)", text)
    return {name: int(value) if "/" not in value else value for name, value in found}
