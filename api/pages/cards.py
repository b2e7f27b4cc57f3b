"""Cards to tap: what is left of a deck, a deck that the rules count, and cards told before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from api.pages.fields import Field
from api.sight import Sight
from domain import events as e
from domain.ruleset import Draw
from domain.scene import Scene
from projections.words import capital, name_of

MOST_TOLD, LONGEST = 12, 24
"""How many words told before are offered again, and how long they are at most."""
_BACK = 200
"""How many entries are looked through for them."""


def card_field(scene: Scene, draw: Draw) -> Field:
    """A key for each card that is left, with how many there are of it."""
    left = [
        card.rpartition("#")[0] for card in scene.remaining(draw.deck, draw.shuffle, draw.cards)
    ]
    name = name_of(scene.combat)
    values = tuple(
        (card, how_many(capital(name(card)), left.count(card))) for card in dict.fromkeys(left)
    )
    return Field(
        "one:card",
        "card",
        "The card drawn",
        values,
        optional=True,
        hint="Tap what was drawn; with nothing here, the service draws.",
    )


def how_many(name: str, count: int) -> str:
    """A card with how many there are of it, said of its rank: `7 ×2 of hearts`."""
    rank, of, suit = name.partition(" of ")
    return f"{rank} ×{count}{of}{suit}" if count > 1 else name


def as_card(field: Field, command: Mapping[str, Any], told: tuple[str, ...]) -> Field:
    """A field of a card that is drawn by hand, as keys; one for a word, with those told before."""
    if field.kind == "one" and command.get("choice") == "draw" and not field.optional:
        return field._replace(kind="card")
    if field.kind == "text" and field.optional:
        return field._replace(values=tuple((word, word) for word in told))
    return field


def told_before(sight: Sight) -> Mapping[str, tuple[str, ...]]:
    """The words that were told with answers, such as the names of cards, the last one first."""
    found: dict[str, dict[str, None]] = {}
    for seq in range(len(sight), max(0, len(sight) - _BACK), -1):
        event = sight.entry(seq).event
        for key, value in _told(event):
            if isinstance(value, str) and 0 < len(value) <= LONGEST:
                found.setdefault(key, {})[value] = None
    return {key: tuple(words)[:MOST_TOLD] for key, words in found.items()}


def _told(event: e.Event) -> Iterable[tuple[str, Any]]:
    """The words of an answer by their names; a card that was drawn."""
    if isinstance(event, e.CardDrawn):
        return (("card", event.card),)
    return event.params.items() if isinstance(event, e.Answered) else ()
