"""What rules leave to chance: dice that are thrown, and cards that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.events import Modifier


class ThrownDice(NamedTuple):
    """Dice of one size in a throw: how many, how many of the highest count, what a pip counts.

    `kept` are those that count, where that was said of dice that fell at the table.
    """

    sides: int
    dice: int
    keep: int = 0
    unit: int = 1
    kept: tuple[int, ...] | None = None


class Throw(NamedTuple):
    """Dice that a rule asks for.

    `dice` None lets the owner choose how many dice to risk, up to `most`, each costing `per_die`
    of the total. `unit` is what one pip counts, in the unit of the modifiers; `sort` is a word of
    the ruleset's table of dice labels; `keep` how many of the highest dice count, or below 0 of the
    lowest (0 = all). `again` is a re-roll or an explosion that the rules grant: it belongs to the
    last roll of that sort and shifts none that comes after. `kept` are those of dice that fell
    which count, where that was said; `more` are dice of further sizes. `target` is the number to
    reach, `outcome` and `text` what was said of the roll.
    """

    who: str
    purpose: str
    sort: str
    sides: int
    dice: int | None = 1
    modifiers: tuple[Modifier, ...] = ()
    unit: int = 1
    per_die: int = 0
    keep: int = 0
    key: str = "open"
    clause: str = ""
    most: int = 20
    again: bool = False
    basis: str = "stated"
    kept: tuple[int, ...] | None = None
    more: tuple[ThrownDice, ...] = ()
    target: int | None = None
    outcome: str = ""
    text: str = ""

    @property
    def basic(self) -> int:
        """The total before any die falls."""
        return sum(m.value for m in self.modifiers)


UNNAMED = "a card"
"""What was drawn on the table where nobody says which card it was."""


class Draw(NamedTuple):
    """A card that a rule asks for; `ranks` says what each card means for this test.

    `cards` are the deck's where the ruleset's table leaves them to the combat; the question then
    lists them as its `cards`, so that the log alone says what could come. `shuffle` counts how
    often the rules have put the whole deck together again: each time no card of it is drawn yet.
    """

    who: str
    purpose: str
    deck: str
    ranks: Mapping[str, int] = {}
    clause: str = ""
    cards: tuple[str, ...] = ()
    shuffle: int = 0
