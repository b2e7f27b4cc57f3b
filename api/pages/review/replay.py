"""The replay: any moment with its way on and back, its turns, marks, charts and branches.

Everything is links and forms that read. With the script a slider, keys and a button that plays ask
for one frame after another; each frame is drawn here in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response
from pydantic import Field

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.layout.api_client import answer
from api.pages.layout.render import combat_page, page_query
from api.pages.layout.session import visitor
from api.pages.review.moments import is_passed, turns_of
from api.pages.review.what_ifs import what_if_form, what_ifs_of
from api.pages.table.summary import Look, look
from api.read.entries import words_apart
from api.read.reports.pool_charts import Chart, curves, line_styles
from api.web.auth import NOBODY
from api.web.moments import place_of
from api.web.route_table import Call
from api.web.routes.state import get_state
from api.web.validation import Number, Query
from domain.ruleset.ruleset import Ruleset
from projections.changes.branches import Stretch, branches
from projections.changes.replay_frames import By, Frame, Reader
from projections.story.landmarks import Course, Kind, Landmark, by_round, courses, landmarks
from projections.wording.game_words import capital, name_of, word

KINDS: Mapping[Kind, str] = {
    "turn": "turn",
    "roll": "Single rolls",
    "wound": "Wounds and losses",
    "undo": "Undone and redone",
    "ruling": "Rulings",
}
"""The kinds of marks; the first goes by the game's own word."""

TICKS = 500
"""Places across the slider that marks are told apart at."""

_SPANS: tuple[By, ...] = ("turn", "phase", "round")


class Going(Query):
    """Query of the replay: the entry `at` or the own entry `place`, and the kind of frame."""

    at: Number | None = None
    place: int | None = Field(None, ge=0, le=2**31)
    by: By = "step"
    through: bool = False


class Way(NamedTuple):
    """A way to go: its key, its words, and the numbers before and after, if there are any."""

    by: By
    says: str
    before: str
    after: str


class Shown(NamedTuple):
    """A frame on the page: where it is of how many, what is seen of it, and the ways from it."""

    place: int
    last: int
    frame: Frame
    look: Look
    ways: tuple[Way, ...]
    by: By
    through: bool


class Track(NamedTuple):
    """The marks of one kind: its words, where they are in 500 places, and the marks themselves."""

    kind: Kind
    says: str
    ticks: tuple[int, ...]
    marks: tuple[Landmark, ...]


class Branch(NamedTuple):
    """A stretch with its numbers and the first thing that is told of it."""

    first: str
    last: str
    stretch: Stretch
    says: str
    sides: tuple[tuple[Branch, ...], ...]


def get_frame(call: Call) -> Response:
    """One frame alone, for a page that is there already."""
    going = page_query(Going)
    with call.lock_combat() as (combat, sight):
        shown = _replay_view(call, combat, sight, going)
        form = what_if_form(call, combat, sight, shown.frame)
    return combat_page("frame", call, shown=shown, what_if=form)


def get_replay(call: Call) -> Response:
    """The replay at a moment; of a sample other sites may show it in a frame.

    Whoever is signed in here sees it in no frame: nobody lays anything over what they may do.
    """
    going = page_query(Going)
    with call.lock_combat() as (combat, sight):
        shown, rules = _replay_view(call, combat, sight, going), combat.rules
        form = what_if_form(call, combat, sight, shown.frame)
        marks, found = _marks_and_courses(sight, rules)
        passed = [mark for mark in marks if shown.through or is_passed(mark, sight.line)]
        tree = tuple(_branches(combat, sight, branches(sight.line)))
        turns = tuple(turns_of(sight, marks, rules))
    return combat_page(
        "replay",
        call,
        scripted=True,
        framed=visitor(call.service) is NOBODY,
        what_ifs=what_ifs_of(call),
        notes=answer(call, get_state, {"part": "notes"}).value["notes"],
        charts=_charts(found, rules),
        tracks=tuple(tracks_of(passed, rules, shown.last)),
        ticks=TICKS,
        round_word=word(rules, "round"),
        shown=shown,
        what_if=form,
        turns=turns,
        tree=tree,
    )


