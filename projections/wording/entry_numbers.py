"""Numbers of entries in events: whole numbers in the log, words for readers outside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain import events as e

_FIELDS: dict[type[e.Event], tuple[str, ...]] = {
    e.UndoRequested: ("was", "to"),
    e.RerollRequested: ("entry",),
    e.Witnessed: ("entry",),
    e.Noted: ("about",),
    e.Contested: ("entry", "upto"),
    e.DisputeAnswered: ("dispute",),
    e.DisputeRuled: ("dispute",),
    e.DisputeAppealed: ("dispute",),
}
"""Fields that hold the public number of an entry."""

_OF_REMEDIES = ("entry", "upto", "to")


def name_entries(event: e.Event, told: dict[str, Any]) -> None:
    """Give the numbers of entries as words, also those in remedies; a claim of none is null."""
    _in_words(told, _FIELDS.get(type(event), ()))
    match event:
        case e.CombatOpened(origin=e.WhatIfOrigin()):
            _in_words(told["origin"], ("entry",))
        case e.Contested() | e.DisputeAppealed():
            told["claim"] = remedy_in_words(told["claim"])
        case e.DisputeRuled():
            told["remedy"] = remedy_in_words(told["remedy"])


def remedy_in_words(remedy: dict[str, Any]) -> dict[str, Any] | None:
    """Return a remedy as JSON, its entries named as words; None for none."""
    named = dict(remedy)
    _in_words(named, _OF_REMEDIES)
    return named or None


def _in_words(told: dict[str, Any], fields: Iterable[str]) -> None:
    """Write the numbers of entries in some fields as words."""
    told |= {field: str(told[field]) for field in fields if told.get(field) is not None}
