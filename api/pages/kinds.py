"""What a remedy is on a page, before anything of it is filled in."""

from __future__ import annotations

from typing import Any, NamedTuple

from api.pages.fields import Field

Pairs = tuple[tuple[str, str], ...]


class Kind(NamedTuple):
    """A remedy that may be chosen: its key in an address, its words, and what it is so far.

    `said` is the command of a step that it puts in, whose blanks are the fields then; `given` is
    what stands in them to begin with.
    """

    key: str
    says: str
    group: str
    base: dict[str, Any]
    fields: tuple[Field, ...] = ()
    said: dict[str, Any] | None = None
    given: Pairs = ()
