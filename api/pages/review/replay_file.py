"""The replay as one HTML file: the story as text, and the viewer with its frames.

It opens from a disk and asks nobody for anything: style, script and frames are in it, and its
policy forbids to load. It holds what its maker may see and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from flask import Response, render_template

from api.pages.layout.fight_names import UNTITLED
from api.pages.layout.links import attached, file_name
from api.pages.layout.render import page_query
from api.pages.layout.static_files import FOLDER
from api.pages.review.frame_data import frame_data
from api.pages.review.moments import is_passed
from api.pages.review.replay import TICKS, Shown, Way, first_turn, tracks_of
from api.pages.table.summary import Look
from api.read.entries import words_apart
from api.web.route_table import Call, long_read
from api.web.traffic.long_reads import Lane
from api.web.validation import Query
from domain import events as e
from domain.log.undo_tree import Line
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import PUBLIC, Viewer
from projections.changes.replay_frames import Frame
from projections.changes.whole_course import SPANS, WholeCourse
from projections.story.landmarks import landmarks
from projections.story.timeline import StoryLine, story
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import Texts
from projections.wording.game_words import capital, name_of, word

_LANE: Lane = "archives"
_STYLES, _SCRIPTS = ("page.css", "leaves.css"), ("replay.js", "replay_file.js")
_BLANK = Look(False, (), "", "", None, None, (), (), (), (), None)
_SEEN_BY = {
    "referee": "As the referee sees it: hidden things are in it.",
    "player": "As one of the players sees it.",
    "spectator": "As everybody may see it.",
}


class Asked(Query):
    """For whom it is made: for its maker, or `public`, with what everybody may see."""

    public: bool = False


class Recorded(NamedTuple):
    """A combat as its maker sees it, taken along so that play can go on meanwhile."""

    title: str
    rules: Ruleset
    course: WholeCourse
    entries: list[SeenEntry]
    texts: Texts
    begins: int


@long_read(_LANE)
def get_replay_file(call: Call) -> Response:
    """Send the replay as a file."""
    viewer = PUBLIC if page_query(Asked).public else call.caller.viewer
    policy = f"{replay_policy()}; frame-ancestors 'none'"
    made = Response(replay_html(call, viewer), content_type="text/html; charset=utf-8")
    made.headers.update(
        {
            "Content-Security-Policy": policy,
            "Content-Disposition": attached(file_name(call, "replay.html")),
            "Vary": "Cookie, Authorization",
        }
    )
    return made


def replay_html(call: Call, viewer: Viewer, save: str = "") -> str:
    """Return the whole replay of a viewer as one page, with a link to where it may be saved."""
    return _html(_record(call, viewer), viewer, save)


def _record(call: Call, viewer: Viewer) -> Recorded:
    with call.service.lock_combat(call.combat) as combat:
        sight = call.sights.of(combat, viewer)
        entries = sight.seen_entries(range(1, len(sight) + 1))
        line = Line.load(sight.line.dump())
        began = {span: tuple(sight.began(span)) for span in SPANS}
        texts = words_apart(call.service, combat, sight, len(sight))
        rules, begins = combat.rules, first_turn(sight)
    row = call.service.log.catalogue_row(call.combat)
    title = (row.title if row else "") or UNTITLED
    return Recorded(title, rules, WholeCourse(entries, line, began), entries, texts, begins)


# --- the file --------------------------------------------------------------------------------


def _html(it: Recorded, viewer: Viewer, save: str) -> str:
    line, last = it.course.line, len(it.course)
    name = name_of(it.course.moment(line.node_after(last)).combat)
    marks = tuple(m for m in landmarks(it.entries, it.rules, name) if is_passed(m, line))
    return render_template(
        "replay_file.html",
        title=it.title,
        rules=it.rules,
        seen_by=_SEEN_BY[viewer.role],
        lines=tuple(_story_lines(it)),
        frames=frame_data(it.course, it.rules, viewer).script_json(),
        tracks=tuple(tracks_of(marks, it.rules, last)),
        ticks=TICKS,
        shown=_blank_frame(it),
        alone=True,
        save=save,
        what_if=None,
        policy=replay_policy(),
        style=_joined(_STYLES),
        script=_joined(_SCRIPTS),
    )


def _story_lines(it: Recorded) -> Iterator[StoryLine]:
    """The whole story; an act in the words of the table, whose parameters the lines below tell."""
    acts = {seen.number: seen for seen in it.entries if isinstance(seen.event, e.Said)}
    short = {line.number: line for line in story(it.entries, it.rules, texts=it.texts)}
    for line in story(it.entries, it.rules, full=True, texts=it.texts):
        if line.number in acts and line.number in short:
            clause = f" [{acts[line.number].entry.meta.clause}]"
            text = short[line.number].text + (clause if line.text.endswith(clause) else "")
            line = line._replace(text=text)
        yield line


def _blank_frame(it: Recorded) -> Shown:
    """The sheet that the script draws frames on."""
    ways = tuple(Way(by, capital(word(it.rules, by)), "", "") for by in it.course.ways())
    frame = Frame("0", 0, (), False, (), ())
    return Shown(it.begins, len(it.course), frame, _BLANK, ways, "step", False)


@cache
def _joined(names: tuple[str, ...]) -> str:
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)


@cache
def replay_policy() -> str:
    """The policy: its own style and script alone, and nothing is loaded."""
    style, script = (_hash(_joined(names)) for names in (_STYLES, _SCRIPTS))
    return (
        f"default-src 'none'; style-src '{style}'; script-src '{script}';"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
