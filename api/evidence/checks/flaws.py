"""What is wrong with a log or an archive, and where."""

from __future__ import annotations

_LONGEST = 400
"""Characters of a place or a reason that are shown."""


class Flaw(Exception):
    """Something wrong in a log or an archive: the place and the reason."""

    def __init__(self, where: str, why: str):
        where, why = _printable(where) or "a file without a name", _printable(why)
        super().__init__(f"{where}: {why}")
        self.where, self.why = where, why


def _printable(text: str) -> str:
    """Replace control characters: an archive may say anything, and a terminal would obey it."""
    signs = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in signs)
