"""What a move of the head takes back and brings back, for its page and for who must agree."""

from __future__ import annotations

from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, Unseen
from api.read.combat_state import Waiting, state_of
from domain import events as e
from projections.changes.differences import Change, changes
from projections.changes.move_summary import How, MoveSummary, move_summary
from projections.changes.preview import QUIET
from projections.changes.replay_frames import Reader, Shot
from projections.wording.game_words import name_of


class Moved(NamedTuple):
    """A move in words, the lines that fall and return, what changes, and what is asked then."""

    summary: MoveSummary
    falls: tuple[Shot, ...]
    returns: tuple[Shot, ...]
    changes: tuple[Change, ...]
    asked: Waiting | None


def moved(combat: OpenCombat, sight: Sight, how: How, to: int) -> Moved:
    """Return what moving the head to an own step takes back and brings back."""
    line, rules = sight.line, combat.rules
    left, entered = line.left_and_entered(line.head, to)
    was, becomes = sight.moment(sight.node), sight.moment(line.last(to) if to else 0)
    seen = sight.of_own_steps(left), sight.of_own_steps(entered)
    differing = changes(was, becomes, rules)
    # Who is gone from the one moment may have been there in the other.
    name = name_of(was.combat if left else becomes.combat)
    asked = state_of(becomes, rules).waiting
    return Moved(
        move_summary(how, *seen, differing, rules, name),
        _lines(combat, sight, left),
        _lines(combat, sight, entered),
        tuple(each for each in differing if each.kind not in ("times", "clock")),
        asked if asked != state_of(was, rules).waiting else None,
    )


def moved_by_request(combat: OpenCombat, sight: Sight, asks: e.UndoRequested) -> Moved:
    """Return what the move that a request asks for takes back and brings back."""
    try:
        place = sight.place(str(asks.to)) if asks.to else 0
    except Unseen:
        place = 0
    return moved(combat, sight, asks.how, sight.line.step_of(place) if place else 0)


def _lines(combat: OpenCombat, sight: Sight, steps: tuple[int, ...]) -> tuple[Shot, ...]:
    """Return what was told in some steps, without questions and answers where more was told."""
    reader = Reader(sight, "step", through=True)
    frames = (reader.frame(sight.line.last(step), combat.rules) for step in steps)
    shots = [shot for frame in frames for shot in frame.shots]
    return tuple(shot for shot in shots if shot.kind not in QUIET) or tuple(shots)
