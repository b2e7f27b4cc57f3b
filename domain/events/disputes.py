"""Disputes beside play: what is contested, what is said to it, how it is ruled, and an appeal.

A dispute goes by the public number of the entry that contests. A remedy is kept as a dictionary,
which `domain.commands.remedies` reads.
"""

from __future__ import annotations

from typing import Literal

from domain.events.values import Event, Params, PublicNumber

By = Literal["referee", "vote"]
"""Who rules."""


class Contested(Event):
    """A player or the referee contests the public entries from `entry` to `upto`.

    `fact` narrows it to something that was declared there. `claim` is the remedy asked for, empty
    for none; with `pause`, play waits for the ruling. The `parties` state their case; the
    `deciders` rule or vote.
    """

    asker: str
    entry: PublicNumber
    upto: PublicNumber
    fact: str = ""
    clause: str = ""
    claim: Params = {}
    by: By
    pause: bool = False
    parties: tuple[str, ...]
    deciders: tuple[str, ...]


class DisputeAnswered(Event):
    """A case stated, a vote, a dispute or an appeal withdrawn, or play allowed to go on."""

    dispute: PublicNumber
    who: str
    choice: Literal["state", "uphold", "dismiss", "withdraw", "play-on"]


class DisputeRuled(Event):
    """A ruling; its remedy is carried out in the same transaction.

    `stands` marks a ruling on an appeal that leaves the ruling before as it is, and repeats its
    remedy. `own_case` marks a referee who ruled as a party, because nobody else was there.
    """

    dispute: PublicNumber
    by: By
    remedy: Params
    clause: str = ""
    own_case: bool = False
    stands: bool = False


class DisputeAppealed(Event):
    """A party appeals: the `deciders`, who have not ruled yet, hear the dispute once more.

    Beside the parties before, those are `parties` whom the claim or the ruling concerns.
    """

    dispute: PublicNumber
    who: str
    claim: Params = {}
    by: By
    parties: tuple[str, ...]
    deciders: tuple[str, ...]
