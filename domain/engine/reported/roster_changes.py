"""Who joins, leaves and comes back, as their source says."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.engine.reported.names import known_member
from domain.engine.roster_commands import join
from domain.ruleset.ruleset import Refused
from domain.step.step import Step


def bring_in(step: Step, said: c.ReportedJoin, pointer: str) -> None:
    """Bring somebody in as the command `join` does; raises Refused where the id is taken."""
    parts = {name: value for name, value in said if name != "what"}
    audience = step.audience
    try:
        join(step, c.Join(**parts))
    except Refused as refused:
        raise refused.but(pointer=f"{pointer}{refused.pointer}") from refused
    step.audience = audience


def take_out(step: Step, said: c.ReportedLeave, pointer: str) -> None:
    """Take somebody out; a bare one keeps nothing that they bore."""
    if not known_member(step, said.who, f"{pointer}/who").here:
        raise Refused("", f"{said.who!r} has left already", None, f"{pointer}/who")
    if said.bare:
        _strip(step, said.who)
    step.take_out(said.who, said.to or "left")


def bring_back(step: Step, said: c.ReportedReturn, pointer: str) -> None:
    """Bring somebody back under the same id, with the number for rolls of before."""
    member = known_member(step, said.who, f"{pointer}/who")
    if member.here:
        raise Refused("", f"{said.who!r} is here already", None, f"{pointer}/who")
    if said.bare:
        _strip(step, said.who)
    side = member.side if said.side is None else said.side
    name, kind = said.name or member.name, said.kind or member.kind
    traits = {} if said.bare else member.traits
    step.bring_in(member._replace(name=name, side=side, kind=kind, traits=traits))


def _strip(step: Step, who: str) -> None:
    """Take away every condition, pool, fact and place of somebody."""
    for condition in step.combat.conditions.on(who):
        step.emit(e.ConditionEnded(id=condition.id, why="as reported"))
    for key, left in step.combat.pools.of.get(who, {}).items():
        pool, _, part = key.partition("/")
        step.emit(e.PoolRemoved(subject=who, pool=pool, key=part, left=left))
    for key, was in step.combat.facts.of.get(who, {}).items():
        name, _, toward = key.partition(">")
        if was is not None:
            step.emit(e.FactSet(of=who, name=name, toward=toward, was=was, value=None))
