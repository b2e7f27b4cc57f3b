"""The settle loop: the one way that a combat goes on until somebody must answer.

While the top frame is complete, close it and run its next stage; stop at the first open question,
or where the clock waits for an actor. What comes next is always data: an act's stages, a stretch's
stages, and what a window declares. Nothing outlives the step.
"""

from __future__ import annotations

from domain import events as e
from domain.engine.acts import begin_or_withdraw, below, over
from domain.engine.clock_advance import last_of_span, span_over, tick
from domain.engine.questions import proceed
from domain.engine.stages import referee_asked, run_stage, run_trigger
from domain.ruleset import stage_list
from domain.ruleset.other_revision import UNKNOWN
from domain.ruleset.ruleset import Refused
from domain.ruleset.stage_list import CHANGED, SPANS, Todo
from domain.state.exchange import Doing, Question
from domain.step.step import Step


def settle(step: Step, todo: Todo | None = None) -> None:
    """Go on from `todo`, or from what is on top, until an answer is needed.

    What the end of a combat sets off still runs.
    """
    going = True
    while step.due or (going and not step.combat.roster.ended):
        saved = step.save()
        try:
            going, todo = _advance(step, todo, going)
        except (Refused, *UNKNOWN) as error:
            asked = todo is not None and todo.stage == CHANGED
            of_command = isinstance(error, Refused) and error.pointer
            if not step.rules.takes_over or asked or of_command:
                raise
            step.restore(saved)
            todo = _asked_instead(step, todo)


def _advance(step: Step, todo: Todo | None, going: bool) -> tuple[bool, Todo | None]:
    """Run what is due, then what is next, else look at what is on top."""
    if step.due:
        return going, run_trigger(step, todo)
    if todo is not None:
        return going, _run(step, todo)
    return _look(step)


def _asked_instead(step: Step, todo: Todo | None) -> Todo:
    """Ask the referee in place of what rules that took over the fight cannot carry out."""
    top, path = step.combat.exchange.top(), step.combat.clock.path
    if step.due:
        step.due.pop(0)
    elif todo is not None:
        return referee_asked(step, todo.on, todo.rest)
    elif isinstance(top, Question):
        step.emit(e.Closed(frame=top.id), clause="")
        return Todo(top.on, CHANGED)
    on = top.id if isinstance(top, Doing) else path[-1].kind if path else ""
    return todo or Todo(on, CHANGED)


def _look(step: Step) -> tuple[bool, Todo | None]:
    """Go on with what is on top: whether anything did, and what runs next."""
    match step.combat.exchange.top():
        case Question() as question:
            return proceed(step, question)
        case Doing() as act:
            return True, Todo(act.id, stage_list.END)
        case _:
            return tick(step)


def _run(step: Step, todo: Todo) -> Todo | None:
    """Run what is next: a stage, or what one of the kernel's own words says.

    Of an act withdrawn while it was asked about, as its doer has left, nothing is left.
    """
    step.on, act = todo.on, step.doing(todo.on)
    if act is not None:
        return _run_of_act(step, todo, act)
    return _run_of_span(step, todo) if todo.on in (*SPANS, "") else None


def _run_of_act(step: Step, todo: Todo, act: Doing) -> Todo | None:
    """Run what is next of an act."""
    match todo.stage:
        case stage_list.BEGIN:
            return begin_or_withdraw(step, act, act.slot if act.slot[0] else None)
        case stage_list.STAND:
            return _goes_on(step, todo.rest) if todo.rest else below(step, act)
        case stage_list.END:
            return over(step, act)
        case _:
            return run_stage(step, todo)


def _run_of_span(step: Step, todo: Todo) -> Todo | None:
    """Run what is next of the innermost span, or where none is open."""
    match todo.stage:
        case stage_list.END:
            return span_over(step) if todo.on else None
        case stage_list.CLOSE:
            return last_of_span(step)
        case stage_list.SHUT:
            step.shut_span()
            return None
        case _:
            return run_stage(step, todo)


def _goes_on(step: Step, rest: str) -> Todo | None:
    """What the act goes on with that asked something on a reaction standing on it."""
    under = step.combat.exchange.top()
    return Todo(under.id, rest) if isinstance(under, Doing) else None
