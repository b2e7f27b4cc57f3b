"""One report, one step: who says it, the act, its rolls, and what has changed.

Its basis is `imported`: no rule decides about it, nothing is asked, and nothing ticks. What follows
from the act has it as its cause; else what the report says it follows from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain import commands as c
from domain import events as e
from domain.engine.reported import changes, clock, roster_changes
from domain.engine.reported.names import known_act, known_member
from domain.engine.reported.rolls import enter_roll
from domain.log.codec import IMPORTED
from domain.state.course.reported import KnownAct
from domain.step.names_meant import change_meant
from domain.step.step import Step


def report(step: Step, command: c.Report) -> None:
    """Enter what was reported, headed by who says it; raises Refused for what it cannot mean."""
    first = len(step.drafts)
    after = _after(step, command)
    act = step.new_id() if command.act else ""
    step.because = after.id
    step.emit(_heading(step, command, act))
    if command.act:
        _begin_act(step, command.act, act, after)
        step.because = act
    _enter_rolls(step, command)
    for nth, change in enumerate(command.changes):
        _enter_change(step, change, f"/changes/{nth}")
    if act:
        step.emit(e.Closed(frame=act))
    step.because = ""
    _as_reported(step, first)


def _after(step: Step, command: c.Report) -> KnownAct:
    """The act that the report follows from; none where it names none."""
    if not command.after:
        return KnownAct("")
    return known_act(step, command.source, command.after, "/after")


def _heading(step: Step, command: c.Report, act: str) -> e.Reported:
    """Who says what follows, when, and what else it comes from."""
    if command.of:
        known_member(step, command.of, "/of")
    since = tuple(known_act(step, command.source, s, "/since").id for s in command.since)
    said = {
        name: getattr(command, name) for name in ("source", "id", "time", "row", "effect", "of")
    }
    done = command.act
    doer = {"who": done.who, "known_as": done.id} if done else {}
    return e.Reported(**said, **doer, act=act, since=since, inferred=command.inferred)


def _begin_act(step: Step, done: c.ReportedAct, act: str, after: KnownAct) -> None:
    """Say what was done; in answer to the act of another it is a reaction."""
    for who in filter(None, (done.who, *done.targets)):
        known_member(step, who, "/act")
    said: dict[str, Any] = {"params": dict(done.params), "on": after.id}
    for name in ("who", "manoeuvre", "targets", "using"):
        said[name] = getattr(done, name)
    answers = bool(done.who) and after.who not in ("", done.who)
    step.emit((e.Reacted if answers else e.Acted)(act=act, **said))


def _enter_rolls(step: Step, command: c.Report) -> None:
    """Enter the rolls, each under the act that it says it belongs to."""
    cause = step.because
    for nth, roll in enumerate(command.rolls):
        act = step.combat.reported.act(command.source, roll.on) if roll.on else None
        step.because = act.id if act else cause
        enter_roll(step, roll.model_copy(update={"on": ""}) if act else roll, f"/rolls/{nth}")
    step.because = cause


def _enter_change(step: Step, said: c.ReportedChange, pointer: str) -> None:
    """Enter a change under the names of the game; a gain or a loss is one of what was there."""
    if isinstance(said, c.ReportedPool) and said.delta is not None:
        step.open_pools_in_hiding(said.subject)
    step.befalls = getattr(said, "subject", "")
    CHANGES[type(said)](step, change_meant(step, said), pointer)


def _as_reported(step: Step, first: int) -> None:
    """Give everything that a report brings its basis; nobody spoke for anybody in it.

    The heading is hidden with what it heads. No stage of the game follows on any of it.
    """
    drafts = (d._replace(basis=IMPORTED, clause="", behalf="") for d in step.drafts[first:])
    heading, *rest = drafts
    if rest and not heading.audience and all(draft.audience for draft in rest):
        heading = heading._replace(audience=rest[0].audience)
    step.drafts[first:] = [heading, *rest]
    step.due.clear()


CHANGES: dict[type[e.Fact], Callable[[Step, Any, str], None]] = {
    c.ReportedPool: changes.change_pool,
    c.ReportedCondition: changes.change_condition,
    c.ReportedConditionChange: changes.alter_condition,
    c.ReportedFact: changes.set_fact,
    c.PlaceFix: changes.put,
    c.ReportedOrder: clock.set_order,
    c.ReportedClock: clock.set_clock,
    c.ReportedJoin: roster_changes.bring_in,
    c.ReportedLeave: roster_changes.take_out,
    c.ReportedReturn: roster_changes.bring_back,
    c.ReportedOutcome: changes.resolve,
    c.ReportedGap: lambda step, said, pointer: step.emit(e.Gap(says=said.says, what=said.of)),
}
"""Each kind of change, and the function that enters it."""
