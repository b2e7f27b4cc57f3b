"""Lines that begin with a name, as people write them: `The barrel: hp -3` is of `barrel`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LINES = ("results", "rolls")
"""The fields of a command in which each line may begin with a name."""


def with_ids(command: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return a command whose lines begin with ids; `names` says what people call each id."""
    ids = {name.casefold(): who for who, name in names.items()}
    said = {field: command[field] for field in LINES if isinstance(command.get(field), list)}
    return {**command, **{f: [_with_id(line, ids) for line in said[f]] for f in said}}


def _with_id(line: Any, ids: Mapping[str, str]) -> Any:
    if not isinstance(line, str):
        return line
    name, colon, rest = line.partition(":")
    who = ids.get(name.strip().casefold())
    return f"{who}{colon}{rest}" if who and colon else line
