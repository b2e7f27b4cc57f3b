"""The settle loop: the one way that a combat goes on until somebody must answer.

While the top frame is complete, close it and run its next stage; stop at the first open question,
or where the clock waits for an actor. What comes next is always data: an act's stages, a stretch's
stages, a question's `then`. Nothing outlives the step.
"""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.facets.exchange import Doing, Question
from domain.legal import legal
from domain.options import as_deed
from domain.ruleset import END, Asking, Deed, Manoeuvre, Refused, Slot, Window
from domain.sequence_of_play import Next, Stretch, located, stages_of, successor, what_next
from domain.step import Step
from domain.stock import STOCK

IN_ORDER = "in-order"
"""A question's `then` that runs its agenda, act by act; `in-order,stage` goes on to a stage."""

STAND = "stand"
"""The marker among an act's stages: from here on it waits for the act that it answers."""

SPANS = ("round", "turn", "phase")

Todo = tuple[str, str]
"""An act or span, and the stage of it that runs next."""


def settle(step: Step, todo: Todo | None = None) -> None:
    """Go on from `todo`, or from what is on top, until an answer is needed."""
    going = True
    while going:
        while step.due:
            _call(step, step.due.pop(0))
        if todo is not None:
            todo = run(step, *todo)
            continue
        match _top(step):
            case Question() as question:
                going, todo = proceed(step, question)
            case Doing() as act:
                going, todo = True, (act.id, _resume(step, act))
            case None:
                going, todo = tick(step)


def _top(step: Step) -> Doing | Question | None:
    """The topmost frame; a reaction that stands counts only until it has come to its stand."""
    x = step.combat.exchange
    for frame in reversed(x.frames):
        if frame in step.running and frame in x.acts:
            return x.acts[frame]
        if frame in x.questions or not x.acts[frame].stands:
            break
    return x.top()


# --- stages --------------------------------------------------------------------------------


def run(step: Step, on: str, stage: str) -> Todo | None:
    """Run one stage; the next one of the same act or span, or None to look at the top."""
    step.on = on
    if stage == END:
        return _over(step, on)
    if stage == STAND:
        step.running.discard(on)
        return None
    frames = step.combat.exchange.frames
    result = _call(step, stage)
    if step.combat.exchange.frames != frames:
        return None
    if result is not None:
        return on, result
    following = successor(_stages(step, on, stage), stage)
    if following == END and on in SPANS:
        _after_stretch_stage(step, stage)
        return None
    return on, following


def _call(step: Step, stage: str) -> str | None:
    """Call a stage's function, citing the clause that its docstring begins with."""
    function = step.rules.stages.get(stage) or STOCK[stage]
    before, step.clause = step.clause, (function.__doc__ or "").partition(":")[0]
    result = function(step)
    step.clause = before
    return result


def _stages(step: Step, on: str, stage: str) -> tuple[str, ...]:
    """The list that a stage of an act or span belongs to."""
    if on in SPANS:
        return stages_of(_stretch(step), stage)
    act = step.combat.exchange.acts[on]
    stages = step.rules.manoeuvre(act.manoeuvre).stages  # type: ignore[union-attr]
    return stages if stage in stages else (stage,)


def _resume(step: Step, act: Doing) -> str:
    """Where an act goes on after a frame above it closed, or after it was begun."""
    stages = step.rules.manoeuvre(act.manoeuvre).stages  # type: ignore[union-attr]
    if act.last:
        return successor(stages, act.last) if act.last in stages else END
    return successor(stages, stages[0]) if stages else END


def _over(step: Step, on: str) -> Todo | None:
    """An act's stages are over: let go what stands on it, then close it. A stretch closes."""
    if on in SPANS:
        closes = _stretch(step).closes
        if closes:
            return on, closes[0]
        close_span(step)
        return None
    for held in step.combat.exchange.standing(on):
        stages = step.rules.manoeuvre(held.manoeuvre).stages  # type: ignore[union-attr]
        return held.id, successor(stages, STAND)
    return _close_act(step, step.combat.exchange.acts[on])


def _close_act(step: Step, act: Doing) -> Todo | None:
    """Close an act; if it was let go by the one that it stood on, that one is over as well."""
    step.on = act.id
    asked = any(q.on == act.on for q in step.combat.exchange.questions.values())
    end_conditions(step, "act", (act.id,), act.id)
    step.emit(e.Closed(frame=act.id), clause="")
    step.on = act.on
    return (act.on, END) if act.stands and not asked else None


