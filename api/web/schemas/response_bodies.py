"""What the API answers: the shapes of its JSON, and how they are made of what the service knows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.json_schema import SkipJsonSchema

from api.store.core.rows import CatalogueRow
from api.web.schemas.json_schema import shape
from domain import commands as c
from domain.events.measures import points
from domain.ruleset.ruleset import Ruleset

Millis = int
"""A time: milliseconds since 1970 UTC."""


class Shape(BaseModel):
    """Base of what is sent and answered: nothing is in it that its schema does not name."""

    model_config = ConfigDict(extra="forbid")


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def optional(of: Any) -> Any:
    """Return the type of a member that an answer may lack; its schema has no null for that."""
    nothing: Any = SkipJsonSchema[None]  # type: ignore[misc]
    return Annotated[of | nothing, Field(default=None, json_schema_extra=_without_default)]


class Entry(Shape):
    """One line of the log as the caller sees it, in numbers and names of their own."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    number: str = Field(examples=["412", "412.1"], description="Its number; 412.1 is private.")
    step: int = Field(description="Its step, counted over those that the caller sees.")
    parent: str | None = Field(description="The entry of play before it; null beside the line.")
    type: str = Field(examples=["combat.dice-rolled/1"])
    event: dict[str, JsonValue]
    cause: str = Field(description="An act, a span of the clock, `hidden`, or nothing.")
    answers: list[str] | None = Field(description="The question and the slot that it answers.")
    by: str = Field(description="The person who said it.")
    on_behalf: str = Field(alias="for", description="For whom it was said.")
    at: Millis = Field(description="Milliseconds since 1970 UTC.")
    clause: str
    basis: str
    again: int | None = Field(None, description="The step that a correction decided again here.")
    in_place_of: Literal["away", "here"] | None = Field(
        None, description="Said by the referee in the place of a player, who was away or here."
    )
    note: dict[str, str] | None = Field(None, description="Words written to it, opened.")


class Entries(Shape):
    """A page of the log; `next` is what to send as `after` for the next one."""

    items: list[Entry]
    next: str
    more: bool = Field(description="Whether there is more by now.")


class Price(Shape):
    """What something costs of a pool, in displayed points: `1 1/2`."""

    pool: str
    says: str
    points: str
    at_most: str | None = Field(None, description="With every number as high as it goes, if more.")


class CommandResult(Shape):
    """What a command caused, as its sender sees it."""

    step: int
    replayed: bool = Field(description="True where this command was carried out before.")
    head: str = Field(description="The head now, for `If-Match`.")
    entries: list[Entry]
    tokens: dict[str, str] | None = Field(None, description="New tokens by seat, shown once.")
    standing: str | None = Field(None, examples=["on the line", "undone by step 12"])
    noted: list[str] | None = Field(
        None,
        examples=[["/traits/weight"]],
        description="Pointers to traits that the log keeps and no rule of this game reads: such as"
        " a name that is misspelled.",
    )


class SeatShown(Shape):
    """A place at the table. Its token is shown when it is made, and never again."""

    seat: str
    person: str
    name: str
    role: c.Role
    combatants: list[str]
    is_open: bool = True
    token: str | None = None


class Opened(Shape):
    """A new combat and the tokens of its seats."""

    combat: str
    head: str
    seats: list[SeatShown]
    hint: str | None = None


class CombatRow(shape(CatalogueRow)):  # type: ignore[misc]
    """A combat in the list; times are milliseconds since 1970 UTC."""

    origin: str = Field(description="The combat that a what-if goes on from; else nothing.")
    origin_entry: int = Field(description="The entry that a what-if goes on from; else 0.")
    maker: str = Field(description="The person at its origin who made a what-if; else nothing.")


class Combats(Shape):
    """A page of combats, the newest change first; `next` is the cursor of the next page."""

    items: list[CombatRow]
    next: str | None


class CombatShown(CombatRow):
    """A combat: how it is played, who sits at its table, and where it stands."""

    edition: str
    mode: str
    policy: str
    preset: dict[str, JsonValue] | None = Field(
        None, description="The preset that the combat was opened with; left out where none was."
    )
    sheets: dict[str, dict[str, JsonValue]] | None = Field(
        None,
        description="JSON Schema of the traits of each kind of subject under the preset; left out"
        " where there is none: then the `sheets` of the ruleset hold.",
    )
    head: str
    last: str = Field(description="The number of the last entry.")
    you: str = Field(description="The caller's seat; nothing for the operator and for guests.")
    role: c.Role
    seats: list[SeatShown]


def cost(pool: str, units: int, rules: Ruleset, at_most: int | None = None) -> Price:
    """Return a cost, counted in units of its pool, in displayed points."""
    base, _, key = pool.partition("/")
    kind = rules.pool(base)
    says, scale = kind.says if kind else base, kind.scale if kind else 1
    most = None if at_most in (None, units) else points(at_most or 0, scale)
    key = f" ({key})" if key else ""
    return Price(pool=pool, says=says + key, points=points(units, scale), at_most=most)


def sparing(value: BaseModel) -> dict[str, Any]:
    """A model as JSON without the parts that are not there."""
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)
