"""The sequence of play as data: a tree of rounds, turns and phases, and what comes next.

A stretch has stages at its beginning (`opens`) and its end (`closes`). Turns name the stage that
says whose go it is (`next`); a stretch in which actors act (`acts`) may name a stage that says
whether it is over by itself (`idle`). Nothing here knows which ruleset it serves.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.facets.clock import Clock, Span

END = "end"
"""What a stage returns to say that its act or stretch is over."""


class Stretch(NamedTuple):
    """A round, turn or phase. `limit` counts rounds (0 = none); `waits`: the referee begins it."""

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


def what_next(sequence: Stretch, clock: Clock) -> Next:
    """What comes next while nothing is open on the stack."""
    if not clock.path:
        over = sequence.limit and clock.rounds >= sequence.limit
        return Next("wait" if sequence.waits or over else "begin", sequence)
    stretch, span = located(sequence, clock.path), clock.path[-1]
    for inner in stretch.inside:
        if inner.kind == "turn":
            return Next("run", stretch, inner.next)
        if inner.name not in span.done:
            return Next("begin", inner)
    if not stretch.acts:
        return Next("close", stretch)
    return Next("run", stretch, stretch.idle) if stretch.idle else Next("wait", stretch)


def successor(stages: tuple[str, ...], stage: str) -> str:
    """The stage after `stage`, or END after the last."""
    index = stages.index(stage) + 1
    return stages[index] if index < len(stages) else END


def stages_of(stretch: Stretch, stage: str) -> tuple[str, ...]:
    """The list of a stretch's stages that a stage belongs to; alone where it is in neither."""
    return next((s for s in (stretch.opens, stretch.closes) if stage in s), (stage,))


def outline(stretch: Stretch, depth: int = 0) -> str:
    """The sequence of play as an indented text, for people."""
    parts = [stretch.name, *(f"opens: {s}" for s in stretch.opens)]
    parts += [f"who: {stretch.next}"] if stretch.next else []
    parts += [f"closes: {s}" for s in stretch.closes]
    lines = ["  " * depth + parts[0] + (f" ({', '.join(parts[1:])})" if parts[1:] else "")]
    return "\n".join(lines + [outline(inner, depth + 1) for inner in stretch.inside])
