"""Dice that nobody can choose: faces from a keyed hash of a coarse, counted label.

A face depends on a secret key, fixed and committed to before the combat, on salts of the seats, and
on a label that counts the rolls of a round. Nothing that a person can vary is hashed: not target,
manoeuvre, modifier, number or size of the dice. So asking again, in other words or after an undo,
shows the same face, and after the key is revealed everybody can recompute every die.

Numbers are big-endian. A number that does not fit its field raises `struct.error`.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from domain.events import DieLabel
from domain.log.sealing import keyed_hash, lp, u32

_ENTROPY_SIZE: Final = 32
_WORD: Final = 2**64
_LABEL_NUMBERS: Final = struct.Struct(">BQIII").pack  # kind, origin, r, fresh, reroll
_PAIR: Final = struct.Struct(">II").pack  # round and roller; die and try


class Card(NamedTuple):
    """One card of a deck: its name, and which copy of that name it is, from 0."""

    name: str
    copy: int


def key(master: bytes, combat: str, era: int, domain: str) -> bytes:
    """The 32-byte key of one domain of dice: `open`, `hidden` or `deck:<n>`.

    It is drawn from the master secret, which is never revealed; revealing one domain's key tells
    nothing about another's.
    """
    parts = lp("combatlog-key/1"), lp(combat), u32(era), lp(domain)
    return keyed_hash(master, b"".join(parts))


def key_name(domain: str, era: int) -> str:
    """How the key of a domain is called among those of all eras: `open`, in the second `open@2`."""
    return domain if era == 1 else f"{domain}@{era}"


def parse_key_name(name: str) -> tuple[str, int]:
    """The domain and the era of a key, by its name among those of all eras."""
    domain, _, era = name.partition("@")
    return domain, int(era or 1)


def commitment(key: bytes, combat: str, era: int, domain: str) -> bytes:
    """The hash of a domain's key, published at opening: binds the host to that key."""
    parts = lp("combatlog-commit/1"), lp(combat), u32(era), lp(domain), key
    return sha256(b"".join(parts)).digest()


def commitments(keys: Mapping[str, bytes], combat: str, era: int) -> dict[str, str]:
    """What binds the host to the keys of an era, by domain, in hexadecimal."""
    return {domain: commitment(key, combat, era, domain).hex() for domain, key in keys.items()}


def cards_commitment(deck: str, cards: Sequence[str]) -> bytes:
    """The hash of a deck's name and cards, published at opening: no other deck was drawn from."""
    parts = lp("combatlog-cards/1"), lp(deck), u32(len(cards)), *map(lp, cards)
    return sha256(b"".join(parts)).digest()


def key_domains(commitments: Iterable[str]) -> tuple[str, ...]:
    """Those of a combat's commitments that bind a key; `cards:n` binds the cards of `deck:n`."""
    return tuple(domain for domain in commitments if not domain.startswith("cards:"))


def entropy_start(combat: str, era: int) -> bytes:
    """The entropy of an era before any seat has opened a salt: 32 bytes, known to all."""
    return sha256(lp("combatlog-salts/1") + lp(combat) + u32(era)).digest()


def entropy_next(previous: bytes, salts: Mapping[int, str]) -> bytes:
    """The entropy after one opening of salts, by seat number: 32 bytes.

    One honest salt among them is enough to bar the host from having chosen the dice. Raises
    `ValueError` unless the entropy before has 32 bytes.
    """
    seats = (u32(seat) + lp(salts[seat]) for seat in sorted(salts))
    parts = lp("combatlog-salts/1"), _whole(previous), u32(len(salts)), *seats
    return sha256(b"".join(parts)).digest()


def message(combat: str, entropy: bytes, label: DieLabel, j: int, t: int = 0) -> bytes:
    """The bytes hashed for die `j` of a roll (0 is the first) at its try `t` (0 is the first).

    Raises `ValueError` unless the entropy has 32 bytes and the label's kind follows from its
    origin.
    """
    return _stem(combat, entropy, label) + _PAIR(j, t)


def face(key: bytes, combat: str, entropy: bytes, label: DieLabel, j: int, sides: int) -> int:
    """The face, from 1 to `sides`, of die `j` of a roll.

    The size of the die only scales the hash, so a low d6 is also a low d20. Raises `ValueError` for
    a die with less than 1 or more than 2^64 sides, and as `message` does.
    """
    return _face(key, _stem(combat, entropy, label), j, sides)


def faces(
    key: bytes, combat: str, entropy: bytes, label: DieLabel, sides: Sequence[int]
) -> tuple[int, ...]:
    """The faces of a whole roll; `sides` gives the size of each die in turn (`[6] * 3` is 3d6).

    Raises as `face` does.
    """
    stem = _stem(combat, entropy, label)
    return tuple(_face(key, stem, j, each) for j, each in enumerate(sides))


def copies(names: Iterable[str]) -> tuple[Card, ...]:
    """A deck from the names on its cards: the copies of one name are numbered 0, 1, 2, ..."""
    seen: dict[str, int] = {}
    deck = []
    for name in names:
        seen[name] = seen.get(name, -1) + 1
        deck.append(Card(name, seen[name]))
    return tuple(deck)


def draw_least(key: bytes, deck: str, shuffle: int, remaining: Iterable[Card]) -> Card:
    """The top card of those that remain: the one of least keyed hash; ValueError if none does.

    `shuffle` counts the shuffles of this deck on the line of play. Every card has its own hash, so
    adding or removing a card moves no other.
    """
    return min(remaining, key=lambda card: _place(key, deck, shuffle, card))


def _place(key: bytes, deck: str, shuffle: int, card: Card) -> bytes:
    parts = lp("combatlog-card/1"), lp(deck), u32(shuffle), lp(card.name), u32(card.copy)
    return keyed_hash(key, b"".join(parts))


def _stem(combat: str, entropy: bytes, label: DieLabel) -> bytes:
    """The message up to where the dice of one roll begin to differ."""
    if label.kind != (label.origin > 0):
        raise ValueError(f"kind {label.kind} does not follow from origin {label.origin}")
    parts = (
        lp("combatlog-die/1"),
        lp(combat),
        u32(label.era),
        _whole(entropy),
        _PAIR(label.round, label.roller),
        lp(label.sort),
        _LABEL_NUMBERS(label.kind, label.origin, label.r, label.fresh, label.reroll),
    )
    return b"".join(parts)


def _face(key: bytes, stem: bytes, j: int, sides: int, t: int = 0) -> int:
    """Scale the hash to the die; the few hashes that would favour a face are tried again."""
    if not 1 <= sides <= _WORD:
        raise ValueError(f"no die has {sides} sides")
    scaled = _word(key, stem + _PAIR(j, t)) * sides
    if scaled % _WORD < _WORD % sides:
        return _face(key, stem, j, sides, t + 1)
    return 1 + (scaled >> 64)


def _word(key: bytes, message: bytes) -> int:
    """The first eight bytes of the keyed hash, as a number below 2^64."""
    return int.from_bytes(keyed_hash(key, message)[:8], "big")


def _whole(entropy: bytes) -> bytes:
    if len(entropy) != _ENTROPY_SIZE:
        raise ValueError(f"entropy has {_ENTROPY_SIZE} bytes, not {len(entropy)}")
    return entropy
