"""What may be changed by a person's word: pools, conditions, facts, places, the order."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictBool

from domain.commands.values import MOST_NAMES, FactValue, Int, Name, Points, Scores, Word, Words
from domain.commands.written import HOW_RESULTS, RESULT_LINE, lines_as_well, read_result
from domain.events import Fact

Limit = Points | Literal["none"]
"""The least or the most of a pool in displayed points, or that it has none."""


class PoolFix(Fact):
    """Change a pool by `delta` displayed points, set it `to` so many, or set its limits.

    Temporary points go by the key `temporary`. In any game, `temporary hp` means those of `hp`.
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
    is. `concentration` true says that its bearer concentrates on it, which ends what they
    concentrated on before; left out, it is as usual in the game, where who caused it concentrates.
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
    concentration: StrictBool | None = None


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
    value: FactValue


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
    scores: Annotated[dict[Name, Scores], Field(max_length=MOST_NAMES)] = {}


Fix = Annotated[
    PoolFix | ConditionFix | ConditionChange | FactFix | PlaceFix | OrderFix,
    Field(discriminator="what", title="Adjustment"),
]

Result = Annotated[
    PoolFix | ConditionFix | ConditionChange | FactFix | PlaceFix,
    Field(discriminator="what", title="Result"),
]
"""What an act does to anybody or anything: any of these changes but that of the order."""


def _read_line(said: Any) -> Any:
    return read_result(said) if isinstance(said, str) else said


_ABOUT = (
    f"What comes of the act. Each may be a line as well: {HOW_RESULTS}."
    " Temporary points are written lio: hp/temporary +6, or lio: temporary hp +6."
)

Results = Annotated[
    tuple[Annotated[Result, BeforeValidator(_read_line)], ...],
    Field(max_length=64, description=_ABOUT, json_schema_extra=lines_as_well(RESULT_LINE)),
]
