"""Dice recomputed: the faces that a revealed key and a label give, and nothing else can."""

from __future__ import annotations

import struct
from functools import cache
from hashlib import sha256
from typing import Any

from domain.events import Committed, EraBegan, Revealed, RoundBegan, SeatOpened

NUMBERS, U32 = struct.Struct(">BQIII").pack, struct.Struct(">I").pack
PAIR, WORD = struct.Struct(">II").pack, 2**64
FOLLOWED = frozenset((Committed, EraBegan, Revealed, RoundBegan, SeatOpened))
_SALTS = U32(17) + b"combatlog-salts/1"


@cache
def lp(text: str) -> bytes:
    """Text with its length before it."""
    return U32(len(text.encode())) + text.encode()


def key_name(domain: str, era: int) -> str:
    """How a key is called: with its era, where that is not the first."""
    return domain if era == 1 else f"{domain}@{era}"


def commitment(key: bytes, combat: str, era: int, domain: str) -> str:
    """What is published of a key before any die falls."""
    told = lp("combatlog-commit/1") + lp(combat) + U32(era) + lp(domain)
    return sha256(told + key).hexdigest()


class Salts:
    """The entropy that the salts of the seats come to, round by round: the only place that knows.

    Salts that are open when a round begins for the first time, on whatever line of play, count for
    its dice and for those of all later rounds, until other keys are drawn.
    """

    def __init__(self, combat: str):
        self._combat, self._began, self._seats = combat, 0, dict[str, int]()
        self._of = dict[int, list[tuple[int, bytes]]]()
        self._start(1)

    def _start(self, era: int) -> None:
        self._mixed = [(0, sha256(_SALTS + lp(self._combat) + U32(era)).digest())]
        self._of[era], self._opened, self._bound = self._mixed, dict[int, str](), dict[str, str]()

    def follow(self, event: Any) -> None:
        """A round, a seat or a salt of the log; raises ValueError for a salt nobody is bound to."""
        match event:
            case RoundBegan(n=n) if n > self._began:
                self._begin(n)
            case EraBegan(era=era):
                self._start(era)
            case SeatOpened():
                self._seats[event.person] = int(event.seat[1:])
            case Committed(what="salt"):
                if self._opened:
                    raise ValueError("a salt was committed to when others were open already")
                self._bound[event.who] = event.commitment
            case Revealed(what="salt"):
                if sha256(f"salt\n{event.value}".encode()).hexdigest() != self._bound[event.who]:
                    raise ValueError("this salt is not what was committed to")
                self._opened[self._seats.get(event.who, 0)] = event.value

    def _begin(self, round: int) -> None:
        self._began, opened = round, self._opened
        if opened:
            salts = b"".join(U32(seat) + lp(opened[seat]) for seat in sorted(opened))
            mixed = sha256(_SALTS + self._mixed[-1][1] + U32(len(opened)) + salts).digest()
            self._mixed.append((round, mixed))
            self._opened, self._bound = {}, {}

    def entropy(self, round: int, era: int = 1) -> bytes:
        """What counts for the dice of a round."""
        return next(mixed for since, mixed in reversed(self._of[era]) if since <= round)


@cache
def _begun(combat: str, era: int, entropy: bytes, round: int) -> bytes:
    """The beginning of every message about a die of a round."""
    return lp("combatlog-die/1") + lp(combat) + U32(era) + entropy + U32(round)


class Dice:
    """The dice of one key domain of a combat; both halves of its HMAC-SHA256 are begun once."""

    def __init__(self, key: bytes, combat: str):
        padded = key.ljust(64, b"\0")
        self._inner = sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in padded))
        self._combat = combat

    def faces(self, label: Any, entropy: bytes, sides: int, count: int) -> list[int]:
        """The faces of a roll; a hash that would favour a face is drawn again."""
        begun = _begun(self._combat, label.era, entropy, label.round)
        told = NUMBERS(label.kind, label.origin, label.r, label.fresh, label.reroll)
        begun += U32(label.roller) + lp(label.sort) + told
        found = []
        for die in range(count):
            scaled, tried = self._word(begun + PAIR(die, 0)) * sides, 0
            while scaled % WORD < WORD % sides:
                tried += 1
                scaled = self._word(begun + PAIR(die, tried)) * sides
            found.append(1 + scaled // WORD)
        return found

    def _word(self, message: bytes) -> int:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return int.from_bytes(outer.digest()[:8], "big")
