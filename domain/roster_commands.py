"""Opening and ending a combat, joining and leaving it."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.ruleset import Refused
from domain.settle import close_span, end_conditions
from domain.step import Step, settings_as_facts

ROLLERS = ("combatant", "creature", "unit")
"""The kinds of subject that can roll and act."""


def open_combat(step: Step, command: c.Open) -> None:
    """Open a combat; its settings become facts of the table."""
    if step.combat.roster.ruleset:
        raise Refused("", "this combat is open already")
    settings = settings_as_facts(command.settings, step.rules)
    step.emit(
        e.CombatOpened(
            ruleset=step.rules.key, edition=step.rules.edition, title=command.title,
            mode=command.mode, policy=command.policy, commitments=step.dice.commitments(),
        ),
        basis="table",
    )  # fmt: skip
    for key, value in settings:
        step.emit(e.FactSet(of="table", name=key, value=value), basis="table")


def join(step: Step, command: c.Join) -> None:
    """Bring somebody in, openly or hidden; a hidden one joins again when it comes out."""
    there = step.member(command.subject)
    came_out = there is not None and there.hidden and there.here and not command.hidden
    if there is not None and not came_out:
        raise Refused("", f"{command.subject!r} is taken", {"name": there.name}, "/subject")
    if command.hidden:
        step.privately()
    traits = step.rules.sheet(command.traits) if there is None else there.traits
    rolls = command.kind in ROLLERS and not command.hidden
    step.emit(
        e.Joined(
            subject=command.subject, kind=command.kind, name=command.name or command.subject,
            side=command.side, controller=command.controller, traits=traits,
            roller=step.combat.roster.rollers() + 1 if rolls else 0, hidden=command.hidden,
        ),
        basis="table", behalf=command.subject,
    )  # fmt: skip
    if not command.hidden:
        for pool, amount in step.rules.opening(traits).items():
            step.fill(command.subject, pool, amount)


def leave(step: Step, command: c.Leave) -> None:
    """Take somebody out; that answers every slot that waits for him."""
    member = step.member(command.who)
    if member is None or not member.here:
        raise Refused("", f"{command.who!r} is not here", None, "/who")
    if member.hidden:
        step.privately()
    step.emit(e.Left(subject=command.who, why="left"), basis="table")
    for act in tuple(step.combat.exchange.acts.values()):
        if act.who == command.who and not act.kind:
            step.emit(e.Withdrawn(act=act.id, why="left the combat"), _slot_of(step, act.id))
    for question in tuple(step.combat.exchange.questions.values()):
        for slot in question.unfilled():
            if slot.who == command.who:
                answered = e.Answered(who=command.who, choice="left")
                step.emit(answered, (question.id, slot.id))


def _slot_of(step: Step, act: str) -> tuple[str, str] | None:
    """The open slot in which a declared reaction waits for its turn."""
    for question in step.combat.exchange.questions.values():
        for slot in question.unfilled():
            if slot.about == act:
                return question.id, slot.id
    return None


def end(step: Step, command: c.End) -> None:
    """End the combat: what is open is closed from the top, then the spans of the clock."""
    for frame in reversed(step.combat.exchange.frames):
        step.emit(e.Closed(frame=frame, how="the combat ended"))
    while step.combat.clock.path:
        close_span(step)
    end_conditions(step, "combat", ())
    step.emit(e.CombatEnded(why="ended by the referee"), basis="table")
