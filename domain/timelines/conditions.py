"""Conditions of a source in our words: what ours can say, and the rest as their detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.timelines.line import Said, as_words
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import SourceState
from domain.timelines.translation import fact_value, fit

SPANS = {"round": "round", "rounds": "round", "turn": "turn", "turns": "turn"}
_LONGEST, _STRONGEST = 1_000_000, 1000


class Told(NamedTuple):
    """A condition in our words."""

    name: str
    span: str = ""
    """What its duration counts: rounds or turns; empty for one without a duration."""
    left: int = 0
    whose: str = ""
    edge: str = "end"
    level: int = 0
    toward: str = ""
    source: str = ""
    parent: str = ""
    """The id in its source of the condition with which it ends."""
    concentration: bool = False
    detail: Mapping[str, Any] = {}

    @property
    def until(self) -> dict[str, Any] | None:
        """Return its duration as a command says it."""
        if not self.span:
            return None
        whose = {"whose": self.whose} if self.span == "turn" else {}
        return {"span": self.span, "left": self.left, "edge": self.edge, **whose}


class Translator:
    """Translate conditions of a source, by who is there and which conditions stand."""

    def __init__(self, state: SourceState, ids: SourceIds) -> None:
        self._state, self._ids = state, ids

    def told(self, who: str, said: Said) -> Told:
        """Return a condition of somebody in our words; nothing that is said is left out."""
        rest = {name: value for name, value in said.items() if value is not None}
        found: dict[str, Any] = {"name": fit(rest.get("name")) or "condition"}
        if rest.get("name") == found["name"]:
            del rest["name"]
        found |= self._duration(who, rest)
        found |= self._people(rest, "toward", "source")
        found |= _marks(rest)
        if self._stands(rest.get("parent")):
            found["parent"] = as_words(rest.pop("parent"))
        return Told(**found, detail={fit(name): fact_value(value) for name, value in rest.items()})

    def _people(self, rest: dict[str, Any], *parts: str) -> dict[str, str]:
        """Take from the rest what names somebody who is there, or was."""
        named = [part for part in parts if self._state.knows(rest.get(part))]
        return {part: self._ids.subject(as_words(rest.pop(part))) for part in named}

    def _stands(self, parent: Any) -> bool:
        if parent is None or isinstance(parent, bool | list | Mapping):
            return False
        id = as_words(parent)
        return any(id in bearer["conds"] for bearer in self._state.bearers.values())

    def _duration(self, who: str, rest: dict[str, Any]) -> dict[str, Any]:
        """Take from the rest what says how long it lasts, and whose turns are counted."""
        left, span = rest.get("remaining"), SPANS.get(str(rest.get("unit", "rounds")))
        if not _is_whole(left, 0, _LONGEST) or span is None:
            return {}
        found: dict[str, Any] = {"span": span, "left": left}
        if rest.get("edge") in ("begin", "end"):
            found["edge"] = rest.pop("edge")
        if span == "turn":
            found |= {"whose": self._ids.subject(who)} | self._people(rest, "whose")
        for name in ("remaining", "unit"):
            rest.pop(name, None)
        return found


def _marks(rest: dict[str, Any]) -> dict[str, Any]:
    """Take from the rest its level, and whether it takes concentration."""
    found: dict[str, Any] = {}
    if _is_whole(rest.get("level"), -_STRONGEST, _STRONGEST):
        found["level"] = rest.pop("level")
    if isinstance(rest.get("concentration"), bool):
        found["concentration"] = rest.pop("concentration")
    return found


def _is_whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
