"""Play time: how long the turns of a fight took by the clock, without the breaks between evenings.

Times are those of the entries; what a correction decided again counts as when it was first
played. Only what stands on the line of play counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from domain import events as e
from projections.visibility.visible_log import SeenEntry

BREAK = 4 * 3600
"""Seconds without an entry after which a table has gone home: nobody thinks as long as that."""


class TurnTime(NamedTuple):
    """A turn: its first entry, whose it was, in which round, and how many seconds it took."""

    number: str
    who: str
    round: int
    seconds: int


class TimedTurn(NamedTuple):
    """A turn as the log has it: the entry that began it, the event, the round, and its seconds."""

    began: SeenEntry
    event: e.TurnBegan
    round: int
    seconds: int


def step_times(entries: Iterable[SeenEntry]) -> dict[int, int]:
    """Return when each step was entered, in milliseconds, by its number; undone ones as well."""
    return {seen.entry.step: seen.entry.meta.at for seen in entries}


def played_at(seen: SeenEntry, times: Mapping[int, int]) -> int:
    """Return when an entry was first played, before any correction decided it again."""
    return times.get(seen.entry.origin, seen.entry.meta.at)


def played_seconds(played: Iterable[SeenEntry], times: Mapping[int, int]) -> int:
    """Return how long a line of play took, breaks left out."""
    return sum(millis for _, millis in _gaps(played, times)) // 1000


def turn_times(
    played: Iterable[SeenEntry], names: Mapping[str, str], times: Mapping[int, int]
) -> Iterator[TurnTime]:
    """Yield every turn with its time, first to last; one that is still going on ends with the log.

    What was held and resumed is one turn. `names` says what everybody is called, `times` when each
    step of the log was entered.
    """
    for turn in _joined(timed_turns(played, times)):
        called = ", ".join(names.get(each, each) for each in turn.event.who)
        yield TurnTime(turn.began.number, called, turn.round, turn.seconds)


def _joined(turns: Iterable[TimedTurn]) -> Iterable[TimedTurn]:
    """Return turns with the time of each that was resumed, at the place where it began."""
    joined: dict[str, TimedTurn] = {}
    latest: dict[tuple[str, ...], TimedTurn] = {}
    for turn in turns:
        held = latest.get(turn.event.who) if turn.event.resumes else None
        whole = held._replace(seconds=held.seconds + turn.seconds) if held else turn
        joined[whole.began.number] = latest[turn.event.who] = whole
    return joined.values()


def timed_turns(played: Iterable[SeenEntry], times: Mapping[int, int]) -> Iterator[TimedTurn]:
    """Yield every turn with its time, first to last; one that resumes another is one by itself."""
    begun, took, now = None, 0, 0
    for seen, millis in _gaps(played, times):
        took += millis
        match seen.event:
            case e.RoundBegan(n=n):
                now = n
            case e.TurnBegan() as event:
                begun, took = TimedTurn(seen, event, now, 0), 0
            case e.TurnEnded() if begun is not None:
                yield begun._replace(seconds=took // 1000)
                begun = None
    if begun is not None:
        yield begun._replace(seconds=took // 1000)


def _gaps(played: Iterable[SeenEntry], times: Mapping[int, int]) -> Iterator[tuple[SeenEntry, int]]:
    """Yield each entry with the milliseconds since the one before; a break counts for nothing."""
    last = None
    for seen in played:
        at = played_at(seen, times)
        gap = 0 if last is None else at - last
        yield seen, gap if 0 <= gap < BREAK * 1000 else 0
        last = at
