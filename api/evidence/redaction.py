"""Which parts of which entries an archive opens to somebody, and which it leaves closed.

Closed is what a viewer may not see, and what would tell him of it: a public posting to a pool that
something hidden has touched gives the true balance away, and so it is closed as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.events import Rewound
from domain.log.codec import Entry
from domain.state.combat import EMPTY, Combat, evolve
from domain.state.viewer import Viewer
from projections.visibility.uncertainty import CERTAIN, Doubt, after_hidden, redact_event


class Opened(NamedTuple):
    """What of an entry is opened; `under` is the nearest opened one on its line of play.

    None where that is the one before it on the line, which its own body names.
    """

    body: bool
    command: bool
    under: int | None = None


class _Node(NamedTuple):
    """An entry of play: the nearest opened one at or above it, what is in doubt, and the state."""

    nearest: int
    doubt: Doubt
    state: Combat


class Opening:
    """Looks at the entries of one log in order, with the eyes of one viewer."""

    def __init__(self, viewer: Viewer):
        self._viewer = viewer
        self._nodes = {0: _Node(0, CERTAIN, EMPTY)}
        self._head = 0

    def opened_parts(self, entries: Iterable[Entry]) -> Iterator[Opened]:
        """What is opened of each entry."""
        for entry in entries:
            parent = entry.meta.parent
            body = self._sees(entry) if parent is None else self._on_the_line(entry, parent)
            if isinstance(entry.event, Rewound):
                self._head = entry.event.to
            mine = self._viewer.is_referee or entry.meta.by == self._viewer.person != ""
            nearest = self._nodes[parent].nearest if parent and body else parent
            under = None if nearest == parent else nearest
            yield Opened(body, body and (mine or entry.meta.nth > 0), under)

    @property
    def node(self) -> int:
        """The nearest opened entry at or above the head, once all entries were looked at."""
        return self._nodes[self._head].nearest

    @property
    def state(self) -> Combat:
        """What the opened entries on the line of play add up to."""
        return self._nodes[self._head].state

    def _sees(self, entry: Entry) -> bool:
        return self._viewer.sees(entry.meta.audience)

    def _on_the_line(self, entry: Entry, parent: int) -> bool:
        above, event, self._head = self._nodes[parent], entry.event, entry.seq
        if self._viewer.is_referee:
            self._nodes[entry.seq] = _Node(entry.seq, CERTAIN, EMPTY)
            return True
        if not self._sees(entry):
            self._nodes[entry.seq] = above._replace(doubt=after_hidden(above.doubt, event))
            return False
        told, _, doubt = redact_event(above.doubt, event)
        if told != event:
            self._nodes[entry.seq] = above._replace(doubt=doubt)
            return False
        state = evolve(above.state, event, entry.meta.answers)
        self._nodes[entry.seq] = _Node(entry.seq, doubt, state)
        return True
