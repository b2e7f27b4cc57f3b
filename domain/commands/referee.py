"""The referee's own hand: fixes, rulings on open points, corrections of past steps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from domain.commands.play import Course, Deeds
from domain.commands.values import Command, Int, Name, Points, Scalar, Scores, Word, Words
from domain.events import Fact

Limit = Points | Literal["none"]
"""The least or the most of a pool in displayed points, or that it has none."""


class PoolFix(Fact):
    """Change a pool by `delta` displayed points, set it `to` so many, or set its limits.

    Temporary points go by the key `temporary`.
    """

    what: Literal["pool"] = "pool"
    subject: Name
    pool: Name
    key: Word = ""
    delta: Points | None = None
    to: Points | None = None
    least: Limit | None = None
    most: Limit | None = None


Level = Annotated[Int, Field(ge=-1000, le=1000)]
"""How strong a condition is; one that lowers something may be below 0."""


class Duration(Fact):
    """So many rounds, or turns of somebody: until the last of them begins or ends.

    The one that runs counts where it has yet to end. Turns without `whose` are those of the bearer.
    """

    span: Literal["round", "turn"] = "round"
    left: Annotated[Int, Field(ge=1, le=1_000_000)]
    whose: Word = ""
    edge: Literal["begin", "end"] = "end"


class ConditionFix(Fact):
    """Begin a condition, or end one that stands: `name` is what it is called, or its short id.

    By name, `toward` and `at` say which one is ended where several stand. The other fields are for
    one that begins: `source` is who caused it; it ends with the condition whose short id `parent`
    is; one that takes `concentration` ends what its bearer concentrated on.
    """

    what: Literal["condition"] = "condition"
    subject: Name
    name: Name
    begin: StrictBool = True
    level: Level = 0
    toward: Word = ""
    at: Word = ""
    until: Duration | None = None
    source: Word = ""
    parent: Word = ""
    concentration: StrictBool = False


class ConditionChange(Fact):
    """Change the level, the target or the end of a condition that stands; what is left out stays.

    `name` is what it is called, or its short id. An `endless` one lasts until it is ended.
    """

    what: Literal["condition-change"] = "condition-change"
    subject: Name
    name: Name
    level: Level | None = None
    toward: Word | None = None
    until: Duration | None = None
    endless: StrictBool = False


class FactFix(Fact):
    """Set a fact: one that the game declares, or of any name where the game takes any."""

    what: Literal["fact"] = "fact"
    of: Name
    name: Name
    toward: Word = ""
    value: Scalar


class PlaceFix(Fact):
    """Put a subject somewhere."""

    what: Literal["place"] = "place"
    subject: Name
    place: Name


class OrderFix(Fact):
    """Set who comes when: one after the other, or by their scores, the highest first.

    With an `order` the scores are said of its places; who has several stands in it several times.
    """

    what: Literal["order"] = "order"
    scope: Name
    order: Words = ()
    scores: Annotated[dict[Name, Scores], Field(max_length=64)] = {}


Fix = Annotated[
    PoolFix | ConditionFix | ConditionChange | FactFix | PlaceFix | OrderFix,
    Field(discriminator="what"),
]


class Adjust(Command):
    """The referee's own hand; needs a note that says why. Its basis is `table`.

    `cites` is the dispute whose ruling this carries out; the service fills it in.
    """

    type: Literal["adjust"] = "adjust"
    change: Fix
    cites: Annotated[Int, Field(ge=1)] | None = None


class Rule(Command):
    """The referee settles a point that the rules leave open."""

    type: Literal["rule"] = "rule"
    point: Name
    value: Scalar


AnyPlay = Annotated[Course | Deeds | Adjust | Rule, Field(discriminator="type")]
"""Every command of the line of play."""

StepNumber = Annotated[Int, Field(ge=1)]

EntryNumber = Annotated[Int, Field(ge=1)]
"""The public number of an entry."""


class Correct(Command):
    """Annul a step of the line of play, amend it, or insert one before or after it.

    `command` is what stands in its place or is put in. What follows is decided again, in whole or
    up to the step `upto`; dice that never fell stop it, or fall now.
    """

    type: Literal["correct"] = "correct"
    how: Literal["annul", "amend", "insert"]
    step: StepNumber
    where: Literal["before", "after"] = "before"
    command: AnyPlay | None = None
    upto: StepNumber | None = None
    dice: Literal["recorded", "fall"] = "recorded"


class CorrectNumber(Command):
    """Correct one number that somebody entered, at the public entry that shows it: 7, not 9.

    It is carried out as `correct`, which amends the step in which the number was said. Where there
    are several, `which` is what people call the one that is meant (`die 2`, `their health`), or
    `was` what stands there; a loss is said without its sign. What follows is decided again, in
    whole or up to the entry `upto`. Without a note, the note says what was corrected.
    """

    type: Literal["correct-number"] = "correct-number"
    entry: EntryNumber
    value: Points
    was: Points | None = None
    which: Word = ""
    upto: EntryNumber | None = None
    dice: Literal["recorded", "fall"] = "recorded"
