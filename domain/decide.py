"""decide: a command becomes the events of one step, or is refused with clause and numbers.

Each command has one short function here; what follows from it is settled by `domain.settle`.
Nothing is changed by a refusal: the step is simply not stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain import commands as c
from domain import events as e
from domain.combat import Combat
from domain.facets.exchange import Doing, Question
from domain.fixes import adjust
from domain.legal import check_blanks, legal
from domain.options import (
    Opening,
    as_deed,
    can_withdraw,
    may_begin_round,
    open_choices,
    openings,
)
from domain.roster_commands import end, join, leave, open_combat
from domain.ruleset import Asking, Deed, Forbidden, Modifier, Refused, Ruleset, Slot, Throw
from domain.seats import REFEREE, Viewer
from domain.sequence_of_play import END, located
from domain.settle import SPANS, Todo, begin, begin_stretch, settle, withdraw
from domain.step import Dice, Step

Handler = Callable[[Step, Any], Todo | None]


def decide(
    combat: Combat, command: c.Command, rules: Ruleset, dice: Dice, number: int, viewer: Viewer
) -> Step:
    """The step that a command causes: its drafts, and the combat after it.

    `number` is the step's own; ids of acts are made from it. Raises Refused where the rules do not
    allow it, Forbidden where the viewer does not speak for whom the command names.
    """
    step = Step(combat, rules, dice, number, viewer)
    if combat.roster.ended:
        raise Refused("", "the combat has ended; reopen it to play on")
    handler, alone = HANDLERS[type(command)]
    whom = REFEREE if alone else getattr(command, "who", "")
    if whom and not viewer.speaks_for(whom, combat.roster):
        raise Forbidden(f"this seat does not speak for {whom}")
    todo = handler(step, command)
    settle(step, todo)
    if not step.drafts:
        raise Refused("", "this would change nothing")
    return step


# --- deeds ---------------------------------------------------------------------------------


def act(step: Step, command: c.Act) -> Todo | None:
    """Do something now; in a window of declared reactions this replaces one's own."""
    opening = _opening(step, command)
    if opening.declares:
        raise Refused("", "declare it first: everybody declares before anybody acts")
    breach = _breach(step, command, opening)
    doing = _doing(step, command, opening.on)
    slot = (opening.question, opening.slot.id) if opening.slot else None
    old = step.doing(opening.slot.about) if opening.slot and _reacting(step) else None
    if old is not None:
        withdraw(step, old, slot, "another reaction instead", doing.id)
    return begin(step, doing, slot, breach)


def declare(step: Step, command: c.Declare) -> None:
    """Say what one will do. It costs nothing until it is done."""
    opening = _opening(step, command)
    if not opening.declares or opening.slot is None:
        raise Refused("", "nothing is declared now; do it with `act`")
    breach = _breach(step, command, opening)
    many = step.window(_asked(step).about).many
    doing = _doing(step, command, opening.on)
    manoeuvre = step.rules.manoeuvre(command.manoeuvre)
    step.emit(
        e.Declared(
            act=doing.id, who=doing.who, manoeuvre=doing.manoeuvre, on=doing.on,
            targets=doing.targets, using=doing.using, params=doing.params,
        ),
        (opening.question, "" if many else opening.slot.id),
        behalf=command.who,
        clause=breach.clause if breach else manoeuvre.clause if manoeuvre else "",
        basis="against" if breach else "stated",
    )  # fmt: skip


def _opening(step: Step, command: c.Deed) -> Opening:
    """Where this deed fits; raises Refused saying what the table waits for."""
    places = openings(step, command.who)
    manoeuvre = step.rules.manoeuvre(command.manoeuvre)
    kinds = manoeuvre.kinds if manoeuvre else ()
    fitting = [o for o in places if o.kind in kinds] or list(places)
    if not fitting:
        raise Refused("", _why_not_now(step, command.who), _waiting(step))
    return fitting[0]


def _why_not_now(step: Step, who: str) -> str:
    question = step.question()
    if question is None:
        return f"it is not {who}'s turn"
    if any(s.who == who for s in question.unfilled()):
        return f"{who} answers later: others come first"
    return f"{who} is not asked now; first the open question is answered"


