"""Every domain event: what happened, in the past tense, with its outcome.

An event never holds an intention to compute something later: faces, totals, balances and
reasons are all in it, so that folding needs no rules, no dice and no clock. Numbers are whole
numbers in the unit of their pool or roll (half-points where a game counts in halves).
Who spoke, when, on whose behalf and under which clause stands in the envelope (`domain.wire`).
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

Params = dict[str, JsonValue]
Traits = dict[str, int | str | bool]


class Fact(BaseModel):
    """The common shape of events and their parts: frozen, and strangers are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Event = Fact

# --- parts -------------------------------------------------------------------------------------


class TextRef(Fact):
    """A person's words, which stand apart: its id and SHA-256(ciphertext || SHA-256(key))."""

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

    `who` is a combatant, a side or "referee"; `about` what this slot is toward (an act, a foe);
    ranks answer in turn, slots of one rank in any order; `barred` names the clause that keeps
    this one from answering.
    """

    id: str
    who: str
    about: str = ""
    rank: int = 0
    barred: str = ""


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


# --- roster ------------------------------------------------------------------------------------


class CombatOpened(Fact):
    """A combat began to be recorded under a ruleset, with its dice keys committed."""

    ruleset: str
    edition: str
    title: str = ""
    mode: Literal["enforce", "record"] = "enforce"
    policy: Literal["referee", "consent", "strict", "free"] = "consent"
    era: int = 1
    commitments: dict[str, str] = {}


class Joined(Fact):
    """A subject came into the combat, or out of hiding.

    `roller` is its number among those that can roll; 0 while it is hidden or cannot roll.
    """

    subject: str
    kind: Literal["side", "combatant", "unit", "creature", "thing", "card"] = "combatant"
    name: str
    side: str = ""
    controller: str = ""
    roller: int = 0
    traits: Traits = {}
    hidden: bool = False


class Left(Fact):
    """A subject left the combat and takes no further part in it."""

    subject: str
    why: str = ""


class CombatEnded(Fact):
    """The combat is over; a later rewind may take this back."""

    why: str = ""


# --- clock -------------------------------------------------------------------------------------


class RoundBegan(Fact):
    """Everybody's once begins. `n` counts the rounds of this line of play from 1."""

    n: int


class RoundEnded(Fact):
    """The round is over."""

    n: int


class TurnBegan(Fact):
    """One go begins: of one actor, or of several at once. `why` says how it came to be theirs."""

    who: tuple[str, ...]
    why: str = "order"
    resumes: bool = False


class TurnEnded(Fact):
    """The go is over, or `held` to be resumed later in the round."""

    who: tuple[str, ...]
    why: str = ""
    held: bool = False


class PhaseBegan(Fact):
    """A named stretch begins; phases nest in turns, rounds and each other."""

    phase: str


class PhaseEnded(Fact):
    """The named stretch is over."""

    phase: str


class OrderSet(Fact):
    """Who comes when, for one scope. Ties that stand are inner tuples; scores say why."""

    scope: str
    order: tuple[tuple[str, ...], ...]
    scores: dict[str, int] = {}
    why: str = ""


# --- chance ------------------------------------------------------------------------------------


class DiceRolled(Fact):
    """Dice fell. `total` = unit * sum(kept) + sum of the modifiers; `sides` 0 = no dice risked."""

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
    provenance: Literal["service", "typed", "witnessed"]
    key: str = "open"
    label: DieLabel


class CardDrawn(Fact):
    """A card was drawn. `rank` is what the card means for the test it was drawn for."""

    who: str
    purpose: str
    deck: str
    card: str
    copy_no: int = 0
    rank: int = 0
    shuffle: int = 0
    provenance: Literal["service", "typed", "witnessed"]


class Committed(Fact):
    """Somebody bound himself to something not yet shown."""

    who: str
    what: str
    commitment: str


class Revealed(Fact):
    """Something committed was shown; it stays shown."""

    who: str
    what: str
    value: str


