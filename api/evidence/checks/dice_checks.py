"""Recomputation of dice: the faces that a key, a label and the salts of the seats give."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import NamedTuple

from domain.dice import keyed_faces
from domain.dice.fair_dice import WORD, scaled_face
from domain.dice.salts import SALT, Salts, entropy
from domain.dice.shown_faces import Die
from domain.events import CombatOpened, Committed, DiceRolled, EraBegan, Revealed
from domain.log.codec import Entry
from domain.state.viewer import REFEREE
from domain.table.table import Table, commitment_of

KEY = "key "
"""How the log says what was revealed, before the domain of the key."""


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
            domain, era = keyed_faces.parse_key_name(name)
            return (
                self.commitments.get(name) == keyed_faces.commitment(key, combat, era, domain).hex()
            )
        except (ValueError, struct.error):  # a name that no key has
            return False


def key_bonds(combat: str, entries: Iterable[Entry]) -> KeyBonds:
    """Collect what a log says of its keys; a revealed key counts if it was committed to."""
    bonds = KeyBonds({}, (), {})
    for entry in entries:
        match entry.event:
            case CombatOpened() | EraBegan() as event:
                era = event.era if isinstance(event, EraBegan) else 1
                for domain, said in event.commitments.items():
                    if "@" not in domain:
                        bonds.commitments[keyed_faces.key_name(domain, era)] = said
                if isinstance(event, EraBegan):
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


def check_salt(table: Table, event: Committed | Revealed) -> None:
    """Check that no salt is chosen by others, and that it is the committed one; or ValueError."""
    if isinstance(event, Committed):
        if table.salts.opened:
            raise ValueError("a salt was committed to when others were open already")
    elif table.salts.committed[table.seat_number(event.who)] != commitment_of(SALT, event.value):
        raise ValueError("this salt is not what was committed to")


def faces_due(
    combat: str, key: bytes, salts: Salts, rolled: DiceRolled, before: dict[int, tuple[int, int]]
) -> list[int]:
    """Return the faces that a roll has to show.

    `before` has face and size of those of its dice that were shown by something else than this key.
    """
    label, count = rolled.label, len(rolled.faces)
    mixed = entropy(combat, label.era, salts.counting(label.round, label.era))
    due = list(keyed_faces.faces(key, combat, mixed, label, [rolled.sides] * count))
    for die, (face, sides) in before.items():
        word = keyed_faces.face(key, combat, mixed, label, die, WORD) - 1
        due[die] = scaled_face(Die(face, sides, "service", 0), word, rolled.sides)
    return due
