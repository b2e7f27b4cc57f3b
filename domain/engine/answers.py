"""Answers: choices, rolls and draws asked for, passes, and what is taken back."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.engine.acts import begin, declare_act
from domain.engine.clock_advance import begin_stretch
from domain.engine.deeds import MAY_NOT, asked_under, is_kept, not_asked, why_not_now
from domain.engine.questions import is_alone
from domain.engine.said_dice import dice_said, risk_said
from domain.legality import openings
from domain.legality.blank_checks import are_filled, canonical_params, check_blanks
from domain.legality.checks import unable
from domain.ruleset.ruleset import END, Choice, Need, Refused, Slot, Window, by_name
from domain.ruleset.sequence import innermost_stretch
from domain.ruleset.stage_list import SPANS, Todo
from domain.ruleset.windows import REACT, window_in
from domain.state.exchange import Question
from domain.state.viewer import REFEREE
from domain.step.step import Step


def answer(step: Step, command: c.Answer) -> Todo | None:
    """Fill a slot, or tell the clock that one's stretch is over or the next round begins."""
    if step.question() is None and command.about in SPANS:
        return _tell_the_clock(step, command)
    question = _open_question(step, command.about)
    slot = _slot(step, question, command)
    window, filled = window_in(step, question), (question.id, slot.id)
    step.on = question.on
    if command.choice == "roll" and window.throw:
        _without(command, window, "card")
        throw = window.throw(step, openings.asking(question), slot)
        risk, faces = dice_said(command, throw.purpose, window.clause)
        risked = risk_said(throw, risk, faces)
        step.roll(throw, risked, faces, filled, _witness(step, command))
        return None
    if command.choice == "draw" and window.draw:
        _without(command, window, "faces", "risk")
        draw = window.draw(step, openings.asking(question), slot)
        step.draw(draw, command.card, filled, _witness(step, command))
        return None
    if command.choice == "go" and question.about == REACT:
        return _go(step, question, slot, command)
    _choose(step, question, slot, command, window)
    return None


def _without(command: c.Answer, window: Window, *idle: str) -> None:
    """Refuse dice or a card with an answer that throws or draws nothing."""
    said = {"faces": command.faces, "risk": command.risk, "card": command.card}
    for name in (name for name in idle if said[name]):
        why = f"{command.choice!r} comes without {name}: nothing of that is asked here"
        raise Refused(window.clause, why, None, f"/{name}")


def _open_question(step: Step, about: str = "") -> Question:
    """The question that is open; raises Refused where none is."""
    question = step.question()
    if question is None:
        need = Need("time", "question", "", about or "any", "")
        at, why = "/about" if about else "/type", "no question is open"
        raise Refused(asked_under(step), why, None, at, missing=[need])
    return question


def _slot(step: Step, question: Question, command: c.Answer) -> Slot:
    """The slot that an answer fills; raises Refused with what the table waits for."""
    if question.about != command.about:
        why, legal = f"the open question is about {question.about}", [question.about]
        raise not_asked(step, command.who, why, "/about", legal)
    held = [s for s in question.slots if command.who in s.holders]
    mine = [s for s in held if openings.told_apart(step, s, command.toward)]
    if waits := [s for s in mine if s in question.open()]:
        _one_is_meant(step, question, waits, command.who)
        return waits[0]
    barred = next((s.barred for s in mine if s.barred and s.id not in question.replies), "")
    if barred:
        raise unable(step, command.who, barred, MAY_NOT)
    if others := [
        name for s in held if s in question.open() for name in openings.names_of(step, s)[:1]
    ]:
        why = f"{by_name(command.who)} is not asked that toward {by_name(command.toward)}"
        raise not_asked(step, command.who, why, "/toward", others)
    raise not_asked(step, command.who, why_not_now(step, command.who))


def _one_is_meant(step: Step, question: Question, waits: list[Slot], who: str) -> None:
    """Refuse what fits several slots that can be told apart: which of them it is must be said."""
    words = [openings.toward(step, question, slot) for slot in waits]
    if len(waits) > 1 and all(words):
        why = f"{by_name(who)} has several here: say toward which"
        raise Refused(asked_under(step), why, None, "/toward", legal=words)


def _go(step: Step, question: Question, slot: Slot, command: c.Answer) -> Todo | None:
    """Carry out what one declared: at once, or together with the others of one's rank."""
    act, filled = step.combat.exchange.acts[slot.about], (question.id, slot.id)
    breach = openings.breach_of(step, act)
    if breach and not (act.against or is_kept(step, command.against)):
        raise breach
    if is_alone(step, question, slot):
        return begin(step, act, filled, breach)
    if breach:
        declare_act(step, act._replace(against=True), filled, breach.clause, "against")
    else:
        _choose(step, question, slot, command, window_in(step, question))
    return None


