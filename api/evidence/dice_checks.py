"""Recomputation of dice: the faces that a key, a label and the salts of the seats give."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from domain import dice
from domain.events import (
    CombatOpened,
    Committed,
    DiceRolled,
    EraBegan,
    Event,
    Revealed,
    RoundBegan,
    SeatOpened,
)
from domain.fair import carried
from domain.seats import REFEREE
from domain.shown import Die
from domain.wire import Entry

KEY = "key "
"""How the log says what was revealed, before the domain of the key."""
WORD = 2**64
"""A die of so many sides shows the hash itself."""


class KeyBonds(NamedTuple):
    """What a log says of its keys: commitments by name, where eras began, and revealed keys."""

    commitments: dict[str, str]
    eras: tuple[int, ...]
    revealed: dict[str, bytes]

    @property
    def era(self) -> int:
        """The era that counts at the end of the log."""
        return 1 + len(self.eras)

    def are_of(self, combat: str, name: str, key: bytes) -> bool:
        """Return whether a key is the one that was committed to under a name."""
        try:
            domain, era = dice.named(name)
            return self.commitments.get(name) == dice.commitment(key, combat, era, domain).hex()
        except (ValueError, struct.error):  # a name that no key has
            return False


def key_bonds(combat: str, entries: Iterable[Entry]) -> KeyBonds:
    """Collect what a log says of its keys; a revealed key counts if it was committed to."""
    bonds = KeyBonds({}, (), {})
    for entry in entries:
        match entry.event:
            case CombatOpened(commitments=commitments):
                bonds.commitments.update(
                    {name: said for name, said in commitments.items() if "@" not in name}
                )
            case EraBegan(era=era, commitments=commitments):
                named = {dice.key_name(domain, era): said for domain, said in commitments.items()}
                bonds.commitments.update(named)
                bonds = bonds._replace(eras=(*bonds.eras, entry.seq))
            case Revealed() if (revealed := revealed_key(entry.event)) is not None:
                name, key = revealed
                if bonds.are_of(combat, name, key):
                    bonds.revealed[name] = key
    return bonds


def revealed_key(event: Revealed) -> tuple[str, bytes] | None:
    """Return name and key that an event reveals; an empty key where it is not written as one."""
    if event.who != REFEREE or not event.what.startswith(KEY):
        return None
    try:
        key = bytes.fromhex(event.value)
    except ValueError:
        key = b""
    return event.what.removeprefix(KEY), key if key.hex() == event.value else b""


class SaltChecks:
    """Follows the salts of the seats, and gives the entropy that they come to in each round.

    Salts that are open when a round begins for the first time, on whatever line of play, count for
    its dice and for those of all later rounds, until other keys are drawn.
    """

    def __init__(self, combat: str):
        self._combat, self._began, self._seats = combat, 0, dict[str, int]()
        self._of = dict[int, list[tuple[int, bytes]]]()
        self._start(1)

    def _start(self, era: int) -> None:
        self._mixed = [(0, dice.entropy_start(self._combat, era))]
        self._of[era], self._opened, self._bound = self._mixed, dict[int, str](), dict[str, str]()

    def follow(self, event: Event) -> None:
        """Follow a round, a seat or a salt; raises ValueError for a salt nobody is bound to."""
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
        self._began = round
        if self._opened:
            self._mixed.append((round, dice.entropy_next(self._mixed[-1][1], self._opened)))
            self._opened, self._bound = {}, {}

    def entropy(self, round: int, era: int = 1) -> bytes:
        """Return what counts for the dice of a round."""
        return next(mixed for since, mixed in reversed(self._of[era]) if since <= round)


FOLLOWED = frozenset((Committed, EraBegan, Revealed, RoundBegan, SeatOpened))
"""What the salts depend on."""


def faces_due(
    combat: str, key: bytes, entropy: bytes, rolled: DiceRolled, before: dict[int, tuple[int, int]]
) -> list[int]:
    """Return the faces that a roll has to show.

    `before` has face and size of those of its dice that were shown by something else than this key.
    """
    label, count = dice.Label(**vars(rolled.label)), len(rolled.faces)
    due = list(dice.faces(key, combat, entropy, label, [rolled.sides] * count))
    for die, (face, sides) in before.items():
        word = dice.face(key, combat, entropy, label, die, WORD) - 1
        due[die] = carried(Die(face, sides, "service", 0), word, rolled.sides)
    return due
