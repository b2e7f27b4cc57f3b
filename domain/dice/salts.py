"""Salts: what the seats add to the dice, so that nobody can have chosen them.

Every seat commits to a salt of its own, then all are opened. As soon as the first is open nobody
may commit any more, else he would choose his salt by those of others. What is open when a round
begins for the first time counts for that round and all later ones, on every line of play: a salt
after an undo changes nothing that was in reach before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.dice.keyed_faces import entropy_next, entropy_start
from domain.ruleset.refusals import Refused

SALT = "salt"
"""What a seat commits itself to, and reveals, to salt the dice."""

LEAST = 16
"""Signs of a salt at least: a shorter one could be guessed from its commitment."""


class Batch(NamedTuple):
    """Salts that were opened together, by seat number, and the first round that they count for.

    `withheld` is how many more were committed to and not opened by then. They count for the dice of
    one era of keys.
    """

    since: int
    salts: dict[int, str]
    withheld: int = 0
    era: int = 1


class Salts(NamedTuple):
    """All salts so far: those that count, those committed to, and those opened since.

    `began` is the highest round that has ever begun, on whatever line of play; `era` counts the
    keys of the dice, which are others where a combat went on elsewhere.
    """

    began: int = 0
    mixed: tuple[Batch, ...] = ()
    committed: dict[int, str] = {}
    opened: dict[int, str] = {}
    era: int = 1

    def counting(self, round: int, era: int = 0) -> tuple[Batch, ...]:
        """The salts that count for the dice of a round; for one that never began, those open now.

        What was withheld of those is not settled yet. Without an `era`, of that which is now.
        """
        era = era or self.era
        found = tuple(b for b in self.mixed if b.since <= round and b.era == era)
        if round > self.began and self.opened and era == self.era:
            return (*found, Batch(round, self.opened, era=era))
        return found

    def begins(self, round: int) -> Salts:
        """A round begins: for the first time, or again after an undo, which changes nothing."""
        if round <= self.began:
            return self
        if not self.opened:
            return self._replace(began=round)
        withheld = len(self.committed) - len(self.opened)
        batch = Batch(round, self.opened, withheld, self.era)
        return Salts(round, (*self.mixed, batch), era=self.era)

    def of_era(self, era: int) -> Salts:
        """Draw other keys: the host knew all salts so far, so none of them counts any more."""
        return Salts(self.began, self.mixed, era=era)

    def commits(self, seat: int, commitment: str) -> Salts:
        """A seat has committed to its salt."""
        return self._replace(committed={**self.committed, seat: commitment})

    def opens(self, seat: int, salt: str) -> Salts:
        """A seat has opened its salt."""
        return self._replace(opened={**self.opened, seat: salt})


def entropy(combat: str, era: int, batches: Iterable[Batch]) -> bytes:
    """The 32 bytes that some salts come to."""
    mixed = entropy_start(combat, era)
    for batch in batches:
        mixed = entropy_next(mixed, batch.salts)
    return mixed


def may_commit(salts: Salts, seat: int, commitment: str) -> None:
    """Refuse a commitment that comes when salts are opened already, twice, or is another's."""
    if salts.opened:
        why = "salts are being opened: commit to the next one when a round has begun"
        numbers = {"open": len(salts.opened), "committed": len(salts.committed)}
        raise Refused("", why, numbers)
    if seat in salts.committed:
        raise Refused("", "you have committed to a salt already; it cannot be changed")
    if commitment in salts.committed.values():
        why = "somebody has committed to this very salt: take one of your own"
        raise Refused("", why, None, "/commitment")


def may_open(salts: Salts, seat: int, salt: str, commitment: str) -> None:
    """Refuse to open what was not committed to, and a salt that could have been guessed."""
    if seat not in salts.committed:
        raise Refused("", "you have committed to no salt that could still count", None, "/what")
    if seat in salts.opened:
        raise Refused("", "your salt is open already", None, "/what")
    if commitment != salts.committed[seat]:
        raise Refused("", "this is not what was committed", None, "/value")
    if len(salt) < LEAST:
        why = "a salt has to be too long to be guessed: this one does not count"
        raise Refused("", why, {"signs": len(salt), "least": LEAST}, "/value")


# --- in words ------------------------------------------------------------------------------

HOST_ONLY = "host entropy only: no seat has salted these dice"
"""What is said of dice whose keys the host drew alone."""


def says(batches: tuple[Batch, ...]) -> str:
    """How far dice that stand on some salts can have been chosen, in a sentence."""
    if not batches:
        return HOST_ONLY
    given, withheld = len(batches[-1].salts), batches[-1].withheld
    salted = f"salted by {given} seat{'s' * (given != 1)} since round {batches[-1].since}"
    if not withheld:
        return salted
    them = "1 salt was" if withheld == 1 else f"{withheld} salts were"
    return f"{salted}; {them} not opened: up to {2**withheld} outcomes selectable"
