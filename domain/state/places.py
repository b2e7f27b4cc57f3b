"""Where things are: a fighter in one place, a card in one pile; a place keeps its order."""

from __future__ import annotations

from typing import NamedTuple

from domain.events import CardDrawn, Moved
from domain.state.fold import Answers, Folds


class Places(NamedTuple):
    """The place of each subject, and who is in each place in order."""

    at: dict[str, str] = {}
    holds: dict[str, tuple[str, ...]] = {}

    def of(self, subject: str) -> str:
        """Where a subject is; empty where it was never put anywhere."""
        return self.at.get(subject, "")

    def who(self, place: str) -> tuple[str, ...]:
        """Who or what is in a place, in order."""
        return self.holds.get(place, ())

    def cards_drawn(self, deck: str, shuffle: int = 0) -> tuple[str, ...]:
        """Return the cards of a deck drawn since a shuffle, each by its name and ordinal."""
        pile = drawn_pile(deck, shuffle)
        return tuple(card.removeprefix(f"{pile}: ") for card in self.who(pile))


def _fold_moved(places: Places, event: Moved, _: Answers) -> Places:
    who, old = event.subject, places.at.get(event.subject, "")
    holds = dict(places.holds)
    holds[old] = tuple(s for s in holds.get(old, ()) if s != who)
    there = holds.get(event.place, ())
    index = len(there) if event.index is None else event.index
    holds[event.place] = (*there[:index], who, *there[index:])
    return Places(
        {**places.at, who: event.place}, {p: s for p, s in holds.items() if s or p == event.place}
    )


def drawn_pile(deck: str, shuffle: int = 0) -> str:
    """The place of the cards of a deck that were drawn since a shuffle and not put back."""
    return f"drawn {deck} {shuffle}" if shuffle else f"drawn {deck}"


def is_drawn_pile(place: str) -> bool:
    """True for the place of cards that were drawn from a deck."""
    return place.startswith("drawn ")


def card_name(card: str, copy_no: int) -> str:
    """One copy of a card; copies of the same card are told apart by their ordinal."""
    return f"{card}#{copy_no}"


def _fold_drawn(places: Places, event: CardDrawn, answers: Answers) -> Places:
    """Put a drawn card on its pile; the same card of another deck or shuffle is another."""
    pile = drawn_pile(event.deck, event.shuffle)
    card = f"{pile}: {card_name(event.card, event.copy_no)}"
    return _fold_moved(places, Moved(subject=card, place=pile), answers)


FOLDS: Folds = {Moved: _fold_moved, CardDrawn: _fold_drawn}
