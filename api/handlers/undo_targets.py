"""Where undo, redo and jump lead: the one event that moves the head, and what it would change."""

from __future__ import annotations

from typing import Final

from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.combats.viewers.viewer_log import Sight
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.viewer import PUBLIC, REFEREE, Viewer

Course = OpenCombat | Sight
"""A log with its line of play: the whole one, or as somebody sees it."""

Move = c.Rewind | c.AskUndo
"""What moves the head, or asks for that."""

CORRECTION: Final = "correction"
"""Why the head moves where a past step was corrected."""

_BEGAN = {"turn": e.TurnBegan, "phase": e.PhaseBegan, "round": e.RoundBegan}


def destination(combat: OpenCombat, command: Move, viewer: Viewer) -> int:
    """The step that a command of somebody would make the head; raises Refused where there is none.

    What he does not see counts for nothing: he undoes the last step that he sees.
    """
    sight = Sights().of(combat, viewer) if combat.numbers.hidden else None
    if sight is None:
        return target(combat, command)
    own = own_target(combat, sight, command)
    to = combat.line.step_of(sight.raw(sight.line.last(own)))
    return _with_what_is_hidden(combat, to) if combat.numbers.hides_from(viewer) else to


def own_target(combat: OpenCombat, sight: Sight, command: Move) -> int:
    """The own step that a command would make the head; raises Refused where there is none.

    What was done in secret and carried over a move stands on a branch of its own: redo leads from
    there to where it leads for everybody.
    """
    try:
        return target(sight, command)
    except Refused:
        public = Sights().of(combat, PUBLIC)
        if command.how != "redo" or public is sight:
            raise
        step = target(public, command)
        return sight.line.step_of(sight.own(public.raw(public.line.last(step))))


def _with_what_is_hidden(combat: OpenCombat, step: int) -> int:
    """A step with the private ones right after it: nobody undoes what he does not see."""
    line = combat.line
    while step != line.tip and line.is_ancestor(step, line.tip):
        after = line.ancestor(line.tip, line.depth(step) + 1)
        if not combat.numbers.is_private_step(after):
            break
        step = after
    return step


def target(combat: Course, command: Move) -> int:
    """The step that a command would make the head; raises Refused where there is none."""
    line = combat.line
    match command.how:
        case "redo":
            to = line.redo() if command.span == "step" else _onward(combat, command.span)
        case "jump":
            to = _jump(combat, command.to)
        case _:
            to = line.undo() if command.span == "step" else _start_of(combat, command.span)
    if not to:
        raise _nowhere(combat, command)
    if to == line.head:
        raise Refused("", "this is where the combat stands")
    return to


def _nowhere(combat: Course, command: Move) -> Refused:
    """Why a move leads nowhere, and how far one could go back instead."""
    if command.how != "undo" or command.span == "step":
        return Refused("", f"there is nothing to {command.how}")
    others = (span for span in _BEGAN if _start_of(combat, span))
    legal = ("step", *others)
    why = f"no {command.span} began before this moment; go back by {', '.join(legal)}"
    return Refused("", why, None, "/span", legal=legal)


def rulings_over(combat: OpenCombat, entered: tuple[int, ...]) -> tuple[int, ...]:
    """Return the public numbers of the referee's rulings that removed any step that comes back.

    A correction is one, and what is marked so: whoever leads back to them takes it back. Each step
    is asked: an undo of one's own in front of what was ruled away does not hide the ruling.
    """
    return tuple(moved.meta.number for moved in ruled_moves_over(combat, entered))


def ruled_moves_over(combat: OpenCombat, entered: tuple[int, ...]) -> tuple[Entry, ...]:
    """Return the moves of the head by which rulings removed any step that comes back."""
    line = combat.line
    ends = (line.last(step) for step in reversed(line.left_by(entered)))
    moves = (entry for last in ends for entry in combat.entries(last, last))
    return tuple(filter(_is_ruling, moves))


def _is_ruling(moved: Entry) -> bool:
    """True for a move of the head, seen by everybody, that the referee ruled."""
    if not isinstance(moved.event, e.Rewound) or moved.meta.audience:
        return False
    return moved.meta.basis == "ruled" or moved.event.why == CORRECTION


def may_move(combat: OpenCombat, viewer: Viewer) -> None:
    """Raise Forbidden for whoever may never move the head, whoever agrees."""
    if combat.head.roster.ended and not viewer.is_referee:
        raise Forbidden("the combat has ended; only the referee undoes that")
    if viewer.role not in (REFEREE, "player"):
        raise Forbidden("only the referee and the players move the head")


def _jump(combat: Course, to: int | None) -> int:
    """The step that was the head right after a public entry."""
    if to is None:
        raise Refused("", "say where to jump: the number of an entry", None, "/to")
    seq = combat.numbers.seq(to)
    if not 1 <= seq <= combat.line.entries:
        last = combat.numbers.number(combat.line.entries)
        raise Refused("", f"there is no entry {to}", {"last": last}, "/to")
    node = combat.line.node_after(seq)
    return combat.line.step_of(node) if node else 0


def _begins(combat: Course, step: int, span: str) -> bool:
    entries = combat.entries(combat.line.first(step), combat.line.last(step))
    return any(isinstance(entry.event, _BEGAN[span]) for entry in entries)


def _start_of(combat: Course, span: str) -> int:
    """The latest step before the head, on its path, in which a span began."""
    line = combat.line
    step = line.parent(line.head) if line.head else 0
    while step:
        if _begins(combat, step, span):
            return step
        step = line.parent(step)
    return 0


def _onward(combat: Course, span: str) -> int | None:
    """The next step toward the tip in which a span began, else the tip itself."""
    line = combat.line
    for step in line.path(line.head, line.tip):
        if _begins(combat, step, span):
            return step
    return line.redo() and line.tip
