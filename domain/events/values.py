"""What events are made of: the common shape, and the small facts inside them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

Params = dict[str, JsonValue]
PublicNumber = Annotated[int, "the public number of an entry"]
"""The public number of an entry: a whole number here, and text for readers outside."""

Traits = dict[str, int | str | bool]
Kind = Literal["side", "combatant", "unit", "creature", "thing", "card", "field"]
Provenance = Literal["service", "typed", "witnessed", "reported"]
"""Who vouches for dice: `reported` ones fell elsewhere, as another program or the table says."""


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


class DiceGroup(Fact):
    """Dice of one size in a roll: those that fell, and those that count.

    `unit` is what one pip counts; below 0 the dice are taken off.
    """

    sides: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    unit: int = 1


class DieLabel(Fact):
    """What tells one roll from another: a coarse, counted name that nobody at the table can vary.

    The die within the roll and the entropy come beside it. The rules count every field but `fresh`.
    """

    era: int = 1
    """The key era: 1, and one more each time an exported open combat goes on elsewhere."""
    round: int
    """Rounds begun on the line of play; 0 before the first."""
    roller: int
    """The n-th to join that can roll, on the line of play; 0 is the referee."""
    sort: str
    """What kind of roll the rules ask for: a word of the ruleset's closed table, or `loose`."""
    kind: int = 0
    """0 in play, 1 for a die of a correction; follows from `origin`."""
    origin: int = 0
    """0 in play; for a die of a correction, the step that is corrected."""
    r: int
    """Which roll of this round, roller and sort: 0 is the first."""
    fresh: int = 0
    """How many fresh dice the table consented to for this label."""
    reroll: int = 0
    """Which re-roll or explosion granted by the rules; 0 is the roll itself."""


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
    """When something lasting ends by itself: at the edge of a span, or with another condition.

    `left` counts the edges until then, the next one included. `whose` turn it is: empty for any.
    """

    span: Literal["act", "turn", "phase", "round", "combat", "condition"]
    whose: str = ""
    name: str = ""
    edge: Literal["begin", "end"] = "end"
    left: int = 1

    @property
    def edge_word(self) -> str:
        """What the edge is called in words."""
        return "beginning" if self.edge == "begin" else "end"

    @property
    def reason(self) -> str:
        """Why what lasted until then is over: `until the beginning of the turn`."""
        return f"until the {self.edge_word} of the {self.span}"


class Mod(Fact):
    """How a condition alters a trait while it lasts."""

    trait: str
    how: Literal["set", "times", "least", "add"] = "add"
    value: int