def _choose(step: Step, question: Question, slot: Slot, command: c.Answer, window: Window) -> None:
    """Enter a choice; one filled in as the rules do not list only where the table keeps it."""
    choices = {choice.name: choice for choice in openings.open_choices(step, question, slot)}
    if window.passes:
        choices["pass"] = Choice("pass")
    if command.choice not in choices:
        legal = openings.answers_to(step, question, slot)
        why = f"{command.choice!r} is no answer here"
        raise Refused(window.clause, why, None, "/choice", legal=legal)
    blanks, sides, basis = choices[command.choice].blanks, choices[command.choice].sides, "stated"
    _without(command, window, *(() if sides else ("faces",)), "risk", "card")
    step.typed = dict(command.faces)
    try:
        window.allows(step, openings.asking(question), slot, command.params)
        check_blanks(blanks, command.params, window.clause)
    except Refused:
        if not (is_kept(step, command.against) and are_filled(blanks, command.params)):
            raise
        basis = "against"
    params = canonical_params(blanks, command.params)
    event = e.Answered(who=command.who, choice=command.choice, params=params)
    filled = question.id, slot.id
    step.emit(event, filled, behalf=command.who, clause=window.clause, basis=basis)


def _tell_the_clock(step: Step, command: c.Answer) -> Todo | None:
    """Between rounds the referee begins the next; an actor ends the stretch that waits for them."""
    path = step.combat.clock.path
    if step.rules.reported(step):
        why = "turns begin and end as another program says: report it, or rule another order"
        raise Refused(step.rules.sequence.clause, why, None, "/about")
    if (command.about, command.choice, command.who) == ("round", "begin", REFEREE):
        if not openings.may_begin_round(step):
            clause, numbers = step.rules.sequence.clause, {"round": step.combat.clock.rounds}
            raise Refused(clause, "no round can begin now", numbers, "/choice")
        return begin_stretch(step, step.rules.sequence)
    if not openings.has_the_go(step, command.who):
        raise not_asked(step, command.who, why_not_now(step, command.who))
    kind = innermost_stretch(step.rules.sequence, path).kind
    if (command.about, command.choice) != (kind, "end"):
        at, legal = ("/choice", "end") if command.about == kind else ("/about", kind)
        raise Refused(asked_under(step), f"the {kind} is open", None, at, legal=[legal])
    return Todo(kind, END)


def withdraw_own(step: Step, command: c.Withdraw) -> None:
    """Take back what one answered or declared while its question is open; never dice."""
    question = _open_question(step)
    mine = [
        slot
        for slot in question.slots
        if command.who in (*slot.holders, *step.doers(slot.who))
        and openings.taken_back(step, question, slot)
        and openings.told_apart(step, slot, command.toward)
    ]
    if not mine:
        why = f"{by_name(command.who)} has nothing here to take back"
        raise not_asked(step, command.who, why)
    _one_is_meant(step, question, mine, command.who)
    back = openings.taken_back(step, question, mine[0])
    assert back is not None
    act, filled = back
    with step.sealing(question.id if act else "", mine[0].who):
        event = e.Withdrawn(act=act, why="taken back")
        step.emit(event, (question.id, filled), behalf=command.who)


NONE_OF_YOURS = "none of yours is asked now; first the open question is answered"


def pass_all(step: Step, command: c.PassAll) -> None:
    """Pass every slot whose turn it is that is one's own to pass."""
    question = _open_question(step)
    if not window_in(step, question).passes:
        raise not_asked(step, command.who, f"{question.about} cannot be passed", "/type")
    for slot in question.open():
        own = step.viewer.speaks_for(slot.who, step.combat.roster)
        if own and command.who in ("", slot.who) and slot.who not in command.present:
            event = e.Answered(who=slot.who, choice="pass")
            step.emit(event, (question.id, slot.id), behalf=slot.who)
    if not step.drafts and command.present:
        raise not_asked(step, command.who, "all who are asked are here, and answer themselves")
    if not step.drafts:
        why = why_not_now(step, command.who) if command.who else NONE_OF_YOURS
        raise not_asked(step, command.who, why)


def _witness(step: Step, command: c.Answer) -> str:
    """Players do not witness their own dice: only the referee vouches for what fell."""
    if command.witness and not step.viewer.is_referee:
        raise Refused("", "only the referee vouches for what fell", None, "/witness")
    return command.witness