def _marks_and_courses(
    sight: Sight, rules: Ruleset
) -> tuple[tuple[Landmark, ...], tuple[Course, ...]]:
    """Return the marks of the whole log, and what went up and down on the line of play."""
    entries = sight.seen_entries(range(1, len(sight) + 1))
    name = name_of(sight.moment(sight.node).combat)
    marks = landmarks(entries, rules, name)
    return marks, courses(entries, _standing(sight), marks, rules, name)


def _charts(found: tuple[Course, ...], rules: Ruleset) -> list[tuple[Course, Chart, Any]]:
    """Return what is drawn, each with its chart and its table."""
    styles = line_styles(found)
    return [(one, curves(one, rules, styles), by_round(one, rules)) for one in found]


def _standing(sight: Sight) -> set[int]:
    """Return the own entries that are on the line of play."""
    between = sight.line.entries_between(0, sight.node)
    return {seq for first, last in between for seq in range(first, last + 1)}


# --- one frame -----------------------------------------------------------------------------


def _replay_view(call: Call, combat: OpenCombat, sight: Sight, going: Going) -> Shown:
    apart = words_apart(call.service, combat, sight, len(sight))
    reader = Reader(sight, going.by, going.through, apart)
    place = going.place
    if place is None:
        place = place_of(sight, going.at) if going.at else first_turn(sight)
    stop = _stop(reader, place)
    frame = reader.frame(stop, combat.rules)
    moment = sight.moment(sight.line.node_after(stop))
    seen = look(moment, combat.rules, call.caller.viewer, drawn=False)
    ways = tuple(_ways(combat, sight, going.through, stop))
    return Shown(stop, len(sight), frame, seen, ways, going.by, going.through)


def first_turn(sight: Sight) -> int:
    """Return where the first turn or round that stands began; before it nothing is to be seen."""
    for span in ("turn", "round"):
        for place in sight.began(span):
            if sight.line.standing(sight.line.step_of(place)):
                return place
    return 1


def _stop(reader: Reader, place: int) -> int:
    """Return the place itself where the reader passes it; else the end of its frame."""
    line, place = reader.line, max(min(place, reader.last), 1)
    step = line.step_of(place)
    if reader.through or (line.is_play(step) and line.standing(step)):
        return place
    return reader.stop(place)


def _ways(combat: OpenCombat, sight: Sight, through: bool, stop: int) -> Iterator[Way]:
    """By entry, by step, and by those stretches that there have been."""
    spans = [span for span in _SPANS if len(sight.began(span))]
    ways: tuple[By, ...] = ("entry", "step", *spans)
    for by in ways:
        reader = Reader(sight, by, through)
        before, after = reader.before(stop), reader.after(stop)
        yield Way(
            by,
            capital(word(combat.rules, by)),
            sight.number(before) if before else "",
            sight.number(after) if after else "",
        )


# --- the whole ------------------------------------------------------------------------------


def tracks_of(marks: Sequence[Landmark], rules: Ruleset, last: int) -> Iterator[Track]:
    """Yield the marks of each kind that there is, with where they are along the slider."""
    for kind, says in KINDS.items():
        if mine := tuple(mark for mark in marks if mark.kind == kind):
            ticks = dict.fromkeys(
                round(TICKS * (mark.place - 1) / max(last - 1, 1)) for mark in mine
            )
            called = capital(f"{word(rules, 'turn')}s") if kind == "turn" else says
            yield Track(kind, called, tuple(ticks), mine)


def _branches(combat: OpenCombat, sight: Sight, row: tuple[Stretch, ...]) -> Iterator[Branch]:
    reader = Reader(sight, "step", through=True)
    for stretch in row:
        sides = tuple(tuple(_branches(combat, sight, side)) for side in stretch.sides)
        says = ""
        if stretch.first:
            shots = reader.frame(reader.stop(stretch.first), combat.rules).shots
            says = shots[0].text if shots else ""
        numbers = sight.number(stretch.first), sight.number(stretch.last)
        yield Branch(*numbers, stretch, says, sides)
