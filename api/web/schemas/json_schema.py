"""How what the projections return looks as JSON: named tuples as objects, and their schemas."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, create_model

from domain.events import PublicNumber
from projections.wording.entry_numbers import as_text, entry_fields

NUMBER = r"^[0-9]{1,9}(\.[0-9]{1,9})?$"
EntryNumber = Annotated[str, Field(pattern=NUMBER, examples=["412", "412.1"])]
"""The number of an entry as its viewer counts; `412.1` is a private line after 412."""

_WITH_PARTS = (tuple, list, dict)
_WHOLE = frozenset((str, int, float, bool, type(None)))
"""Types of what has no parts: most values, which are not looked into one by one."""


def plain(value: Any) -> Any:
    """A value of named tuples as dictionaries and lists, ready for JSON."""
    of: type = type(value)
    names = getattr(of, "_fields", None)
    if names is not None:
        pairs = zip(names, value, strict=True)
        told = {name: part if type(part) in _WHOLE else plain(part) for name, part in pairs}
        for name in entry_fields(of):
            told[name] = as_text(told[name])
        return told
    if not value or not isinstance(value, _WITH_PARTS):
        return [] if value == () else value
    if isinstance(value, dict):
        return {name: p if type(p) in _WHOLE else plain(p) for name, p in value.items()}
    return [part if type(part) in _WHOLE else plain(part) for part in value]


@cache
def shape(of: type, name: str = "") -> type[BaseModel]:
    """The schema of a named tuple (and of those inside it) as an object."""
    hints, fields = get_type_hints(of, include_extras=True), getattr(of, "_fields", ())
    typed: dict[str, Any] = {field: (with_objects(hints[field], _tuple), ...) for field in fields}
    config = ConfigDict(extra="forbid", defer_build=True)
    return create_model(name or of.__name__, __config__=config, __doc__=of.__doc__, **typed)


def _tuple(hint: type) -> type[BaseModel] | None:
    return shape(hint) if hasattr(hint, "_fields") else None


def with_objects(hint: Any, objects: Callable[[type], Any]) -> Any:
    """Return a type in which classes stand as the objects that they become, if they become any."""
    if hint == PublicNumber:
        return EntryNumber
    if isinstance(hint, type) and (found := objects(hint)) is not None:
        return found
    origin, inside = get_origin(hint), get_args(hint)
    if not inside or origin is Literal:
        return hint
    typed = tuple(part if part is Ellipsis else with_objects(part, objects) for part in inside)
    if origin in (Union, types.UnionType):
        return reduce(or_, typed)
    if origin is tuple and typed[-1] is Ellipsis:
        return list.__class_getitem__(typed[0])
    return origin[typed]
