"""The dice of one combat, bound by its keys: the same label always shows the same faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from domain.dice import keyed_faces
from domain.events import DieLabel


class BoundDice:
    """The dice of one combat. The same label always shows the same faces.

    `entropy` says what the salts of the seats come to for a round; without it, nobody salted.
    """

    def __init__(
        self,
        combat: str,
        key: Callable[[str], bytes],
        decks: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        entropy: Callable[[int], bytes] | None = None,
    ):
        self.combat, self.decks = combat, decks
        self.begin(key)
        start = keyed_faces.entropy_start(combat, 1)
        self.entropy = entropy or (lambda round: start)

    def begin(self, key: Callable[[str], bytes]) -> None:
        """From now on dice fall by these keys."""
        domains = ("open", "hidden", *(f"deck:{n}" for n in range(len(self.decks))))
        self.keys: Mapping[str, bytes] = {domain: key(domain) for domain in domains}

    def faces(self, key: str, label: DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        """The faces of the dice of a roll."""
        entropy = self.entropy(label.round)
        return keyed_faces.faces(self.keys[key], self.combat, entropy, label, sizes)

    def pass_over(self, label: DieLabel) -> None:
        """Faces that were typed shift no others: each roll has a label of its own."""

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The next of the cards that remain, each written `name#copy`; nothing where none does."""
        if not cards:
            return ""
        remaining = [
            keyed_faces.Card(c.rpartition("#")[0], int(c.rpartition("#")[2])) for c in cards
        ]
        key = self.keys[f"deck:{list(self.decks).index(deck)}"]
        least = keyed_faces.draw_least(key, deck, shuffle, remaining)
        return f"{least.name}#{least.copy}"

    def commitments(self) -> dict[str, str]:
        """What binds each key, and the cards of each deck; published when the combat opens."""
        bound = keyed_faces.commitments(self.keys, self.combat, 1)
        for nth, (deck, cards) in enumerate(self.decks.items()):
            bound[f"cards:{nth}"] = keyed_faces.cards_commitment(deck, cards).hex()
        return bound
