"""The story as cards, one for each turn, and what just happened in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from domain import events as e
from projections.story.timeline import StoryLine
from projections.visibility.visible_log import SeenEntry

GAIN = "gain"
"""The kind of a line that gives points; all other changes of points are postings."""

ICONS = {
    "act": "swords",
    "roll": "dices",
    "outcome": "flag",
    "posting": "droplet",
    GAIN: "plus",
    "condition": "clock",
    "fact": "bookmark",
    "place": "move",
    "order": "list-ordered",
    "roster": "users",
    "ruling": "scale",
    "undo": "undo-2",
    "note": "square-pen",
    "closing": "check",
    "question": "message-circle-question",
    "gap": "ellipsis",
}
"""The picture of each kind of line; any other has a small mark."""

TELLING = (
    *("outcome", "act", "posting", GAIN, "condition", "order", "roll"),
    *("roster", "ruling", "undo", "heading"),
)
"""Which kind of line of a step says best what just happened, the best first."""

BESIDE_PLAY = e.SeatOpened, e.SeatChanged, e.SeatClosed, e.UndoRequested, e.RerollRequested
"""What is no news of the fight: a request stands above the table itself."""

STRETCHES = e.RoundBegan, e.PhaseBegan, e.TurnBegan
"""What the banner says already, once something happened before it."""

SETUP = e.CombatOpened, e.Joined
"""What a fight begins with: once it has begun, that is no news either."""

_END = r'(?=$| \[|: ")'
"""What a mark stands before: the end of its line, another mark, or words written to it."""
_BASIS = re.compile(rf" \[(table|default|ruled)(?: ([^\[\]]+))?\]{_END}")
_WORDS = {"default": "as usual", "ruled": "as ruled here"}
_PLAIN_WHEN_BY_HAND = ("fact", "place")
"""Kinds of lines that are always told by hand, so that it goes without saying."""


def plain(line: StoryLine) -> StoryLine:
    """Return a line whose marks of rules are plain words, for people at the table."""

    def words(found: re.Match[str]) -> str:
        basis, clause = found[1], found[2]
        if basis == "table":
            return "" if line.kind in _PLAIN_WHEN_BY_HAND else " (by hand)"
        return f" ({_WORDS[basis]}{f', § {clause}' if clause else ''})"

    return line._replace(text=_BASIS.sub(words, line.text, count=1))


def marked_as_gain(line: StoryLine, event: e.Event) -> StoryLine:
    """Return a line, as one of its own kind where somebody got points: it has another picture."""
    gains = isinstance(event, e.PoolChanged) and event.delta > 0
    return line._replace(kind=GAIN) if gains else line


class Card(NamedTuple):
    """Everything that happened in a turn, a phase or between them, the newest first.

    `headings` are the stretches that began with it, the outermost first. What belongs to an act
    stands under it; the `depth` of a line says how deep.
    """

    headings: tuple[StoryLine, ...]
    lines: tuple[StoryLine, ...]


def cards(lines: Iterable[StoryLine]) -> tuple[Card, ...]:
    """Return the story as cards, the newest first; each begins where a stretch begins."""
    return tuple(reversed(list(_cards(lines))))


def _cards(lines: Iterable[StoryLine]) -> Iterator[Card]:
    headings, inside, standing = list[StoryLine](), list[StoryLine](), list[StoryLine]()
    for line in lines:
        back = line.kind == "undo" and any(it.undone for it in headings)
        if line.kind != "heading" and not back:
            inside.append(line)
            continue
        if inside:
            yield Card(tuple(headings), newest_first(inside))
            headings = []
        if back:
            # What comes next is told in the stretch that play went back to.
            headings, inside = [*standing], [line]
            continue
        # A stretch in which nothing happened has no card: only those around the next one are named.
        headings, inside = [*_around(headings, line), line], []
        if not line.undone:
            standing = [*_around(standing, line), line]
    if headings or inside:
        yield Card(tuple(headings), newest_first(inside))


def _around(headings: Iterable[StoryLine], line: StoryLine) -> Iterator[StoryLine]:
    return (it for it in headings if it.depth < line.depth)


class _Branch(NamedTuple):
    """A line with what stands under it; `at` is when each was told."""

    at: int
    line: StoryLine
    under: list[_Branch]

    @property
    def latest(self) -> int:
        """When the newest line of it was told."""
        return max((self.at, *(each.latest for each in self.under)))


def newest_first(lines: Sequence[StoryLine]) -> tuple[StoryLine, ...]:
    """Return lines with the newest first, and each under the act that it belongs to."""
    roots, path = list[_Branch](), list[_Branch]()
    for at, line in enumerate(lines):
        branch = _Branch(at, line, [])
        if not line.depth:
            # What is said beside the play interrupts no act.
            roots.append(branch)
            continue
        while path and path[-1].line.depth >= line.depth:
            path.pop()
        (path[-1].under if path else roots).append(branch)
        path.append(branch)
    return tuple(_lines_of(roots, 0))


def _lines_of(branches: Iterable[_Branch], depth: int) -> Iterator[StoryLine]:
    for branch in sorted(branches, key=lambda it: -it.latest):
        yield branch.line._replace(depth=depth)
        yield from _lines_of(branch.under, depth + 1)


class Outcome(NamedTuple):
    """What just happened: the line that says it best, and the others of its step."""

    said: StoryLine
    rest: tuple[StoryLine, ...]
    kind: str


def latest_news(lines: Iterable[StoryLine], entries: Mapping[str, SeenEntry]) -> SeenEntry | None:
    """Return the last entry of the story that is news: what hit somebody, not whose turn begins.

    What was decided again after a correction is none either: the correction is.
    """
    told = [entries[line.number] for line in lines]
    kept = [it for it in told if not isinstance(it.event, BESIDE_PLAY)]
    news = [it for it in kept if not isinstance(it.event, STRETCHES) and not it.entry.meta.origin]
    if not news or isinstance(news[-1].event, SETUP):
        return kept[-1] if kept else None
    return news[-1]


def outcome(latest: Sequence[StoryLine], change: float) -> Outcome | None:
    """Return what the last step did in one line, with the others beside it.

    `change` is below 0 where points were lost in it, above where they were won.
    """
    if not latest:
        return None
    best = min(latest, key=lambda line: _rank(line.kind))
    same = [line for line in latest if line.kind == best.kind]
    said = same[-1] if best.kind == "outcome" else same[0]
    kind = "wound" if change < 0 else "mend" if change > 0 else said.kind
    return Outcome(said, tuple(line for line in latest if line is not said), kind)


def _rank(kind: str) -> int:
    return TELLING.index(kind) if kind in TELLING else len(TELLING)
