"""Every ruleset there is: the modules of this folder that define RULES, and installed ones.

There is no list to edit: a file or folder put here is found. A package installed elsewhere offers
its own under the entry point group `combatlog.rulesets`, naming a `Ruleset` or a module with one.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points

from domain.ruleset.ruleset import Refused, Ruleset

GROUP = "combatlog.rulesets"


@cache
def all_rulesets() -> dict[str, Ruleset]:
    """Every ruleset by its key; an installed one never takes the place of one from here."""
    return {rules.key: rules for rules in sorted((*_installed(), *_here()), key=lambda r: r.key)}


def ruleset(key: str) -> Ruleset:
    """The ruleset of a key; raises Refused naming those there are."""
    found = all_rulesets().get(key)
    if found is None:
        why = f"no ruleset is called {key!r}"
        raise Refused("", why, None, "/ruleset", legal=all_rulesets())
    return found


def _here() -> Iterator[Ruleset]:
    for module in pkgutil.iter_modules(__path__):
        found = getattr(importlib.import_module(f"{__name__}.{module.name}"), "RULES", None)
        if isinstance(found, Ruleset):
            yield found


def _installed() -> Iterator[Ruleset]:
    for point in entry_points(group=GROUP):
        loaded = point.load()
        found = getattr(loaded, "RULES", loaded)
        if isinstance(found, Ruleset):
            yield found
