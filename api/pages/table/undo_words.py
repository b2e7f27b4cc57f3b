"""What a move of the head takes back and brings back, for its page and for who must agree."""

from __future__ import annotations

import re
from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, Unseen
from api.read.combat_state import Waiting, state_of
from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.changes.differences import Change, changes
from projections.changes.move_summary import How, MoveSummary, move_summary
from projections.changes.preview import QUIET
from projections.changes.replay_frames import Reader, Shot
from projections.story.timeline import StoryLine
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import NameOf, deed_noun, name_of, owner

MOVE = re.compile(r"(?:play goes (?:back|forward) )?from entry \S+ to entry [\d.]+")
"""How the log says a move of the head: by entries, where people want to read whose deed it was."""

FROM_TO = re.compile(rf"{MOVE.pattern}(?:: )?")
"""The same with the colon behind it: what a correction says needs no entries before it."""

DONE = {"undo": "Undone", "redo": "Redone"}
"""How a move that was made begins in the story."""


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
        _summary(move_summary(how, *seen, differing, rules, name), seen, rules, name),
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


def move_line(combat: OpenCombat, sight: Sight, line: StoryLine, event: e.Event) -> StoryLine:
    """Return the line of a move, or of a request for one, with the deed instead of entries."""
    match event:
        case e.UndoRequested(how="undo" | "redo" as how):
            said, begun = "", ""
        case e.Rewound(why="undo" | "redo" as how):
            said, begun = f"{how.capitalize()}: ", f"{DONE[how]}: "
        case e.Rewound():
            return line._replace(text=FROM_TO.sub("", line.text, count=1), kind="undo")
        case _:
            return line
    try:
        does = _deed_of_move(combat, sight, how, event.was, event.to)
    except Unseen:
        return line
    text = MOVE.sub(lambda _: does, line.text.removeprefix(said), count=1)
    kind = "undo" if begun else line.kind
    return line._replace(text=begun + text, kind=kind)


def _deed_of_move(combat: OpenCombat, sight: Sight, how: How, was: int, to: int) -> str:
    """Return what a move between public entries takes back or brings back: `Urlik's soak`."""
    line, rules = sight.line, combat.rules
    places = [sight.place(str(it)) if it else 0 for it in (was, to)]
    # The entry may be one of the table, such as a note: then the head after it is meant.
    nodes = [line.node_after(place) for place in places]
    left, entered = line.left_and_entered(*(line.step_of(node) for node in nodes))
    seen = sight.of_own_steps(left), sight.of_own_steps(entered)
    name = name_of(sight.moment(nodes[0]).combat)
    made = _summary(move_summary(how, *seen, (), rules, name), seen, rules, name)
    return made.does.removeprefix(f"{how} ")


def _summary(
    made: MoveSummary, seen: tuple[list[SeenEntry], list[SeenEntry]], rules: Ruleset, name: NameOf
) -> MoveSummary:
    """Call the one deed of a move by what the table called it: `Aria's “healing word”`."""
    said = [it.event for part in seen for it in part if isinstance(it.event, e.Said)]
    what = said[0].params.get("what") if len(said) == 1 else None
    if not isinstance(what, str) or not said[0].who:
        return made
    called = f"{owner(name(said[0].who))} “{what}”"
    return made._replace(does=made.does.replace(deed_noun(rules, name, said[0]), called, 1))


def _lines(combat: OpenCombat, sight: Sight, steps: tuple[int, ...]) -> tuple[Shot, ...]:
    """Return what was told in some steps, without questions and answers where more was told."""
    reader = Reader(sight, "step", through=True)
    frames = (reader.frame(sight.line.last(step), combat.rules) for step in steps)
    shots = [shot for frame in frames for shot in frame.shots]
    return tuple(shot for shot in shots if shot.kind not in QUIET) or tuple(shots)
