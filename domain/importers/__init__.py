"""Every importer there is: the modules of this folder that define IMPORTER, and installed ones.

There is no list to edit: a module put into `roster_files` or `fight_files` is found. A package
installed elsewhere offers its own under the entry point group `combatlog.importers`, naming an
`Importer` or a module with one.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points

from domain.importers.importer import Importer

GROUP = "combatlog.importers"


@cache
def all_importers() -> dict[str, Importer]:
    """Return every importer by its name; an installed one never replaces one from here."""
    found = sorted((*_installed(), *_here()), key=lambda each: each.name)
    return {importer.name: importer for importer in found}


def _here() -> Iterator[Importer]:
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        found = getattr(importlib.import_module(module.name), "IMPORTER", None)
        if isinstance(found, Importer):
            yield found


def _installed() -> Iterator[Importer]:
    for point in entry_points(group=GROUP):
        loaded = point.load()
        found = getattr(loaded, "IMPORTER", loaded)
        if isinstance(found, Importer):
            yield found
