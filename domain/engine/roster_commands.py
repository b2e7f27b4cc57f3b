"""Opening and ending a combat, joining and leaving it, and what is said of those in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain import commands as c
from domain import events as e
from domain.engine.adjustments import point_of
from domain.ruleset.ruleset import Refused, by_name, json_pointer
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.roster import Member
from domain.state.viewer import REFEREE
from domain.step.step import Step

RESERVED = (REFEREE, TABLE_SUBJECT)
"""What nobody may be called: slots and settings are theirs."""


def open_combat(step: Step, command: c.Open) -> None:
    """Open a combat; its settings, checked against the open points, become facts of the table.

    A preset alters the rules from the first entry on, which has it.
    """
    step.rules = step.rules.with_preset(command.preset)
    for key, value in command.settings.items():
        point_of(step.rules, key, value, json_pointer("settings", key))
    said = {part: getattr(command, part) for part in ("title", "mode", "policy")}
    rules, bound = step.rules, step.dice.commitments()
    said |= {"commitments": bound, "preset": command.preset}
    event = e.CombatOpened(ruleset=rules.key, edition=rules.edition, **said)
    step.emit(event, basis="table")
    for key, value in command.settings.items():
        step.emit(e.FactSet(of=TABLE_SUBJECT, name=key, value=value), basis="table")


def join(step: Step, command: c.Join) -> None:
    """Bring somebody in, openly or hidden; a hidden one joins again when it comes out.

    One who has left comes back with the sheet, the pools and the number for rolls of before; one
    who comes out, also after having left, has the sheet that it came into hiding with. `instead` is
    whose place is taken by another of the same person.
    """
    there = step.member(command.subject)
    comes_out = there is not None and there.hidden and not command.hidden
    is_in = there is not None and there.here and not comes_out
    if is_in or command.subject in RESERVED:
        raise _taken(command.subject, "/subject")
    if command.side in RESERVED:
        raise _taken(command.side, "/side")
    if there:
        _check_same(step, command, there, "comes out" if comes_out else "comes back")
    if command.hidden:
        step.privately()
    member = there or _newcomer(step, command)
    parts = ("name", "side", "controller")
    said = {part: getattr(command, part) or getattr(member, part) for part in parts}
    come = member._replace(**said, hidden=command.hidden)
    step.bring_in(come, command.instead, basis="table", behalf=command.subject)
    if comes_out:
        _publish(step, member.subject)
    if not command.hidden:
        step.open_pools(member)


def _check_same(step: Step, command: c.Join, there: Member, comes: str) -> None:
    """Refuse another kind or sheet for one who comes back, or out of hiding."""
    if command.kind != there.kind:
        why = f"{command.subject!r} was a {there.kind}: it {comes} as that, or under another id"
        raise Refused("", why, None, "/kind", legal=[there.kind])
    if command.traits and _newcomer(step, command).traits != there.traits:
        why = f"{command.subject!r} {comes} with the sheet of before: leave the traits out"
        raise Refused("", why, None, "/traits")


def _taken(name: str, where: str) -> Refused:
    """The refusal of a name that somebody has already, or nobody may have."""
    return Refused("", f"{name!r} is taken: choose another name", None, where)


def _newcomer(step: Step, command: c.Join) -> Member:
    """The member that a command describes, with the traits that its sheet takes."""
    sheet = _read_sheet(step, command.kind, command.traits)
    return Member(command.subject, command.kind, command.subject, "", "", 0, sheet)


def _read_sheet(step: Step, kind: e.Kind, given: Mapping[str, Any]) -> e.Traits:
    """The traits of a sheet as they are kept; raises Refused for what the game does not take."""
    return step.rules.sheet_of(kind).read(given)


def _publish(step: Step, subject: str) -> None:
    """Tell everybody the facts, conditions, pools, place and turn of somebody who has come out."""
    combat = step.combat
    for of, mine in combat.facts.of.items():
        for key, value in mine.items():
            name, _, toward = key.partition(">")
            if subject in (of, toward):
                step.emit(e.FactSet(of=of, name=name, toward=toward, value=value), basis="table")
    _publish_ended(step, subject)
    for condition in combat.conditions.all.values():
        if subject in condition.names:
            # It begins for them as it stands now, with what is left of its time.
            until, said = condition.until, condition._asdict()
            left = {"left": said.pop("left")}
            said["until"] = until.model_copy(update=left) if until else None
            step.emit(e.ConditionBegan(**said), basis="table")
    _publish_pools(step, subject)
    if place := combat.places.of(subject):
        step.emit(e.Moved(subject=subject, place=place), basis="table")
    for scope, order in combat.clock.orders.items():
        if subject in order.line() and not _is_told(step, scope):
            step.enter_order(e.OrderSet(scope=scope, **order._asdict()), basis="table")


def _publish_ended(step: Step, subject: str) -> None:
    """Tell everybody which conditions they take to stand have ended in secret."""
    lurking = step.in_hiding()
    for condition in (*step.public.conditions.all.values(),) if step.public else ():
        gone = condition.id not in step.combat.conditions.all
        if gone and subject in condition.names and condition.subject not in lurking:
            step.emit(e.ConditionEnded(id=condition.id, why="it ended in hiding"), basis="table")


def _is_told(step: Step, scope: str) -> bool:
    """True for an order that everybody sees as it is."""
    stood = step.public.clock.orders if step.public else {}
    return stood.get(scope) == step.combat.clock.orders[scope]


def _publish_pools(step: Step, subject: str) -> None:
    """Tell everybody what pools hold, also beyond their limits, as a report may have said it."""
    pools = step.combat.pools
    held, limits = pools.of.get(subject, {}), pools.limits.get(subject, {})
    was = step.public.pools.of.get(subject, {}) if step.public else {}
    for key in was.keys() - held.keys():
        pool, _, colour = key.partition("/")
        gone = e.PoolRemoved(subject=subject, pool=pool, key=colour, left=was[key])
        step.emit(gone, basis="table")
    for key in {**held, **limits}:
        pool, _, colour = key.partition("/")
        where = {"subject": subject, "pool": pool, "key": colour}
        if key in held:
            said = {"delta": 0, "balance": held[key], "how": "set"}
            step.emit(e.PoolChanged(**where, **said), basis="table")
        if key in limits:
            step.emit(e.PoolLimited(**where, **limits[key]._asdict()), basis="table")


def edit(step: Step, command: c.Edit) -> None:
    """Change what is said of somebody who is here; pools follow a sheet that changes them.

    The ruleset checks the sheet as that of a newcomer. Raises Refused where nothing is another.
    """
    member = _here(step, command.who)
    parts = ("name", "side", "controller")
    said = {part: value for part in parts if (value := getattr(command, part)) is not None}
    if said.get("side") in RESERVED:
        raise _taken(said["side"], "/side")
    if command.traits is not None:
        said["traits"] = _read_sheet(step, member.kind, command.traits)
    changed = {part: value for part, value in said.items() if value != getattr(member, part)}
    if not changed:
        raise Refused("", f"this is what is said of {by_name(member.subject)} already")
    step.basis, step.befalls = "table", member.subject
    step.edit_member(member, changed, behalf=member.subject)
    step.rules.edited(step, member.subject, member.traits)


def _here(step: Step, who: str) -> Member:
    """Somebody who is here, openly or not; raises Refused for anybody else."""
    member = step.member(who)
    if member is None or not member.here:
        raise Refused("", f"{who!r} is not here", None, "/who")
    return member


def leave(step: Step, command: c.Leave) -> None:
    """Take somebody out; that withdraws their declarations and answers all their slots."""
    _here(step, command.who)
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
