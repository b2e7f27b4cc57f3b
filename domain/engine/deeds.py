"""Deeds: what somebody does or declares, on empty ground or in a window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from domain import commands as c
from domain.engine.acts import attempt, declare_act, manoeuvre_of, pay, withdraw
from domain.engine.questions import USED, is_alone
from domain.engine.said_results import check_said_with, params_said
from domain.legality.blank_checks import canonical_params
from domain.legality.checks import check_with, has_form, legal, no_manoeuvre, unable
from domain.legality.openings import Opening, openings
from domain.legality.options import deeds_in
from domain.ruleset.ruleset import Deed, Manoeuvre, Need, Refused, answers_of, by_name
from domain.ruleset.sequence import more_rounds, played_under
from domain.ruleset.stage_list import Todo
from domain.ruleset.windows import REACT
from domain.state.exchange import Doing
from domain.state.viewer import REFEREE
from domain.step.step import Step

D = TypeVar("D", c.Act, c.Declare)

MAY_NOT = "may not answer this"


def act(step: Step, command: c.Act) -> Todo | None:
    """Do something now; among declared reactions this replaces one's own."""
    command = _as_meant(step, command)
    opening = _opening(step, command)
    if opening.declares:
        why = "declare it first: everybody declares before anybody acts"
        raise not_asked(step, command.who, why, "/type", legal=["declare"])
    breach = _breach(step, command, opening)
    doing = _doing(step, command, opening)
    if opening.slot is None:
        return attempt(step, doing, None, breach)
    question = step.combat.exchange.questions[opening.question]
    if question.about == REACT:
        old = step.combat.exchange.acts[opening.slot.about]
        withdraw(step, old, doing.slot, "another reaction instead", doing.manoeuvre)
        if not is_alone(step, question, opening.slot):
            _declare(step, doing, breach)
            return None
    return attempt(step, doing, doing.slot, breach)


def declare(step: Step, command: c.Declare) -> None:
    """Say what one will do. It costs nothing until it is done, unless the rules say so."""
    command = _as_meant(step, command)
    opening = _opening(step, command)
    if not opening.declares:
        why = "nothing is declared now; do it with `act`"
        raise Refused(asked_under(step), why, None, "/type", legal=["act"])
    breach, doing = _breach(step, command, opening), _doing(step, command, opening)
    with step.sealing(opening.question, command.who):
        _declare(step, doing, breach)


def _as_meant(step: Step, command: D) -> D:
    """Return a deed with the game's own names for what it says by other names."""
    said = command.params
    meant = step.rules.params_meant(step, command.who, command.manoeuvre, said) if said else said
    return command if meant == said else command.model_copy(update={"params": meant})


def _declare(step: Step, doing: Doing, breach: Refused | None) -> None:
    manoeuvre = manoeuvre_of(step, doing)
    clause, basis = (breach.clause, "against") if breach else (manoeuvre.clause, "stated")
    kept = doing._replace(against=breach is not None)
    declare_act(step, kept, doing.slot, clause, basis)
    if manoeuvre.prepaid(step):
        pay(step, doing)


def _opening(step: Step, command: c.Deed) -> Opening:
    """Where this deed fits; raises Refused saying what the table waits for."""
    places = openings(step, command.who)
    manoeuvre = step.rules.manoeuvre(command.manoeuvre)
    fitting = [o for o in places if manoeuvre and o.fits(manoeuvre)]
    fitting = fitting or [o for o in places if not o.out_of_turn]
    if not fitting:
        must_act(step, command.who)
        if clause := step.rules.able(step, command.who):
            raise unable(step, command.who, clause)
        _refuse_barred(step, command)
        if manoeuvre is not None and manoeuvre.kinds == ("reaction",):
            # What can only be an answer is refused as its own rules do: for what it waits for.
            question = step.question()
            on = question.on if question else ""
            check_with(manoeuvre.moment, step, _as_deed(command, "reaction", on))
        raise _not_now(step, command.who, manoeuvre)
    return fitting[0]


def must_act(step: Step, who: str) -> None:
    """Only the referee, or who is here and of a kind that can act; raises Refused naming those."""
    if who == REFEREE:
        return
    member = step.member(who)
    if member is None or not member.here:
        raise Refused("", f"nobody here is called {who!r}", None, "/who", legal=step.present())
    if member.hidden:
        why = f"{by_name(who)} is in hiding, and does nothing: let them come out first, with `join`"
        hidden = Need("fact", "in hiding", who, wanted=False, has=True)
        raise Refused("", why, None, "/who", missing=[hidden])
    if member.kind not in step.rules.acting_kinds:
        own = (w for w in step.present() if step.combat.roster.members[w].side == who)
        why = f"{by_name(who)} is a {member.kind}, and does nothing itself"
        raise Refused("", why, None, "/who", legal=own)


def _not_now(step: Step, who: str, manoeuvre: Manoeuvre | None) -> Refused:
    """The refusal of a deed that is out of place, by the rule of whose go it is.

    Where it could answer what is open, that is the rule of the question; of what is no action, its
    own, which says when it comes.
    """
    question, kinds = step.question(), manoeuvre.kinds if manoeuvre else ()
    refused = not_asked(step, who, why_not_now(step, who))
    if question is None or set(kinds) & set(step.window(question.about).takes):
        return refused
    if any(who in step.doers(slot.who) for slot in question.open()):
        return refused.but(pointer="/type")
    clause = played_under(step.rules.sequence, step.combat.clock.path)
    if manoeuvre is not None and "action" not in kinds:
        clause = manoeuvre.clause
    return refused.but(clause=clause or refused.clause)


