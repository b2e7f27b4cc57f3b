"""What people look at: lenses on the one fold, each through somebody's eyes.

A projection is a start, a step and a view. `rebuild` runs any of them over a log: now or at any
moment, for anybody. Nothing here rolls, reads a clock or stores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from domain.ruleset import Ruleset
from domain.seats import TABLE, Viewer
from domain.wire import Entry
from projections.line_of_play import line_of_play
from projections.moment import START, Moment, advance
from projections.views import SeenEntry, seen

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True)
class Projection(Generic[S, V]):
    """A way to look at a combat: folded entry by entry, then shown."""

    name: str
    start: S
    step: Callable[[S, SeenEntry], S]
    view: Callable[[S], V]


def lens(name: str, look: Callable[[Moment, Ruleset], V], rules: Ruleset) -> Projection[Moment, V]:
    """A projection that adds only words and order to the state of the combat."""
    return Projection(name, START, advance, lambda moment: look(moment, rules))


def rebuild(
    projection: Projection[S, V],
    log: Iterable[Entry],
    at: int | None = None,
    viewer: Viewer = TABLE,
) -> V:
    """What a projection shows of a whole log, undone branches and table entries included.

    `at` is a public number: the state at the node that was the head right after that entry; None
    is now. Raises ValueError where there is no such entry.
    """
    entries, state = seen(log, viewer), projection.start
    for seq in line_of_play([one.entry for one in entries], at):
        state = projection.step(state, entries[seq - 1])
    return projection.view(state)
