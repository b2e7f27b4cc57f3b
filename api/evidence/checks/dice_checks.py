"""Recomputation of dice and cards from keys, labels and the salts of the seats."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.dice import keyed_faces
from domain.dice.fair_dice import WORD, scaled_face
from domain.dice.salts import SALT, Salts, entropy
from domain.dice.shown_faces import AFRESH, Die
from domain.events import CardDrawn, CombatOpened, Committed, DiceRolled, EraBegan, Revealed
from domain.log.codec import Entry, Meta
from domain.state.combat import Combat
from domain.state.places import card_name
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


def comes_to_its_total(rolled: DiceRolled) -> bool:
    """Return whether the dice of each size are kept or dropped, and come to the total.

    Of a bare total no die is known; what was reported from elsewhere may come to another one.
    """
    split = all(sorted(x.kept + x.dropped) == sorted(x.faces) for x in rolled.groups)
    if rolled.lost:
        return not rolled.all_faces
    return split and (rolled.provenance == "reported" or rolled.reckoned == rolled.total)


def faces_due(
    combat: str, key: bytes, salts: Salts, rolled: DiceRolled, before: dict[int, tuple[int, int]]
) -> list[int]:
    """Return the faces that a roll has to show.

    `before` has face and size of those of its dice that were shown by something else than this key.
    """
    label, sizes = rolled.label, rolled.sizes
    mixed = entropy(combat, label.era, salts.counting(label.round, label.era))
    due = list(keyed_faces.faces(key, combat, mixed, label, sizes))
    for die, (face, sides) in before.items():
        word = keyed_faces.face(key, combat, mixed, label, die, WORD) - 1
        due[die] = scaled_face(Die(face, sides, "service", 0), word, sizes[die])
    return due


class CardChecks:
    """Checks drawn cards against the decks of a game, `[name, cards]` each, and their keys."""

    def __init__(self, decks: Sequence[Any], keys: Mapping[str, bytes]):
        self._cards, self._keys, self.era = dict(decks), keys, 1
        self._shown = defaultdict[Any, set[str]](set)

    def commitments(self) -> dict[str, str]:
        """Return what the decks are bound by, as the opening of a combat has to name it."""
        decks = self._cards.items()
        bound = (keyed_faces.cards_commitment(name, cards).hex() for name, cards in decks)
        return {f"cards:{nth}": said for nth, said in enumerate(bound)}

    def is_next(self, state: Combat, meta: Meta, event: CardDrawn) -> bool:
        """Return whether a card could be recomputed; raises ValueError where another was next.

        What was shown in a place stays there after an undo, and a correction keeps the recorded.
        """
        pile = state.places.cards_drawn(event.deck, event.shuffle)
        card, again = card_name(event.card, event.copy_no), (event.deck, meta.origin or meta.step)
        place = event.deck, event.shuffle, event.fresh, len(pile)
        known = card in self._shown[place] or (meta.origin > 0 and event.card in self._shown[again])
        self._shown[place].add(card)
        self._shown[again].add(event.card)
        name = keyed_faces.key_name(f"deck:{list(self._cards).index(event.deck)}", self.era)
        if event.provenance != "service" or (key := self._keys.get(name)) is None:
            return False
        shuffle = event.shuffle + event.fresh * AFRESH
        cards = self._deck_cards(state, meta, event)
        drawn = {*pile}
        left = [each for each in keyed_faces.copies(cards) if card_name(*each) not in drawn]
        due = keyed_faces.draw_least(key, event.deck, shuffle, left)
        if card != card_name(*due) and not known:
            raise ValueError(
                f"the next card of {event.deck!r} was {due.name!r}, not {event.card!r}"
            )
        return True

    def _deck_cards(self, state: Combat, meta: Meta, event: CardDrawn) -> Sequence[str]:
        """Return the cards of a deck, or those that the question which asks for a card lists."""
        if cards := self._cards[event.deck]:
            return list(cards)
        assert meta.answers
        listed: Any = state.exchange.questions[meta.answers[0]].params["cards"]
        return list(listed[event.who] if isinstance(listed, dict) else listed)
