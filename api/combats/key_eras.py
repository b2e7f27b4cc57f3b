"""Where the entries of a combat were written: here, or elsewhere and under keys of other eras.

A combat that is taken in from an export brings what opens its entries, and perhaps its keys. It
goes on here with the keys of an era of its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial

from api.store.log import CombatLog
from api.vault.key_files import Vault
from domain.events import EraBegan
from domain.log import sealing
from domain.log.codec import NAMES

Nonces = tuple[bytes, bytes]
"""What opens the two parts of an entry, 16 bytes each: its body and its command."""

NoncesOf = Callable[[int], Nonces]
SIZE = 32
"""Bytes of both nonces of an entry, as they are stored and exported."""


def split(both: bytes) -> Nonces:
    """The two nonces of an entry that are written one after the other."""
    return both[: SIZE // 2], both[SIZE // 2 :]


def era_of(seq: int, begun: Sequence[int]) -> int:
    """The era of an entry; `begun` are the entries with which the second began, and later ones."""
    return 1 + bisect_right(begun, seq)


def era_here(came: int, begun: Sequence[int]) -> int:
    """The era that this installation has keys for, of a combat of which so many entries came."""
    return 1 + era_of(came, begun) if came else 1


def came_from_elsewhere(log: CombatLog, combat: str) -> int:
    """How many entries of a stored combat came from elsewhere.

    None of one that has gone on by the keys it brought: so it was before there were eras.
    """
    came = len(log.nonces(combat)) // SIZE
    after = next(log.read(combat, came + 1, came + 1), None) if came else None
    return came if after is None or after.name == NAMES[EraBegan] else 0


def nonces_of(log: CombatLog, vault: Vault, combat: str) -> NoncesOf:
    """What opens the entries of a combat: as it came with them, or drawn from our own key."""
    given, came = log.nonces(combat), came_from_elsewhere(log, combat)
    era = era_here(came, log.entries_named(combat, NAMES[EraBegan])) if came else 1
    drawn = partial(sealing.nonces, vault.key(combat, "blind", era), combat)
    return lambda seq: split(given[SIZE * (seq - 1) : SIZE * seq]) if seq <= came else drawn(seq)
