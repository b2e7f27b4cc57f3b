"""What a source has said so far, in the form of a `state` line, and whether `from` agrees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from domain.timelines.line import Line, as_words

Bearer = dict[str, Any]
"""Somebody or something: name, role, side, pools, conds, attrs."""


class SourceState:
    """The state of the source: the clock, the order, and everybody with all they bear."""

    def __init__(self) -> None:
        self.clock: dict[str, Any] = {}
        self.order: list[Any] = []
        self.bearers: dict[str, Bearer] = {}
        self.known: set[str | int] = set()
        """Everybody who ever came, by the id as it was written."""

    def bearer(self, who: str) -> Bearer | None:
        """Return somebody who is there; None for a stranger, and for one who left."""
        return self.bearers.get(who)

    def has_id(self, who: str) -> bool:
        """Return whether somebody of that id is there."""
        return who in self.bearers

    def has(self, value: Any) -> bool:
        """Return whether a value is the id of somebody who is there, written as the source does."""
        return self.knows(value) and as_words(value) in self.bearers

    def knows(self, value: Any) -> bool:
        """Return whether a value is the id of somebody who is there, or was."""
        named = isinstance(value, str | int) and not isinstance(value, bool)
        return named and value in self.known

    def take(self, line: Line) -> None:
        """Change as a line says; lines that only tell what happened change nothing."""
        if (change := _CHANGES.get(line.k)) is not None:
            change(self, line)

    def condition(self, line: Line) -> dict[str, Any] | None:
        """Return the condition that a line names, if it stands."""
        bearer = self.bearer(line.who)
        found = bearer["conds"].get(line.words("id")) if bearer else None
        return found if isinstance(found, dict) else None

    def before(self, line: Line) -> tuple[Any, Any] | None:
        """Return what a line says was so, and what was so here; None where it says nothing."""
        if "from" not in line.said or line.k not in _BEFORE:
            return None
        return line.get("from"), _BEFORE[line.k](self, line)


def _join(state: SourceState, line: Line) -> None:
    said = {part: line.get(part) for part in ("name", "role", "side")}
    state.known.add(line.get("who"))
    state.bearers[line.who] = {**said, "pools": {}, "conds": {}, "attrs": {}}


def _left(state: SourceState, line: Line) -> None:
    state.bearers.pop(line.who, None)


def _order(state: SourceState, line: Line) -> None:
    state.order = list(line.get("order"))


def _clock(state: SourceState, line: Line) -> None:
    _update(state.clock, line.get("set"))


def _update(known: dict[str, Any], said: Mapping[str, Any]) -> None:
    """Set what is said; null removes."""
    for key, value in said.items():
        if value is None:
            known.pop(key, None)
        else:
            known[key] = value


def _pool(state: SourceState, line: Line) -> None:
    if bearer := state.bearer(line.who):
        name = line.words("pool")
        _update(bearer["pools"], {name: amount_after(line, bearer["pools"].get(name))})


def amount_after(line: Line, was: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what a pool holds after a line; where it says only the difference, worked out.

    The difference is from what the line says was there, or else from what `was` known.
    """
    if "to" in line.said or line.get("delta") is None:
        to: dict[str, Any] | None = line.get("to")
        return to
    before = (line.get("from") if "from" in line.said else was) or {}
    points = before.get("cur") or 0, line.get("delta")
    known = all(isinstance(each, int | float) for each in points)
    return {**before, "cur": sum(points)} if known else before


def _began(state: SourceState, line: Line) -> None:
    if bearer := state.bearer(line.who):
        bearer["conds"][line.words("id")] = dict(line.get("cond"))


def _ended(state: SourceState, line: Line) -> None:
    if bearer := state.bearer(line.who):
        bearer["conds"].pop(line.words("id"), None)


def _ticked(state: SourceState, line: Line) -> None:
    if (condition := state.condition(line)) is not None:
        _update(condition, {"remaining": line.get("to")})


def _changed(state: SourceState, line: Line) -> None:
    if (condition := state.condition(line)) is not None:
        _update(condition, line.get("set"))


def _attr(state: SourceState, line: Line) -> None:
    if bearer := state.bearer(line.who):
        _update(bearer["attrs"], {line.words("name"): line.get("to")})


_CHANGES: dict[str, Callable[[SourceState, Line], None]] = {
    "join": _join,
    "left": _left,
    "order": _order,
    "clock": _clock,
    "pool": _pool,
    "cond_began": _began,
    "cond_ended": _ended,
    "cond_ticked": _ticked,
    "cond_changed": _changed,
    "attr": _attr,
}


# --- what was so before ------------------------------------------------------------------------


def _pool_before(state: SourceState, line: Line) -> Any:
    bearer = state.bearer(line.who)
    return bearer["pools"].get(line.words("pool")) if bearer else None


def _attr_before(state: SourceState, line: Line) -> Any:
    bearer = state.bearer(line.who)
    return bearer["attrs"].get(line.words("name")) if bearer else None


def _left_before(state: SourceState, line: Line) -> Any:
    return (state.condition(line) or {}).get("remaining")


def _clock_before(state: SourceState, line: Line) -> Any:
    said = line.get("from")
    keys = said if isinstance(said, Mapping) else ()
    return {key: state.clock.get(key) for key in keys}


_BEFORE: dict[str, Callable[[SourceState, Line], Any]] = {
    "pool": _pool_before,
    "attr": _attr_before,
    "cond_ticked": _left_before,
    "clock": _clock_before,
}


# --- the same --------------------------------------------------------------------------------


def same(one: Any, other: Any) -> bool:
    """Return whether two values say the same: null is as good as missing, and 3.0 as 3."""
    return bool(plain(one) == plain(other))


def plain(value: Any) -> Any:
    """Return a value in the one form in which values are compared."""
    if isinstance(value, Mapping):
        said = ((str(key), plain(each)) for key, each in value.items())
        return {key: each for key, each in said if each is not None}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return int(value) if value.is_integer() else Decimal(repr(value))
    return value