# --- exchange ----------------------------------------------------------------------------------


class Asked(Fact):
    """A window opened, or was redrawn under the same id after its eligibility changed.

    `on` is an act or the span of the clock ("round", "turn", "phase") that it interrupts; `then`
    names the stage that runs when it closes; `until` says whether all answer or the first does.
    """

    question: str
    on: str
    about: str
    slots: tuple[Slot, ...]
    until: Literal["all", "first"] = "all"
    then: str
    params: Params = {}


class Answered(Fact):
    """A slot was filled by a choice: a pass, a stop, a pairing, the referee's ruling."""

    who: str
    choice: str
    params: Params = {}


class Said(Fact):
    """What declarations, actions and reactions share: who does what, to whom, with what."""

    act: str
    who: str = ""
    manoeuvre: str
    on: str = ""
    targets: tuple[str, ...] = ()
    using: str = ""
    params: Params = {}


class Declared(Said):
    """Said and not yet done. Without `who` it was born of the rules."""


class Acted(Said):
    """Done: an action, or with `on` a follow-on of an act of one's own."""


class Reacted(Said):
    """Done in answer to somebody else's act. One that `stands` is resolved together with it."""

    stands: bool = False


class Withdrawn(Fact):
    """A declared act, or an answer (its slot in the envelope), was taken back."""

    act: str = ""
    why: str = ""
    instead: str = ""


class Resolved(Fact):
    """An outcome of an act at one of its stages, with printable figures; `of` names the target."""

    act: str
    stage: str
    outcome: str
    figures: dict[str, int | str] = {}
    of: str = ""


class Closed(Fact):
    """An executed act or a question ended, exactly once."""

    frame: str
    how: str = ""


# --- stores ------------------------------------------------------------------------------------


class PoolChanged(Fact):
    """A counted resource changed by `delta` to `balance`; `wanted` is what it should have been."""

    subject: str
    pool: str
    key: str = ""
    delta: int
    balance: int
    how: Literal["fill", "pay", "lose", "move", "set"]
    wanted: int | None = None


class ConditionBegan(Fact):
    """One instance of a named state began; two wounds are two instances."""

    id: str
    subject: str
    name: str
    key: str = ""
    toward: str = ""
    level: int = 0
    at: str = ""
    detail: Params = {}
    mods: tuple[Mod, ...] = ()
    until: Until | None = None
    source: str = ""
    on_zero: str = ""


class ConditionChanged(Fact):
    """The level, or how many spans are left, changed."""

    id: str
    level: int
    left: int = 0


class ConditionEnded(Fact):
    """The instance is over."""

    id: str
    why: str = ""


class FactSet(Fact):
    """A trait, a setting of the rules, or a tie between two, as it now stands."""

    of: str
    name: str
    toward: str = ""
    was: int | str | bool | None = None
    value: int | str | bool | None


class Moved(Fact):
    """One leg of a move: a fighter to a place, a card to a pile (at an index, else the end)."""

    subject: str
    was: str = ""
    place: str
    index: int | None = None


# --- history and the table ---------------------------------------------------------------------


class Noted(Fact):
    """Somebody said something about an entry (its public number) or about nothing in particular."""

    about: int | None = None
    text: TextRef


class Rewound(Fact):
    """The head moved from the entry `was` to the entry `to`: undo, redo and jump are this."""

    was: int
    to: int
    why: str = ""


class SeatOpened(Fact):
    """A place at the table was given to a person. Its secret is never in the log."""

    seat: str
    person: str
    role: Literal["referee", "player", "spectator"]
    combatants: tuple[str, ...] = ()


class SeatChanged(Fact):
    """A seat has another role, plays other combatants, or has a new secret."""

    seat: str
    role: Literal["referee", "player", "spectator"]
    combatants: tuple[str, ...] = ()
    renewed: bool = False


class SeatClosed(Fact):
    """The seat no longer opens anything."""

    seat: str
