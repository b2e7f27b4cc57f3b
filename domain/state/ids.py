"""Ids of acts, questions and conditions, such as `#12.3`: the third of step 12; causes of rulings.

Nothing else in a log looks like one, neither a clause, a distance nor a name, and nobody may send
one: each viewer gets numbers of their own instead (`projections.visibility.short_ids`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

ID = re.compile(r"#(\d+)\.\d+", re.ASCII)


def make_id(step: int, nth: int) -> str:
    """Return the id of the `nth` act, question or condition of a step."""
    return f"#{step}.{nth}"


def step_of(raw: str) -> int:
    """Return the step that an id was made in, 0 for any other word."""
    found = ID.fullmatch(raw)
    return int(found[1]) if found else 0


def cause_of(dispute: int) -> str:
    """Return what the envelopes of entries that carry out a ruling name as their cause."""
    return f"dispute {dispute}"


def rename_ids(value: Any, name: Callable[[str], str]) -> Any:
    """Return a value with every id in it, at any depth, replaced by its name."""
    match value:
        case str():
            return ID.sub(lambda found: name(found[0]), value) if "#" in value else value
        case BaseModel() if "#" in value.model_dump_json():
            return value.model_copy(update={k: rename_ids(each, name) for k, each in value})
        case list() | tuple():
            return type(value)(rename_ids(each, name) for each in value)
        case dict():
            return {rename_ids(key, name): rename_ids(each, name) for key, each in value.items()}
    return value


def holds_id(value: Any) -> bool:
    """True where a value of a command, at any depth, holds something that looks like an id."""
    return bool(rename_ids(value, lambda raw: "") != value)
