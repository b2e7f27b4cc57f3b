"""The log of a combat as the caller sees it: by entries, as a live stream, and as a story."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import request
from pydantic import Field
from pydantic_core import to_json

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.read.entries import entries_json, person_name, words_apart
from api.web.auth import caller_of
from api.web.conditional import FRESH, etag_headers, moment_tag
from api.web.error_mapping import as_problem
from api.web.live import Listener, grown
from api.web.problems import Flaw, Problem
from api.web.route_table import EVENTS, JSON, MARKDOWN, NDJSON, TEXT, Answer, Call, Routes
from api.web.schemas.entries import Entries
from api.web.schemas.json_schema import EntryNumber, plain, shape
from api.web.schemas.response_bodies import Names, Shape
from api.web.stream_answer import Seated, listener, same_seat, stream_answer
from api.web.validation import At, Limit, Number, Query, Seconds, invalid, last_event_id
from domain.events import SeatOpened
from projections.story.recap import recap
from projections.story.timeline import StoryLine, story
from projections.story.timeline_with_sums import lines_with_sums
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import names_in

ROUTES = Routes("log")
PAGE = 100
_FORMS = {JSON: "", TEXT: "+text", MARKDOWN: "+recap"}
"""How the forms of a story are told apart in its tag."""


class From(Query):
    """From which entry on: those after a number."""

    example = "after=9"
    after: Number = "0"


class Awaited(At, From):
    """Which entries, how many of them, and how many seconds to wait where there are none yet."""

    example = "after=9&limit=20"
    limit: Limit | None = None
    wait: Seconds = 0


class Told(At, From):
    """How the story is told: up to when, whether every posting and pass is in it, with its sums."""

    example = "at=9&full=true"
    limit: Limit | None = Field(None, description="About how many lines; all, if left out.")
    full: bool = Field(False, description="With every posting, pass and waiting question.")
    sums: bool = Field(False, description="With what is left after each change of a pool.")


class Story(Shape):
    """The lines of the story; `number` is the last entry that is in it.

    `next` is what to send as `after` for the next page, null after the last. An undo marks lines
    that were told before: `events` says where the head has gone.
    """

    number: str
    names: Names
    items: list[shape(StoryLine)]  # type: ignore[valid-type]
    next: EntryNumber | None


@ROUTES.get(
    "events", "reader", query=Awaited, answers=Entries, media=(JSON, NDJSON, EVENTS), endless=True
)
def get_events(call: Call) -> Answer:
    """The entries of the log, in order, those that were undone among them.

    As JSON a page at a time: send `next` as `after` to go on, until it is null. After the last one,
    send its number as `after`, with `wait=20`: that is answered when there is more, after twenty
    seconds at the latest. With `Accept: application/x-ndjson` all of them, one a line.

    With `Accept: text/event-stream` the entries after a number, and then each one as it comes. An
    entry is an event `entry` with its number as the id and the same JSON as its data.
    `Last-Event-ID` comes before `after`, so that a client that was cut off goes on without a hole
    and without a double. An event `beat` opens it, before the first entry, with the request's id,
    and comes every ten seconds. After `full` there is no room: come back when `retry` says. After
    `again` what was read no longer holds, since the seat was changed or the log is another one:
    read everything again.
    """
    after = last_event_id(call.headers.get("Last-Event-ID")) or call.query.after
    header = request.headers.get("Authorization")
    seated = same_seat(call, lambda: caller_of(call.service, header))
    if call.accepts == EVENTS:
        _must_go_on(call)
        return stream_answer(call, after, seated)
    if call.accepts == NDJSON:
        return Answer(raw=_all_lines(call), headers={"Cache-Control": FRESH}, media=NDJSON)
    if call.query.wait and call.query.at is None:
        return Answer(raw=_next_page(call, seated), headers={"Cache-Control": FRESH})
    return Answer(_page(call), {"Cache-Control": FRESH})


def _must_go_on(call: Call) -> None:
    if call.query.at is not None:
        said = "A stream goes on, and has no end at an entry. Leave this out, or ask for JSON."
        raise invalid([Flaw(parameter="at", code="endless", detail=said)])


def _next_page(call: Call, seated: Seated) -> Iterator[bytes]:
    """The next page when it is there; a request that waits is none that is being worked on."""
    with call.lock_combat():
        pass
    return _when_grown(call, listener(call, call.query.after, seated))


def _when_grown(call: Call, waits: Listener) -> Iterator[bytes]:
    # The answer has begun, so that an error cannot be told in it: the next request is told.
    page: dict[str, Any] = {"items": [], "next": None}
    try:
        if grown(call.live, waits, call.query.wait) and waits.seated():
            page = _page(call)
    except Exception as error:
        if not isinstance(as_problem(error), Problem):
            raise
    yield to_json(page) + b"\n"


def _page(call: Call) -> dict[str, Any]:
    with call.lock_combat() as (combat, sight):
        first = sight.after(call.query.after) + 1
        seqs = range(first, len(sight) + 1)[: call.query.limit or PAGE]
        items = list(entries_json(call.service, combat, sight, seqs))
        more = bool(seqs) and seqs[-1] < len(sight)
    return {"items": items, "next": items[-1]["number"] if more else None}


def _all_lines(call: Call) -> Iterator[bytes]:
    """The lines of all entries that are asked for; the combat is held a page at a time.

    The first is read before the answer begins, so that what goes wrong can be answered.
    """
    with call.lock_combat() as (_, sight):
        seqs = range(sight.after(call.query.after) + 1, len(sight) + 1)[: call.query.limit]
    return _pages_of_lines(call, seqs, _lines(call, seqs[:PAGE]))


def _pages_of_lines(call: Call, seqs: range, first: bytes) -> Iterator[bytes]:
    yield first
    for start in range(PAGE, len(seqs), PAGE):
        yield _lines(call, seqs[start : start + PAGE])


def _lines(call: Call, seqs: range) -> bytes:
    with call.lock_combat() as (combat, sight):
        rows = entries_json(call.service, combat, sight, seqs)
        return b"".join(to_json(row) + b"\n" for row in rows)


@ROUTES.get(
    "timeline", "reader", query=Told, answers=Story, media=(JSON, TEXT, MARKDOWN), revalidates=True
)
def get_timeline(call: Call) -> Answer:
    """The combat told as a story: acts with their reactions under them, undone ones marked.

    With `Accept: text/plain` as a text, a line for each. Up to `at`, it is told as it was then.
    With `sums` each line that changes a pool is followed by what is left, and how that came. With
    `Accept: text/markdown` it is a recap, to be pasted into a chat: who, what, and how it stands.
    With `after` only the lines of later entries are told: what is new since a `number`.
    """
    with call.lock_combat() as (combat, sight):
        last = len(sight)
        entries, number = sight.seen_entries(range(1, last + 1)), sight.number(last)
        people = _people_in(call, entries)
        apart = people | words_apart(call.service, combat, sight, last)
        form = _FORMS[call.accepts]
        names = _names(call, combat, sight)
        headers = _story_headers(call, combat, sight, apart, form, len(names))
    if call.accepts == MARKDOWN:
        page = recap(entries, combat.rules, texts=apart)
        return Answer(raw=page.encode(), headers=headers, media=MARKDOWN)
    lines = story(entries, combat.rules, call.query.full, apart)
    if call.query.sums:
        lines = lines_with_sums(entries, combat.rules, lines)
    shown, following = _lines_after(lines, call.query.after, call.query.limit)
    if call.accepts == TEXT:
        return Answer(raw="".join(map(_text_line, shown)).encode(), headers=headers, media=TEXT)
    told = {"number": number, "names": names, "items": plain(shown), "next": following}
    return Answer(told, headers)


def _lines_after(
    lines: Sequence[StoryLine], after: str, limit: int | None
) -> tuple[Sequence[StoryLine], str | None]:
    """The lines of entries after a number, whole entries alone, and after which to go on."""
    begin = bisect_right(lines, _place(after), key=lambda line: _place(line.number))
    end = len(lines) if limit is None else min(begin + limit, len(lines))
    while begin < end < len(lines) and lines[end].number == lines[end - 1].number:
        end += 1
    return lines[begin:end], lines[end - 1].number if end < len(lines) else None


def _place(number: str) -> tuple[int, ...]:
    """Where an entry stands: 412.1 is a private line after 412."""
    return tuple(map(int, number.split(".")))


def _people_in(call: Call, entries: Sequence[SeenEntry]) -> dict[str, str]:
    """What the people are called who sat down in these entries, but for those forgotten."""
    seated = dict.fromkeys(s.event.person for s in entries if isinstance(s.event, SeatOpened))
    known = ((who, person_name(call.service, call.combat, who)) for who in seated)
    return {who: name for who, name in known if name}


def _names(call: Call, combat: OpenCombat, sight: Sight) -> dict[str, str]:
    """What people and everybody in it are called, by the ids that the lines may say."""
    fighters = names_in(sight.moment(sight.node).combat)
    people = dict.fromkeys(seat.person for seat in combat.table.seats.values())
    known = ((who, person_name(call.service, call.combat, who)) for who in people)
    return fighters | {who: name for who, name in known if name}


def _story_headers(
    call: Call, combat: OpenCombat, sight: Sight, apart: Mapping[str, str], form: str, names: int
) -> dict[str, str]:
    """The headers of a story; words and names in it may be forgotten, at any moment of it."""
    # A story changes with the head, and with every line beside it.
    beside = "" if call.query.at else f"+{sight.last}"
    forgotten = f"{sum(not said for said in apart.values())}-{names}"
    return etag_headers(call, f"{moment_tag(call, combat)}{beside}+{forgotten}{form}")


def _text_line(line: StoryLine) -> str:
    """A line as text; what people wrote over several lines stays under its first word."""
    mark, undone = ("~", " (undone)") if line.undone else (" ", "")
    indent = " " * 9 + "  " * line.depth
    text = f"\n{indent}".join(line.text.splitlines())
    return f"{mark}{line.number:>6}  {'  ' * line.depth}{text}{undone}\n"
