"""The entries of a viewer's log in memory: recent ones as they are, older ones packed as bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from pydantic import JsonValue

from domain.log.codec import Entry, body_bytes, parse_body
from projections.visibility.visible_log import SeenEntry

MOST_RECENT = 256
"""How many of the latest entries are kept as they are."""

MOST_UNPACKED = 64
"""How many older ones, the latest that were read, are kept unpacked as well."""


_Packed = tuple[str, str | None, bytes, Mapping[str, JsonValue]]
"""The fields of a seen entry, with the bytes of its body in place of the entry."""


class SeenEntries:
    """The entries that one viewer sees, counted from 1."""

    def __init__(self) -> None:
        self._packed: list[_Packed] = []
        self._recent: deque[SeenEntry] = deque()
        self._older = lru_cache(MOST_UNPACKED)(self._unpack)

    def append(self, seen: SeenEntry) -> None:
        """Add the next entry; the oldest of the recent ones is packed where they are too many."""
        self._recent.append(seen)
        if len(self._recent) > MOST_RECENT:
            self._pack()

    def rest(self) -> None:
        """Pack all of them."""
        while self._recent:
            self._pack()
        self._older.cache_clear()

    def _pack(self) -> None:
        number, parent, entry, instead = self._recent.popleft()
        self._packed.append((number, parent, body_bytes(entry.meta, entry.event), instead))

    def entry(self, seq: int) -> SeenEntry:
        """Return the entry at a place."""
        if seq > len(self._packed):
            return self._recent[seq - len(self._packed) - 1]
        return self._older(seq)

    def _unpack(self, seq: int) -> SeenEntry:
        number, parent, body, instead = self._packed[seq - 1]
        return SeenEntry(number, parent, Entry(*parse_body(body)), instead)