def asked_under(step: Step) -> str:
    """The clause under which the open question is asked; where none is open, of what is played."""
    question = step.question()
    if question is not None:
        return step.window(question.about).clause
    return played_under(step.rules.sequence, step.combat.clock.path)


def not_asked(
    step: Step, who: str, why: str, pointer: str = "/who", legal: Iterable[str] | None = None
) -> Refused:
    """The refusal of what the table does not wait for, with what it waits for."""
    return Refused(asked_under(step), why, None, pointer, missing=waiting(step, who), legal=legal)


def _refuse_barred(step: Step, command: c.Deed) -> None:
    """Refuse a deed in a barred slot: for what the deed breaks, else with the clause."""
    question = step.question()
    for slot in question.slots if question else ():
        if question and slot.barred not in ("", USED) and command.who in step.doers(slot.who):
            kind = next(iter(step.window(question.about).takes), "")
            legal(step, _as_deed(command, kind, question.on))
            raise unable(step, command.who, slot.barred, MAY_NOT)


def why_not_now(step: Step, who: str) -> str:
    """Why somebody cannot do or answer anything at this moment."""
    question = step.question()
    if question is None and not step.combat.clock.path:
        return _between_rounds(step)
    if question is None:
        return f"it is not {by_name(who)}'s turn"
    if any(who in step.doers(s.who) for s in question.open()):
        return f"{by_name(who)} is asked about {question.about} now, which no deed answers"
    if any(who in step.doers(s.who) for s in question.unfilled_slots()):
        return f"{by_name(who)} answers later: others come first"
    if any(who in s.holders and s.id in question.replies for s in question.slots):
        return f"{by_name(who)} is not asked now: that is answered already"
    return f"{by_name(who)} is not asked now; first the open question is answered"


def _between_rounds(step: Step) -> str:
    """Why nobody can do anything between rounds, before the first and after the last of them."""
    clock, called = step.combat.clock, _round(step)
    if not clock.rounds:
        return f"no {called} has begun"
    if not more_rounds(step.rules.sequence, clock):
        return f"{called} {clock.number} was the last"
    return f"{called} {clock.number} is over, and the next has not begun"


def _round(step: Step) -> str:
    """What this game calls a round."""
    return str(step.rules.words.get("round", "round"))


def waiting(step: Step, who: str = "") -> tuple[Need, ...]:
    """What the table waits for: answers to the open question, somebody's turn, or a round."""
    question = step.question()
    if question is not None:
        holders = dict.fromkeys(w for slot in question.open() for w in slot.holders)
        return tuple(answers_of(holders, question.about))
    if not step.combat.clock.path:
        more = more_rounds(step.rules.sequence, step.combat.clock)
        return (Need("answer", f"to begin the {_round(step)}", REFEREE),) if more else ()
    return (Need("turn", "turn", "", who, step.actors()),)


def _breach(step: Step, command: c.Deed, opening: Opening) -> Refused | None:
    """What the deed breaks, where the table keeps it all the same; raises Refused elsewhere."""
    deed = _as_deed(command, opening.kind, opening.on)
    if step.rules.manoeuvre(command.manoeuvre) is None:
        alike = (o for o in openings(step, command.who) if o.declares == opening.declares)
        raise no_manoeuvre(command.manoeuvre, deeds_in(step, alike))
    try:
        legal(step, deed)
        if opening.only and command.manoeuvre not in opening.only:
            why, offered = f"{command.manoeuvre} is not what is asked for now", sorted(opening.only)
            raise Refused(asked_under(step), why, None, "/manoeuvre", legal=offered)
    except Refused as refused:
        if is_kept(step, command.against) and has_form(step, deed):
            return refused
        raise
    return None


def _as_deed(command: c.Deed, kind: str, on: str) -> Deed:
    return Deed(
        command.who, command.manoeuvre, kind, on, command.targets, command.using, command.params
    )


def is_kept(step: Step, against: bool) -> bool:
    """True where the table records what it did against the rules: its mode, or the referee."""
    return against and (step.combat.roster.mode == "record" or step.viewer.is_referee)


def _doing(step: Step, command: c.Deed, opening: Opening) -> Doing:
    """The act of a deed, carrying the risk and faces that were said in advance."""
    deed = _as_deed(command, opening.kind, opening.on)
    manoeuvre = step.rules.manoeuvre(command.manoeuvre)
    check_said_with(step, command, manoeuvre)
    params = canonical_params(manoeuvre.blanks(step, deed) if manoeuvre else (), command.params)
    params |= params_said(command)
    asked = step.combat.exchange.questions.get(opening.question)
    many = asked is not None and step.window(asked.about).many
    slot = "" if opening.slot is None or many else opening.slot.id
    said = deed._replace(kind="", params=params)._asdict()
    return Doing(id=step.new_id(), **said, slot=(opening.question, slot))