def _waiting(step: Step) -> dict[str, int | str]:
    """What the table waits for, as the numbers of a refusal."""
    question = step.question()
    if question is None:
        return {"turn of": ", ".join(step.actors()) or "nobody"}
    return {"open": question.about, "waits for": ", ".join(s.who for s in question.open())}


def _breach(step: Step, command: c.Deed, opening: Opening) -> Refused | None:
    """What the deed breaks, where the table keeps it all the same; raises Refused elsewhere."""
    deed = Deed(
        command.who, command.manoeuvre, opening.kind, opening.on, command.targets,
        command.using, command.params,
    )  # fmt: skip
    try:
        legal(step, deed)
    except Refused as refused:
        if _kept(step, command) and step.rules.manoeuvre(command.manoeuvre):
            return refused
        raise
    return None


def _kept(step: Step, command: c.Deed | c.Answer) -> bool:
    """True where the table records what it did against the rules: its mode, or the referee."""
    recorded = step.combat.roster.mode == "record" or step.viewer.is_referee
    return command.against and recorded


def _doing(step: Step, command: c.Deed, on: str) -> Doing:
    """The act of a deed, carrying the risk and faces that were said in advance."""
    params = dict(command.params)
    if command.risk:
        params["risk"] = dict(command.risk)
    if command.faces:
        params["faces"] = {k: list(v) for k, v in command.faces.items()}
    return Doing(
        step.new_id(), command.who, command.manoeuvre, "", on, command.targets, command.using,
        params,
    )  # fmt: skip


# --- answers -------------------------------------------------------------------------------


def answer(step: Step, command: c.Answer) -> Todo | None:
    """Fill a slot, or tell the clock that one's stretch is over or the next round begins."""
    if step.combat.exchange.top() is None and command.about in SPANS:
        return _tell_the_clock(step, command)
    question = _asked(step)
    slot = _slot(step, question, command)
    window = step.window(question.about)
    if command.choice == "roll" and window.throw is not None:
        throw = window.throw(step, Asking(question.on, question.about, question.params), slot)
        step.on = question.on
        step.roll(throw, command.risk, command.faces, (question.id, slot.id), command.witness)
        return None
    if command.choice == "go" and question.about == "react":
        return _go(step, question, slot)
    if not (command.choice == "pass" and window.passes):
        _check_choice(step, question, slot, command)
    step.emit(
        e.Answered(who=command.who, choice=command.choice, params=command.params),
        (question.id, slot.id), behalf=command.who, clause=window.clause,
    )  # fmt: skip
    return None


def _asked(step: Step) -> Question:
    question = step.question()
    if question is None:
        raise Refused("", "no question is open", _waiting(step))
    return question


def _slot(step: Step, question: Question, command: c.Answer) -> Slot:
    """The slot that an answer fills; raises Refused with what the table waits for."""
    if question.about != command.about:
        raise Refused("", f"the open question is about {question.about}", _waiting(step), "/about")
    mine = [s for s in question.slots if s.who == command.who]
    if command.toward:
        mine = [s for s in mine if command.toward in (s.about, s.id)]
    for slot in mine:
        if slot in question.open():
            return slot
    barred = next((s.barred for s in mine if s.barred), "")
    if barred:
        raise Refused(barred, f"{command.who} may not answer this", _waiting(step))
    raise Refused("", _why_not_now(step, command.who), _waiting(step), "/who")


def _check_choice(step: Step, question: Question, slot: Slot, command: c.Answer) -> None:
    choices = open_choices(step, question, slot)
    choice = next((o for o in choices if o.name == command.choice), None)
    clause = step.window(question.about).clause
    if choice is None:
        known = ", ".join(o.name for o in choices) or "pass"
        raise Refused(clause, f"{command.choice!r} is no answer here", {"legal": known}, "/choice")
    check_blanks(choice.blanks, command.params, clause)


def _go(step: Step, question: Question, slot: Slot) -> Todo | None:
    """Carry out a declared reaction whose turn has come."""
    declared = step.combat.exchange.acts[slot.about]
    legal(step, as_deed(step, declared))
    return begin(step, declared, (question.id, slot.id))


