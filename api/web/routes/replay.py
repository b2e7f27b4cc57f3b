"""Replaying: a combat frame by frame, on and back, with what changed in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pydantic import Field

from api.combats.viewers.viewer_log import Sight
from api.read.entries import words_apart
from api.web.conditional import etag_headers
from api.web.route_table import Answer, Call, Routes
from api.web.routes.state import place_of
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Names, Shape
from api.web.validation import Limit, Number, Query
from projections.changes.replay_frames import By, Frame, Reader
from projections.wording.game_words import names_in

ROUTES = Routes("replay")
PAGE = 20


class Going(Query):
    """Which frames, and in which direction.

    By entry, by step, or to where the next turn, phase or round began. Past what was undone, or
    `through` it as well. Frames come in the order of reading: those after the entry
    `after`, back from the entry `before`, or the one that shows the entry `at`.
    """

    example = "by=step&after=3&limit=2"
    by: By = "step"
    through: bool = False
    after: Number | None = None
    before: Number | None = None
    at: Number | None = None
    limit: Limit | None = None


class Frames(Shape):
    """Frames in the order in which they were met; the cursors lead on and back from the last.

    `next` is what to send as `after`, `previous` what to send as `before`; null at an end.
    """

    names: Names
    items: list[shape(Frame)]  # type: ignore[valid-type]
    next: str | None = Field(examples=["412"])
    previous: str | None


@ROUTES.get("frames", "reader", query=Going, answers=Frames, revalidates=True)
def get_frames(call: Call) -> Answer:
    """A combat frame by frame: what happened in each, in words, and what changed by it.

    When: you show a replay.

    A frame is the same in both directions, and shows each viewer what they may see.
    """
    query: Going = call.query
    with call.lock_combat() as (combat, sight):
        head = call.service.token(combat, call.caller.viewer)
        apart = words_apart(call.service, combat, sight, len(sight))
        forgotten = sum(not said for said in apart.values())
        headers = etag_headers(call, f"{head}+{sight.last}+{forgotten}+frames")
        reader = Reader(sight, query.by, query.through, apart)
        stops = list(_stops(reader, sight, query))
        frames = [plain(reader.frame(stop, combat.rules)) for stop in stops]
        last = stops[-1] if stops else _place(reader, sight, query)
        more = reader.after(last) is not None
        back = reader.before(last) is not None
        number, names = sight.number(last), names_in(sight.moment(sight.node).combat)
    cursors = {"next": number if more else None, "previous": number if back else None}
    return Answer({"names": names, "items": frames, **cursors}, headers)


def _place(reader: Reader, sight: Sight, query: Going) -> int:
    """Where the reader stands."""
    number = query.at or query.before or query.after or "0"
    return min(place_of(sight, number), reader.last)


def _stops(reader: Reader, sight: Sight, query: Going) -> Iterator[int]:
    """Where the frames end that are asked for."""
    place = _place(reader, sight, query)
    if query.at is not None:
        if reader.last:
            yield reader.stop(place)
        return
    go: Callable[[int], int | None] = reader.before if query.before else reader.after
    for _ in range(query.limit or PAGE):
        if (found := go(place)) is None:
            return
        yield (place := found)