# --- questions -----------------------------------------------------------------------------


def proceed(step: Step, question: Question) -> tuple[bool, Todo | None]:
    """Let a question go on: throw what was promised, begin what is due, close what is full."""
    step.on = question.on
    window = step.window(question.about)
    if window.stale and _redraw(step, window, question):
        return True, None
    open_slots = question.open()
    if question.about == "react" and open_slots and _first_rank(question, open_slots):
        return True, _begin_rank(step, question, open_slots)
    if window.throw and _promised(step, window, question, open_slots):
        return True, None
    if open_slots:
        return False, None
    agenda = step.combat.exchange.agenda(question.id)
    if question.then.startswith(IN_ORDER) and agenda:
        return True, _begin_or_withdraw(step, agenda[0], None)
    return True, _close_question(step, question)


def _close_question(step: Step, question: Question) -> Todo | None:
    step.closed = question
    step.emit(e.Closed(frame=question.id), clause="")
    then = question.then
    if then.startswith(IN_ORDER):
        then = then[len(IN_ORDER) + 1 :] or (END if step.doing(question.on) else "")
    return (question.on, then) if then else None


def _redraw(step: Step, window: Window, question: Question) -> bool:
    """Ask again under the same id if who may answer has changed; filled slots stay filled."""
    slots = window.slots(step, Asking(question.on, question.about, question.params))
    kept = tuple(s for s in question.slots if s.id in question.replies)
    fresh = kept + tuple(s for s in slots if s.id not in question.replies)
    if {s.id: s for s in fresh} == {s.id: s for s in question.slots}:
        return False
    step.emit(
        e.Asked(
            question=question.id, on=question.on, about=question.about, slots=fresh,
            until=question.until, then=question.then, params=question.params,
        ),
        clause=window.clause,
    )  # fmt: skip
    return True


def _promised(step: Step, window: Window, question: Question, slots: tuple[Slot, ...]) -> bool:
    """Throw the dice of every open slot whose act already said its risk or faces."""
    for slot in slots:
        act = step.doing(slot.about)
        throw = window.throw(step, asking(question), slot)  # type: ignore[misc]
        risk, faces = _said(act, "risk", throw.purpose), _said(act, "faces", throw.purpose)
        if act is not None and act.who == slot.who and (risk is not None or faces is not None):
            typed = tuple(faces) if faces is not None else None
            count = len(typed) if typed is not None and risk is None else risk or 0
            step.roll(throw, count, typed, (question.id, slot.id))
            return True
    return False


def _said(act: Doing | None, what: str, purpose: str) -> Any:
    """What an act said in advance of a roll."""
    said = act.params.get(what) if act is not None else None
    return said.get(purpose) if isinstance(said, dict) else None


def asking(question: Question) -> Asking:
    """A question as its window's functions see it."""
    return Asking(question.on, question.about, question.params)


# --- acts ----------------------------------------------------------------------------------


def _first_rank(question: Question, open_slots: tuple[Slot, ...]) -> bool:
    return open_slots[0].rank == min(s.rank for s in question.slots)


def _begin_rank(step: Step, question: Question, slots: tuple[Slot, ...]) -> Todo | None:
    """The first rank executes as declared; questions on its acts open when all have begun."""
    todos = [
        _begin_or_withdraw(step, step.combat.exchange.acts[s.about], (question.id, s.id))
        for s in slots
    ]
    return todos[0] if len(todos) == 1 else None


def _begin_or_withdraw(step: Step, act: Doing, slot: tuple[str, str] | None) -> Todo | None:
    """Begin a declared act; one that has become illegal is withdrawn with the reason."""
    try:
        if act.who:
            legal(step, as_deed(step, act))
    except Refused as refused:
        withdraw(step, act, slot, str(refused))
        return None
    return begin(step, act, slot)


def withdraw(
    step: Step, act: Doing, slot: tuple[str, str] | None, why: str, instead: str = ""
) -> None:
    """Take back a declared act; nothing was paid for it."""
    step.emit(e.Withdrawn(act=act.id, why=why, instead=instead), answers=slot, behalf=act.who)


