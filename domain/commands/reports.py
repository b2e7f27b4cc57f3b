"""Reports: what another program, or the table, saw happen and says afterwards.

A report is one step. What it says is entered as it was said: no rule decides about it.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, JsonValue, StrictBool, StringConstraints

from domain.commands.changes import ConditionChange, ConditionFix, Duration, Limit, PlaceFix
from domain.commands.values import (
    MOST_NAMES,
    Command,
    Faces,
    Id,
    Int,
    LongScalar,
    Name,
    Points,
    SaidScore,
    Saying,
    Scalar,
    Word,
    Words,
)
from domain.events import Fact, Kind
from domain.events.scores import score_of

Line = Annotated[str, StringConstraints(max_length=300)]
"""Words as a source wrote them, at most a line."""


class ReportedDice(Fact):
    """Dice of one size as they fell; the `kept` ones count, which are all unless it is said.

    `unit` is what one pip counts: -1 for dice that are taken off.
    """

    sides: Annotated[Int, Field(ge=1, le=1000)]
    faces: Faces = ()
    kept: Faces | None = None
    dropped: Faces = ()
    unit: Annotated[Int, Field(ge=-100, le=100)] = 1


class ReportedRoll(Fact):
    """A roll as it fell: whose, what for, its dice and bonus, and what became of it.

    `on` is the act that it belongs to (its external or short id), if not the act of the report, or
    the effect. Without dice the faces are lost, and the total is known. `target` is the number to
    reach, `outcome` what came of it in a word, `text` the roll as the source wrote it.
    """

    who: Word = ""
    purpose: Word = ""
    on: Word = ""
    dice: Annotated[tuple[ReportedDice, ...], Field(max_length=20)] = ()
    bonus: Points = 0
    total: Points
    target: Points | None = None
    outcome: Word = ""
    text: Line = ""


class ReportedAct(Fact):
    """An act as its source calls it; `id` is its external id, by which others follow from it.

    One without a doer was born of the rules.
    """

    who: Word = ""
    manoeuvre: Name
    targets: Words = ()
    using: Word = ""
    params: dict[Name, Scalar] = {}
    id: Word = ""


# --- changes -----------------------------------------------------------------------------------


class ReportedPool(Fact):
    """Change a pool by `delta` displayed points, set it `to` so many, or set its limits.

    It is gone where it is set to `none`. Limits hold back nothing that is reported.
    """

    what: Literal["pool"] = "pool"
    subject: Name
    pool: Name
    key: Word = ""
    delta: Points | None = None
    to: Limit | None = None
    least: Limit | None = None
    most: Limit | None = None


class ReportedDuration(Duration):
    """So many rounds, or turns of somebody, as the source counts them: none may be left."""

    left: Annotated[Int, Field(ge=0, le=1_000_000)]


class ReportedCondition(ConditionFix):
    """Begin a condition, or end one that stands.

    `id` is its external id: by that it is changed and ended, and may be the `parent` of others.
    `key` is which of its kind it is, where the game tells them apart; `detail` is what else the
    source says of it, by names of its own.
    """

    id: Word = ""
    key: Word = ""
    until: ReportedDuration | None = None
    detail: dict[Name, LongScalar] = {}


class ReportedConditionChange(ConditionChange):
    """Change a condition that stands, by its name, its short id, or its external `id`.

    `left` is how many spans are left of it; a `detail` that is null is taken away. `called` is what
    it is called from now on.
    """

    name: Word = ""
    id: Word = ""
    left: Annotated[Int, Field(ge=0, le=1_000_000)] | None = None
    until: ReportedDuration | None = None
    source: Word | None = None
    parent: Word | None = None
    concentration: StrictBool | None = None
    called: Word = ""
    detail: dict[Name, LongScalar | None] = {}


class ReportedFact(Fact):
    """Set a fact of any name; null takes it away."""

    what: Literal["fact"] = "fact"
    of: Name
    name: Name
    toward: Word = ""
    value: LongScalar | None


def _place(value: Any) -> Any:
    """Read a place in an order: `["kara", "15.14"]`, or who stands there without a score."""
    if isinstance(value, str):
        return value, None
    if isinstance(value, list | tuple) and len(value) == 2:
        is_read = value[1] is None or isinstance(value[1], Decimal)
        return value[0], value[1] if is_read else score_of(value[1]) or value[1]
    return value


PlaceInOrder = Annotated[tuple[Name, SaidScore | None], BeforeValidator(_place)]
"""Who stands there, with the score that says why, or null."""


class ReportedOrder(Fact):
    """Replace the order: who comes when, first to last, each with a score or null."""

    what: Literal["order"] = "order"
    order: Annotated[tuple[PlaceInOrder, ...], Field(max_length=MOST_NAMES)]


class ReportedJoin(Fact):
    """Somebody or something comes into the fight, as the command `join` says it."""

    what: Literal["join"] = "join"
    subject: Id
    name: Word = ""
    kind: Kind = "combatant"
    side: Word = ""
    controller: Word = ""
    traits: dict[Name, JsonValue] = {}
    hidden: StrictBool = False


class ReportedLeave(Fact):
    """Somebody leaves the fight, for a place that the source may name.

    With `bare` all that they bore is gone: pools, conditions and facts. Else it stays theirs.
    """

    what: Literal["leave"] = "leave"
    who: Name
    to: Word = ""
    bare: StrictBool = False


class ReportedReturn(Fact):
    """Somebody who left comes back under the same id, with the number for rolls of before.

    They bear what they bore when they left, or nothing where they come `bare`; they may be of
    another kind, or on another side.
    """

    what: Literal["back"] = "back"
    who: Name
    name: Word = ""
    kind: Kind | None = None
    side: Word | None = None
    bare: StrictBool = False


class ReportedClock(Fact):
    """Where the clock of the source stands: what is left out stays as it is.

    `round` is its number there, `none` for no round; `turn` whose turn begins, nobody's where it is
    empty. `taken_back`: the source took back the turn that ran, and the clock goes backwards.
    `more` are its other keys, which become facts of the clock; null removes one.
    """

    what: Literal["clock"] = "clock"
    round: Annotated[Int, Field(ge=0, le=1_000_000)] | Literal["none"] | None = None
    turn: Words | None = None
    taken_back: StrictBool = False
    more: dict[Name, LongScalar | None] = {}


class ReportedOutcome(Fact):
    """An outcome of the act that the report follows from: a word, for whom, and its figures."""

    what: Literal["outcome"] = "outcome"
    says: Name
    of: Word = ""
    figures: dict[Name, Int | Saying] = {}


class ReportedGap(Fact):
    """Something was not logged here: `says` so many `of` what, such as 2 goes, or some of it."""

    what: Literal["gap"] = "gap"
    says: Annotated[Int, Field(ge=1, le=1_000_000)] | None = None
    of: Word = ""


ReportedChange = Annotated[
    ReportedPool
    | ReportedCondition
    | ReportedConditionChange
    | ReportedFact
    | PlaceFix
    | ReportedOrder
    | ReportedJoin
    | ReportedLeave
    | ReportedReturn
    | ReportedClock
    | ReportedOutcome
    | ReportedGap,
    Field(discriminator="what", title="ReportedChange"),
]
"""What a report says has changed; entered in its order."""


class Report(Command):
    """What another program or the table saw: an act, rolls, changes, a gap, or words in the note.

    `source` is who says it, `id` its external id there, `time` as the source wrote it. A report of
    a source whose `id` is known already changes nothing. `after` is the act that it follows from,
    by its external or short id; where the source does not know which, `since` are those that it
    may be. `effect` is what else it comes from, `of` whom. With `inferred` no log of the source
    ever said it: it shows in what the source says of its state. `row` is where it stands in it.
    """

    type: Literal["report"] = "report"
    source: Name
    id: Word = ""
    time: Word = ""
    row: Word = ""
    act: ReportedAct | None = None
    after: Word = ""
    since: Words = ()
    effect: Word = ""
    of: Word = ""
    inferred: StrictBool = False
    rolls: Annotated[tuple[ReportedRoll, ...], Field(max_length=64)] = ()
    changes: Annotated[tuple[ReportedChange, ...], Field(max_length=256)] = ()
