"""The clock while nothing is open: it goes on, or waits for an actor or the referee."""

from __future__ import annotations

from domain import events as e
from domain.engine.stages import run_stage, stretch_of
from domain.ruleset.ruleset import END
from domain.ruleset.sequence import Stretch, is_gone, what_next
from domain.ruleset.stage_list import CHANGED, CLOSE, SHUT, Todo
from domain.step.step import Step


def tick(step: Step) -> tuple[bool, Todo | None]:
    """Let the clock go on: whether it did, and what runs next."""
    step.on = ""
    if step.rules.reported(step):
        return False, None
    if step.opening:
        step.opening, stretch = False, stretch_of(step)
        return True, _open_stretch(step, stretch) if stretch.kind == "turn" else None
    if is_gone(step.rules.sequence, step.combat.clock.path):
        return True, _gone_over(step)
    move = what_next(step.rules.sequence, step.combat.clock)
    match move.do:
        case "begin":
            return True, begin_stretch(step, move.stretch)
        case "close":
            return True, Todo(move.stretch.kind, END)
        case _ if _is_abandoned(step, move.stretch):
            return True, Todo(move.stretch.kind, END)
        case "wait":
            return False, None
        case _:
            # Where the stage neither does nor ends anything, the actor is awaited.
            drafts = len(step.drafts)
            todo = run_stage(step, Todo(move.stretch.kind, move.stage))
            return todo is not None or len(step.drafts) > drafts, todo


def _is_abandoned(step: Step, stretch: Stretch) -> bool:
    """True where everybody whose go it is has left."""
    members = [step.member(who) for who in step.actors()]
    return stretch.acts and not any(m is not None and m.here for m in members)


def begin_stretch(step: Step, stretch: Stretch) -> Todo | None:
    """Begin a round or phase, and run what it opens with."""
    step.on = stretch.kind
    if stretch.kind == "round":
        step.emit(e.RoundBegan(n=step.combat.clock.number + 1))
    else:
        step.emit(e.PhaseBegan(phase=stretch.name))
    return _open_stretch(step, stretch)


def _open_stretch(step: Step, stretch: Stretch) -> Todo | None:
    """What ends as a stretch begins, then what it opens with."""
    step.expire(stretch.kind, step.combat.clock.path[-1].name, edge="begin")
    return Todo(stretch.kind, stretch.opens[0]) if stretch.opens else None


def span_over(step: Step) -> Todo | None:
    """The inside of the innermost span is over: its closing stages run, then it closes."""
    if not step.combat.clock.path:
        return None
    if is_gone(step.rules.sequence, step.combat.clock.path):
        return _gone_over(step)
    stretch = stretch_of(step)
    return Todo(stretch.kind, stretch.closes[0] if stretch.closes else CLOSE)


def _gone_over(step: Step) -> Todo:
    """Close the stretches that these rules do not have; the referee is asked how play goes on."""
    while is_gone(step.rules.sequence, step.combat.clock.path):
        step.close_span()
    return Todo(step.combat.clock.path[-1].kind, CHANGED)


def last_of_span(step: Step) -> Todo:
    """The closing stages are over: what lasts until then ends; after that the span closes."""
    span, stretch = step.combat.clock.path[-1], stretch_of(step)
    step.expire(span.kind, span.name)
    return Todo(span.kind, stretch.after[0] if stretch.after else SHUT)
