"""Recomputation of cards: the next is that of least keyed hash among those that remain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from domain.dice import keyed_faces
from domain.dice.shown_faces import AFRESH
from domain.events import CardDrawn
from domain.log.codec import Meta
from domain.state.combat import Combat
from domain.state.places import card_name


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
