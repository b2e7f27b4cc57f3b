"""Acts from their beginning to their close."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.engine.free_rolls import roll_of_act
from domain.engine.stages import run_stage, stages_of
from domain.legality.openings import as_deed, breach_of
from domain.ruleset.ruleset import BEGIN, END, STAND, Manoeuvre, Refused
from domain.ruleset.stage_list import Todo, successor
from domain.ruleset.windows import REACT, is_known
from domain.state.exchange import Doing
from domain.step.step import Step

SlotOf = tuple[str, str] | None
"""The question and slot that an act fills when it begins."""


def manoeuvre_of(step: Step, act: Doing) -> Manoeuvre:
    """The manoeuvre of an act; raises Refused where this ruleset has none of that name."""
    manoeuvre = step.rules.manoeuvre(act.manoeuvre)
    if manoeuvre is None:
        raise Refused("", f"no manoeuvre is called {act.manoeuvre!r}")
    return manoeuvre


def declare_act(step: Step, act: Doing, slot: SlotOf, clause: str, basis: str = "stated") -> None:
    """Say an act that is not yet done."""
    event = e.Declared(**_act_fields(act), against=act.against)
    step.emit(event, slot, behalf=act.who, clause=clause, basis=basis)


def attempt(step: Step, act: Doing, slot: SlotOf, breach: Refused | None = None) -> Todo | None:
    """Begin an act, or first try to: an attempt is declared, and begins when its stages allow.

    What the table does against the rules (`breach`) is simply done.
    """
    manoeuvre = manoeuvre_of(step, act)
    if BEGIN not in manoeuvre.stages or breach:
        return begin(step, act, slot, breach)
    declare_act(step, act, slot, manoeuvre.clause)
    if manoeuvre.prepaid(step):
        pay(step, act)
    return Todo(act.id, manoeuvre.stages[0])


def begin(
    step: Step, act: Doing, slot: SlotOf, breach: Refused | None = None, together: bool = False
) -> Todo | None:
    """Begin an act: push it, pay for it, roll for it, and do its first stage; what is next of it.

    One of several that begin `together` asks nothing before all have begun.
    """
    manoeuvre, deed = manoeuvre_of(step, act), as_deed(step, act)
    clause, basis = (breach.clause, "against") if breach else (manoeuvre.clause, "stated")
    said = _act_fields(act) | {"params": _params_but_rolls(act)}
    reaction, declared = deed.kind == "reaction", step.doing(act.id) is not None
    event = e.Reacted(**said, stands=manoeuvre.stands) if reaction else e.Acted(**said)
    step.on = act.on
    step.emit(event, slot, clause=clause, basis=basis, behalf=act.who)
    step.on = act.id
    if not (declared and manoeuvre.prepaid(step)):
        pay(step, act)
    roll_of_act(step, act)
    first = first_stage(step, act)
    waits = first in (END, STAND) or (together and is_known(step.rules, first))
    todo = Todo(act.id, first)
    return todo if waits else run_stage(step, todo)


def _params_but_rolls(act: Doing) -> dict[str, Any]:
    """What an act says; its rolls have entries of their own once it is begun."""
    return {name: value for name, value in act.params.items() if name != "rolls"}


def pay(step: Step, act: Doing) -> None:
    """Pay what an act costs."""
    manoeuvre = manoeuvre_of(step, act)
    for pool, cost in manoeuvre.cost(step, as_deed(step, act)).items():
        name, _, key = pool.partition("/")
        step.pay(act.who, name, cost, key, clause=manoeuvre.clause)


def first_stage(step: Step, act: Doing) -> str:
    """What an act does at once: its first stage, or the first after the attempt; else it ends."""
    stages = stages_of(step, act.id)
    return successor(stages, BEGIN) if BEGIN in stages else stages[0]


def _act_fields(act: Doing) -> dict[str, Any]:
    said = ("who", "manoeuvre", "on", "targets", "using", "params")
    return {"act": act.id, **{name: getattr(act, name) for name in said}}


def begin_or_withdraw(step: Step, act: Doing, slot: SlotOf, together: bool = False) -> Todo | None:
    """Begin a declared act; one that has become illegal is withdrawn with the reason.

    One that the table has kept against the rules is begun whatever it breaks.
    """
    known = step.rules.manoeuvre(act.manoeuvre) is not None
    breach = breach_of(step, act) if act.who or not known else None
    if breach is None or (act.against and known):
        return begin(step, act, slot, breach, together)
    # A declaration that fills its slot itself leaves it filled where the rules withdraw it.
    reply = step.combat.exchange.questions[slot[0]].replies.get(slot[1]) if slot else None
    declared = reply is not None and reply.value == act.id
    _unseal(step, act)
    withdraw(step, act, None if declared else slot, str(breach))
    return None


def _unseal(step: Step, act: Doing) -> None:
    """Say openly what was declared in a sealed window, so that all know what is taken back."""
    question = step.combat.exchange.questions.get(act.slot[0])
    if act.who and question is not None and step.window(question.about).sealed(step):
        manoeuvre = step.rules.manoeuvre(act.manoeuvre)
        declare_act(step, act, None, manoeuvre.clause if manoeuvre else "")


def withdraw(step: Step, act: Doing, slot: SlotOf, why: str, instead: str = "") -> None:
    """Take back a declared act; nothing is paid for it, unless it was when it was declared."""
    step.emit(e.Withdrawn(act=act.id, why=why, instead=instead), slot, behalf=act.who)


# --- over ----------------------------------------------------------------------------------


def over(step: Step, act: Doing) -> Todo | None:
    """An act's stages are over: let go what stands on it, then close it.

    An act that was never begun was an attempt that failed; its slot stays used.
    """
    if not act.kind:
        outcome = step.combat.exchange.outcome(act.id)
        withdraw(step, act, None, outcome.outcome if outcome else "the attempt failed")
        return None
    if act.id not in step.combat.exchange.frames:
        return None
    for held in step.combat.exchange.standing(act.id):
        return Todo(held.id, successor(stages_of(step, held.id), STAND) or END)
    return _close(step, act)


def _close(step: Step, act: Doing) -> Todo | None:
    """Close an act; if it was let go by the one that it stood on, that one is over as well."""
    step.on = act.id
    step.expire("act", act.id)
    following = below(step, act)
    step.emit(e.Closed(frame=act.id), clause="")
    let_go = act.stands and act.slot[0] not in step.combat.exchange.questions
    return Todo(act.on, END) if let_go else following


def below(step: Step, act: Doing) -> Todo | None:
    """After an act has closed or come to its stand: the one under it, if they began together."""
    frames = step.combat.exchange.frames
    under = step.doing(frames[frames.index(act.id) - 1])
    if under is None or not _together(step, act, under):
        return None
    first = first_stage(step, under)
    done = not is_known(step.rules, first)
    return Todo(under.id, (successor(stages_of(step, under.id), first) or END) if done else first)


def _together(step: Step, act: Doing, under: Doing) -> bool:
    """True where both were begun as one rank of a question."""
    question = step.combat.exchange.questions.get(act.slot[0])
    if question is None or question.about != REACT or under.slot[0] != question.id:
        return False
    ranks = {s.id: s.rank for s in question.slots}
    return ranks.get(act.slot[1]) == ranks.get(under.slot[1])
