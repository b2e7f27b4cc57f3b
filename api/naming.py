"""Short names in what is said, such as k1 for a condition, turned back into ids of the log."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from api.open_combat import OpenCombat
from api.sight import Sights
from domain import commands as c
from domain.ids import holds_id
from domain.ruleset import Refused
from domain.seats import Viewer
from projections.names import Names

M = TypeVar("M", bound=BaseModel)

_INSIDE = ("change", "command", "claim", "remedy")
"""The fields in which a command holds the end of a condition, or something that holds one."""


def with_ids(combat: OpenCombat, viewer: Viewer, command: M) -> M:
    """Return a command in which a condition that ends goes by its id; behind the combat's lock.

    Raises Refused for words that look like an id: by them one could try how many steps are hidden.
    """
    if any(holds_id(value) for field, value in command if field != "note"):
        raise Refused("", "what is said may hold no id of the log, such as #12.3: write it apart")
    return _renamed(command, Sights().of(combat, viewer).eyes.names)


def _renamed(said: M, names: Names) -> M:
    if isinstance(said, c.ConditionFix):
        return said if said.begin else said.model_copy(update={"name": names.raw(said.name)})
    inside = {field: vars(said).get(field) for field in _INSIDE}
    changes = {k: _renamed(v, names) for k, v in inside.items() if isinstance(v, BaseModel)}
    return said.model_copy(update=changes) if changes else said
