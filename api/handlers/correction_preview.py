"""A past step corrected, on paper: what is judged again, who said it, and what comes of it.

Nothing is written here and, unless dice are handed over, none falls. Adopting it is a transaction
like any other (`api.handlers.transaction`): the head moves to before the corrected step, and the
steps that still happen are played again from there.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.handlers.absent_players import newcomer
from domain import commands as c
from domain.log.codec import IMPORTED, Entry
from domain.rerun.corrections import ALONE, adopted_steps, corrected_steps
from domain.rerun.rerun import Judged, Played, again, played_step
from domain.ruleset.messages import by_name, with_names
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.viewer import PUBLIC, Viewer
from domain.step.rolling import Dice

Steps = tuple[tuple[Entry, ...], ...]


class Correction(NamedTuple):
    """A correction with all that follows from it.

    `before` is the step after which it begins, `left` are the entries of the steps from there to
    the head, `judged` what becomes of them and of what is put in.
    """

    before: int
    left: Steps
    judged: tuple[Judged, ...]


def correction(
    combat: OpenCombat, command: c.Correct, viewer: Viewer, number: int, fresh: Dice | None = None
) -> Correction:
    """Judge again what follows from a correction.

    `number` is the step that something put in would be. Cost: one decision a step. Raises Forbidden
    for all but the referee, and Refused where there is no such step to correct.
    """
    line, before = combat.line, begins(combat, command, viewer)
    left = _steps(combat, before)
    later = tuple(played_step(step, said_by(combat, step[0])) for step in left)
    put = _replacement_step(combat, command, later[0], viewer, number, before)
    steps = corrected_steps(later, command.how, put)
    state, gone = combat.moments.at(line.last(before)), later[: command.how == "annul"]
    was = [(played.origin, played.drafts) for played in gone]
    public = combat.view(PUBLIC, line.last(before))
    judged = tuple(again(state, steps, combat.rules, fresh, was, (), public))
    return Correction(before, left, judged)


def begins(combat: OpenCombat, command: c.Correct, viewer: Viewer) -> int:
    """The step after which a correction begins; raises Forbidden and Refused."""
    if not viewer.is_referee:
        raise Forbidden("only the referee corrects the past")
    if (command.command is None) != (command.how == "annul"):
        raise Refused("", "say what stands there instead; to annul, nothing", None, "/command")
    return combat.line.parent(_first(combat, command))


def steps_to_adopt(combat: OpenCombat, found: Correction, command: c.Correct) -> tuple[Judged, ...]:
    """The steps that the referee adopts; raises Refused where that is not to be had."""
    shown = {ALONE: _alone(found, command)} | {step[0].origin: step[0].step for step in found.left}
    try:
        return adopted_steps(found.judged, command.how, _upto(found, command), shown)
    except Refused as refused:
        called = _called_steps(combat, found)
        said = with_names(refused.said, lambda who: called.get(who) or by_name(who))
        raise refused.but(why=said) from refused


def _called_steps(combat: OpenCombat, found: Correction) -> dict[str, str]:
    """What steps are called in a refusal: by the public numbers of their first entries."""
    new = (one.played.origin for one in found.judged if not one.played.drafts)
    firsts = (step[0] for step in found.left)
    return {f"step {origin}": "what is put in" for origin in new} | {
        f"step {x.origin}": f"entry {combat.numbers.number(x.seq)}" for x in firsts
    }


def up_to(found: Correction, command: c.Correct) -> tuple[Judged, ...]:
    """The steps judged up to where the referee would adopt; raises Refused for no such step."""
    last = _upto(found, command)
    if last == ALONE:
        return found.judged[: command.how != "annul"]
    ends = (n for n, one in enumerate(found.judged, 1) if one.played.origin == last)
    return found.judged[: next(ends, len(found.judged))]


def _alone(found: Correction, command: c.Correct) -> int:
    """The step that means the correction alone: that corrected, or that before the one put in."""
    return found.before if command.how == "insert" else found.left[0][0].step


def _upto(found: Correction, command: c.Correct) -> int | None:
    """The origin of the last step that is adopted, ALONE for none of those after the correction."""
    if command.upto is None:
        return None
    if command.how != "amend" and command.upto == _alone(found, command):
        return ALONE
    return _origin(found.left, command.upto)


def _first(combat: OpenCombat, command: c.Correct) -> int:
    """The first step that is judged again: the corrected one, or the one after it."""
    line, step = combat.line, command.step
    if not line.is_play(step) or not line.standing(step):
        why = f"step {step} is not on the line of play"
        raise Refused("", why, {"last": line.head}, "/step")
    if command.how == "insert" and command.where == "after":
        if step == line.head:
            raise Refused("", f"nothing comes after step {step}; say the command", None, "/step")
        step = line.ancestor(line.head, line.depth(step) + 1)
    if not line.parent(step):
        raise Refused("", "a combat begins with its opening; open another", None, "/step")
    return step


def _steps(combat: OpenCombat, before: int) -> Steps:
    """The steps from a node to the head, with their commands."""
    line = combat.line
    ranges = line.entries_between(line.last(before), combat.node)
    entries = (e for first, last in ranges for e in combat.entries(first, last, kept=True))
    steps = tuple(tuple(step) for _, step in groupby(entries, key=lambda entry: entry.step))
    if steps and steps[0][0].meta.basis == IMPORTED and steps[0][0].kept is None:
        why = "this was decided in another combat: undo to before it, and enter what should be"
        raise Refused("", why, None, "/step")
    return steps


def said_by(combat: OpenCombat, first: Entry) -> Viewer:
    """Who said a step (its first entry, with its command), with the rights that he had then."""
    role = first.kept.context.role if first.kept else ""
    seat = combat.table.seat_then(first.meta.by, first.seq)
    return Viewer(first.meta.by, role, seat.combatants if seat else ())


def _replacement_step(
    combat: OpenCombat,
    command: c.Correct,
    corrected: Played,
    referee: Viewer,
    number: int,
    before: int,
) -> Played | None:
    """What stands in a step's place is still its author's, if he may say it; else the referee's."""
    if (said := command.command) is None:
        return None
    state = combat.moments.at(combat.line.last(before))
    said = newcomer(combat, state, said) if isinstance(said, c.Join) else said
    if command.how == "insert":
        return Played(number, said, referee, ())
    whom = getattr(said, "who", "referee") or "referee"
    mine = corrected.viewer.speaks_for(whom, state.roster)
    return corrected._replace(command=said, viewer=corrected.viewer if mine else referee)


def _origin(left: Steps, number: int) -> int:
    """The origin of a step of the line of play."""
    found = next((step[0].origin for step in left if step[0].step == number), None)
    if found is None:
        raise Refused("", f"step {number} does not come after the correction", None, "/upto")
    return found
