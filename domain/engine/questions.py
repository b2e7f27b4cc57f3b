"""Open questions: who is still to answer, what is thrown or begun for them, and their close."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.engine.acts import begin_or_withdraw
from domain.engine.said_dice import risk_said
from domain.engine.stages import todo_after
from domain.legality.openings import asking
from domain.legality.options import is_stuck
from domain.ruleset.ruleset import Refused, Slot, Throw, Window
from domain.ruleset.stage_list import CHANGED, Todo
from domain.ruleset.windows import REACT, is_outdated
from domain.state.exchange import Doing, Question
from domain.step.step import Step
from domain.step.thrown_dice import check_faces, dice_of

USED = "used"
"""What bars a slot, in a question asked again, whose answer stands."""


def proceed(step: Step, question: Question) -> tuple[bool, Todo | None]:
    """Let a question go on: throw what was promised, begin what is due, close what is full."""
    step.on = question.on
    if question.slots and is_outdated(step, question):
        return True, _close(step, question)
    window = step.window(question.about)
    if window.stale and (slots := _drawn_again(step, window, question)) is not None:
        if all(slot.barred for slot in slots):
            return True, _close(step, question)
        said = question._replace(slots=slots)._asdict()
        del said["replies"]
        step.emit(e.Asked(question=said.pop("id"), **said), clause=window.clause)
        return True, None
    if ready := ready_to_begin(step, question):
        return True, _begin_together(step, question, ready)
    if question.open() and is_stuck(step, question):
        step.emit(e.Closed(frame=question.id), clause="")
        return True, Todo(question.on, CHANGED)
    if question.open():
        return _throw_promised(step, window, question), None
    agenda = step.combat.exchange.agenda(question.id)
    if agenda and (window.in_order or not question.slots):
        return True, begin_or_withdraw(step, agenda[0], None)
    return True, _close(step, question)


def _close(step: Step, question: Question) -> Todo | None:
    step.closed = question
    step.emit(e.Closed(frame=question.id), clause="")
    return todo_after(step, question)


# --- asked again ---------------------------------------------------------------------------


def _drawn_again(step: Step, window: Window, question: Question) -> tuple[Slot, ...] | None:
    """Who is asked as things stand now, where that has changed; answers that stand are used."""
    drawn = {s.id: s for s in window.slots(step, asking(question))}
    early = _passed_too_early(question) if window.again else frozenset()
    early |= _back_again(step, question)
    void = {slot for slot in early if slot in drawn and not drawn[slot].barred}
    stand = question.replies.keys() - void
    waited_for = {s for s in question.slots if s.id not in stand}
    if not void and {s for s in drawn.values() if s.id not in stand} == waited_for:
        return None
    used = {s.id: s.model_copy(update={"barred": USED}) for s in question.slots if s.id in stand}
    return tuple((drawn | used).values())


def _back_again(step: Step, question: Question) -> frozenset[str]:
    """The slots of those who left, which answered them, and who are here again."""
    slots = (slot for slot in question.slots if slot.id in question.replies)
    gone = (slot for slot in slots if question.replies[slot.id].value == "left")
    return frozenset(slot.id for slot in gone if (m := step.member(slot.who)) and m.here)


def _passed_too_early(question: Question) -> frozenset[str]:
    """The slots that passed before another's act in this question was carried out."""
    replies = list(question.replies.items())
    acted = [place for place, (_, reply) in enumerate(replies) if reply.how == "acted"]
    return frozenset(s for s, r in replies[: max(acted, default=0)] if r.value == "pass")


# --- declared reactions --------------------------------------------------------------------


def ready_to_begin(step: Step, question: Question) -> tuple[tuple[Slot, Doing], ...]:
    """The reactions that begin now: the first rank as declared, a later one when all have said."""
    if question.about != REACT:
        return ()
    waiting = question.open()
    first = min(s.rank for s in question.slots)
    confirmed = [(s, a) for s in question.slots if (a := confirmed_in(step, question, s))]
    if waiting and waiting[0].rank == first:
        return tuple((s, step.combat.exchange.acts[s.about]) for s in waiting)
    if waiting and confirmed and waiting[0].rank == confirmed[0][0].rank:
        return ()
    return tuple(confirmed)


def confirmed_in(step: Step, question: Question, slot: Slot) -> Doing | None:
    """The act that somebody has confirmed, to be done when the whole rank has answered."""
    reply = question.replies.get(slot.id)
    if reply is None or reply.how not in ("answered", "declared"):
        return None
    return step.doing(slot.about if reply.how == "answered" else reply.value)


def is_alone(step: Step, question: Question, slot: Slot) -> bool:
    """True where nobody else of a slot's rank is still to answer or waits to begin."""
    rank = [s for s in question.slots if s.rank == slot.rank and s.id != slot.id]
    return not any(s in question.open() or confirmed_in(step, question, s) for s in rank)


def _begin_together(
    step: Step, question: Question, ready: tuple[tuple[Slot, Doing], ...]
) -> Todo | None:
    """Begin the acts of one rank; they go on from the latest down when all have begun."""
    todo, together = None, len(ready) > 1
    for slot, act in ready:
        following = begin_or_withdraw(step, act, (question.id, slot.id), together)
        if act.id in step.combat.exchange.frames:
            todo = following
    return todo


# --- promised dice -------------------------------------------------------------------------


def _throw_promised(step: Step, window: Window, question: Question) -> bool:
    """Throw the dice of the first open slot whose act already said its risk or faces."""
    for slot in question.open() if window.throw else ():
        act = step.doing(slot.about)
        if act is not None and act.who == slot.who and window.throw:
            throw = window.throw(step, asking(question), slot)
            if (promise := _promise(act, throw)) is not None:
                step.roll(throw, *promise, (question.id, slot.id))
                return True
    return False


def _promise(act: Doing, throw: Throw) -> tuple[int, tuple[int, ...] | None] | None:
    """The risk and faces that an act said for a throw; what does not fit it is no promise."""
    risk, said = _throw_param(act, "risk", throw), _throw_param(act, "faces", throw)
    if risk is None and said is None:
        return None
    faces = None if said is None else tuple(said)
    risked = risk_said(throw, risk, faces)
    try:
        count = dice_of(throw, risked)
        if faces is not None:
            check_faces(throw, count, faces)
    except Refused:
        return None
    return risked, faces


def _throw_param(act: Doing, what: str, throw: Throw) -> Any:
    said = act.params.get(what)
    return said.get(throw.purpose) if isinstance(said, dict) else None
