"""The dice of an open combat: faces and cards bound by a keyed hash to labels nobody can vary.

They are bound by its keys, and salted by its seats; what was shown already is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import proxy

from api.combats.bound_dice import BoundDice
from api.combats.combat_history import CombatHistory
from api.combats.origin import Origin
from api.vault.key_files import Vault
from domain.dice import keyed_faces
from domain.dice.fair_dice import FairDice, RuledDice
from domain.dice.salts import entropy
from domain.dice.shown_faces import Shown
from domain.events import DiceRolled, EraBegan, Joined
from domain.log.codec import Entry
from domain.table.undo_requests import granted_entry


class Luck:
    """Kept in step with the log of its combat; derived from it, and stored with its index."""

    def __init__(self, combat: CombatHistory, origin: Origin, vault: Vault):
        self._combat: CombatHistory = proxy(combat)
        self._origin, self._vault, self.shown = origin, vault, Shown()
        decks = combat.rules.decks
        self.dice = BoundDice(combat.name, self._keys(1), decks, self._entropy)

    def _keys(self, era: int) -> Callable[[str], bytes]:
        """The keys of an era, by domain."""
        return lambda domain: self._vault.key(self._combat.name, domain, era)

    def _entropy(self, round: int) -> bytes:
        """What the dice of a round stand on beside their keys."""
        salts = self._combat.table.salts
        return entropy(self._combat.name, salts.era, salts.counting(round))

    def load(self, dumped: dict[str, Any]) -> None:
        """What was shown, as it was dumped."""
        self.shown = Shown.load(dumped)
        self.dice.begin(self._keys(self.shown.era))

    def all_keys(self) -> dict[str, bytes]:
        """The keys of every era that are here, by name."""
        eras = filter(self._origin.has_keys, range(1, self.shown.era + 1))
        name, domains = keyed_faces.key_name, self.dice.keys
        return {name(d, era): self._keys(era)(d) for era in eras for d in domains}

    def next_era(self) -> EraBegan:
        """The keys that the combat goes on with here."""
        era = self.shown.era + 1
        keys = {domain: self._keys(era)(domain) for domain in self.dice.keys}
        return EraBegan(era=era, commitments=keyed_faces.commitments(keys, self._combat.name, era))

    def fair(self) -> FairDice:
        """The dice for a step at the head."""
        return FairDice(self.dice, self.shown, self._combat.head)

    def correction_dice(self) -> RuledDice:
        """The dice for a correction: what is typed in for it is held to what was left before it."""
        return RuledDice(self.dice, self.shown, self._combat.head)

    def falling(self, before: int) -> RuledDice:
        """Those that fall in a correction which begins after a step, and leaves the line there."""
        return RuledDice(self.dice, self.without(before), self._combat.head)

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
        rollers = [(place, who) for step, place, who in joins if line.is_ancestor(step, line.head)]
        shown.leave(left, lambda: combat.moments.at(fork), rollers)

    def hear(self, entry: Entry) -> None:
        """Take in an entry before the table does: newcomers, rolls, fresh dice, other keys."""
        event = entry.event
        self.shown.hear(entry)
        if isinstance(event, EraBegan):
            self.shown.era = event.era
            self.dice.begin(self._keys(event.era))
        if isinstance(event, Joined) and event.roller:
            self.shown.joins.append((entry.step, event.roller, event.subject))
        if number := granted_entry(self._combat.table.fresh, entry):
            seq = self._combat.numbers.seq(number)
            [shown] = self._combat.entries(seq, seq)
            self.shown.consent(shown.event)
