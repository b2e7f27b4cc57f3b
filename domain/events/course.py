"""The course of a combat: who is in it, where the clock stands, what chance brought."""

from __future__ import annotations

from typing import Literal

from domain.events.scores import Score
from domain.events.values import (
    DiceGroup,
    DieLabel,
    Event,
    Fact,
    Kind,
    Modifier,
    Params,
    Provenance,
    PublicNumber,
    Traits,
)


class WhatIfOrigin(Fact):
    """Where a what-if goes on from: a combat, its public entry, and the person who made it.

    `revision` is that of the rules under which the combat was begun.
    """

    combat: str
    entry: PublicNumber
    maker: str
    revision: str


class CombatOpened(Event):
    """A combat began to be recorded under a ruleset, with its dice keys committed.

    A what-if has an `origin`. The `preset` is that of the table, as it was given.
    """

    ruleset: str
    edition: str
    title: str = ""
    mode: Literal["enforce", "record"] = "enforce"
    policy: Literal["referee", "consent", "strict", "free"] = "consent"
    era: int = 1
    commitments: dict[str, str] = {}
    origin: WhatIfOrigin | None = None
    preset: Params = {}


class Joined(Event):
    """A subject came into the combat, or out of hiding.

    `roller` is its number among those that can roll; 0 while it is hidden or cannot roll.
    """

    subject: str
    kind: Kind = "combatant"
    name: str
    side: str = ""
    controller: str = ""
    roller: int = 0
    traits: Traits = {}
    hidden: bool = False


class Edited(Event):
    """What is said of a subject who is here is otherwise from now on; None leaves it as it was.

    Its `kind` is said for readers of the sheet: it never changes.
    """

    subject: str
    kind: Kind = "combatant"
    name: str | None = None
    side: str | None = None
    controller: str | None = None
    traits: Traits | None = None


class Left(Event):
    """A subject left the combat and takes no further part in it."""

    subject: str
    why: str = ""


class CombatEnded(Event):
    """The combat is over; a later rewind may take this back."""

    why: str = ""


class RoundBegan(Event):
    """Everybody's once begins. `n` counts the rounds of this line of play from 1.

    Where it is reported, `n` is its number in the source.
    """

    n: int


class RoundEnded(Event):
    """The round is over, or was taken back by the source that reports it."""

    n: int
    taken_back: bool = False


class TurnBegan(Event):
    """One go begins: of one actor, or of several at once. `why` says how it came to be theirs.

    An `extra` one uses up none that is to come.
    """

    who: tuple[str, ...]
    why: str = "order"
    resumes: bool = False
    extra: bool = False


class TurnEnded(Event):
    """The go is over, or `held` to be resumed later in the round.

    One that was `taken_back` by the source that reports it has not been.
    """

    who: tuple[str, ...]
    why: str = ""
    held: bool = False
    taken_back: bool = False


class PhaseBegan(Event):
    """A named stretch begins; phases nest in turns, rounds and each other."""

    phase: str


class PhaseEnded(Event):
    """The named stretch is over."""

    phase: str


class OrderSet(Event):
    """Who comes when, for one scope. Ties that stand are inner tuples; scores say why.

    Who has several turns stands there several times; `more` are the scores of the further places.
    """

    scope: str
    order: tuple[tuple[str, ...], ...]
    scores: dict[str, Score] = {}
    why: str = ""
    more: dict[str, tuple[Score, ...]] = {}


RISK = "risk"
"""The modifier of a roll by what its risked dice cost."""


class DiceRolled(Event):
    """Dice fell. `total` = unit * sum(kept) of every size + the modifiers; `sides` 0 = no dice.

    `more` are the dice of further sizes. Where the faces are `lost`, the total is as it was said;
    in what another program reported it may differ from its dice. `target` is the number to reach,
    `outcome` what came of it in a word, `text` the roll as it was written where it comes from.
    `own` is said where they are of the other `key`, which had shown them before an undo: `hidden`
    for a roll in secret, `open` for one that all see; `own_r` counts it among those.
    """

    who: str
    purpose: str
    sort: str
    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    unit: int = 1
    total: int
    provenance: Provenance
    key: str = "open"
    label: DieLabel
    own: Literal["", "open", "hidden"] = ""
    own_r: int = 0
    more: tuple[DiceGroup, ...] = ()
    lost: bool = False
    target: int | None = None
    outcome: str = ""
    text: str = ""

    @property
    def groups(self) -> tuple[DiceGroup, ...]:
        """The dice of each size, in the order in which they fell; none where no die fell."""
        if not self.faces:
            return self.more
        fell = {"faces": self.faces, "kept": self.kept, "dropped": self.dropped}
        return DiceGroup(sides=self.sides, unit=self.unit, **fell), *self.more

    @property
    def all_faces(self) -> tuple[int, ...]:
        """Every face that fell, of all sizes."""
        return sum((group.faces for group in self.more), self.faces)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of each die that fell, in the order of `all_faces`."""
        return tuple(group.sides for group in self.groups for _ in group.faces)

    @property
    def is_risked(self) -> bool:
        """True where its owner chose how many dice to risk."""
        return any(modifier.source == RISK for modifier in self.modifiers)

    @property
    def is_counted(self) -> bool:
        """True where it uses up dice of its label: not for a bare total, or what was reported."""
        return not self.lost and self.provenance != "reported"

    @property
    def reckoned(self) -> int:
        """What its dice and its modifiers come to."""
        dice = sum(group.unit * sum(group.kept) for group in self.groups)
        return dice + sum(modifier.value for modifier in self.modifiers)


class CardDrawn(Event):
    """A card was drawn. `rank` is what the card means for the test it was drawn for.

    `fresh` counts how often the table had agreed to shuffle what remained.
    """

    who: str
    purpose: str
    deck: str
    card: str
    copy_no: int = 0
    rank: int = 0
    shuffle: int = 0
    fresh: int = 0
    provenance: Provenance
