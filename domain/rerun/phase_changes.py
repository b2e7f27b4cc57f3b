"""Phases that later steps were done in, against the one that is open as they are decided again.

A phase may end by itself, or wait for its actor, otherwise than it did. Then the recorded end of a
phase has nothing to end, or what was done in the next phase comes before its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain import commands as c
from domain.ruleset.ruleset import Ruleset
from domain.state.course.clock import FOLDS, Clock
from domain.step.draft import Draft


class PhaseChanges:
    """The clock as it stood before each later step when that was played.

    `before` is what was played first of what is not decided again, from the same clock.
    """

    def __init__(
        self, clock: Clock, before: Iterable[Sequence[Draft]], later: Iterable[Sequence[Draft]]
    ):
        for drafts in before:
            clock = _after(clock, drafts)
        self._clocks: list[Clock] = []
        for drafts in later:
            self._clocks.append(clock)
            clock = _after(clock, drafts)

    def over_already(self, place: int, now: Clock) -> str:
        """Return the phase that was open before a step, if it is over by now in the same turn."""
        return _over_in(now, self._clocks[place])

    def waiting(self, place: int, now: Clock) -> str:
        """Return the open phase, if it was over before a step in the same turn."""
        return _over_in(self._clocks[place], now)


def ends_a_phase(command: c.Command) -> bool:
    """True for the answer with which an actor ends the open phase."""
    return isinstance(command, c.Answer) and (command.about, command.choice) == ("phase", "end")


def phase_words(rules: Ruleset, phase: str) -> str:
    """Return what people call a phase: `main phase`."""
    return f"{rules.words.get(phase, phase).removesuffix(' phase')} phase"


def _after(clock: Clock, drafts: Iterable[Draft]) -> Clock:
    for draft in drafts:
        if folds := FOLDS.get(type(draft.event)):
            clock = folds(clock, draft.event, draft.answers)
    return clock


def _over_in(clock: Clock, other: Clock) -> str:
    """Return the phase open by another clock, if it is over by this one in the same turn."""
    turn, phase = clock.span("turn"), other.span("phase")
    same = (clock.rounds, clock.actors) == (other.rounds, other.actors)
    return phase.name if turn and phase and same and phase.name in turn.done else ""
