"""Rounds, turns and the order as their source says: nothing ticks and nothing ends by itself."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.engine.reported.names import known_member
from domain.ruleset.ruleset import Refused
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.course.order_line import Place
from domain.step.step import Step

REPORTED = "as reported"
"""Why an order stands."""

KEY = "clock "
"""How the name of a fact begins that is another key of the clock."""


def set_order(step: Step, said: c.ReportedOrder, pointer: str) -> None:
    """Replace the order as it is said."""
    scope = next(iter(step.rules.orders), "")
    if not scope:
        why = "this game goes by no order that could be set"
        raise Refused(step.rules.sequence.clause, why, None, pointer)
    for who, _ in said.order:
        known_member(step, who, f"{pointer}/order")
    step.set_line(scope, tuple((Place(who, score),) for who, score in said.order), REPORTED)


def set_clock(step: Step, said: c.ReportedClock, pointer: str) -> None:
    """Put the clock to where it is said to stand; raises Refused where the rules move it.

    A turn is in a round: where none runs, the next begins.
    """
    if not step.rules.reported(step):
        why = "the turns of this fight go by its own order: rule the order to be reported first"
        raise Refused(step.rules.sequence.clause, why, None, pointer)
    for who in said.turn or ():
        known_member(step, who, f"{pointer}/turn")
    if said.turn is not None or _is_other_round(step, said):
        _end_turn(step, taken_back=said.taken_back)
    if _is_other_round(step, said):
        _end_round(step, taken_back=said.taken_back)
        if isinstance(said.round, int):
            step.emit(e.RoundBegan(n=said.round))
    if said.turn:
        if not step.combat.clock.path:
            step.emit(e.RoundBegan(n=step.combat.clock.number + 1))
        why = "taken back" if said.taken_back else "order"
        step.emit(e.TurnBegan(who=said.turn, why=why, resumes=said.taken_back))
    for key, value in said.more.items():
        _set_key(step, f"{KEY}{key}", value)


def _set_key(step: Step, name: str, value: int | str | bool | None) -> None:
    """Note another key of the clock as a fact of the table; None takes it away."""
    was = step.combat.facts.get(TABLE_SUBJECT, name)
    if was != value or type(was) is not type(value):
        step.emit(e.FactSet(of=TABLE_SUBJECT, name=name, was=was, value=value))


def _is_other_round(step: Step, said: c.ReportedClock) -> bool:
    """True where the round changes; one that is taken back to itself begins again."""
    if said.round is None:
        return False
    running = step.combat.clock.span("round")
    return (running.name if running else "none") != str(said.round)


def _end_turn(step: Step, *, taken_back: bool) -> None:
    turn = step.combat.clock.span("turn")
    while turn is not None and step.combat.clock.path[-1].kind == "phase":
        step.shut_span()
    if turn is not None:
        step.emit(e.TurnEnded(who=turn.who, taken_back=taken_back))


def _end_round(step: Step, *, taken_back: bool) -> None:
    """End the round that runs, and what was begun in it under other rules."""
    while step.combat.clock.path and step.combat.clock.path[-1].kind != "round":
        step.shut_span()
    if step.combat.clock.path:
        n = int(step.combat.clock.path[-1].name)
        step.emit(e.RoundEnded(n=n, taken_back=taken_back))
