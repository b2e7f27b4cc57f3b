"""Ids of a source and ours: each of its subjects has one id here, which may be typed."""

from __future__ import annotations

import re
from collections.abc import Mapping

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST = 60
_TAKEN = ("referee", "table")
"""What nobody may be called: slots and settings are theirs."""


class SourceIds:
    """The map from subjects of a source to ours; the same lines give the same ids again."""

    def __init__(self, tied: Mapping[str, str] | None = None) -> None:
        """Begin with the ids of those of the source who are here already under another one."""
        self._ours = dict(tied or {})
        self._taken = {*_TAKEN, *map(str.casefold, self._ours.values())}

    def subject(self, who: str) -> str:
        """Return our id of a subject: its own as far as signs allow, numbered where it is taken."""
        if who not in self._ours:
            self._ours[who] = self._free(_UNFIT.sub("-", who).strip("-._")[:_LONGEST] or "x")
            self._taken.add(self._ours[who].casefold())
        return self._ours[who]

    def known(self, value: object) -> str:
        """Return our id of somebody who is named, else the words as they are."""
        words = "" if value is None else str(value)
        return self._ours.get(words, words)

    def _free(self, wanted: str) -> str:
        free, nth = wanted, 1
        while free.casefold() in self._taken:
            nth += 1
            free = f"{wanted}-{nth}"
        return free
