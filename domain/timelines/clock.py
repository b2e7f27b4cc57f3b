"""The clock of a source: its rounds, whose turn it is, and its other keys, which are facts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from domain.timelines.changes import who_of
from domain.timelines.line import Line, Said, as_words
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import SourceState
from domain.timelines.translation import fact_value, fit

TURN_KEYS = ("current", "turn")
"""The keys that begin a turn when they are set."""

CLOCK_FACT = "clock "
"""How the names of facts begin that are keys of the clock."""


class Standing(NamedTuple):
    """Where a clock stands, in our words."""

    round: int | None
    turn: tuple[str, ...]
    """Whose turn it is, by our ids."""
    rest: dict[str, int | str | bool | None]
    """The keys that are neither, by name."""
    counted: bool = True
    """False where the source says whose turn it is by a place in its order alone."""


class Clock:
    """Translate the clock of a source; `lines` show which of its keys counts rounds."""

    def __init__(self, lines: Iterable[Line], state: SourceState, ids: SourceIds) -> None:
        self._state, self._ids = state, ids
        self.round_key = _round_key(lines)

    def standing(self, clock: Said, order: list[Any]) -> Standing:
        """Return where a clock stands, by the order that goes with it."""
        rest = {key: value for key, value in clock.items() if value is not None}
        round_ = rest.get(self.round_key)
        if _is_count(round_):
            del rest[self.round_key]
        turn, counted = self._turn(rest, order)
        told = {fit(key): fact_value(value) for key, value in rest.items()}
        return Standing(round_ if _is_count(round_) else None, turn, told, counted)

    def _turn(self, rest: dict[str, Any], order: list[Any]) -> tuple[tuple[str, ...], bool]:
        """Take from the rest who has the turn; a place in the order stays in it."""
        for key in TURN_KEYS:
            named = rest.get(key)
            people = named if isinstance(named, list) else [named]
            if named is not None and all(map(self._state.knows, people)):
                del rest[key]
                return tuple(self._ids.subject(as_words(who)) for who in people), True
        at = rest.get("current")
        who = next((who_of(place) for nth, place in enumerate(order) if nth == at), None)
        return ((self._ids.subject(as_words(who)),) if self._state.knows(who) else ()), False

    def changes(self, line: Line) -> list[dict[str, Any]]:
        """Return what a line says of the clock."""
        said = line.get("set")
        was = self.standing(self._state.clock, self._state.order)
        now = self.standing({**self._state.clock, **said}, self._state.order)
        change: dict[str, Any] = {"what": "clock"}
        if was.round != now.round:
            change["round"] = "none" if now.round is None else now.round
        if "round" in change or any(key in said for key in TURN_KEYS):
            change["turn"] = list(now.turn)
        if self._goes_back(was, now):
            change["taken_back"] = True
        rest = {key: now.rest.get(key) for key in (*was.rest, *now.rest)}
        more = {key: value for key, value in rest.items() if was.rest.get(key) != value}
        change |= {"more": more} if more else {}
        return [change] if len(change) > 1 else []

    def _goes_back(self, was: Standing, now: Standing) -> bool:
        """Return whether the source took turns back: an earlier round, or an earlier turn in it."""
        if was.round != now.round:
            both = was.round is not None and now.round is not None
            return both and (now.round or 0) < (was.round or 0)
        if not was.turn or not now.turn:
            return False
        order = [self._ids.subject(as_words(each[0])) for each in self._state.order if each]
        known = was.turn[0] in order and now.turn[0] in order
        return known and order.index(now.turn[0]) < order.index(was.turn[0])


def _round_key(lines: Iterable[Line]) -> str:
    """Return which key counts rounds: `turn` in a source that never says `round`."""
    said = [line.get("set") for line in lines if line.k == "clock" and not line.fault]
    return "turn" if said and not any("round" in each for each in said) else "round"


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000
