"""Cards recomputed: the next of a deck is that of least keyed hash among those that remain."""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any

from domain.combat import Combat
from domain.facets.places import card_name

from .dice import U32, key_name, lp

AFRESH = 1 << 16
"""Each consent to a fresh card counts as so many shuffles of what remains."""


class Decks:
    """The decks of a game, `[name, cards]` each; `keys` are those of its dice that are known."""

    def __init__(self, decks: Sequence[Any], keys: Mapping[str, bytes]):
        self._cards, self._keys, self.era = dict(decks), keys, 1
        told = (lp(name) + U32(len(cards)) + b"".join(map(lp, cards)) for name, cards in decks)
        bonds = (sha256(lp("combatlog-cards/1") + each).hexdigest() for each in told)
        self.bonds = {f"cards:{nth}": bond for nth, bond in enumerate(bonds)}
        self._shown = defaultdict[Any, set[str]](set)

    def drawn(self, state: Combat, meta: Any, event: Any) -> bool:
        """Whether a card could be recomputed; raises ValueError where another one was next.

        What was shown in a place stays there after an undo, and a correction keeps the recorded.
        """
        pile = state.places.drawn(event.deck, event.shuffle)
        card, again = card_name(event.card, event.copy_no), (event.deck, meta.origin or meta.step)
        place = event.deck, event.shuffle, event.fresh, len(pile)
        known = card in self._shown[place] or (meta.origin > 0 and event.card in self._shown[again])
        self._shown[place].add(card)
        self._shown[again].add(event.card)
        name = key_name(f"deck:{list(self._cards).index(event.deck)}", self.era)
        if event.provenance != "service" or (key := self._keys.get(name)) is None:
            return False
        # A game that makes up its deck as it goes lists it in the question that asks for a card, or
        # each person's own.
        questions = state.exchange.questions
        listed: Any = self._cards[event.deck] or questions[meta.answers[0]].params["cards"]
        listed = listed[event.who] if isinstance(listed, dict) else listed
        due = min(_remaining(listed, pile), key=lambda card: _hash(key, event, *card))
        if card != card_name(*due) and not known:
            raise ValueError(f"the next card of {event.deck!r} was {due[0]!r}, not {event.card!r}")
        return True


def _remaining(names: Sequence[str], pile: Sequence[str]) -> list[tuple[str, int]]:
    """Name and copy of each card that was not drawn."""
    copies, drawn = defaultdict[str, Iterator[int]](count), {*pile}
    counted = ((name, next(copies[name])) for name in names)
    return [copy for copy in counted if card_name(*copy) not in drawn]


def _hash(key: bytes, drawn: Any, name: str, copy: int) -> bytes:
    told = lp("combatlog-card/1") + lp(drawn.deck) + U32(drawn.shuffle + drawn.fresh * AFRESH)
    return hmac.digest(key, told + lp(name) + U32(copy), "sha256")
