"""What events are made of: the common shape, and the small facts inside them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

Params = dict[str, JsonValue]
Traits = dict[str, int | str | bool]
Kind = Literal["side", "combatant", "unit", "creature", "thing", "card"]
Provenance = Literal["service", "typed", "witnessed"]


class Fact(BaseModel):
    """The common shape of events and their parts: frozen, and strangers are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Event(Fact):
    """Something that happened, in the past tense, with its outcome."""


class TextRef(Fact):
    """Reference to a person's words, with the salted commitment to the words and their author.

    The words are stored beside the log, where they can be deleted
    (`domain.log.sealing.commit_words`).
    """

    id: str
    digest: str


class Modifier(Fact):
    """One part of a total, in the unit of the roll, with the reason for it."""

    source: str
    value: int


class DieLabel(Fact):
    """What a die is bound to: a coarse, counted name that nobody at the table can vary."""

    era: int = 1
    round: int
    roller: int
    sort: str
    kind: int = 0
    origin: int = 0
    r: int
    fresh: int = 0
    reroll: int = 0


class Slot(Fact):
    """A place for one answer in an open question.

    `who` is a combatant, a side or "referee"; `others` may answer in that place as well, and the
    first answer counts. `about` is what this slot is toward (an act, a foe);
    ranks answer in turn, slots of one rank in any order; `barred` names the clause that keeps
    this one from answering.
    """

    id: str
    who: str
    about: str = ""
    rank: int = 0
    barred: str = ""
    others: tuple[str, ...] = ()

    @property
    def holders(self) -> tuple[str, ...]:
        """Everybody who may fill it."""
        return self.who, *self.others


class Until(Fact):
    """When something lasting ends by itself: at the edge of a span, or with another condition."""

    span: Literal["act", "turn", "phase", "round", "combat", "condition"]
    whose: str = ""
    name: str = ""
    edge: Literal["begin", "end"] = "end"
    left: int = 1


class Mod(Fact):
    """How a condition alters a trait while it lasts."""

    trait: str
    how: Literal["set", "times", "least", "add"] = "add"
    value: int
