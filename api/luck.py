"""The dice of an open combat: bound by its keys, salted by its seats; what was shown already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.chance import BoundDice
from api.vault import Vault
from domain.events import Closed, DiceRolled, Joined
from domain.fair import FairDice, RuledDice
from domain.freshness import consented
from domain.salts import entropy
from domain.shown import Shown
from domain.wire import Entry

if TYPE_CHECKING:
    from api.open_combat import OpenCombat


class Luck:
    """Kept in step with the log of its combat; derived from it, and stored with its index."""

    def __init__(self, combat: OpenCombat, vault: Vault):
        self._combat, self.shown = combat, Shown()
        name, decks = combat.name, combat.rules.decks
        self.dice = BoundDice(name, lambda domain: vault.key(name, domain), decks, self._entropy)

    def _entropy(self, round: int) -> bytes:
        """What the dice of a round stand on beside their keys."""
        return entropy(self._combat.name, 1, self._combat.table.salts.counting(round))

    def fair(self) -> FairDice:
        """The dice for a step at the head."""
        return FairDice(self._combat.dice, self.shown, self._combat.head)

    def ruled(self) -> RuledDice:
        """The dice for a correction."""
        return RuledDice(self._combat.dice, self.shown, self._combat.head)

    def leave(self, to: int) -> None:
        """Note what was shown on the line that the head leaves for a step."""
        self._leave(self.shown, to)

    def without(self, to: int) -> Shown:
        """What will have been shown once the head has left for a step."""
        shown = Shown.load(self.shown.dump())
        self._leave(shown, to)
        return shown

    def _leave(self, shown: Shown, to: int) -> None:
        combat, line = self._combat, self._combat.line
        fork = line.last(line.fork(line.head, to))
        left = tuple(combat.path(fork, line.last(line.head)))
        rolled = any(isinstance(entry.event, DiceRolled) for entry in left)
        joins = shown.joins if rolled else ()
        rollers = {place: who for step, place, who in joins if line.is_ancestor(step, line.head)}
        shown.leave(left, lambda: combat.moments.at(fork), rollers)

    def hear(self, entry: Entry) -> None:
        """Take in an entry before the table does: who comes in, or a leave for fresh dice."""
        event = entry.event
        if isinstance(event, Joined) and event.roller:
            self.shown.joins.append((entry.step, event.roller, event.subject))
        if isinstance(event, Closed) and (number := consented(self._combat.table.fresh, entry)):
            seq = self._combat.numbers.seq(number)
            [shown] = self._combat.entries(seq, seq)
            self.shown.consent(shown.event)