def _reacting(step: Step) -> bool:
    question = step.question()
    return question is not None and question.about == "react"


def _tell_the_clock(step: Step, command: c.Answer) -> Todo | None:
    """Between rounds the referee begins the next; an actor ends the stretch that waits for him."""
    path = step.combat.clock.path
    if command.about == "round" and command.choice == "begin" and command.who == REFEREE:
        if not may_begin_round(step):
            raise Refused("", "no round can begin now", {"open": len(path)})
        return begin_stretch(step, step.rules.sequence)
    if not openings(step, command.who):
        raise Refused("", f"it is not {command.who}'s turn", _waiting(step), "/who")
    kind = located(step.rules.sequence, path).kind
    if (command.about, command.choice) != (kind, "end"):
        raise Refused("", f"say about {kind}: end", {"legal": "end"}, "/choice")
    return kind, END


def withdraw_own(step: Step, command: c.Withdraw) -> None:
    """Take back what one answered or declared while its question is open; never dice."""
    question = _asked(step)
    for slot in question.slots:
        toward = not command.toward or command.toward in (slot.about, slot.id)
        if slot.who == command.who and toward and can_withdraw(question, slot):
            reply = question.replies.get(slot.id)
            act_id = reply.value if reply and reply.how == "declared" else ""
            if reply is None:
                act_id = slot.about
            step.emit(
                e.Withdrawn(act=act_id, why="taken back"), (question.id, slot.id),
                behalf=command.who,
            )  # fmt: skip
            return
    raise Refused("", f"{command.who} has nothing here to take back", _waiting(step))


def pass_all(step: Step, command: c.PassAll) -> None:
    """Pass every slot whose turn it is that is one's own to pass."""
    question = _asked(step)
    if not step.window(question.about).passes:
        raise Refused("", f"{question.about} cannot be passed", _waiting(step))
    for slot in question.open():
        own = step.viewer.speaks_for(slot.who, step.combat.roster)
        if own and command.who in ("", slot.who):
            step.emit(
                e.Answered(who=slot.who, choice="pass"), (question.id, slot.id), behalf=slot.who
            )


# --- loose chance and open points ----------------------------------------------------------


def roll(step: Step, command: c.Roll) -> None:
    """Dice that no rule asks for, openly or for the referee's eyes."""
    if command.hidden:
        if not step.viewer.is_referee:
            raise Forbidden("only the referee rolls hidden dice")
        step.privately()
    bonus = (Modifier(source="bonus", value=command.bonus),) if command.bonus else ()
    key = "hidden" if command.hidden else "open"
    throw = Throw(
        command.who, command.purpose or "loose", "loose", command.sides, command.count, bonus,
        key=key,
    )  # fmt: skip
    step.roll(throw, faces=command.faces)


def draw(step: Step, command: c.Draw) -> None:
    """A card that no rule asks for."""
    step.draw(command.who, command.deck, command.purpose or "loose", command.card)


def rule(step: Step, command: c.Rule) -> None:
    """The referee settles an open point; it holds until it is settled again."""
    point = step.rules.point(command.point)
    if point is None or (point.values and str(command.value) not in point.values):
        known = {p.key: " | ".join(p.values) for p in step.rules.points}
        raise Refused("", f"no open point {command.point!r} = {command.value!r}", known, "/point")
    was = step.combat.facts.get("table", point.key)
    step.emit(
        e.FactSet(of="table", name=point.key, was=was, value=command.value),
        clause=point.clause, basis="ruled",
    )  # fmt: skip


HANDLERS: dict[type[c.Command], tuple[Handler, bool]] = {
    c.Open: (open_combat, True),
    c.Join: (join, True),
    c.Leave: (leave, True),
    c.End: (end, True),
    c.Act: (act, False),
    c.Declare: (declare, False),
    c.Withdraw: (withdraw_own, False),
    c.Answer: (answer, False),
    c.PassAll: (pass_all, False),
    c.Roll: (roll, False),
    c.Draw: (draw, False),
    c.Adjust: (adjust, True),
    c.Rule: (rule, True),
}
"""Each play command's function, and whether it is the referee's alone."""