def begin(
    step: Step, act: Doing, slot: tuple[str, str] | None = None, breach: Refused | None = None
) -> Todo | None:
    """Begin an act: push it, pay for it, and run its first stage."""
    manoeuvre = step.rules.manoeuvre(act.manoeuvre)
    assert manoeuvre is not None, f"the ruleset names no manoeuvre {act.manoeuvre}"
    deed = as_deed(step, act)
    step.on = act.on
    clause, basis = (breach.clause, "against") if breach else (manoeuvre.clause, "stated")
    step.emit(_begun(act, deed, manoeuvre), slot, clause=clause, basis=basis, behalf=act.who)
    step.on = act.id
    step.running.add(act.id)
    for pool, cost in manoeuvre.cost(step, deed).items():
        step.pay(act.who, pool, cost, clause=manoeuvre.clause)
    result = _call(step, manoeuvre.stages[0]) if manoeuvre.stages else END
    return (act.id, result) if result is not None else None


def _begun(act: Doing, deed: Deed, manoeuvre: Manoeuvre) -> e.Event:
    said: dict[str, Any] = {
        "act": act.id, "who": act.who, "manoeuvre": act.manoeuvre, "on": act.on,
        "targets": act.targets, "using": act.using, "params": act.params,
    }  # fmt: skip
    if deed.kind == "reaction":
        return e.Reacted(**said, stands=manoeuvre.stands)
    return e.Acted(**said)


# --- the clock -----------------------------------------------------------------------------


def _stretch(step: Step) -> Stretch:
    return located(step.rules.sequence, step.combat.clock.path)


def tick(step: Step) -> tuple[bool, Todo | None]:
    """Nothing is open: let the clock go on, or wait."""
    step.on, step.behalf = "", ""
    if step.combat.roster.ended:
        return False, None
    move = what_next(step.rules.sequence, step.combat.clock)
    match move.do:
        case "wait" if _abandoned(step, move.stretch):
            return True, (move.stretch.kind, END)
        case "wait":
            return False, None
        case "begin":
            return True, begin_stretch(step, move.stretch)
        case "close":
            return True, (move.stretch.kind, END)
        case "run":
            return _boundary(step, move)


def _abandoned(step: Step, stretch: Stretch) -> bool:
    """True where everybody whose go it is has left."""
    members = [step.member(who) for who in step.actors()]
    return stretch.acts and not any(m is not None and m.here for m in members)


def _boundary(step: Step, move: Next) -> tuple[bool, Todo | None]:
    """Ask a stage of the clock; where it neither does nor ends anything, the actor is awaited."""
    step.on = move.stretch.kind
    if _abandoned(step, move.stretch):
        return True, (move.stretch.kind, END)
    drafts = len(step.drafts)
    result = _call(step, move.stage)
    if result is not None:
        return True, (move.stretch.kind, result)
    return len(step.drafts) > drafts, None


def begin_stretch(step: Step, stretch: Stretch) -> Todo | None:
    """Begin a round or phase, and run what it opens with."""
    step.on = stretch.kind
    if stretch.kind == "round":
        step.emit(e.RoundBegan(n=step.combat.clock.rounds + 1))
    else:
        step.emit(e.PhaseBegan(phase=stretch.name))
    end_conditions(step, stretch.kind, (stretch.name,), edge="begin")
    return (stretch.kind, stretch.opens[0]) if stretch.opens else None


def _after_stretch_stage(step: Step, stage: str) -> None:
    """After the last closing stage the stretch closes; after the last opening one, go inside."""
    if stage in _stretch(step).closes:
        close_span(step)


def close_span(step: Step) -> None:
    """Close the innermost span: first its ruleset's closing (done), then what ends with it."""
    span = step.combat.clock.path[-1]
    names = span.who or (span.name,)
    end_conditions(step, span.kind, names)
    if span.kind == "round":
        step.emit(e.RoundEnded(n=int(span.name)))
    elif span.kind == "turn":
        step.emit(e.TurnEnded(who=span.who))
    else:
        step.emit(e.PhaseEnded(phase=span.name))


def end_conditions(
    step: Step, kind: str, names: tuple[str, ...], act: str = "", edge: str = "end"
) -> None:
    """End, oldest first, what lasts until this edge; count down what lasts for more of them."""
    for condition in tuple(step.combat.conditions.all.values()):
        until = condition.until
        if until is None or (until.span, until.edge) != (kind, edge):
            continue
        if (until.whose and until.whose not in names) or (act and condition.source != act):
            continue
        if condition.left > 1:
            left = condition.left - 1
            step.emit(e.ConditionChanged(id=condition.id, level=condition.level, left=left))
        elif condition.id in step.combat.conditions.all:
            step.end_condition(condition, f"until the {edge} of the {kind}")
