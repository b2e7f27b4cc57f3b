"""Whether the report of an import accounts for every value of a JSON file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from domain.importers.file import File
from domain.importers.importer import Imported, Importer


def read(importer: Importer, value: Any, name: str = "") -> Imported:
    """Read a value as a file; it is recognised, and every value in it is accounted for."""
    file = File(json.dumps(value), name)
    assert importer.recognises(file)
    found = importer.read(file)
    assert missing(value, found) == []
    return found


def missing(value: Any, found: Imported) -> list[str]:
    """The places of values that stand in no finding."""
    told = {finding.at for finding in found.findings}
    return [at for at, above in _leaves("", value) if not told & {at, *above, "the whole file"}]


def _leaves(at: str, value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            place = f"{at}[{key}]" if isinstance(key, int) else f"{at}.{key}".lstrip(".")
            yield from _leaves(place, part, (*above, at))
    elif value is not None and value != "":
        yield at, above


def told(found: Imported, how: str) -> dict[str, str]:
    """What the report says of each place that came out so; the last where there are several."""
    return {each.at: each.said for each in found.findings if each.how == how}
