"""The sequence of play as data: a tree of rounds, turns and phases, and what comes next.

A stretch has stages at its beginning (`opens`) and its end (`closes`). Turns name the stage that
says whose go it is (`next`); a stretch in which actors act (`acts`) may name a stage that says
whether it is over by itself (`idle`). Nothing here knows which ruleset it serves.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.ruleset.stage_list import CLOSE, SHUT
from domain.state.course.clock import Clock, Kind, Span


class Stretch(NamedTuple):
    """A round, turn or phase. `limit` counts rounds (0 = none); `waits`: the referee begins it.

    What is played `once` is played in the first round alone: a deployment, a surprise. `clause`
    is the rule by which it is played; without one, that of the stretch around it. What is to come
    `after` what lasts until its end has ended, and before it closes, are stages as well. `seconds`
    is the game time it takes, of the round or of a phase right inside it; 0 = none that counts.
    """

    kind: Kind
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
    after: tuple[str, ...] = ()
    seconds: int = 0

    def listing(self, stage: str, rest: str) -> tuple[str, ...]:
        """The list of stages that one belongs to, or what is to follow it: opening or closing."""
        lists = (self.opens, (*self.closes, CLOSE), (*self.after, SHUT))
        return next((each for each in lists if stage in each or rest in each), ())


class Next(NamedTuple):
    """What the clock does now: wait, run a stage, begin a stretch, or close the innermost one."""

    do: Literal["wait", "run", "begin", "close"]
    stretch: Stretch
    stage: str = ""


def stretches(sequence: Stretch, path: tuple[Span, ...]) -> tuple[Stretch, ...]:
    """The stretches that open spans are of, outermost first, as far as these rules have them."""
    found = [sequence]
    for span in path[1:]:
        inner = [s for s in found[-1].inside if (s.kind, s.name) == (span.kind, span.name)]
        if not inner:
            break
        found.append(inner[0])
    return tuple(found)


def innermost_stretch(sequence: Stretch, path: tuple[Span, ...]) -> Stretch:
    """The stretch that the innermost open span is of; a bare one where these rules have none."""
    if is_gone(sequence, path):
        return Stretch(path[-1].kind, path[-1].name, acts=True)
    return stretches(sequence, path)[-1]


def is_gone(sequence: Stretch, path: tuple[Span, ...]) -> bool:
    """True inside a stretch that was begun under other rules, and that these do not have."""
    return len(stretches(sequence, path)) < len(path)


def played_under(sequence: Stretch, path: tuple[Span, ...]) -> str:
    """The clause of the innermost open stretch that has one; between rounds, of the round."""
    clauses = (
        innermost_stretch(sequence, path[:depth]).clause for depth in range(len(path), -1, -1)
    )
    return next(filter(None, clauses), "")


def more_rounds(sequence: Stretch, clock: Clock) -> bool:
    """True until the limit of rounds is reached."""
    return not sequence.limit or clock.rounds < sequence.limit


def what_next(sequence: Stretch, clock: Clock) -> Next:
    """What comes next while nothing is open on the stack."""
    if not clock.path:
        begins = not sequence.waits and more_rounds(sequence, clock)
        return Next("begin" if begins else "wait", sequence)
    stretch, span = innermost_stretch(sequence, clock.path), clock.path[-1]
    for inner in stretch.inside:
        if inner.kind == "turn":
            return Next("run", stretch, inner.next)
        if inner.name not in span.done and not (inner.once and clock.rounds > 1):
            return Next("begin", inner)
    if not stretch.acts:
        return Next("close", stretch)
    return Next("run", stretch, stretch.idle) if stretch.idle else Next("wait", stretch)


def game_seconds(sequence: Stretch, clock: Clock) -> int | None:
    """Return the game time that is over, in seconds; None where the game gives no durations."""
    timed = [stretch for stretch in every(sequence) if stretch.seconds]
    over = {sequence.name: clock.rounds - bool(clock.path)}
    for phase in sequence.inside:
        done = bool(clock.path) and phase.name in clock.path[0].done
        over[phase.name] = over[sequence.name] + done
    return sum(each.seconds * over[each.name] for each in timed) if timed else None


def every(stretch: Stretch) -> tuple[Stretch, ...]:
    """A stretch and all that is inside it, outermost first."""
    return (stretch, *(each for inner in stretch.inside for each in every(inner)))
