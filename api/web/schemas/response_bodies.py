"""What the API answers: the shapes of its JSON, and how they are made of what the service knows."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from api.store.core.rows import CatalogueRow
from api.web.schemas.json_schema import EntryNumber, shape
from domain import commands as c
from domain.events.measures import decimal
from domain.ruleset.ruleset import Ruleset
from projections.campaigns.totals import Campaign
from projections.wording.displayed_points import Displayed

Millis = int
"""A time: milliseconds since 1970 UTC."""

Names = Annotated[dict[str, str], Field(description="The name of each fighter or thing by its id.")]


class Shape(BaseModel):
    """Base of what is sent and answered: nothing is in it that its schema does not name."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def optional(of: Any, about: str | None = None) -> Any:
    """Return the type of a member that an answer may lack; its schema has no null for that."""
    nothing: Any = SkipJsonSchema[None]  # type: ignore[misc]
    field = Field(default=None, description=about, json_schema_extra=_without_default)
    return Annotated[of | nothing, field]


class Price(Shape):
    """What something costs of a pool, in displayed points: 1.5."""

    pool: str
    key: str
    says: str
    unit: Displayed = Field(description="The smallest amount that the pool is counted in.")
    amount: Displayed
    at_most: Displayed | None = Field(
        None, description="With every number as high as it goes, if more."
    )


class SeatShown(Shape):
    """A place at the table. Its token is shown when it is made, and never again."""

    seat: str
    person: str
    name: str
    role: c.Role
    combatants: list[str]
    is_open: bool = True
    token: optional(str)  # type: ignore[valid-type]


class Opened(Shape):
    """A new combat and the tokens of its seats."""

    combat: str
    head: str
    seats: list[SeatShown]
    hint: optional(str)  # type: ignore[valid-type]
    left_out: optional(  # type: ignore[valid-type]
        list[str],
        "What the characters of a campaign left behind, to be set by hand: each a sentence.",
    )


class CombatRow(shape(CatalogueRow)):  # type: ignore[misc]
    """A combat in the list; times are milliseconds since 1970 UTC."""

    origin: str = Field(description="The combat that a what-if goes on from; else nothing.")
    origin_entry: EntryNumber = Field(description="The entry that a what-if goes on from; else 0.")
    maker: str = Field(description="The person at its origin who made a what-if; else nothing.")
    campaign: str = Field("", description="The campaign that it belongs to; else nothing.")


class Listing(Shape):
    """A page of a list, with the cursor of the next one."""

    next: str | None = Field(description="What to send as `after` to go on; null at the end.")


class Combats(Shape):
    """A page of combats, the newest change first; `next` is the cursor of the next page."""

    items: list[CombatRow]
    next: str | None
    campaigns: list[str] = Field(
        [], description="The campaigns that the caller may read.", examples=[["The Iron Crown"]]
    )
    campaign: shape(Campaign) | None = None  # type: ignore[valid-type]


def cost(pool: str, units: int, rules: Ruleset, at_most: int | None = None) -> Price:
    """Return a cost, counted in units of its pool, in displayed points."""
    base, _, key = pool.partition("/")
    kind = rules.pool(base)
    says, scale = kind.says if kind else base, kind.scale if kind else 1
    return Price(
        pool=base,
        key=key,
        says=f"{says} ({key})" if key else says,
        unit=decimal(1, scale),
        amount=decimal(units, scale),
        at_most=None if at_most in (None, units) else decimal(at_most or 0, scale),
    )


def sparing(value: BaseModel) -> dict[str, Any]:
    """A model as JSON without the parts that are not there."""
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)
