"""The eight facets of a combat: each a small immutable value with its own fold and questions.

A fold is a function (facet, event, answers) -> facet. It is total and silent: it never raises,
asks no rules, and leaves the facet as it is where an event means nothing to it. States share
what did not change: dictionaries are copied along one path only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from domain.events import Event

K = TypeVar("K")
V = TypeVar("V")

Answers = tuple[str, str] | None
"""The question and slot that an entry answers, from its envelope."""

make = tuple.__new__
"""Makes a named tuple of all its values, in half the time of its class: `make(Clock, values)`."""

Fold = Callable[[Any, Any, Answers], Any]
Folds = dict[type[Event], Fold]


def with_entry(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """A copy of `mapping` with one entry more, or changed."""
    changed = dict(mapping)
    changed[key] = value
    return changed


def without(mapping: dict[K, V], key: K) -> dict[K, V]:
    """A copy of `mapping` without `key`; itself where the key is not in it."""
    if key not in mapping:
        return mapping
    rest = dict(mapping)
    del rest[key]
    return rest
