"""Opening and ending a combat, joining and leaving it."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.facets.roster import Member
from domain.fixes import point_of
from domain.publishing import publish
from domain.ruleset import Refused, as_given
from domain.scene import ABLE_KINDS, TABLE_SUBJECT
from domain.seats import REFEREE
from domain.step import Step
from domain.windows import REACT

RESERVED = (REFEREE, TABLE_SUBJECT)
"""What nobody may be called: slots and settings are theirs."""


def open_combat(step: Step, command: c.Open) -> None:
    """Open a combat; its settings, checked against the open points, become facts of the table."""
    for key, value in command.settings.items():
        point_of(step.rules, key, value, f"/settings/{key}")
    event = e.CombatOpened(
        ruleset=step.rules.key, edition=step.rules.edition, title=command.title,
        mode=command.mode, policy=command.policy, commitments=step.dice.commitments(),
    )  # fmt: skip
    step.emit(event, basis="table")
    for key, value in command.settings.items():
        step.emit(e.FactSet(of=TABLE_SUBJECT, name=key, value=value), basis="table")


def join(step: Step, command: c.Join) -> None:
    """Bring somebody in, openly or hidden; a hidden one joins again when it comes out."""
    there = step.member(command.subject)
    comes_out = there is not None and there.hidden and there.here and not command.hidden
    if {command.subject, command.side} & set(RESERVED) or (there and not comes_out):
        raise Refused("", f"{command.subject!r} is taken", None, "/subject")
    if command.hidden:
        step.privately()
    member = there or _newcomer(step, command)
    acts = member.kind in ABLE_KINDS and not command.hidden
    event = e.Joined(
        subject=member.subject, kind=member.kind, name=command.name or member.name,
        side=command.side or member.side, controller=command.controller or member.controller,
        roller=step.combat.roster.rollers() + 1 if acts else 0, traits=member.traits,
        hidden=command.hidden,
    )  # fmt: skip
    step.emit(event, basis="table", behalf=command.subject)
    if comes_out:
        publish(step, member.subject)
    known = step.combat.pools.of.get(member.subject, {})
    for pool, amount in step.rules.opening(member.traits).items() if acts else ():
        if pool not in known:
            step.fill(member.subject, pool, amount)


def _newcomer(step: Step, command: c.Join) -> Member:
    """Somebody as the command has him; who can act has his traits checked by the ruleset."""
    sheet = step.rules.sheet if command.kind in ABLE_KINDS else as_given
    return Member(command.subject, command.kind, command.subject, "", "", 0, sheet(command.traits))


def leave(step: Step, command: c.Leave) -> None:
    """Take somebody out; that withdraws what he declared and answers every slot he holds."""
    member = step.member(command.who)
    if member is None or not member.here:
        raise Refused("", f"{command.who!r} is not here", None, "/who")
    step.emit(e.Left(subject=command.who, why="left"), basis="table")
    for act in tuple(step.combat.exchange.acts.values()):
        if act.who == command.who and not act.kind:
            with step.sealing(act.slot[0], act.who):
                step.emit(e.Withdrawn(act=act.id, why="left the combat"), _waits_in(step, act.id))
    for question in tuple(step.combat.exchange.questions.values()):
        for slot in question.unfilled():
            if slot.who == command.who:
                left = e.Answered(who=command.who, choice="left")
                step.emit(left, (question.id, slot.id), behalf=command.who)


def _waits_in(step: Step, act: str) -> tuple[str, str] | None:
    """The slot in which a declared reaction waits for its turn."""
    for question in step.combat.exchange.questions.values():
        for slot in question.slots if question.about == REACT else ():
            if slot.about == act:
                return question.id, slot.id
    return None


def end(step: Step, command: c.End) -> None:
    """End the combat: what is open is closed from the top, then the spans of the clock."""
    for frame in reversed(step.combat.exchange.frames):
        step.emit(e.Closed(frame=frame, how="the combat ended"))
    while step.combat.clock.path:
        step.close_span("the combat ended")
    step.expire("combat")
    step.emit(e.CombatEnded(why="ended by the referee"), basis="table")
