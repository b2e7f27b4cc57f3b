"""The sequence of play as data: a tree of rounds, turns and phases, and what comes next.

A stretch has stages at its beginning (`opens`) and its end (`closes`). Turns name the stage that
says whose go it is (`next`); a stretch in which actors act (`acts`) may name a stage that says
whether it is over by itself (`idle`). Nothing here knows which ruleset it serves.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.facets.clock import Clock, Span
from domain.then import CLOSE


class Stretch(NamedTuple):
    """A round, turn or phase. `limit` counts rounds (0 = none); `waits`: the referee begins it.

    What is played `once` is played in the first round alone: a deployment, a surprise. `clause`
    is the rule by which it is played; without one, that of the stretch around it.
    """

    kind: Literal["round", "turn", "phase"]
    name: str
    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    inside: tuple[Stretch, ...] = ()
    next: str = ""
    idle: str = ""
    acts: bool = False
    limit: int = 0
    waits: bool = True
    once: bool = False
    clause: str = ""

    def listing(self, stage: str, rest: str) -> tuple[str, ...]:
        """The list of stages that one belongs to, or what is to follow it: opening or closing."""
        first, closing = rest.partition(",")[0], (*self.closes, CLOSE)
        lists = (self.opens, closing)
        return next((each for each in lists if stage in each or first in each), ())


class Next(NamedTuple):
    """What the clock does now: wait, run a stage, begin a stretch, or close the innermost one."""

    do: Literal["wait", "run", "begin", "close"]
    stretch: Stretch
    stage: str = ""


def located(sequence: Stretch, path: tuple[Span, ...]) -> Stretch:
    """The stretch that the innermost open span is of."""
    stretch = sequence
    for span in path[1:]:
        stretch = next(s for s in stretch.inside if (s.kind, s.name) == (span.kind, span.name))
    return stretch


def played_under(sequence: Stretch, path: tuple[Span, ...]) -> str:
    """The clause of the innermost open stretch that has one; between rounds, of the round."""
    clauses = (located(sequence, path[:depth]).clause for depth in range(len(path), -1, -1))
    return next(filter(None, clauses), "")


def more_rounds(sequence: Stretch, clock: Clock) -> bool:
    """True until the limit of rounds is reached."""
    return not sequence.limit or clock.rounds < sequence.limit


def what_next(sequence: Stretch, clock: Clock) -> Next:
    """What comes next while nothing is open on the stack."""
    if not clock.path:
        begins = not sequence.waits and more_rounds(sequence, clock)
        return Next("begin" if begins else "wait", sequence)
    stretch, span = located(sequence, clock.path), clock.path[-1]
    for inner in stretch.inside:
        if inner.kind == "turn":
            return Next("run", stretch, inner.next)
        if inner.name not in span.done and not (inner.once and clock.rounds > 1):
            return Next("begin", inner)
    if not stretch.acts:
        return Next("close", stretch)
    return Next("run", stretch, stretch.idle) if stretch.idle else Next("wait", stretch)


def every(stretch: Stretch) -> tuple[Stretch, ...]:
    """A stretch and all that is inside it, outermost first."""
    return (stretch, *(each for inner in stretch.inside for each in every(inner)))
