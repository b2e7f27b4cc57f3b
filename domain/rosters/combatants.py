"""What a roster says about each combatant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, NamedTuple

from domain.rosters.remarks import Remark

Edge = Literal["begin", "end"]
"""Where a turn or round counts: as it begins, or as it ends."""


class Amount(NamedTuple):
    """A pool as a roster gives it: now, at most, and temporary points on top."""

    current: int
    most: int | None = None
    temporary: int = 0


class State(NamedTuple):
    """A condition that a combatant begins with; `left` counts spans, None is without end.

    `whose` turns are counted, and who is its `source`, say the ids of combatants of the same
    roster; without them, the bearer's turns are counted.
    """

    name: str
    left: int | None = None
    span: Literal["", "round", "turn"] = ""
    edge: Edge = "end"
    whose: str = ""
    source: str = ""
    level: int = 0
    concentration: bool = False


@dataclass(frozen=True)
class Combatant:
    """One combatant of a roster: only what the text says, and nothing that it leaves open."""

    line: int
    name: str
    side: str = ""
    hp: Amount | None = None
    dice: str = ""
    """What hit points wait for: it is rolled in the log."""
    ac: int | None = None
    bonus: int | None = None
    """What is added to the roll for the order."""
    score: Decimal | None = None
    """The place in the order, as rolled already."""
    pools: Mapping[str, Amount] = field(default_factory=dict)
    states: tuple[State, ...] = ()
    notes: tuple[str, ...] = ()
    hidden: bool = False
    dead: bool = False
    played: bool | None = None
    """Whether a player plays it (`pc`, `npc`); None where nothing is said."""
    facts: Mapping[str, int | str | bool] = field(default_factory=dict)
    """What else is known of it, by name: `dexterity`."""
    id: str = ""
    """Its id in the program that it comes from; empty in pasted text."""
    part: str = ""
    """The part of a file that it stands in, such as an encounter, where there are several."""


class Comment(NamedTuple):
    """A line that is skipped, since it is marked as a comment."""

    line: int
    text: str


class Roster(NamedTuple):
    """A text that was read: combatants in the order of their lines, and the report about it."""

    combatants: tuple[Combatant, ...]
    remarks: tuple[Remark, ...]
    comments: tuple[Comment, ...] = ()
    typed: tuple[str, ...] = ()
    """The name of each combatant as it was typed, also where it got a number."""
    continued: frozenset[int] = frozenset()
    """The lines that go on with a row above, since a quote stands open there."""

    @property
    def is_doubtful(self) -> bool:
        """Whether some remark is to be seen before anybody joins; hints are none of those."""
        return not all(remark.is_hint for remark in self.remarks)
