"""The story as cards, one for each turn, and what just happened in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from projections.story.timeline import StoryLine

ICONS = {
    "act": "swords",
    "roll": "dices",
    "outcome": "flag",
    "posting": "droplet",
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
    *("outcome", "act", "posting", "condition", "order", "roll"),
    *("roster", "ruling", "undo", "heading"),
)
"""Which kind of line of a step says best what just happened, the best first."""


class Card(NamedTuple):
    """Everything that happened in a turn, a phase or between them, oldest first."""

    heading: StoryLine | None
    lines: tuple[StoryLine, ...]


def cards(lines: Iterable[StoryLine]) -> tuple[Card, ...]:
    """Return the story as cards, the newest first; each begins where a stretch begins."""
    return tuple(reversed(list(_cards(lines))))


def _cards(lines: Iterable[StoryLine]) -> Iterator[Card]:
    heading, inside = None, list[StoryLine]()
    for line in lines:
        if line.kind != "heading":
            inside.append(line)
            continue
        if heading or inside:
            yield Card(heading, tuple(inside))
        heading, inside = line, []
    if heading or inside:
        yield Card(heading, tuple(inside))


class Outcome(NamedTuple):
    """What just happened: the line that says it best, and the others of its step."""

    said: StoryLine
    rest: tuple[StoryLine, ...]
    kind: str


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
