"""The story of a combat on a page: its lines, with people's names and words in them."""

from __future__ import annotations

from typing import NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight, Unseen, label
from api.read.entries import person_name, words_apart
from api.web.route_table import Call
from projections.story.timeline import StoryLine, story

SHOWN = 40
"""How many lines of a long story are shown, if not all of it is asked for."""

JUST_NOW = 8
"""How many lines of the last step are repeated beside the open question."""


class Told(NamedTuple):
    """A story: its lines, oldest first, how many earlier ones were left out, and the last step."""

    lines: tuple[StoryLine, ...]
    earlier: int
    latest: tuple[StoryLine, ...]


def story_until(
    call: Call, combat: OpenCombat, sight: Sight, last: int, whole: bool = False
) -> Told:
    """Return the story up to an own entry; of a long one the end, if not the whole is wanted."""
    lines = _lines(call, combat, sight, last)
    step = sight.line.first(sight.entry(last).entry.step) if last else 0
    begun = label(sight.number(step)) if last else (0, 0)
    latest = tuple(line for line in lines if label(line.number) >= begun)
    shown = lines if whole else lines[-SHOWN:]
    return Told(shown, len(lines) - len(shown), latest[-JUST_NOW:])


def lines_since(call: Call, head: str) -> tuple[StoryLine, ...]:
    """Return the lines told since the moment that a head names."""
    try:
        seen = label(head.partition("-")[0])
    except Unseen:
        return ()
    with call.lock_combat() as (combat, sight):
        lines = _lines(call, combat, sight, len(sight))
    return tuple(line for line in lines if label(line.number) > seen)[-SHOWN:]


def _lines(call: Call, combat: OpenCombat, sight: Sight, last: int) -> tuple[StoryLine, ...]:
    apart = words_apart(call.service, combat, sight, last)
    seats = combat.table.seats.values()
    people = {s.person: person_name(call.service, combat.name, s.person) for s in seats}
    return story(sight.seen_entries(range(1, last + 1)), combat.rules, texts={**people, **apart})
