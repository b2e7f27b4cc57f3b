"""Lists in pages: what a caller asks of a list, and the page of it with the cursor of the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydantic import Field

from api.web.schemas.response_bodies import Shape
from api.web.validation import Limit, Query

T = TypeVar("T")


class Paged(Query):
    """Which page of a list."""

    after: str = Field(
        "", pattern="^[0-9]{0,9}$", description="The cursor `next` of the page before."
    )
    limit: Limit | None = Field(None, description="How many items at most; all, if left out.")


class Listing(Shape):
    """A page of a list, with the cursor of the next one."""

    next: str | None = Field(
        description="What to send as `after` for the next page; null at the end."
    )


def page_of(query: Paged, items: Sequence[T]) -> tuple[Sequence[T], str | None]:
    """Return the page of a list that is asked for, and the cursor of the next one, if any."""
    begin = int(query.after or 0)
    end = len(items) if query.limit is None else begin + query.limit
    return items[begin:end], str(end) if end < len(items) else None
