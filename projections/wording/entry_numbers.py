"""Numbers of entries in what is sent: whole numbers in the log, text for readers outside it."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import PlainSerializer

from domain import events as e

SentNumber = Annotated[int, PlainSerializer(str, return_type=str)]
"""The public number of an entry in a model that is sent as it is."""

_OF_REMEDIES = ("entry", "upto", "to")


@cache
def entry_fields(of: type) -> tuple[str, ...]:
    """Return the fields of an event or a named tuple that hold public numbers of entries."""
    hints = get_type_hints(of, include_extras=True)
    return tuple(name for name, hint in hints.items() if _is_number(hint))


def _is_number(hint: Any) -> bool:
    return hint == e.PublicNumber or e.PublicNumber in get_args(hint)


def as_text(value: Any) -> Any:
    """Return a number of an entry, or a list of them, as text; None stays None."""
    if isinstance(value, list | tuple):
        return [str(each) for each in value]
    return None if value is None else str(value)


def name_entries(event: e.Event, told: dict[str, Any]) -> None:
    """Give the numbers of entries as text, also those in remedies; a claim of none is null."""
    _as_text_in(told, entry_fields(type(event)))
    match event:
        case e.CombatOpened(origin=e.WhatIfOrigin()):
            _as_text_in(told["origin"], entry_fields(e.WhatIfOrigin))
        case e.Contested() | e.DisputeAppealed():
            told["claim"] = remedy_as_sent(told["claim"])
        case e.DisputeRuled():
            told["remedy"] = remedy_as_sent(told["remedy"])


def remedy_as_sent(remedy: e.Params) -> dict[str, Any] | None:
    """Return a remedy as JSON, its entries named as text; None for none."""
    named: dict[str, Any] = dict(remedy)
    _as_text_in(named, [field for field in _OF_REMEDIES if field in named])
    return named or None


def _as_text_in(told: dict[str, Any], fields: Any) -> None:
    told |= {field: as_text(told[field]) for field in fields}
