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
    come = member._replace(
        name=command.name or member.name, side=command.side or member.side,
        controller=command.controller or member.controller, hidden=command.hidden,
    )  # fmt: skip
    step.bring_in(come, basis="table", behalf=command.subject)
    if comes_out:
        publish(step, member.subject)
    if acts:
        step.open_pools(member)


def _newcomer(step: Step, command: c.Join) -> Member:
    """Somebody as the command has him; who can act has his traits checked by the ruleset."""
    sheet = step.rules.sheet if command.kind in ABLE_KINDS else as_given
    return Member(command.subject, command.kind, command.subject, "", "", 0, sheet(command.traits))


def leave(step: Step, command: c.Leave) -> None:
    """Take somebody out; that withdraws what he declared and answers every slot he holds."""
    member = step.member(command.who)
    if member is None or not member.here:
        raise Refused("", f"{command.who!r} is not here", None, "/who")
    step.take_out(command.who, "left", basis="table")


def end(step: Step, command: c.End) -> None:
    """End the combat: what is open is closed from the top, then the spans of the clock.

    What those endings would set off is over with them; what the end of the combat sets off runs.
    """
    for frame in reversed(step.combat.exchange.frames):
        step.emit(e.Closed(frame=frame, how="the combat ended"))
    while step.combat.clock.path:
        step.close_span("the combat ended")
    step.expire("combat")
    step.due.clear()
    step.emit(e.CombatEnded(why="ended by the referee"), basis="table")
