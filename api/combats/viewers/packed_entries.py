"""The entries of a viewer's log in memory: recent ones as they are, older ones packed as bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from pydantic import JsonValue

from domain.log.codec import Entry, body_bytes, parse_body
from projections.visibility.visible_log import SeenEntry

MOST_RECENT = 256
"""How many of the latest entries are kept as they are."""

MOST_UNPACKED = 64
"""How many older ones, the latest that were read, are kept unpacked as well."""


class _Packed(NamedTuple):
    number: str
    parent: str | None
    body: bytes
    instead: Mapping[str, JsonValue]


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
            self._packed.append(_pack(self._recent.popleft()))

    def entry(self, seq: int) -> SeenEntry:
        """Return the entry at a place."""
        if seq > len(self._packed):
            return self._recent[seq - len(self._packed) - 1]
        return self._older(seq)

    def _unpack(self, seq: int) -> SeenEntry:
        packed = self._packed[seq - 1]
        entry = Entry(*parse_body(packed.body))
        return SeenEntry(packed.number, packed.parent, entry, packed.instead)


def _pack(seen: SeenEntry) -> _Packed:
    body = body_bytes(seen.entry.meta, seen.entry.event)
    return _Packed(seen.number, seen.parent, body, seen.instead)
